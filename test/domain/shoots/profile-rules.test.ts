import { describe, expect, it } from "vitest";
import { compileProfile } from "../../../src/domain/profiles/compile.ts";
import { findingText } from "../../../src/domain/rules/finding.ts";
import type { ResolvedProfile } from "../../../src/domain/shoots/profile-reference.ts";
import {
  referenceFindings,
  resolutionFindings,
  switchFindings,
  unresolvedFinding,
} from "../../../src/domain/shoots/profile-rules.ts";
import type { ProfileReference, ShootSpec, Worker } from "../../../src/domain/workers/types.ts";
import { shootSpec, worker } from "../../support/case-pools.ts";
import { cloudProfileSpec, imageVersion, machineType } from "../../support/profiles.ts";

const REFERENCE: ProfileReference = { kind: "CloudProfile", name: "p" };

describe("referenceFindings", () => {
  it.each<[string, Partial<ShootSpec>, ProfileReference | undefined, readonly string[]]>([
    ["a good reference", {}, REFERENCE, []],
    [
      "no reference",
      {},
      undefined,
      ["spec.cloudProfile.name: Required value: name a CloudProfile or NamespacedCloudProfile [CAP-SH-02]"],
    ],
    [
      "an empty name, whatever the kind",
      {},
      { kind: "X", name: "" },
      ["spec.cloudProfile.name: Required value: name a CloudProfile or NamespacedCloudProfile [CAP-SH-02]"],
    ],
    [
      "an unknown kind",
      {},
      { kind: "X", name: "p" },
      [
        'spec.cloudProfile.kind: Unsupported value: "X": supported values: "CloudProfile", "NamespacedCloudProfile" [CAP-SH-03]',
      ],
    ],
    ["the deprecated name below 1.34", { cloudProfileName: "p", kubernetesVersion: "1.33.99" }, REFERENCE, []],
    [
      "the deprecated name from 1.34 on",
      { cloudProfileName: "p", kubernetesVersion: "1.34.0" },
      REFERENCE,
      [
        "spec.cloudProfileName: Forbidden: is gone from Kubernetes 1.34 on; use spec.cloudProfile.name instead [CAP-SH-04]",
      ],
    ],
    [
      "the deprecated name beyond 1.x",
      { cloudProfileName: "p", kubernetesVersion: "2.0" },
      REFERENCE,
      [
        "spec.cloudProfileName: Forbidden: is gone from Kubernetes 1.34 on; use spec.cloudProfile.name instead [CAP-SH-04]",
      ],
    ],
    [
      "the deprecated name without a Kubernetes version",
      { cloudProfileName: "p", kubernetesVersion: "" },
      REFERENCE,
      [],
    ],
    ["an empty deprecated name", { cloudProfileName: "", kubernetesVersion: "1.34.0" }, REFERENCE, []],
  ])("judges %s", (_, parts, reference, expected) => {
    expect(referenceFindings(shootSpec([], parts), reference).map(findingText)).toEqual(expected);
  });
});

describe("a reference that leads nowhere", () => {
  it.each<[string, string | undefined, string]>([
    ["CloudProfile", undefined, "there is no CloudProfile of this name"],
    [
      "NamespacedCloudProfile",
      undefined,
      "there is no NamespacedCloudProfile of this name in the namespace of the shoot",
    ],
    ["NamespacedCloudProfile", "q", 'is not rendered yet, and its parent CloudProfile "q" does not exist'],
  ])("to a %s (missing parent %s) is told as it is", (kind, parent, detail) => {
    expect(findingText(unresolvedFinding({ kind, name: "p" }, parent))).toBe(
      `spec.cloudProfile.name: Invalid value: "p": ${detail} [CAP-SH-05]`,
    );
  });
});

function resolved(parts: Parameters<typeof cloudProfileSpec>[0], root = "p", isStale = false): ResolvedProfile {
  return { profile: compileProfile(cloudProfileSpec(parts)), root, isStale };
}

describe("resolutionFindings", () => {
  it("has nothing against a profile of the same provider type", () => {
    expect(resolutionFindings(shootSpec([]), REFERENCE, resolved({}))).toEqual([]);
  });

  it("refuses a profile of another provider type, and does not mention its state beside that", () => {
    const findings = resolutionFindings(shootSpec([]), REFERENCE, resolved({ type: "aws" }, "p", true));
    expect(findings.map(findingText)).toEqual([
      'spec.provider.type: Invalid value: "local": CloudProfile "p" is of provider type "aws" [CAP-SH-08]',
    ]);
  });

  it("warns of a rendered state that lags behind", () => {
    const findings = resolutionFindings(shootSpec([]), REFERENCE, resolved({}, "p", true));
    expect(findings.map(findingText)).toEqual([
      'spec.cloudProfile.name: Invalid value: "p": is being rendered anew; the shoot was judged by its previous state [CAP-SH-05]',
    ]);
    expect(findings.map(({ mark }) => mark)).toEqual(["Ww"]);
  });
});

describe("switchFindings", () => {
  const full = {
    machineTypes: [machineType({ name: "m" })],
    machineImages: [{ name: "os", updateStrategy: undefined, versions: [imageVersion({ version: "1.0.0" })] }],
    volumeTypes: [{ name: "ssd" }],
  };
  const child: ProfileReference = { kind: "NamespacedCloudProfile", name: "c" };
  const lost = (text: string) =>
    `spec.cloudProfile: Invalid value: "c": worker pool "pool" uses ${text}, which the new profile does not have [CAP-SH-07]`;
  const judged = (workers: readonly Worker[], from: ResolvedProfile, to: ResolvedProfile) =>
    switchFindings({
      spec: shootSpec(workers),
      from: { reference: REFERENCE, resolved: from },
      to: { reference: child, resolved: to },
    }).map(findingText);

  it("refuses another root, and looks no further", () => {
    expect(judged([worker()], resolved(full), resolved({}, "q"))).toEqual([
      'spec.cloudProfile: Invalid value: "c": cannot change from CloudProfile "p" to NamespacedCloudProfile "c" (root "q"); both have to have the same CloudProfile at their root [CAP-SH-06]',
    ]);
  });

  it.each<[string, Partial<Worker>, Parameters<typeof resolved>[0], Parameters<typeof resolved>[0], readonly string[]]>(
    [
      ["nothing where everything is there", { volumeType: "ssd" }, full, full, []],
      ["a machine type", {}, full, { ...full, machineTypes: [] }, [lost('machine type "m"')]],
      [
        "an image version that the old profile had",
        {},
        full,
        { ...full, machineImages: [] },
        [lost("machine image os:1.0.0")],
      ],
      ["no image version that neither has", {}, { ...full, machineImages: [] }, { ...full, machineImages: [] }, []],
      ["a volume type", { volumeType: "ssd" }, full, { ...full, volumeTypes: [] }, [lost('volume type "ssd"')]],
      ["no volume type where none is used", {}, full, { ...full, volumeTypes: [] }, []],
      [
        "everything at once",
        { volumeType: "ssd" },
        full,
        {},
        [lost('machine type "m"'), lost("machine image os:1.0.0"), lost('volume type "ssd"')],
      ],
    ],
  )("misses %s", (_, parts, from, to, expected) => {
    expect(judged([worker(parts)], resolved(from), resolved(to))).toEqual(expected);
  });
});
