import { describe, expect, it } from "vitest";
import type { CapabilityDefinition } from "../../../src/domain/capabilities/types.ts";
import type { Bastion, MachineImageVersion, MachineType } from "../../../src/domain/profiles/types.ts";
import { findingIdentity } from "../../../src/domain/rules/finding.ts";
import { ENFORCE_ALL, judge } from "../../../src/domain/rules/judge.ts";
import { capabilities, D1, D2, findingsOf, NOW, profile } from "./reviewed.ts";

const L: readonly CapabilityDefinition[] = [];
const AMD = capabilities({ architecture: ["amd64"] });
const ARM = capabilities({ architecture: ["arm64"] });
const AT = "spec.bastion";

interface Parts {
  readonly type?: Partial<MachineType>;
  readonly versions?: readonly Partial<MachineImageVersion>[];
  readonly now?: number;
}

const SUPPORTED = { classification: "supported" };

function bastion(machineType: string | undefined, image: string | undefined, version?: string): Bastion {
  return {
    machineType: machineType === undefined ? undefined : { name: machineType },
    machineImage: image === undefined ? undefined : { name: image, version },
  };
}

/** The findings about the bastion of a profile with type `m` and image `os`; `W` marks what Gardener does not refuse. */
function lines(definitions: readonly CapabilityDefinition[], written: Bastion | undefined, parts: Parts = {}) {
  const { type, versions = [SUPPORTED] } = parts;
  const spec = profile(definitions, { ...(type ? { type } : {}), versions, spec: { bastion: written } });
  return findingsOf(spec, { now: parts.now ?? NOW })
    .filter(({ rule }) => rule >= "CAP-CP-75")
    .map(({ rule, mark, error }) => {
      const value = "badValue" in error ? ` ${JSON.stringify(error.badValue)}` : "";
      return `${rule}${mark === undefined ? "" : ` (${mark})`} ${error.path.join(".")}${value}`;
    });
}

describe("a bastion", () => {
  it.each<[string, readonly CapabilityDefinition[], Bastion | undefined, Parts, readonly string[]]>([
    ["none", D2, undefined, {}, []],
    ["type and image", D2, bastion("m", "os"), {}, []],
    ["type and version", D2, bastion("m", "os", "1.0.0"), {}, []],
    ["a type alone", D2, bastion("m", undefined), { versions: [{}] }, []],
    ["neither", D2, bastion(undefined, undefined), {}, [`CAP-CP-75 ${AT}`]],
    ["an unknown type", D2, bastion("x", undefined), {}, [`CAP-CP-76 ${AT}.machineType.name "x"`]],
    ["an unknown type of an empty name", D2, bastion("", undefined), {}, [`CAP-CP-76 ${AT}.machineType.name ""`]],
    ["an unknown image", D2, bastion("m", "x", "1.0.0"), {}, [`CAP-CP-77 ${AT}.machineImage.name "x"`]],
    ["an unknown version", D2, bastion("m", "os", "1.0"), {}, [`CAP-CP-77 ${AT}.machineImage.version "1.0"`]],
    ["an empty version", D2, bastion("m", "os", ""), {}, [`CAP-CP-77 ${AT}.machineImage.version ""`]],
    [
      "both unknown",
      D2,
      bastion("x", "y"),
      {},
      [`CAP-CP-77 ${AT}.machineImage.name "y"`, `CAP-CP-76 ${AT}.machineType.name "x"`],
    ],
    [
      "a version without classification",
      D2,
      bastion("m", "os", "1.0.0"),
      { versions: [{}] },
      [`CAP-CP-78 ${AT}.machineImage.version "1.0.0"`],
    ],
    [
      "an image without classified version",
      D2,
      bastion(undefined, "os"),
      { versions: [{ classification: "preview" }, { version: "1.1.0" }] },
      [`CAP-CP-78 ${AT}.machineImage.name "os"`],
    ],
    [
      "an image with one supported version",
      D2,
      bastion("m", "os"),
      { versions: [{}, { ...SUPPORTED, version: "1.1.0" }] },
      [],
    ],
    [
      "a version that has expired",
      D2,
      bastion("m", "os"),
      { versions: [{ ...SUPPORTED, expirationDate: NOW - 1 }] },
      [`CAP-CP-78 ${AT}.machineImage.name "os"`],
    ],
    ["a version that expires now", D2, bastion("m", "os"), { versions: [{ ...SUPPORTED, expirationDate: NOW }] }, []],
    [
      "an unknown type, for which any architecture will do",
      D2,
      bastion("x", "os"),
      { versions: [{ ...SUPPORTED, capabilityFlavors: [ARM] }] },
      [`CAP-CP-76 ${AT}.machineType.name "x"`],
    ],
    [
      "legacy: another architecture",
      L,
      bastion("m", "os"),
      { versions: [{ ...SUPPORTED, architectures: ["arm64"] }] },
      [`CAP-CP-78 ${AT}.machineImage.name "os"`],
    ],
    [
      "legacy: the architecture among others",
      L,
      bastion("m", "os"),
      { versions: [{ ...SUPPORTED, architectures: ["arm64", "amd64"] }] },
      [],
    ],
    [
      "another architecture, which Gardener overlooks",
      D2,
      bastion("m", "os", "1.0.0"),
      { type: { capabilities: ARM } },
      [`CAP-CP-78 (W) ${AT}.machineImage.version "1.0.0"`],
    ],
    [
      "a supported version of another architecture beside an unsupported one",
      D2,
      bastion("m", "os"),
      {
        type: { capabilities: ARM },
        versions: [{ ...SUPPORTED }, { version: "1.1.0", capabilityFlavors: [ARM] }],
      },
      [`CAP-CP-78 (W) ${AT}.machineImage.name "os"`],
    ],
    [
      "a type without architecture",
      D2,
      bastion("m", "os"),
      { type: { capabilities: new Map() } },
      [`CAP-CP-78 ${AT}.machineImage.name "os"`],
    ],
    [
      "a type whose architecture is in the legacy field",
      D2,
      bastion("m", "os"),
      { type: { capabilities: new Map(), architecture: "amd64" } },
      [],
    ],
    [
      "capabilities that clash",
      D1,
      bastion("m", "os", "1.0.0"),
      {
        type: { capabilities: capabilities({ tpm: ["v2"] }) },
        versions: [{ ...SUPPORTED, capabilityFlavors: [capabilities({ tpm: ["v1"] })] }],
      },
      [`CAP-CP-79 ${AT}.machineImage`],
    ],
    [
      "capabilities that clash with all but an unsupported version",
      D1,
      bastion("m", "os"),
      {
        type: { capabilities: capabilities({ tpm: ["v2"] }) },
        versions: [
          { ...SUPPORTED, capabilityFlavors: [capabilities({ tpm: ["v1"] })] },
          { version: "1.1.0", capabilityFlavors: [capabilities({ tpm: ["v2"] })] },
        ],
      },
      [`CAP-CP-79 ${AT}.machineImage`],
    ],
    [
      "no single flavor of the type's architecture that fits",
      D2,
      bastion("m", "os"),
      {
        type: { capabilities: capabilities({ nic: ["slow"] }), architecture: "arm64" },
        versions: [
          {
            ...SUPPORTED,
            capabilityFlavors: [
              capabilities({ architecture: ["amd64"], nic: ["slow"] }),
              capabilities({ architecture: ["arm64"], nic: ["fast"] }),
            ],
          },
        ],
      },
      [`CAP-CP-79 ${AT}.machineImage`],
    ],
    ["no flavors, one architecture", D1, bastion("m", "os"), { type: { capabilities: capabilities({ tpm: [] }) } }, []],
  ])("%s", (_, definitions, written, parts, expected) => {
    expect(lines(definitions, written, parts)).toEqual(expected);
  });

  it("of arm64 with an image for amd64 alone (contract, section 10, row 99) is refused by gardengate alone", () => {
    const spec = profile(D2, {
      type: { capabilities: ARM },
      version: { ...SUPPORTED, capabilityFlavors: [AMD] },
      spec: { bastion: bastion("m", "os") },
    });
    const findings = findingsOf(spec).filter(({ rule }) => rule === "CAP-CP-78");
    expect(findings.map(({ mark }) => mark)).toEqual(["W"]);
    expect(judge(findings, ENFORCE_ALL)).toMatchObject({ kind: "deny" });
    expect(judge(findings, ENFORCE_ALL, findings)).toMatchObject({ kind: "allow", warnings: [{}] });
  });

  it("is known again when lists change their order", () => {
    const parts = { type: { capabilities: ARM }, spec: { bastion: bastion("m", "os") } };
    const [before, after] = [[SUPPORTED], [{ version: "0.9.0" }, SUPPORTED]].map((versions) =>
      findingsOf(profile(D2, { ...parts, versions }))
        .filter(({ rule }) => rule === "CAP-CP-78")
        .map(findingIdentity),
    );
    expect(before).toHaveLength(1);
    expect(after).toEqual(before);
  });
});
