/**
 * One operation of a JSON Patch (RFC 6902), as far as gardengate makes them.
 * Source: admission webhook contract, section 1.5.
 */
export type Operation =
  | { readonly op: "test" | "add" | "replace"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string };
