import { describe, expect, it } from "vitest";
import { effectiveSpec } from "../../../src/domain/profiles/effective.ts";
import { ENFORCE_ALL, judge } from "../../../src/domain/rules/judge.ts";
import {
  AMD,
  ARM,
  CRI,
  D1,
  D2,
  FUTURE,
  findingsOf,
  type Json,
  L,
  linesOf,
  PAST,
  parentOf,
  withCustomImage,
  withVersion,
} from "./reviewed.ts";

const V = "spec.machineImages[0].versions[0]";
const CRI_MISSING = "CAP-NCP-17 Required rendered.machineImages[0].versions[0].cri";

function override(parts: Json = {}, image: Json = {}) {
  return withVersion({ version: "4.0.0", expirationDate: FUTURE, ...parts }, image);
}

/** Only what is said on the spec itself. */
function specLines(...parameters: Parameters<typeof linesOf>): readonly string[] {
  return linesOf(...parameters).filter((text) => text.includes(" spec."));
}

describe("a fresh override of an image version", () => {
  it.each<[string, Json, readonly string[]]>([
    ["an expiration date", {}, []],
    [
      "empty lists and texts",
      { capabilityFlavors: [], architectures: null, cri: [], kubeletVersionConstraint: null },
      [],
    ],
    ["an empty classification", { classification: "" }, []],
    ["a classification", { classification: "supported" }, [`CAP-NCP-11 Forbidden ${V}.classification`]],
    ["a CRI", { cri: CRI }, [`CAP-NCP-11 Forbidden ${V}.cri`]],
    [
      "architectures, which turn into flavors too",
      { architectures: ["amd64"] },
      [`CAP-NCP-11 Forbidden ${V}.architectures`, `CAP-NCP-11 Forbidden ${V}.capabilityFlavors`],
    ],
    ["flavors", { capabilityFlavors: [AMD] }, [`CAP-NCP-11 Forbidden ${V}.capabilityFlavors`]],
    ["a flavor without restrictions", { capabilityFlavors: [null] }, [`CAP-NCP-11 Forbidden ${V}.capabilityFlavors`]],
    [
      "a kubelet constraint",
      { kubeletVersionConstraint: ">= 1.33" },
      [`CAP-NCP-11 Forbidden ${V}.kubeletVersionConstraint`],
    ],
    ["in-place updates", { inPlaceUpdates: {} }, [`CAP-NCP-11 Forbidden ${V}.inPlaceUpdates`]],
    ["no expiration date", { expirationDate: null }, [`CAP-NCP-12 Invalid ${V}.expirationDate null`]],
    ["a date in the past, at creation", { expirationDate: PAST }, []],
    ["a lifecycle", { lifecycle: [{ classification: "preview" }] }, [`CAP-NCP-20 Forbidden ${V}.lifecycle`]],
    [
      "a lifecycle that comes with the whole version",
      { lifecycle: [{ classification: "preview" }], cri: CRI },
      [`CAP-NCP-11 Forbidden ${V}.cri`],
    ],
  ])("%s", (_, parts, expected) => {
    expect(specLines(override(parts))).toEqual(expected);
  });

  it("speaks of architectures alone where the parent has no capabilities", () => {
    const spec = override({ capabilityFlavors: [AMD] });
    expect(specLines(spec, { parent: parentOf(L) })).toEqual([`CAP-NCP-11 Forbidden ${V}.architectures`]);
  });

  it("is fresh on an update, too, if the stored profile does not have the version", () => {
    const old = withVersion({ version: "4.9.0", cri: CRI, capabilityFlavors: [AMD] });
    expect(linesOf(override({ cri: CRI, expirationDate: null }), { old })).toContain(`CAP-NCP-11 Forbidden ${V}.cri`);
  });

  it("takes the parent's place where it is more than a date", () => {
    expect(linesOf(override({ capabilityFlavors: [AMD] }))).toContain(CRI_MISSING);
    expect(linesOf(override())).toEqual([]);
  });

  it("keeps a stored lifecycle as a warning", () => {
    const spec = override({ lifecycle: [{ classification: "preview" }] });
    const [findings, baseline] = [
      findingsOf(spec, { old: spec, rendered: effectiveSpec(parentOf(D2), spec) }),
      findingsOf(spec),
    ];
    expect(judge(findings, ENFORCE_ALL, baseline)).toMatchObject({ kind: "allow", warnings: [{}] });
    expect(judge(findings, ENFORCE_ALL)).toMatchObject({ kind: "deny" });
  });
});

describe("an override that the stored profile has", () => {
  const whole = { architectures: ["amd64", "arm64"], cri: CRI };

  it.each<[string, Json, Json, readonly string[]]>([
    ["nothing", {}, {}, []],
    ["the expiration date", {}, { expirationDate: "2027-02-01T00:00:00Z" }, []],
    ["the expiration date goes", {}, { expirationDate: null }, []],
    ["the order of architectures", whole, { ...whole, architectures: ["arm64", "amd64"] }, []],
    [
      "the order of capabilities",
      { capabilityFlavors: [{ ...AMD, tpm: ["v2"] }] },
      { capabilityFlavors: [{ tpm: ["v2"], ...AMD }] },
      [],
    ],
    ["an architecture", whole, { ...whole, architectures: ["amd64"] }, [`CAP-NCP-14 Forbidden ${V}`]],
    ["the format alone", { architectures: ["amd64"] }, { architectures: ["amd64"], capabilityFlavors: [AMD] }, []],
    ["a flavor", { capabilityFlavors: [AMD] }, { capabilityFlavors: [ARM] }, [`CAP-NCP-14 Forbidden ${V}`]],
    ["a classification", {}, { classification: "preview" }, [`CAP-NCP-14 Forbidden ${V}`]],
    ["a CRI", {}, { cri: CRI }, [`CAP-NCP-14 Forbidden ${V}`]],
    ["the kubelet constraint", {}, { kubeletVersionConstraint: "*" }, [`CAP-NCP-14 Forbidden ${V}`]],
    ["in-place updates", {}, { inPlaceUpdates: { supported: true } }, [`CAP-NCP-14 Forbidden ${V}`]],
    [
      "the lifecycle",
      {},
      { lifecycle: [{ classification: "preview" }] },
      [`CAP-NCP-14 Forbidden ${V}`, `CAP-NCP-20 Forbidden ${V}.lifecycle`],
    ],
  ])("may change: %s", (_, before, after, expected) => {
    expect(specLines(override(after), { old: override(before) })).toEqual(expected);
  });

  it("is compared in the format of the parent", () => {
    const [old, spec] = [override({ capabilityFlavors: [AMD] }), override({ architectures: ["amd64"] })];
    expect(specLines(spec, { old, parent: parentOf(L) })).toEqual([]);
  });

  const stored = override({ expirationDate: PAST });
  const rendered = effectiveSpec(parentOf(D1), stored);

  it.each<[string, Json, Parameters<typeof linesOf>[1], readonly string[]]>([
    ["stays expired", { expirationDate: PAST }, { rendered }, []],
    [
      "moves within the past",
      { expirationDate: "2026-10-02T00:00:00Z" },
      { rendered },
      [`CAP-NCP-13 Invalid ${V}.expirationDate`],
    ],
    ["moves into the future", { expirationDate: FUTURE }, { rendered }, []],
    ["is expired but not rendered yet", { expirationDate: PAST }, {}, [`CAP-NCP-13 Invalid ${V}.expirationDate`]],
    ["expires at this very moment, and so has not yet", { expirationDate: "2026-11-01T00:00:00Z" }, { rendered }, []],
  ])("%s", (_, parts, context, expected) => {
    expect(specLines(override(parts), { old: stored, ...context })).toEqual(expected);
  });
});

describe("the update strategy", () => {
  const S = "spec.machineImages[0].updateStrategy";

  function withStrategy(updateStrategy: string | null) {
    return override({}, { updateStrategy });
  }

  it.each<[string, string | null, string | null, readonly string[]]>([
    ["stays", "minor", "minor", []],
    ["stays away", null, null, []],
    ["changes", "minor", "patch", [`CAP-NCP-15 Forbidden ${S}`]],
    ["is set", null, "patch", [`CAP-NCP-15 Forbidden ${S}`]],
    ["goes", "minor", null, [`CAP-NCP-15 Forbidden ${S}`]],
  ])("%s", (_, before, after, expected) => {
    expect(linesOf(withStrategy(after), { old: withStrategy(before) })).toEqual(expected);
  });

  it("is free at creation, for a new override, and on a custom image", () => {
    expect(linesOf(withStrategy("patch"))).toEqual([]);
    expect(linesOf(withStrategy("patch"), { old: withCustomImage({}) })).toEqual([]);
    const [old, spec] = [withCustomImage({}), withCustomImage({}, { updateStrategy: "patch" })];
    expect(linesOf(spec, { old })).toEqual([]);
  });
});
