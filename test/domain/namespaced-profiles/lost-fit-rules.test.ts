import { describe, expect, it } from "vitest";
import type { ProfileUse } from "../../../src/domain/profiles/profile-use.ts";
import { ENFORCE_ALL, judge } from "../../../src/domain/rules/judge.ts";
import {
  AMD,
  ARM,
  childOf,
  D2,
  findingsOf,
  type Json,
  L,
  linesOf,
  parentOf,
  withCustomImage,
  withType,
} from "./reviewed.ts";

const USE: ProfileUse = {
  namespace: "garden-dev",
  shoot: "botany",
  pool: "worker",
  machineType: "t1",
  image: "os",
  version: "4.0.0",
};

/** What an update changes, for a pool of type `t1` with version 4.0.0 of the parent's image `os`, or as told. */
function lost(
  [before, after]: readonly [Parameters<typeof linesOf>[0], Parameters<typeof linesOf>[0]],
  parts: Partial<ProfileUse> = {},
  parent = parentOf(D2),
): readonly string[] {
  const lines = linesOf(after, { old: before, parent, uses: [{ ...USE, ...parts }] });
  return lines.filter((text) => text.startsWith("CAP-NCP-23"));
}

const FITTING = withType({ capabilities: AMD });

describe("machine types in use", () => {
  it.each<[string, Parameters<typeof lost>, readonly string[]]>([
    ["stay", [[FITTING, FITTING]], []],
    ["go", [[FITTING, childOf()]], ["CAP-NCP-23 Forbidden spec.machineTypes"]],
    ["go in another namespace", [[FITTING, childOf()], { namespace: "garden" }], []],
    ["were not there", [[childOf(), childOf()]], []],
    ["go, but the parent has them", [[withType({ name: "m1" }), childOf()], { machineType: "m1" }], []],
    ["are restricted, and fit", [[FITTING, withType({ capabilities: { ...AMD, tpm: ["v1"] } })]], []],
    [
      "change their architecture",
      [[FITTING, withType({ capabilities: ARM })]],
      ["CAP-NCP-23 Forbidden spec.machineTypes[0]"],
    ],
    [
      "name another architecture in the legacy field alone",
      [[FITTING, withType({ architecture: "arm64", capabilities: { nic: ["slow"] } })]],
      ["CAP-NCP-23 Forbidden spec.machineTypes[0]"],
    ],
    ["did not fit before", [[withType({ capabilities: ARM }), withType({ capabilities: { ...ARM, nic: [] } })]], []],
    [
      "are no longer replaced by fitting ones",
      [
        [withType({ name: "m1", capabilities: AMD }), childOf()],
        { machineType: "m1" },
        parentOf(D2, { machineTypes: [{ name: "m1", capabilities: ARM }] }),
      ],
      ["CAP-NCP-23 Forbidden spec.machineTypes"],
    ],
    [
      "change their legacy architecture",
      [[withType({ architecture: "amd64" }), withType({ architecture: "arm64" })], {}, parentOf(L)],
      ["CAP-NCP-23 Forbidden spec.machineTypes[0]"],
    ],
  ])("%s", (_, parameters, expected) => {
    expect(lost(...parameters)).toEqual(expected);
  });
});

describe("flavors in use", () => {
  const custom = { machineType: "m1", image: "custom", version: "1.0.0" };

  function flavors(...capabilityFlavors: readonly Json[]) {
    return withCustomImage({ capabilityFlavors });
  }

  it.each<[string, Parameters<typeof lost>[0], readonly string[]]>([
    ["gain one", [flavors(AMD), flavors(ARM, AMD)], []],
    [
      "lose the one that fits",
      [flavors(ARM, AMD), flavors(ARM)],
      ["CAP-NCP-23 Forbidden spec.machineImages[0].versions[0].capabilityFlavors"],
    ],
    [
      "are restricted to what does not fit",
      [flavors(AMD), flavors({ ...AMD, tpm: ["v1"] })],
      ["CAP-NCP-23 Forbidden spec.machineImages[0].versions[0].capabilityFlavors"],
    ],
    ["go with their version, which CAP-NCP-22 tells", [flavors(AMD), childOf()], []],
  ])("%s", (_, change, expected) => {
    expect(lost(change, custom)).toEqual(expected);
  });
});

describe("the finding", () => {
  it("tells what clashes and who uses it, and can be switched but is not ratcheted", () => {
    const spec = withType({ capabilities: ARM });
    const findings = findingsOf(spec, { old: FITTING, uses: [USE] });
    expect(findings.map(({ error }) => error.detail)).toEqual([
      'machine type "t1" and version "4.0.0" of machine image "os" would not fit any more (flavor 0 has architecture=amd64 where the machine type has architecture=arm64), but are used together by shoot garden-dev/botany; keep them fitting as long as they are',
    ]);
    expect(judge(findings, ENFORCE_ALL, findingsOf(FITTING))).toMatchObject({ kind: "deny" });
    expect(judge(findings, { ...ENFORCE_ALL, inUse: "warn" })).toMatchObject({ kind: "allow", warnings: [{}] });
    expect(judge(findings, { ...ENFORCE_ALL, inUse: "off" })).toMatchObject({ kind: "allow", warnings: [] });
  });
});
