import { describe, expect, it } from "vitest";
import {
  childOf,
  D1,
  type Json,
  parentOf,
  parentVersion,
  withCustomImage,
  withVersion,
} from "../namespaced-profiles/reviewed.ts";
import { detailOf, linesOf, shootOf } from "./updated.ts";

/** A profile with these images, given with their versions. */
function withImages(images: Readonly<Record<string, readonly string[]>>) {
  const machineImages = Object.entries(images).map(
    ([name, versions]): Json => ({
      name,
      updateStrategy: "minor",
      versions: versions.map((version) => parentVersion(D1, { version })),
    }),
  );
  return parentOf(D1, { machineImages });
}

const ONE = withImages({ os: ["4.0.0"] });
const TWO = withImages({ os: ["4.0.0", "4.1.0"] });
const OTHER = withImages({ os: ["4.0.0"], custom: ["1.0.0"] });
const OVERRIDE = withVersion({ version: "4.1.0", expirationDate: "2026-12-01T00:00:00Z" });

describe("machine images that go and come", () => {
  it.each<[string, Parameters<typeof linesOf>, readonly string[]]>([
    ["a version that nobody uses", [[TWO, ONE]], []],
    [
      "a version in use",
      [[TWO, ONE], { shoots: [shootOf("a", ["m1", "os", "4.1.0"])] }],
      ["CAP-CP-80 Forbidden spec.machineImages"],
    ],
    ["another version than the one in use", [[TWO, ONE], { shoots: [shootOf("a", ["m1", "os", "4.0.0"])] }], []],
    ["a version of this name of another image", [[TWO, ONE], { shoots: [shootOf("a", ["m1", "so", "4.1.0"])] }], []],
    [
      "a version in use through a child",
      [[TWO, ONE], { shoots: [shootOf("a", ["m1", "os", "4.1.0"], "team")], children: { team: childOf() } }],
      ["CAP-CP-80 Forbidden spec.machineImages"],
    ],
    [
      "a version in use through a child of another profile",
      [
        [TWO, ONE],
        {
          shoots: [shootOf("a", ["m1", "os", "4.1.0"], "team")],
          children: { team: childOf({ parent: { kind: "CloudProfile", name: "other" } }) },
        },
      ],
      [],
    ],
    [
      "a version that a child overrides",
      [[TWO, ONE], { children: { team: OVERRIDE } }],
      ["CAP-CP-80 Forbidden spec.machineImages"],
    ],
    ["a version that a child overrides stays", [[ONE, TWO], { children: { team: OVERRIDE } }], []],
    [
      "an image that a child lists without versions",
      [[OTHER, ONE], { children: { team: childOf({ machineImages: [{ name: "custom", updateStrategy: "patch" }] }) } }],
      ["CAP-CP-81 Forbidden spec.machineImages"],
    ],
    [
      "an image that a child lists with the version that goes",
      [[OTHER, ONE], { children: { team: withCustomImage({}) } }],
      ["CAP-CP-80 Forbidden spec.machineImages", "CAP-CP-81 Forbidden spec.machineImages"],
    ],
    ["an image that nobody lists", [[OTHER, ONE], { children: { team: childOf() } }], []],
    [
      "a new image that a child has defined",
      [[ONE, OTHER], { children: { team: withCustomImage({}) } }],
      ["CAP-CP-82 Forbidden spec.machineImages"],
    ],
    [
      "a new version of an image that both have",
      [[ONE, TWO], { children: { team: withVersion({ version: "4.1.0" }) } }],
      [],
    ],
  ])("%s", (_, update, expected) => {
    expect(linesOf(...update)).toEqual(expected);
  });

  it("names who uses and who lists a version", () => {
    const shoots = [shootOf("b", ["m1", "os", "4.1.0"]), shootOf("a", ["m1", "os", "4.1.0"], "team")];
    expect(detailOf([TWO, ONE], { shoots, children: { team: OVERRIDE, other: OVERRIDE } })).toBe(
      'version "4.1.0" of machine image "os" is used by shoots garden-dev/a (pool worker), garden-dev/b (pool worker) and ' +
        "listed by NamespacedCloudProfiles garden-dev/other, garden-dev/team; keep it, give it an expirationDate, and " +
        "remove it when nothing uses it any more",
    );
  });
});
