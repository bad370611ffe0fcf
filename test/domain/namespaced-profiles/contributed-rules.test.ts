import { describe, expect, it } from "vitest";
import { ENFORCE_ALL, judge } from "../../../src/domain/rules/judge.ts";
import {
  AMD,
  ARM,
  D1,
  D2,
  findingsOf,
  type Json,
  L,
  linesOf,
  parentOf,
  withCustomImage,
  withType,
} from "./reviewed.ts";

const T = "spec.machineTypes[0]";
const FL = "spec.machineImages[0].versions[0].capabilityFlavors";

describe("machine types that a profile contributes", () => {
  it.each<[string, readonly Json[], Json, readonly string[]]>([
    ["everything told", D2, { capabilities: { ...ARM, nic: ["slow"] }, architecture: "arm64" }, []],
    ["no capabilities, which become the default architecture", D2, {}, []],
    [
      "capabilities without architecture",
      D2,
      { capabilities: { nic: ["slow"] } },
      [`CAP-NCP-19 Required ${T}.capabilities.architecture`],
    ],
    [
      "capabilities, and the architecture in its field",
      D2,
      { capabilities: { nic: ["slow"] }, architecture: "arm64" },
      [],
    ],
    [
      "a field that is not the only architecture",
      D1,
      { capabilities: { tpm: ["v2"] }, architecture: "arm64" },
      [`CAP-NCP-19 Invalid ${T}.architecture "arm64"`],
    ],
    ["an empty list", D2, { capabilities: { ...AMD, nic: null } }, [`CAP-NCP-19 Required ${T}.capabilities.nic`]],
    [
      "a repeated value",
      D2,
      { capabilities: { ...AMD, nic: ["slow", "slow"] } },
      [`CAP-NCP-19 Duplicate ${T}.capabilities.nic[1] "slow"`],
    ],
    ["anything, legacy", L, { capabilities: { ...AMD, architecture: ["amd64", "amd64"] } }, []],
  ])("%s", (_, definitions, parts, expected) => {
    expect(linesOf(withType(parts), { parent: parentOf(definitions) })).toEqual(expected);
  });
});

describe("flavors that a profile contributes", () => {
  it.each<[string, string, Json, readonly string[]]>([
    ["different ones", "gcp", { capabilityFlavors: [AMD, ARM] }, []],
    [
      "equal ones",
      "gcp",
      { capabilityFlavors: [AMD, { ...AMD, nic: ["slow", "fast"] }] },
      [`CAP-NCP-19 Duplicate ${FL}[1] {"architecture":["amd64"],"nic":["slow","fast"]}`],
    ],
    [
      "equal ones where images are mapped by region",
      "aws",
      { capabilityFlavors: [AMD, AMD] },
      [`CAP-NCP-19 Duplicate ${FL}[1] {"architecture":["amd64"]} (warning)`],
    ],
    ["equal ones that nobody wrote", "gcp", { capabilityFlavors: [], architectures: ["amd64", "amd64"] }, []],
    ["an empty list", "gcp", { capabilityFlavors: [{ ...AMD, nic: [] }] }, [`CAP-NCP-19 Required ${FL}[0].nic`]],
    [
      "a repeated value",
      "gcp",
      { capabilityFlavors: [{ ...AMD, nic: ["fast", "fast"] }] },
      [`CAP-NCP-19 Duplicate ${FL}[0].nic[1] "fast"`],
    ],
  ])("%s", (_, type, version, expected) => {
    expect(linesOf(withCustomImage(version), { parent: parentOf(D2, { type }) })).toEqual(expected);
  });

  it("leaves those of the parent to the parent", () => {
    const versions = [{ version: "4.0.0", cri: [{ name: "containerd" }], capabilityFlavors: [AMD, AMD] }];
    const parent = parentOf(D2, { machineImages: [{ name: "os", updateStrategy: "minor", versions }] });
    expect(linesOf(withType({}), { parent })).toEqual([]);
  });
});

describe("the ratchet", () => {
  it("tolerates what was stored, and nothing more", () => {
    const empty = { ...AMD, nic: [] };
    const baseline = findingsOf(withCustomImage({ capabilityFlavors: [empty] }));
    const moved = findingsOf(withCustomImage({ capabilityFlavors: [ARM, empty] }));
    expect(judge(moved, ENFORCE_ALL, baseline)).toMatchObject({ kind: "allow", warned: [{ rule: "CAP-NCP-19" }] });
    const more = findingsOf(withCustomImage({ capabilityFlavors: [empty, ARM, { ...ARM, nic: [] }] }));
    expect(judge(more, ENFORCE_ALL, baseline)).toMatchObject({ kind: "deny", findings: [{}], warned: [{}] });
  });
});
