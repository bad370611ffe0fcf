import { describe, expect, it } from "vitest";
import type { CloudProfileSpec } from "../../../src/domain/profiles/types.ts";
import { updateRules } from "../../../src/domain/profiles/update-rules.ts";
import {
  childOf,
  D1,
  type Json,
  parentOf,
  parentVersion,
  withCustomImage,
  withVersion,
} from "../namespaced-profiles/reviewed.ts";
import { line } from "./reviewed.ts";
import { detailOf, linesOf, shootOf, updateOf } from "./updated.ts";

/** A CRI with container runtimes of these types. */
function cri(name: string, ...types: readonly string[]): Json {
  return { name, containerRuntimes: types.map((type) => ({ type })) };
}

/** A profile with version 4.0.0 of the image os, and what it offers. */
function offering(...offers: readonly Json[]): CloudProfileSpec {
  const versions = [parentVersion(D1, { version: "3.0.0" }), parentVersion(D1, { version: "4.0.0", cri: offers })];
  return parentOf(D1, { machineImages: [{ name: "os", updateStrategy: "minor", versions }] });
}

const BOTH = offering(cri("containerd", "gvisor", "kata"));
const ONE = offering(cri("containerd", "kata"));
const NONE = offering(cri("containerd"));
const GONE = parentOf(D1, {
  machineImages: [{ name: "os", updateStrategy: "minor", versions: [parentVersion(D1, { version: "3.0.0" })] }],
});
const DOCKER = offering(cri("docker"));

const PLAIN = shootOf("plain", ["m1", "os", "4.0.0"]);
const SANDBOXED = shootOf("sandboxed", ["m1", "os", "4.0.0"], undefined, ["gvisor"]);

const RUNTIMES = "CRI-V-24 Forbidden spec.machineImages[0].versions[1].cri[0].containerRuntimes";
const CRIS = "CRI-V-24 Forbidden spec.machineImages[0].versions[1].cri";

/** Findings about what an image version offers. */
function lost(...update: Parameters<typeof linesOf>): readonly string[] {
  return linesOf(...update).filter((text) => text.startsWith("CRI-V-24"));
}

describe("what an image version offers", () => {
  it.each<[string, Parameters<typeof lost>, readonly string[]]>([
    ["a runtime goes, but nobody uses the version", [[BOTH, ONE]], []],
    ["a runtime goes, but nobody uses it", [[BOTH, ONE], { shoots: [PLAIN] }], []],
    ["a runtime goes", [[BOTH, ONE], { shoots: [PLAIN, SANDBOXED] }], [RUNTIMES]],
    ["all runtimes go, of which one is used", [[BOTH, NONE], { shoots: [SANDBOXED] }], [RUNTIMES]],
    [
      "a runtime goes while its only user is deleted",
      [[BOTH, ONE], { shoots: [{ ...SANDBOXED, isDeleting: true }] }],
      [],
    ],
    ["another runtime goes", [[BOTH, offering(cri("containerd", "gvisor"))], { shoots: [SANDBOXED] }], []],
    ["a runtime that was not there", [[ONE, ONE], { shoots: [SANDBOXED] }], []],
    [
      "a runtime of another version",
      [[BOTH, ONE], { shoots: [shootOf("a", ["m1", "os", "3.0.0"], undefined, ["gvisor"])] }],
      [],
    ],
    ["the CRI goes, with its runtimes", [[BOTH, DOCKER], { shoots: [SANDBOXED] }], [CRIS]],
    ["the CRI goes, that pools have without a word", [[NONE, DOCKER], { shoots: [PLAIN] }], [CRIS]],
    ["another CRI goes", [[offering(cri("docker"), cri("containerd")), NONE], { shoots: [PLAIN] }], []],
    [
      "the order of CRIs changes",
      [[offering(cri("docker"), cri("containerd", "gvisor")), BOTH], { shoots: [SANDBOXED] }],
      [],
    ],
    [
      "a runtime goes, of the second CRI",
      [[BOTH, offering(cri("docker"), cri("containerd"))], { shoots: [SANDBOXED] }],
      ["CRI-V-24 Forbidden spec.machineImages[0].versions[1].cri[1].containerRuntimes"],
    ],
    ["all CRIs go, which is another rule", [[BOTH, offering()], { shoots: [SANDBOXED] }], []],
    ["the version goes, which is another rule", [[BOTH, GONE], { shoots: [SANDBOXED] }], []],
  ])("%s", (_, update, expected) => {
    expect(lost(...update)).toEqual(expected);
  });

  it.each<[string, ReturnType<typeof childOf>, readonly string[]]>([
    ["a child that adds nothing", childOf(), [RUNTIMES]],
    [
      "a child that lets the version expire",
      withVersion({ version: "4.0.0", expirationDate: "2026-12-01T00:00:00Z" }),
      [RUNTIMES],
    ],
    ["a child with a version of its own", withVersion({ version: "4.0.0", cri: [cri("containerd", "gvisor")] }), []],
    ["a child with another image", withCustomImage({}), [RUNTIMES]],
  ])("is used through %s", (_, child, expected) => {
    const shoots = [shootOf("a", ["m1", "os", "4.0.0"], "team", ["gvisor"])];
    expect(lost([BOTH, ONE], { shoots, children: { team: child } })).toEqual(expected);
  });

  it("is told once for the profile and its children", () => {
    const shoots = [SANDBOXED, shootOf("a", ["m1", "os", "4.0.0"], "team", ["gvisor"])];
    expect(detailOf([BOTH, ONE], { shoots, children: { team: childOf() } })).toBe(
      'container runtime "gvisor" of version "4.0.0" of machine image "os" is used by shoots garden-dev/a (pool worker), ' +
        "garden-dev/sandboxed (pool worker); keep it, and remove it when nothing uses it any more",
    );
  });
});

describe("where shoots are not known", () => {
  it.each<[string, CloudProfileSpec, CloudProfileSpec, readonly string[]]>([
    ["nothing changes", BOTH, BOTH, []],
    ["a runtime is added", ONE, BOTH, []],
    ["a runtime goes", BOTH, ONE, [RUNTIMES]],
    ["all runtimes go", BOTH, NONE, [RUNTIMES, RUNTIMES]],
    ["the CRI goes", BOTH, DOCKER, [CRIS]],
    ["the version goes", BOTH, GONE, []],
    ["a version comes", GONE, ONE, []],
  ])("warns when %s", (_, old, spec, expected) => {
    const findings = updateRules({ ...updateOf([old, spec]), isUsageUnknown: true });
    expect(findings.map(line)).toEqual(expected.map((text) => `${text} (warning)`));
  });

  it("says what to make sure of", () => {
    const [finding] = updateRules({ ...updateOf([BOTH, ONE]), isUsageUnknown: true });
    expect(finding?.error.detail).toBe(
      'container runtime "gvisor" of version "4.0.0" of machine image "os" is withdrawn, and shoots are not known; make ' +
        "sure that none uses it",
    );
  });
});
