import type { PolicySpec } from "./schema.ts";

/** Whether a key has a value. */
export function isSet<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}

/** Whether a list has entries. */
export function hasEntries(list: readonly unknown[] | null | undefined): boolean {
  return isSet(list) && list.length > 0;
}

/** The parts of a document that want something of OSCs, as its keys. */
export const PARTS = ["registries", "plugins", "sandboxImage", "files", "units", "cgroupDriver"] as const;

/** Whether a document has a part. */
export function hasPart(spec: PolicySpec, part: (typeof PARTS)[number]): boolean {
  const value = spec[part];
  return Array.isArray(value) ? value.length > 0 : isSet(value);
}

/** Whether a document wants anything of OSCs. */
export function hasParts(spec: PolicySpec): boolean {
  return PARTS.some((part) => hasPart(spec, part));
}

/** Whether a document tells anything that no object tells. */
export function hasTables({ containerdVersions, osSupport, knownRuntimes, caCertificates }: PolicySpec): boolean {
  return [containerdVersions, osSupport, knownRuntimes, caCertificates].some(hasEntries);
}
