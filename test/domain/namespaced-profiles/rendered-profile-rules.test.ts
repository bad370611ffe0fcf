import { describe, expect, it } from "vitest";
import {
  AMD,
  ARM,
  childOf,
  D1,
  D2,
  FUTURE,
  type Json,
  L,
  linesOf,
  parentOf,
  withType,
  withVersion,
} from "./reviewed.ts";

const T = "rendered.machineTypes[1]";

describe("machine types in the rendered profile", () => {
  it.each<[string, readonly Json[], Json, readonly string[]]>([
    ["defined capabilities", D2, { capabilities: { ...ARM, nic: ["slow"] } }, []],
    ["the field alone", D2, { architecture: "arm64" }, []],
    ["nothing, which is amd64", D2, {}, []],
    ["nothing, one architecture", D1, {}, []],
    ["nothing, legacy", L, {}, []],
    ["the architecture as capability, legacy", L, { capabilities: ARM }, []],
    [
      "an undefined capability",
      D2,
      { capabilities: { ...AMD, sev: ["x"] } },
      [`CAP-NCP-16 NotSupported ${T}.capabilities "sev"`],
    ],
    [
      "an undefined value",
      D2,
      { capabilities: { ...AMD, nic: ["fast", "turbo"] } },
      [`CAP-NCP-16 NotSupported ${T}.capabilities.nic[1] "turbo"`],
    ],
    [
      "two architectures",
      D2,
      { capabilities: { architecture: ["amd64", "arm64"] } },
      [`CAP-NCP-16 Invalid ${T}.capabilities.architecture ["amd64","arm64"]`],
    ],
    [
      "a contradiction of field and capability",
      D2,
      { architecture: "arm64", capabilities: AMD },
      [`CAP-NCP-16 Invalid ${T}.architecture "amd64"`],
    ],
    [
      "a field that contradicts the only architecture",
      D1,
      { architecture: "arm64" },
      [`CAP-NCP-16 Invalid ${T}.architecture "amd64"`],
    ],
    [
      "an empty field",
      D2,
      { architecture: "" },
      [`CAP-NCP-16 Invalid ${T}.architecture ""`, `CAP-NCP-16 NotSupported ${T}.capabilities.architecture[0] ""`],
    ],
    [
      "an unknown architecture",
      D2,
      { architecture: "riscv64" },
      [
        'CAP-NCP-16 NotSupported spec.machineTypes[0].architecture "riscv64"',
        `CAP-NCP-17 NotSupported ${T}.architecture "riscv64"`,
        `CAP-NCP-16 NotSupported ${T}.capabilities.architecture[0] "riscv64"`,
      ],
    ],
  ])("%s", (_, definitions, parts, expected) => {
    expect(linesOf(withType(parts), { parent: parentOf(definitions) })).toEqual(expected);
  });
});

describe("the rendered profile", () => {
  it("is not looked at where lists are empty on both sides", () => {
    expect(linesOf(childOf(), { parent: parentOf(D2, { machineTypes: [], machineImages: [] }) })).toEqual([]);
  });

  it("shows what is wrong with the parent, as in Gardener", () => {
    const parent = parentOf(D2, { machineImages: [{ name: "os", updateStrategy: "minor", versions: [] }] });
    expect(linesOf(childOf(), { parent })).toEqual(["CAP-NCP-17 Required rendered.machineImages[0].versions"]);
  });

  it("has what an override that replaces a version whole leaves out", () => {
    const spec = withVersion({ version: "4.0.0", expirationDate: FUTURE, classification: "golden" });
    expect(linesOf(spec)).toEqual([
      "CAP-NCP-11 Forbidden spec.machineImages[0].versions[0].classification",
      "CAP-NCP-17 Required rendered.machineImages[0].versions[0].capabilityFlavors",
      'CAP-NCP-17 NotSupported rendered.machineImages[0].versions[0].classification "golden"',
      "CAP-NCP-17 Required rendered.machineImages[0].versions[0].cri",
    ]);
  });
});
