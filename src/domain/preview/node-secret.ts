import type { OperatingSystemConfig } from "../osc/types.ts";

/** By how much the YAML of the Secret is longer than our JSON, about. */
export const YAML_OVERHEAD = 1.1;

/** Members that hold any JSON, of which nothing is left out. */
const OPAQUE: ReadonlySet<string> = new Set(["values"]);

/**
 * What of an OSC gardenlet hands to the nodes through a Secret, as canonical JSON: members in alphabetical order, without
 * those that are absent or empty lists. Nodes look at an OSC again exactly when this changes.
 * Source: OperatingSystemConfig contract, section 7.3.
 */
export function nodeSecretText({ spec, status }: OperatingSystemConfig): string {
  const { criConfig, files, inPlaceUpdates, units } = spec;
  const { extensionFiles, extensionUnits } = status;
  return canonicalText({
    spec: { criConfig, files, inPlaceUpdates, purpose: "", type: "", units },
    status: { extensionFiles, extensionUnits, inPlaceUpdates: status.inPlaceUpdates },
  });
}

/** Bytes of that Secret's payload, about. */
export function nodeSecretBytes(text: string): number {
  return Math.ceil(Buffer.byteLength(text) * YAML_OVERHEAD);
}

/** What is still to be written: a text as it is, or a value. */
type Pending = string | { readonly value: unknown; readonly isOpaque: boolean };

/** Descends without calling itself, since values of plugins can be nested to any depth. */
function canonicalText(root: unknown): string {
  const written: string[] = [];
  const pending: Pending[] = [{ value: root, isOpaque: false }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === "string") {
      written.push(next);
    } else if (typeof next.value !== "object" || next.value === null) {
      written.push(JSON.stringify(next.value) ?? "null");
    } else {
      for (const part of partsOf(next.value, next.isOpaque).reverse()) {
        pending.push(part);
      }
    }
  }
  return written.join("");
}

/** The marks and values that a list or an object consists of, in their order. */
function partsOf(container: object, isOpaque: boolean): Pending[] {
  if (Array.isArray(container)) {
    const entries = container.flatMap((value: unknown): readonly Pending[] => [",", { value, isOpaque }]);
    return ["[", ...entries.slice(1), "]"];
  }
  const members = Object.entries(container).filter(([, member]) => isOpaque || !isOmitted(member));
  const entries = members
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, value]): readonly Pending[] => [
      `,${JSON.stringify(name)}:`,
      { value, isOpaque: isOpaque || OPAQUE.has(name) },
    ]);
  const first = entries[0];
  return ["{", ...(typeof first === "string" ? [first.slice(1), ...entries.slice(1)] : []), "}"];
}

function isOmitted(member: unknown): boolean {
  return member === undefined || (Array.isArray(member) && member.length === 0);
}
