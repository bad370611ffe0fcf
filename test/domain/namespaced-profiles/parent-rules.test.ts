import { describe, expect, it } from "vitest";
import { childOf, linesOf, withVersion } from "./reviewed.ts";

function withParent(kind: unknown, name: unknown) {
  return childOf({ parent: { kind, name } });
}

const CHILD = childOf();

describe("the parent", () => {
  it.each<[string, Parameters<typeof linesOf>[0], Parameters<typeof linesOf>[1], readonly string[]]>([
    ["a CloudProfile", CHILD, {}, []],
    ["the same as before", CHILD, { old: CHILD }, []],
    [
      "another kind",
      withParent("NamespacedCloudProfile", "parent"),
      {},
      ['CAP-NCP-01 NotSupported spec.parent.kind "NamespacedCloudProfile"'],
    ],
    ["no kind", withParent(null, "parent"), {}, ['CAP-NCP-01 NotSupported spec.parent.kind ""']],
    [
      "another case",
      withParent("cloudProfile", "parent"),
      {},
      ['CAP-NCP-01 NotSupported spec.parent.kind "cloudProfile"'],
    ],
    ["no name", withParent("CloudProfile", ""), { parent: undefined }, ["CAP-NCP-02 Required spec.parent.name"]],
    [
      "neither",
      childOf({ parent: null }),
      { parent: undefined },
      ['CAP-NCP-01 NotSupported spec.parent.kind ""', "CAP-NCP-02 Required spec.parent.name"],
    ],
    ["one that does not exist", CHILD, { parent: undefined }, ['CAP-NCP-04 Invalid spec.parent.name "parent"']],
    [
      "another name than before",
      withParent("CloudProfile", "other"),
      { old: CHILD },
      ['CAP-NCP-03 Invalid spec.parent {"kind":"CloudProfile","name":"other"}'],
    ],
    [
      "another kind than before",
      withParent("Shoot", "parent"),
      { old: CHILD },
      [
        'CAP-NCP-03 Invalid spec.parent {"kind":"Shoot","name":"parent"}',
        'CAP-NCP-01 NotSupported spec.parent.kind "Shoot"',
      ],
    ],
  ])("%s", (_, spec, parts, expected) => {
    expect(linesOf(spec, parts)).toEqual(expected);
  });

  it("leaves nothing but the static rules when it is unknown", () => {
    const broken = withVersion({ version: "stable", cri: [], lifecycle: [{ classification: "golden" }] });
    expect(linesOf(broken, { parent: undefined })).toEqual([
      "CAP-NCP-26 Invalid spec.machineImages",
      'CAP-NCP-26 Invalid spec.machineImages[0].versions[0].version "stable"',
      'CAP-NCP-04 Invalid spec.parent.name "parent"',
    ]);
  });
});
