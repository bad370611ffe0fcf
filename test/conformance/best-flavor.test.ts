import { describe, expect, it } from "vitest";
import { type FlavorSelection, selectFlavor } from "../../src/domain/capabilities/select.ts";
import { effectiveCapabilities } from "../../src/domain/capabilities/set.ts";
import type { Capabilities, CapabilityDefinition } from "../../src/domain/capabilities/types.ts";
import { vocabularyOf } from "../../src/domain/capabilities/vocabulary.ts";
import { recordedVerdicts } from "../support/recorded-verdicts.ts";

type WrittenCapabilities = Readonly<Record<string, readonly string[] | null>>;

interface RecordedSelection {
  readonly id: string;
  readonly request: {
    readonly imageFlavors: readonly (WrittenCapabilities | null)[] | null;
    readonly machineCapabilities: WrittenCapabilities | null;
    readonly capabilityDefinitions: readonly CapabilityDefinition[] | null;
  };
  readonly expect: { readonly error: string | null; readonly index: number | null };
}

/** What Gardener's two errors stand for. */
const KINDS: Readonly<Record<string, FlavorSelection["kind"]>> = {
  "no compatible flavor found": "incompatible",
  "could not determine a unique capability flavor; this is usually attributed to an invalid CloudProfile": "ambiguous",
};

const RECORDED = recordedVerdicts<RecordedSelection>("best-flavor.jsonl");

function capabilities(written: WrittenCapabilities | null): Capabilities {
  return new Map(Object.entries(written ?? {}).map(([name, values]) => [name, values ?? []]));
}

function selection({ request }: RecordedSelection): FlavorSelection {
  const vocabulary = vocabularyOf(request.capabilityDefinitions ?? []);
  const flavors = (request.imageFlavors ?? []).map((flavor) => ({ capabilities: capabilities(flavor) }));
  const machine = effectiveCapabilities(vocabulary, capabilities(request.machineCapabilities));
  return selectFlavor(vocabulary, flavors, machine);
}

describe("the choice of a flavor agrees with Gardener", () => {
  it("has verdicts to agree with", () => {
    expect(RECORDED).toHaveLength(250);
  });

  it.each(RECORDED)("$id", (recorded) => {
    const { error, index } = recorded.expect;
    const found = selection(recorded);
    expect(found.kind).toBe(error === null ? "found" : KINDS[error]);
    expect(found.kind === "found" ? found.index : null).toBe(index);
  });
});
