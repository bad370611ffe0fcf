import { describe, expect, it } from "vitest";
import { NO_POLICIES } from "../../../src/domain/policies/types.ts";
import type { CloudProfileSpec } from "../../../src/domain/profiles/types.ts";
import type { RuleId } from "../../../src/domain/rules/catalogue.ts";
import { type ShootUnderReview, validateShoot } from "../../../src/domain/shoots/shoot-rules.ts";
import type { ShootSpec } from "../../../src/domain/workers/types.ts";
import { NOW, profile, shootSpec, worker } from "../../support/case-pools.ts";
import { imageVersion, machineType } from "../../support/profiles.ts";

const FULL: Partial<CloudProfileSpec> = {
  machineTypes: [machineType({ name: "m", architecture: "amd64" })],
  machineImages: [{ name: "os", updateStrategy: undefined, versions: [imageVersion({ architectures: ["amd64"] })] }],
};

function rulesFor(spec: ShootSpec, old?: ShootSpec, parts: Partial<ShootUnderReview> = {}): readonly RuleId[] {
  const profiles = new Map([
    ["p", profile(FULL)],
    ["aws", profile({ ...FULL, type: "aws" })],
    ["empty", profile({})],
  ]);
  const found = validateShoot({
    spec,
    old,
    namespace: "n",
    known: {
      cloudProfile: (name) => {
        const known = profiles.get(name);
        return known && { name, profile: known };
      },
      namespacedCloudProfile: () => undefined,
    },
    allowsInPlaceUpdates: false,
    policies: NO_POLICIES,
    now: NOW,
    ...parts,
  });
  return found.map(({ rule }) => rule);
}

const to = (name: string) => ({ cloudProfile: { kind: "CloudProfile", name } });

describe("validateShoot", () => {
  /** A pool with mistakes of its own (CAP-SH-11 and 20) and, if it is judged by a profile, no further ones. */
  const broken = worker({ type: "", updateStrategy: "AutoInPlaceUpdate" });
  const unknown = worker({ type: "x" });

  it.each<[string, ShootSpec, ShootSpec | undefined, readonly RuleId[]]>([
    ["nothing in a good shoot", shootSpec([worker()]), undefined, []],
    ["nothing in a workerless shoot", shootSpec([]), undefined, []],
    [
      "mistakes of pools without a profile",
      shootSpec([broken], { cloudProfile: undefined }),
      undefined,
      ["CAP-SH-02", "CAP-SH-11", "CAP-SH-20"],
    ],
    [
      "mistakes of pools with an unknown kind of profile",
      shootSpec([broken], { cloudProfile: { kind: "X", name: "p" } }),
      undefined,
      ["CAP-SH-03", "CAP-SH-11", "CAP-SH-20"],
    ],
    [
      "mistakes of pools with a missing profile",
      shootSpec([broken, unknown], to("q")),
      undefined,
      ["CAP-SH-05", "CAP-SH-11", "CAP-SH-20"],
    ],
    [
      "no profile's opinion on pools of another provider",
      shootSpec([broken, unknown], to("aws")),
      undefined,
      ["CAP-SH-08", "CAP-SH-11", "CAP-SH-20"],
    ],
    [
      "no profile's opinion after a switch to another root",
      shootSpec([unknown], to("empty")),
      shootSpec([worker()]),
      ["CAP-SH-06"],
    ],
    [
      "the profile's opinion beside the deprecated field",
      shootSpec([unknown], { cloudProfileName: "p", kubernetesVersion: "1.34.0" }),
      undefined,
      ["CAP-SH-04", "CAP-SH-12"],
    ],
    [
      "the profile's opinion where the old profile is gone",
      shootSpec([worker({ type: "x" })]),
      shootSpec([worker()], to("gone")),
      ["CAP-SH-12"],
    ],
    [
      "the profile's opinion where the old shoot had none",
      shootSpec([worker({ type: "x" })]),
      shootSpec([worker()], { cloudProfile: undefined }),
      ["CAP-SH-12"],
    ],
    [
      "an unknown architecture, also without a profile",
      shootSpec([worker({ machine: { type: "m", image: undefined, architecture: "mips" } })], to("q")),
      undefined,
      ["CAP-SH-05", "CAP-SH-14", "CAP-SH-10"],
    ],
  ])("finds %s", (_, spec, old, expected) => {
    expect(rulesFor(spec, old)).toEqual(expected);
  });

  it("lets new in-place pools be where Gardener does", () => {
    expect(rulesFor(shootSpec([broken]), undefined, { allowsInPlaceUpdates: true })).toEqual(["CAP-SH-11"]);
  });
});
