/**
 * One operation of a JSON Patch (RFC 6902), as far as gardengate makes them.
 * Source: admission webhook contract, section 1.5.
 */
export type Operation =
  | { readonly op: "test" | "add" | "replace"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string };

/** Texts of operations that are used again and again. */
const TEXTS = new WeakMap<Operation, string>();

/** Keeps the text of an operation that is used again and again, and does not change. */
export function keepOperationText(operation: Operation): void {
  TEXTS.set(operation, JSON.stringify(operation));
}

/** Operations as a JSON Patch document. */
export function patchText(operations: readonly Operation[]): string {
  let text = "";
  for (const operation of operations) {
    text += `${text === "" ? "[" : ","}${TEXTS.get(operation) ?? JSON.stringify(operation)}`;
  }
  return text === "" ? "[]" : `${text}]`;
}
