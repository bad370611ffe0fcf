import { duplicate, invalid } from "../domain/field/error.ts";
import { at, type FieldPath } from "../domain/field/path.ts";
import { type Contradiction, contradictions } from "../domain/policies/contradictions.ts";
import { areDisjoint } from "../domain/policies/disjoint.ts";
import type { ContainerdVersionEntry, Policy, VersionRange } from "../domain/policies/types.ts";
import { rangesIntersect } from "../domain/policies/version-range.ts";
import { documentPath } from "./document-path.ts";
import type { LoadedDocument, PlacedDocument } from "./documents.ts";
import { oscRemarks } from "./osc-rules.ts";
import { tablesOf } from "./policy-set.ts";
import { caution, mistake, type Remark } from "./remark.ts";

/** What is to be said about one document, given the others. */
export interface PlacedRemarks {
  readonly place: PlacedDocument;
  readonly remarks: readonly Remark[];
}

/** What is to be said about documents that stand beside each other. */
export function setRemarks(documents: readonly LoadedDocument[]): readonly PlacedRemarks[] {
  return [
    ...repeatedNames(documents),
    ...contradictingPolicies(documents),
    ...contradictingVersions(documents),
    ...rulesOfOscs(documents),
  ];
}

const NAME: FieldPath = ["metadata", "name"];

/** Names are told in warnings and metrics, and order what has the same priority. */
function repeatedNames(documents: readonly LoadedDocument[]): readonly PlacedRemarks[] {
  const known = new Map<string, LoadedDocument>();
  return documents.flatMap((place) => {
    const { name } = place.compiled;
    const first = known.get(name);
    if (first === undefined) {
      known.set(name, place);
      return [];
    }
    const detail = `is also the name of the policy at ${positionOf(first, NAME)}; give one of them another name`;
    return [{ place, remarks: [mistake(duplicate(NAME, name, detail))] }];
  });
}

function positionOf({ file, lineOf }: PlacedDocument, path: FieldPath): string {
  return `${file}:${lineOf(path)}`;
}

function contradictingPolicies(documents: readonly LoadedDocument[]): readonly PlacedRemarks[] {
  const byPolicy = new Map(documents.flatMap((one) => (one.compiled.policy ? [[one.compiled.policy, one]] : [])));
  const told = new Map<string, PlacedRemarks>();
  for (const contradiction of contradictions([...byPolicy.keys()])) {
    const first = byPolicy.get(contradiction.first.policy);
    const second = byPolicy.get(contradiction.second.policy);
    if (first !== undefined && second !== undefined) {
      const remark = contradictionRemark(contradiction, first, second);
      // Entries that are emitted for two generations contradict each other twice.
      const id = JSON.stringify([positionOf(first, []), positionOf(second, []), remark.error.path]);
      told.set(id, told.get(id) ?? { place: second, remarks: [remark] });
    }
  }
  return [...told.values()];
}

/** Registries of one upstream are settled by name, and policies in audit mode change nothing: both are only told. */
function contradictionRemark(
  { first, second, part, subject }: Contradiction,
  firstDocument: LoadedDocument,
  secondDocument: LoadedDocument,
): Remark {
  const position = positionOf(firstDocument, documentPath(firstDocument, first.path));
  const path = documentPath(secondDocument, second.path);
  const other = `policy ${first.policy.name} (${position})`;
  if (part === "registries") {
    const winner = [first.policy.name, second.policy.name].sort()[0];
    const detail = `${subject} is said otherwise by ${other} of the same priority; by name order ${winner} wins; ${ADVICE}`;
    return caution(invalid(path, undefined, detail));
  }
  const error = invalid(path, undefined, `contradicts ${other} of the same priority about ${subject}; ${ADVICE}`);
  return [first, second].some(({ policy }) => policy.mode === "audit") ? caution(error) : mistake(error);
}

const ADVICE = "set priority or match apart";

interface PlacedVersion {
  readonly place: LoadedDocument;
  readonly entry: ContainerdVersionEntry;
  readonly path: FieldPath;
}

/** Tables that tell two versions of containerd for one version of an operating system. */
function contradictingVersions(documents: readonly LoadedDocument[]): readonly PlacedRemarks[] {
  const entries = documents.flatMap((place) =>
    place.compiled.tables.containerdVersions.map(
      (entry, index): PlacedVersion => ({ place, entry, path: ["spec", "containerdVersions", index] }),
    ),
  );
  return entries.flatMap((second, index) => {
    const first = entries.slice(0, index).find((other) => areContradicting(other.entry, second.entry));
    if (first === undefined) {
      return [];
    }
    const detail = `contradicts the entry at ${positionOf(first.place, first.path)}; give both ranges that exclude each other`;
    return [
      { place: second.place, remarks: [mistake(invalid(at(second.path, "version"), second.entry.containerd, detail))] },
    ];
  });
}

function areContradicting(a: ContainerdVersionEntry, b: ContainerdVersionEntry): boolean {
  return a.osType === b.osType && a.containerd !== b.containerd && meet(a.osVersions, b.osVersions);
}

function meet(a: VersionRange | undefined, b: VersionRange | undefined): boolean {
  return a === undefined || b === undefined || rangesIntersect(a, b);
}

function rulesOfOscs(documents: readonly LoadedDocument[]): readonly PlacedRemarks[] {
  const tables = tablesOf(documents.map(({ compiled }) => compiled));
  const policies = documents.flatMap(({ compiled }) => compiled.policy ?? []);
  return documents.flatMap((place) => {
    const { policy } = place.compiled;
    return policy === undefined
      ? []
      : [{ place, remarks: oscRemarks(place, policy, { tables, others: companionsOf(policy, policies) }) }];
  });
}

/** The other policies that may be for the same OSC, and so bring what this one relies on. */
function companionsOf(policy: Policy, policies: readonly Policy[]): readonly Policy[] {
  return policies.filter((other) => other !== policy && other.mode === "enforce" && !areDisjoint(policy, other));
}
