/** Closes a switch over a union: a case that is added later and not handled here is a compile error. */
export function assertNever(value: never): never {
  throw new Error(`unreachable case: ${JSON.stringify(value)}`);
}
