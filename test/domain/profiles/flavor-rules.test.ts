import { describe, expect, it } from "vitest";
import type { CapabilityDefinition } from "../../../src/domain/capabilities/types.ts";
import type { MachineImageVersion } from "../../../src/domain/profiles/types.ts";
import { findingIdentity } from "../../../src/domain/rules/finding.ts";
import { capabilities, D1, D2, findingsOf, linesOf, profile } from "./reviewed.ts";

const L: readonly CapabilityDefinition[] = [];
const V = "spec.machineImages[0].versions[0]";
const FL = `${V}.capabilityFlavors`;
const AMD = { architecture: ["amd64"] };
const ARM = { architecture: ["arm64"] };

type Written = Readonly<Record<string, readonly string[]>>;

function version(flavors: readonly Written[], architectures: readonly string[] = []): Partial<MachineImageVersion> {
  return { capabilityFlavors: flavors.map(capabilities), architectures };
}

const unreachable = (index: number) => `CAP-CP-58 Invalid ${FL}[${index}] (warning)`;

describe("architectures of an image version", () => {
  it.each<[string, readonly CapabilityDefinition[], Partial<MachineImageVersion>, readonly string[]]>([
    ["legacy: listed", L, version([], ["amd64", "arm64"]), []],
    ["legacy: none", L, version([]), [`CAP-CP-52 Required ${V}.architectures`]],
    [
      "legacy: unknown",
      L,
      version([], ["amd64", "x86", "AMD64"]),
      [`CAP-CP-49 NotSupported ${V}.architectures[1] "x86"`, `CAP-CP-49 NotSupported ${V}.architectures[2] "AMD64"`],
    ],
    [
      "legacy: flavors, which are looked into no further",
      L,
      version([{ gpu: [] }, { gpu: [] }], ["amd64"]),
      [`CAP-CP-53 Forbidden ${FL}`],
    ],
    ["one architecture: nothing written", D1, version([]), []],
    ["one architecture: an empty flavor", D1, version([{}]), []],
    ["one architecture: listed", D1, version([{}], ["amd64"]), []],
    [
      "one architecture: another listed",
      D1,
      version([{}], ["arm64"]),
      [`CAP-CP-48 Invalid ${V}.architectures ["arm64"]`, `CAP-CP-49 NotSupported ${V}.architectures[0] "arm64"`],
    ],
    [
      "one architecture: twice in a flavor",
      D1,
      version([{ architecture: ["amd64", "amd64"] }]),
      [`CAP-CP-47 Invalid ${FL}[0].architecture ["amd64","amd64"]`],
    ],
    [
      "one architecture: an empty list in a flavor",
      D1,
      version([{ architecture: [] }]),
      [unreachable(0), `CAP-CP-55 Required ${FL}[0].architecture`],
    ],
    ["several: no flavors, unknown list", D2, version([], ["riscv64"]), [`CAP-CP-45 Required ${FL}`]],
    ["several: a flavor without", D2, version([{ tpm: ["v2"] }]), [`CAP-CP-46 Required ${FL}[0].architecture`]],
    [
      "several: a flavor without, and a list",
      D2,
      version([{ tpm: ["v2"] }], ["amd64"]),
      [`CAP-CP-48 Invalid ${V}.architectures ["amd64"]`, `CAP-CP-46 Required ${FL}[0].architecture`],
    ],
    [
      "several: a flavor with an empty list",
      D2,
      version([{ architecture: [] }]),
      [unreachable(0), `CAP-CP-46 Required ${FL}[0].architecture`],
    ],
    [
      "several: a flavor with two",
      D2,
      version([{ architecture: ["amd64", "arm64"] }]),
      [`CAP-CP-47 Invalid ${FL}[0].architecture ["amd64","arm64"]`],
    ],
    [
      "several: a list that lacks one",
      D2,
      version([AMD, ARM], ["amd64"]),
      [`CAP-CP-57 Invalid ${V}.architectures ["amd64"] (warning)`, unreachable(1)],
    ],
    ["several: a list with all", D2, version([AMD, ARM], ["arm64", "amd64", "arm64"]), [unreachable(1)]],
    [
      "several: a list with one more",
      D2,
      version([AMD], ["amd64", "arm64"]),
      [`CAP-CP-48 Invalid ${V}.architectures ["amd64","arm64"]`],
    ],
    [
      "several: an undefined one in flavor and list",
      D2,
      version([{ architecture: ["sparc"] }], ["sparc"]),
      [
        `CAP-CP-49 NotSupported ${V}.architectures[0] "sparc"`,
        unreachable(0),
        `CAP-CP-51 NotSupported ${FL}[0].architecture[0] "sparc"`,
      ],
    ],
  ])("%s", (_, definitions, written, expected) => {
    const found = linesOf(profile(definitions, { version: written }));
    expect(found.filter((text) => !text.includes("machineTypes"))).toEqual(expected);
  });
});

describe("capabilities of a flavor", () => {
  it.each<[string, readonly Written[], readonly string[]]>([
    ["defined ones", [{ ...AMD, tpm: ["v1", "v2"], nic: ["slow"] }], []],
    ["an undefined capability", [{ ...AMD, gpu: ["h100"] }], [`CAP-CP-50 NotSupported ${FL}[0] "gpu"`]],
    ["an undefined value", [{ ...AMD, nic: ["fast", "turbo"] }], [`CAP-CP-51 NotSupported ${FL}[0].nic[1] "turbo"`]],
    ["an empty list", [{ ...AMD, nic: [] }], [unreachable(0), `CAP-CP-55 Required ${FL}[0].nic`]],
    ["a repeated value", [{ ...AMD, nic: ["slow", "fast", "slow"] }], [`CAP-CP-56 Duplicate ${FL}[0].nic[2] "slow"`]],
    [
      "flavors equal as written",
      [AMD, { architecture: ["amd64"] }],
      [`CAP-CP-54 Duplicate ${FL}[1] {"architecture":["amd64"]}`],
    ],
    [
      "flavors equal after defaulting",
      [{ ...AMD, nic: ["fast", "slow"] }, AMD],
      [`CAP-CP-54 Duplicate ${FL}[1] {"architecture":["amd64"]}`],
    ],
    [
      "equal flavors that are not neighbours",
      [AMD, { ...AMD, nic: ["fast"] }, { ...AMD, nic: ["slow", "fast"] }],
      [`CAP-CP-54 Duplicate ${FL}[2] {"architecture":["amd64"],"nic":["slow","fast"]}`],
    ],
    [
      "flavors of which one has more values",
      [
        { ...AMD, nic: ["slow", "fast"] },
        { ...AMD, nic: ["fast"] },
      ],
      [],
    ],
    [
      "flavors that differ in undefined values",
      [
        { ...AMD, nic: ["a"] },
        { ...AMD, nic: ["b"] },
      ],
      [
        unreachable(0),
        `CAP-CP-51 NotSupported ${FL}[0].nic[0] "a"`,
        unreachable(1),
        `CAP-CP-51 NotSupported ${FL}[1].nic[0] "b"`,
      ],
    ],
    ["a flavor for no machine type", [AMD, ARM], [unreachable(1)]],
  ])("%s", (_, flavors, expected) => {
    const found = linesOf(profile(D2, { version: version(flavors) }));
    expect(found.filter((text) => !text.includes("machineTypes"))).toEqual(expected);
  });

  it.each([
    ["gcp", ""],
    ["local", ""],
    ["azure", ""],
    ["aws", " (warning)"],
    ["alicloud", " (warning)"],
    ["openstack", " (warning)"],
  ])("equal flavors on %s%s", (type, suffix) => {
    const spec = profile(D1, { version: version([{}, { tpm: ["v1", "v2"] }]), spec: { type } });
    expect(linesOf(spec)).toEqual([`CAP-CP-54 Duplicate ${FL}[1] {"tpm":["v1","v2"]}${suffix}`]);
  });

  it("says which flavor is equal", () => {
    const [found] = findingsOf(profile(D2, { version: version([AMD, AMD]) }));
    expect(found?.error.detail).toBe(
      'equals capabilityFlavors[0] of version "1.0.0" of machine image "os" once omitted capabilities are filled in; remove one, or make them differ',
    );
  });

  it("stays the same mistake when flavors move and a capability is defined", () => {
    const [before] = findingsOf(profile(D2, { version: version([{ ...AMD, nic: ["fast", "slow"] }, AMD]) }));
    const definitions = [...D2, { name: "gpu", values: ["h100"] }];
    const flavors = [{ ...AMD, tpm: ["v1"] }, AMD, { ...AMD, nic: ["slow", "fast"] }];
    const after = findingsOf(profile(definitions, { version: version(flavors) }));
    expect(after.map(findingIdentity)).toEqual([before && findingIdentity(before)]);
  });
});
