import { DEFAULT_CA_CERTIFICATES, type OperatorTables, type Policy, type PolicySet } from "../domain/policies/types.ts";
import type { CompiledDocument } from "./compile.ts";

/** Brings the documents together: policies by descending priority, then by name; tables in the order of the documents. */
export function policySetOf(documents: readonly CompiledDocument[]): PolicySet {
  const policies = documents.flatMap(({ policy }) => policy ?? []).sort(byPrecedence);
  return Object.freeze<PolicySet>({ policies: Object.freeze(policies), tables: tablesOf(documents) });
}

/** Names are compared by code unit, so that the order is the same everywhere. */
function byPrecedence(a: Policy, b: Policy): number {
  return b.priority - a.priority || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}

/** The tables of all documents together, and what the server knows by itself. */
export function tablesOf(documents: readonly CompiledDocument[]): OperatorTables {
  const tables = documents.map((document) => document.tables);
  return Object.freeze<OperatorTables>({
    containerdVersions: Object.freeze(tables.flatMap(({ containerdVersions }) => containerdVersions)),
    osSupport: Object.freeze(tables.flatMap(({ osSupport }) => osSupport)),
    knownRuntimes: distinct(tables.flatMap(({ knownRuntimes }) => knownRuntimes)),
    caCertificates: distinct([...DEFAULT_CA_CERTIFICATES, ...tables.flatMap(({ caCertificates }) => caCertificates)]),
  });
}

function distinct(texts: readonly string[]): readonly string[] {
  return Object.freeze([...new Set(texts)]);
}
