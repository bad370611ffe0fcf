import fc from "fast-check";

/** JSON values that are the same after being written and read: without the negative zero, which is written as 0. */
export function jsonValues(constraints: fc.JsonSharedConstraints): fc.Arbitrary<unknown> {
  return fc.jsonValue(constraints).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
}
