/** Freezes JSON and everything in it, in place, so that a policy cannot be changed by those who read it. */
export function frozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) {
      frozen(member);
    }
  }
  return value;
}
