import { describe, expect, it } from "vitest";
import { regionObstacleIn } from "../../../src/domain/maintenance/region-obstacle.ts";
import { compileProfile, findImageVersion } from "../../../src/domain/profiles/compile.ts";
import { chooseProviderFlavor, entryPaths, imageReferenceIn } from "../../../src/domain/providers/choose-flavor.ts";
import { readProviderConfig } from "../../../src/wire/provider-config.ts";
import { machineType } from "../../support/profiles.ts";
import { capabilities, D2 } from "../profiles/reviewed.ts";
import { AMD, ARM, amis, configOf, flavor, ids, type Json, os, PC, PF, profileOf } from "./mapped.ts";

interface Chosen {
  readonly type: string;
  readonly version: Json;
  readonly architecture?: string;
  readonly region?: string;
}

function asked({ type, version }: Chosen) {
  const spec = {
    ...profileOf(type, D2, os([AMD, ARM])),
    machineTypes: [
      machineType({ name: "amd64", capabilities: capabilities(AMD) }),
      machineType({ name: "arm64", capabilities: capabilities(ARM) }),
    ],
    providerConfig: readProviderConfig(type, configOf(type, [version])),
  };
  const profile = compileProfile(spec);
  return { profile, flavors: profile.providerFlavors, imageVersion: findImageVersion(profile, "os", "1.0.0") };
}

/** The entry and the reference that are chosen for a machine of an architecture in a region; a text where none is. */
function chosen(choice: Chosen): readonly [string, string | undefined] | string {
  const { architecture = "amd64", region = "eu" } = choice;
  const { profile, flavors, imageVersion } = asked(choice);
  const type = profile.machineTypes.get(architecture);
  if (flavors === undefined || imageVersion === undefined || type === undefined) {
    throw new Error("the profile has all of them");
  }
  const outcome = chooseProviderFlavor({ profile, flavors, region, machineType: type, imageVersion, architecture });
  switch (outcome.kind) {
    case "found":
      return [entryPaths([outcome.flavor]).join(), imageReferenceIn(outcome.flavor, region, architecture)];
    case "ambiguous":
      return `ambiguous: ${entryPaths(outcome.best).join(" ")}`;
    case "unserved":
      return outcome.reason;
  }
}

const PER_ARCHITECTURE = {
  regions: [
    { name: "eu", ami: "amd" },
    { name: "eu", ami: "arm", architecture: "arm64" },
    { name: "us", ami: "us" },
  ],
};

describe("the image of a provider", () => {
  it.each<[string, Chosen, ReturnType<typeof chosen>]>([
    [
      "of a flavor in a region",
      { type: "aws", version: { capabilityFlavors: [flavor(ARM, amis("eu")), flavor(AMD, amis("us", "eu"))] } },
      [`${PF}[1]`, "ami-eu"],
    ],
    ["of the flat shape", { type: "aws", version: PER_ARCHITECTURE }, [PC, "amd"]],
    [
      "of the flat shape, for another architecture",
      { type: "aws", version: PER_ARCHITECTURE, architecture: "arm64" },
      [PC, "arm"],
    ],
    [
      "that is the same everywhere",
      { type: "gcp", version: { capabilityFlavors: [flavor(AMD, { image: "projects/x" })] } },
      [`${PF}[0]`, "projects/x"],
    ],
    [
      "that is there for regions that are not listed",
      { type: "openstack", version: { capabilityFlavors: [flavor(AMD, { ...ids("us"), image: "x" })] } },
      [`${PF}[0]`, "x"],
    ],
    [
      "of a region rather than the one for all others",
      { type: "openstack", version: { capabilityFlavors: [flavor(AMD, { ...ids("eu"), image: "x" })] } },
      [`${PF}[0]`, "id-eu"],
    ],
    [
      "with several references is not told",
      { type: "azure", version: { capabilityFlavors: [flavor(AMD, { urn: "a:b:c:d", id: "/x" })] } },
      [`${PF}[0]`, undefined],
    ],
    [
      "of equal flavors",
      { type: "gcp", version: { capabilityFlavors: [flavor(AMD, { image: "x" }), flavor(AMD, { image: "y" })] } },
      `ambiguous: ${PF}[0] ${PF}[1]`,
    ],
    [
      "in other regions only",
      { type: "aws", version: { capabilityFlavors: [flavor(AMD, amis("us", "ap"))] } },
      'it is not available in region "eu", only in us, ap',
    ],
    [
      "for other machine types only",
      { type: "aws", version: { capabilityFlavors: [flavor(ARM, amis("eu"))] } },
      'none of its images in region "eu" fits machine type "amd64"',
    ],
    [
      "of another version",
      { type: "aws", version: { version: "2.0.0", ...amis("eu") } },
      "the providerConfig of the profile does not list it",
    ],
  ])("%s", (_, choice, expected) => {
    expect(chosen(choice)).toEqual(expected);
  });
});

describe("the obstacle of a region", () => {
  function obstacle(choice: Chosen): string | undefined {
    const { profile, imageVersion } = asked(choice);
    const type = profile.machineTypes.get("amd64");
    return imageVersion && type && regionObstacleIn(profile, "eu")?.(imageVersion, type);
  }

  it.each<[string, Chosen, string | undefined]>([
    ["is none where an image is chosen", { type: "aws", version: amis("eu") }, undefined],
    [
      "is none where several fit equally well",
      { type: "gcp", version: { capabilityFlavors: [flavor(AMD, { image: "x" }), flavor(AMD, { image: "y" })] } },
      undefined,
    ],
    [
      "is an image that is elsewhere",
      { type: "aws", version: amis("us") },
      'has no image at provider aws: it is not available in region "eu", only in us',
    ],
    ["is not known of unknown providers", { type: "stratus", version: amis("us") }, undefined],
  ])("%s", (_, choice, expected) => {
    expect(obstacle(choice)).toBe(expected);
  });
});
