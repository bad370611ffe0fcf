import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { bootstrapFindings } from "../../../src/domain/osc/bootstrap-rules.ts";
import { fileFindings } from "../../../src/domain/osc/file-rules.ts";
import type { OscReview } from "../../../src/domain/osc/review.ts";
import { sizeFindings } from "../../../src/domain/osc/size-rules.ts";
import { unitFindings } from "../../../src/domain/osc/unit-rules.ts";
import { updateFindings } from "../../../src/domain/osc/update-rules.ts";
import type { Explanation } from "../../../src/domain/rules/explanations/explanation.ts";
import { OSC_BOOTSTRAP } from "../../../src/domain/rules/explanations/osc-bootstrap.ts";
import { OSC_FILES } from "../../../src/domain/rules/explanations/osc-files.ts";
import { OSC_UNITS } from "../../../src/domain/rules/explanations/osc-units.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { inlineFile, mutationReviewOf, oscView, poolOf, reviewOf } from "../../support/osc-builders.ts";

/** The examples of docs/rules.md are judged, each in the surroundings that its comment describes. */

const EXPLAINED: readonly (readonly [string, Explanation])[] = Object.entries({
  ...OSC_UNITS,
  ...OSC_FILES,
  ...OSC_BOOTSTRAP,
});
const RULES = [unitFindings, fileFindings, bootstrapFindings, updateFindings, sizeFindings];

function exampleOf(id: string): RawObject {
  const [, explanation] = EXPLAINED.find(([candidate]) => candidate === id) ?? [];
  return parse((explanation?.example ?? "").replace(/^\n/, "")) as RawObject;
}

function osc(spec: RawObject, others: RawObject = {}, metadata: RawObject = {}): RawObject {
  return { metadata: { name: "other", namespace: "shoot--acme--lab", ...metadata }, spec, ...others };
}

const NAME = "gardener-node-agent-worker-0f1e2d3c4b5a6978";
const DELETING = { deletionTimestamp: "2026-10-31T00:00:00Z" };

/** With further files of so many bytes. */
function enlarged(spec: RawObject, bytes: number): RawObject {
  return { ...spec, files: [...(spec["files"] as readonly RawObject[]), inlineFile("/etc/large", "x".repeat(bytes))] };
}

const SURROUNDINGS: Readonly<Record<string, (spec: RawObject) => OscReview>> = {
  "OSC-V-54": (spec) => reviewOf(osc(spec), osc({ ...spec, purpose: "reconcile" })),
  "OSC-V-55": (spec) => reviewOf(osc(spec, {}, DELETING), osc({ ...spec, units: [] }, {}, DELETING)),
  "OSC-V-58": (spec) => reviewOf(osc(spec, {}, { name: `${NAME}-init` })),
  "OSC-V-59": (spec) => reviewOf(osc(spec, {}, { name: `${NAME}-original` })),
  "OSC-V-60": (spec) => reviewOf(osc(enlarged(spec, 14 * 1024))),
  "OSC-V-61": (spec) => reviewOf(osc(enlarged(spec, 1024 * 1024))),
  "OSC-V-64": (spec) => reviewOf(osc({ purpose: "reconcile" }, { status: { extensionFiles: spec["files"] } })),
  "OSC-V-65": (spec) => {
    const result = osc(spec);
    const pool = { ...poolOf(oscView(result)), isInPlace: true };
    return mutationReviewOf(osc({ ...spec, files: [] }), result, { files: [0] }, { pool });
  },
};

describe("the example of a rule about units and files", () => {
  it.each(EXPLAINED.map(([id]) => id))("violates %s and nothing else", (id) => {
    const spec = exampleOf(id);
    const review = SURROUNDINGS[id]?.(spec) ?? reviewOf(osc(spec));
    const rules = new Set(RULES.flatMap((rule) => rule(review)).map(({ rule }) => rule));
    expect([...rules]).toEqual([id]);
  });
});
