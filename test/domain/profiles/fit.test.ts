import { describe, expect, it } from "vitest";
import type { CapabilityDefinition } from "../../../src/domain/capabilities/types.ts";
import { findImageVersion } from "../../../src/domain/profiles/compile.ts";
import { type Fit, fitOf } from "../../../src/domain/profiles/fit.ts";
import { capabilities, D1, D2, profile } from "../../support/case-pools.ts";
import { imageVersion, machineType } from "../../support/profiles.ts";

type Written = Readonly<Record<string, readonly string[]>>;
const amd = (more: Written = {}): Written => ({ architecture: ["amd64"], ...more });
const arm = (more: Written = {}): Written => ({ architecture: ["arm64"], ...more });

/** A machine type and an image version of one profile. */
interface Pair {
  readonly definitions: readonly CapabilityDefinition[];
  readonly type: Written;
  readonly architecture?: string;
  readonly flavors: readonly Written[];
  readonly architectures?: readonly string[];
}

function fitOfPair({ definitions, type, architecture, flavors, architectures = [] }: Pair): Fit | undefined {
  const version = imageVersion({ capabilityFlavors: flavors.map(capabilities), architectures });
  const found = profile({
    machineCapabilities: definitions,
    machineTypes: [machineType({ name: "m", architecture, capabilities: capabilities(type) })],
    machineImages: [{ name: "os", updateStrategy: undefined, versions: [version] }],
  });
  const [compiledType, compiledVersion] = [found.machineTypes.get("m"), findImageVersion(found, "os", "1.0.0")];
  return compiledType && compiledVersion && fitOf(found, compiledType, compiledVersion);
}

describe("fitOf", () => {
  it.each<[string, Pair, Fit]>([
    [
      "no single flavor (row 34)",
      { definitions: D2, type: amd({ tpm: ["v2"] }), flavors: [amd({ tpm: ["v1"] }), arm({ tpm: ["v2"] })] },
      "clashes",
    ],
    [
      "a flavor that omits what clashes (row 35)",
      { definitions: D2, type: amd({ tpm: ["v2"] }), flavors: [amd({ tpm: ["v1"] }), amd()] },
      "fits",
    ],
    [
      "a flavor for an architecture that only the field excludes (row 39)",
      {
        definitions: D2,
        type: { nic: ["slow"] },
        architecture: "arm64",
        flavors: [amd({ nic: ["slow"] }), arm({ nic: ["fast"] })],
      },
      "clashesNarrowed",
    ],
    [
      "a clash whatever the architecture",
      {
        definitions: D2,
        type: { nic: ["slow"] },
        architecture: "arm64",
        flavors: [amd({ nic: ["fast"] }), arm({ nic: ["fast"] })],
      },
      "clashes",
    ],
    ["an empty list against a flavor (row 18)", { definitions: D1, type: { tpm: [] }, flavors: [{}] }, "clashes"],
    [
      "an empty list against no flavors of one architecture",
      { definitions: D1, type: { tpm: [] }, flavors: [] },
      "fits",
    ],
    ["no flavors, one architecture (row 15)", { definitions: D1, type: {}, flavors: [] }, "fits"],
    ["no flavors, several architectures, nothing listed", { definitions: D2, type: amd(), flavors: [] }, "fits"],
    [
      "no flavors, several architectures, another one listed",
      { definitions: D2, type: amd(), flavors: [], architectures: ["arm64"] },
      "clashesNarrowed",
    ],
    ["legacy mode (row 41)", { definitions: [], type: amd({ tpm: ["v2"] }), flavors: [amd({ tpm: ["v1"] })] }, "fits"],
    [
      "undefined capabilities that differ",
      { definitions: D1, type: { gpu: ["a"] }, flavors: [{ gpu: ["b"] }] },
      "fits",
    ],
  ])("judges %s", (_, pair, expected) => {
    expect(fitOfPair(pair)).toBe(expected);
  });
});
