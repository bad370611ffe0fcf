import { loadPolicies, type PolicyLoad } from "../../src/policies/load.ts";

/** The text of a document; the lines of its spec begin with line 5. */
export function document(name: string, ...spec: readonly string[]): string {
  return [
    "apiVersion: policy.gardengate.dev/v1alpha1",
    "kind: OperatingSystemConfigPolicy",
    `metadata: { name: ${name} }`,
    "spec:",
    ...spec.map((line) => `  ${line}`),
  ].join("\n");
}

/** Loads documents as one file. */
function load(...documents: readonly string[]): PolicyLoad {
  return loadPolicies([{ name: "p.yaml", text: documents.join("\n---\n") }]);
}

/** What is wrong with documents. */
export function errorsOf(...documents: readonly string[]): readonly string[] {
  const loaded = load(...documents);
  return loaded.ok ? [] : loaded.errors;
}

/** What is said about documents that are in order. */
export function warningsOf(...documents: readonly string[]): readonly string[] {
  return loaded(...documents).warnings;
}

/** Documents that have to be in order. */
export function loaded(...documents: readonly string[]): PolicyLoad & { readonly ok: true } {
  const outcome = load(...documents);
  if (!outcome.ok) {
    throw new Error(outcome.errors.join("\n"));
  }
  return outcome;
}
