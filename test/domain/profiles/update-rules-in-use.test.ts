import { describe, expect, it } from "vitest";
import {
  AMD,
  ARM,
  childOf,
  D1,
  D2,
  type Json,
  L,
  parentOf,
  parentVersion,
  withCustomImage,
  withType,
  withVersion,
} from "../namespaced-profiles/reviewed.ts";
import { detailOf, linesOf, shootOf } from "./updated.ts";

function type(name: string, parts: Json = {}): Json {
  return { name, usable: true, ...parts };
}

/** A profile with these machine types and versions of the image `os`. */
function profile(definitions: readonly Json[], machineTypes: readonly Json[], versions: readonly Json[]) {
  return parentOf(definitions, { machineTypes, machineImages: [{ name: "os", updateStrategy: "minor", versions }] });
}

function version(flavors: readonly Json[], name = "4.0.0"): Json {
  return parentVersion(D2, { version: name, architectures: [], capabilityFlavors: flavors });
}

const PLAIN = type("m1", { capabilities: AMD });
const V1 = type("v1", { capabilities: { ...AMD, tpm: ["v1"] } });
const ANY = version([AMD]);
const V2_ONLY = version([{ ...AMD, tpm: ["v2"] }]);
const USED = shootOf("a", ["v1", "os", "4.0.0"]);
const FLAVORS = "CAP-CP-87 Forbidden spec.machineImages[0].versions[0].capabilityFlavors";

/** Findings about what is in use. */
function lost(...update: Parameters<typeof linesOf>): readonly string[] {
  return linesOf(...update).filter((text) => /CAP-CP-8[67]/.test(text));
}

describe("machine types in use", () => {
  const both = profile(D2, [PLAIN, V1], [ANY]);
  const one = profile(D2, [PLAIN], [ANY]);
  it.each<[string, Parameters<typeof lost>, readonly string[]]>([
    ["go, but nobody uses them", [[both, one]], []],
    ["go", [[both, one], { shoots: [USED] }], ["CAP-CP-86 Forbidden spec.machineTypes"]],
    ["go while their only shoot is deleted", [[both, one], { shoots: [{ ...USED, isDeleting: true }] }], []],
    ["were not there", [[one, one], { shoots: [USED] }], []],
    [
      "go with all definitions",
      [[both, profile(L, [type("m1", { architecture: "amd64" })], [parentVersion(L)])], { shoots: [USED] }],
      ["CAP-CP-86 Forbidden spec.machineTypes"],
    ],
    [
      "are used through a child",
      [[both, one], { shoots: [shootOf("a", ["v1", "os", "4.0.0"], "team")], children: { team: childOf() } }],
      ["CAP-CP-86 Forbidden spec.machineTypes"],
    ],
    [
      "are defined by the child that they are used through",
      [
        [both, one],
        {
          shoots: [shootOf("a", ["v1", "os", "4.0.0"], "team")],
          children: { team: withType({ name: "v1", capabilities: AMD }) },
        },
      ],
      [],
    ],
    [
      "become unusable for new pools",
      [[both, profile(D2, [PLAIN, { ...V1, usable: false }], [ANY])], { shoots: [USED] }],
      [],
    ],
  ])("%s", (_, update, expected) => {
    expect(lost(...update)).toEqual(expected);
  });

  it("are named with five of their shoots", () => {
    const shoots = ["g", "c", "f", "a", "e", "b", "d"].map((name) => shootOf(name, ["v1", "os", "4.0.0"]));
    expect(detailOf([both, one], { shoots })).toBe(
      'machine type "v1" is used by shoots garden-dev/a (pool worker), garden-dev/b (pool worker), garden-dev/c (pool ' +
        "worker), garden-dev/d (pool worker), garden-dev/e (pool worker) and 2 more; keep it with usable: false, which " +
        "closes it for new pools, and remove it when nothing uses it any more",
    );
  });
});

describe("what is used together", () => {
  const fitting = profile(D2, [PLAIN, V1], [ANY]);
  it.each<[string, Parameters<typeof lost>, readonly string[]]>([
    ["a tighter flavor", [[fitting, profile(D2, [PLAIN, V1], [V2_ONLY])], { shoots: [USED] }], [FLAVORS]],
    ["a tighter flavor that nobody uses", [[fitting, profile(D2, [PLAIN, V1], [V2_ONLY])]], []],
    [
      "a tighter flavor that the pools fit",
      [[fitting, profile(D2, [PLAIN, V1], [V2_ONLY])], { shoots: [shootOf("a", ["m1", "os", "4.0.0"])] }],
      [],
    ],
    [
      "a tighter flavor beside one that fits",
      [
        [
          fitting,
          profile(
            D2,
            [PLAIN, V1],
            [
              version([
                { ...AMD, tpm: ["v2"] },
                { ...AMD, tpm: ["v1"] },
              ]),
            ],
          ),
        ],
        { shoots: [USED] },
      ],
      [],
    ],
    [
      "a tighter machine type",
      [
        [
          profile(D2, [PLAIN], [V2_ONLY]),
          profile(D2, [type("m1", { capabilities: { ...AMD, tpm: ["v1"] } })], [V2_ONLY]),
        ],
        { shoots: [shootOf("a", ["m1", "os", "4.0.0"])] },
      ],
      ["CAP-CP-87 Forbidden spec.machineTypes[0]"],
    ],
    [
      "both change, and the flavor is to blame",
      [
        [
          fitting,
          profile(D2, [PLAIN, type("v1", { capabilities: { ...AMD, tpm: ["v1"], nic: ["slow"] } })], [V2_ONLY]),
        ],
        { shoots: [USED] },
      ],
      [FLAVORS],
    ],
    [
      "both change, and the machine type is to blame",
      [
        [fitting, profile(D2, [PLAIN, type("v1", { capabilities: ARM })], [version([{ ...AMD, nic: ["fast"] }])])],
        { shoots: [USED] },
      ],
      ["CAP-CP-87 Forbidden spec.machineTypes[1]"],
    ],
    ["they did not fit before", [[profile(D2, [V1], [V2_ONLY]), profile(D2, [V1], [V2_ONLY])], { shoots: [USED] }], []],
    [
      "the architecture in the legacy field alone",
      [
        [
          profile(D2, [type("m1", { architecture: "amd64", capabilities: { nic: ["slow"] } })], [version([AMD])]),
          profile(D2, [type("m1", { architecture: "arm64", capabilities: { nic: ["slow"] } })], [version([AMD])]),
        ],
        { shoots: [shootOf("a", ["m1", "os", "4.0.0"])] },
      ],
      ["CAP-CP-87 Forbidden spec.machineTypes[0]"],
    ],
    [
      "an architecture of a legacy profile",
      [
        [
          profile(
            L,
            [type("m1", { architecture: "amd64" })],
            [parentVersion(L, { architectures: ["arm64", "amd64"] })],
          ),
          profile(L, [type("m1", { architecture: "amd64" })], [parentVersion(L, { architectures: ["arm64"] })]),
        ],
        { shoots: [shootOf("a", ["m1", "os", "4.0.0"])] },
      ],
      ["CAP-CP-87 Forbidden spec.machineImages[0].versions[0].architectures"],
    ],
    [
      "the vocabulary alone",
      [
        [
          profile(D1, [type("m1", { capabilities: { tpm: ["v1"] } })], [version([{ tpm: ["v1"] }])]),
          profile(
            [D1[0] ?? {}, { name: "tpm", values: ["v2"] }],
            [type("m1", { capabilities: { tpm: ["v1"] } })],
            [version([{ tpm: ["v1"] }])],
          ),
        ],
        { shoots: [shootOf("a", ["m1", "os", "4.0.0"])] },
      ],
      ["CAP-CP-87 Forbidden spec.machineCapabilities"],
    ],
    [
      "definitions are introduced, and everything fits",
      [
        [
          profile(L, [type("m1", { architecture: "amd64" })], [parentVersion(L)]),
          profile(D1, [type("m1", { architecture: "amd64" })], [parentVersion(L)]),
        ],
        { shoots: [shootOf("a", ["m1", "os", "4.0.0"])] },
      ],
      [],
    ],
    [
      "the version goes, which is another rule",
      [[fitting, profile(D2, [PLAIN, V1], [version([AMD], "9.0.0")])], { shoots: [USED] }],
      [],
    ],
    [
      "pools without image",
      [[fitting, profile(D2, [PLAIN, V1], [V2_ONLY])], { shoots: [shootOf("a", ["v1", "", ""])] }],
      [],
    ],
  ])("%s", (_, update, expected) => {
    expect(lost(...update)).toEqual(expected);
  });

  it.each<[string, Parameters<typeof childOf>[0] | ReturnType<typeof childOf>, readonly string[]]>([
    ["a child that adds nothing", childOf(), [FLAVORS]],
    [
      "a child that lets the version expire",
      withVersion({ version: "4.0.0", expirationDate: "2026-12-01T00:00:00Z" }),
      [FLAVORS],
    ],
    ["a child with a fitting machine type of this name", withType({ name: "v1", capabilities: AMD }), []],
    ["a child with another version of this name", withVersion({ version: "4.0.0", capabilityFlavors: [AMD] }), []],
    ["a child with another image", withCustomImage({}), [FLAVORS]],
  ])("reaches shoots through %s", (_, child, expected) => {
    const shoots = [shootOf("a", ["v1", "os", "4.0.0"], "team")];
    const update = [fitting, profile(D2, [PLAIN, V1], [V2_ONLY])] as const;
    expect(lost(update, { shoots, children: { team: child as ReturnType<typeof childOf> } })).toEqual(expected);
  });

  it("is told once for the profile and its children, with the reason", () => {
    const shoots = [shootOf("b", ["v1", "os", "4.0.0"]), shootOf("a", ["v1", "os", "4.0.0"], "team")];
    expect(detailOf([fitting, profile(D2, [PLAIN, V1], [V2_ONLY])], { shoots, children: { team: childOf() } })).toBe(
      'machine type "v1" and version "4.0.0" of machine image "os" would not fit any more (flavor 0 has tpm=v2 where the ' +
        "machine type has tpm=v1), but are used together by shoots garden-dev/a (pool worker), garden-dev/b (pool worker); " +
        "make the change in a new image version, let this one expire, and migrate these pools first",
    );
  });
});
