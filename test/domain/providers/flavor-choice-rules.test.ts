import { describe, expect, it } from "vitest";
import type { CapabilityDefinition } from "../../../src/domain/capabilities/types.ts";
import { NO_POLICIES } from "../../../src/domain/policies/types.ts";
import { compileProfile } from "../../../src/domain/profiles/compile.ts";
import type { MachineType } from "../../../src/domain/profiles/types.ts";
import { compileProviderFlavors } from "../../../src/domain/providers/compile-flavors.ts";
import { providerFlavorFindings } from "../../../src/domain/providers/flavor-choice-rules.ts";
import type { Finding } from "../../../src/domain/rules/finding.ts";
import { poolPath, poolUnderReview } from "../../../src/domain/workers/pool.ts";
import type { ShootSpec, Worker } from "../../../src/domain/workers/types.ts";
import { readProviderConfig } from "../../../src/wire/provider-config.ts";
import { machineType } from "../../support/profiles.ts";
import { capabilities, D2, line } from "../profiles/reviewed.ts";
import { AMD, ARM, amis, configOf, flavor, ids, type Json, L, os, PC, PF, profileOf, type Written } from "./mapped.ts";

const IMAGE = "spec.provider.workers[0].machine.image";

function worker(parts: Partial<Worker["machine"]> = {}): Worker {
  return {
    name: "pool",
    machine: {
      type: "m",
      image: { name: "os", version: "1.0.0", providerConfig: undefined },
      architecture: undefined,
      ...parts,
    },
    cri: undefined,
    kubernetesVersion: undefined,
    zones: [],
    updateStrategy: undefined,
    volumeType: undefined,
  };
}

function shoot(region: string, pool: Worker): ShootSpec {
  return {
    cloudProfile: undefined,
    cloudProfileName: "p",
    kubernetesVersion: "1.34.2",
    region,
    providerType: "",
    workers: [pool],
    extensions: [],
  };
}

interface Choice {
  readonly type: string;
  readonly definitions?: readonly CapabilityDefinition[];
  readonly machine?: Partial<MachineType>;
  readonly config: unknown;
  readonly region?: string;
  readonly pool?: Worker;
  readonly old?: ShootSpec;
  readonly isProfileUnchanged?: boolean;
}

function findings(choice: Choice): readonly Finding[] {
  const { type, definitions = D2, machine = { capabilities: capabilities(AMD) }, config, region = "eu" } = choice;
  const { pool = worker(), old, isProfileUnchanged = true } = choice;
  const spec = {
    ...profileOf(type, definitions, os([AMD, ARM])),
    machineTypes: [machineType({ name: "m", ...machine })],
  };
  const review = {
    spec: shoot(region, pool),
    old,
    isProfileUnchanged,
    allowsInPlaceUpdates: false,
    policies: NO_POLICIES,
    now: 0,
  };
  const flavors = compileProviderFlavors(spec, readProviderConfig(type, config));
  const stored = old?.workers.find(({ name }) => name === pool.name);
  const profile = compileProfile(spec);
  return providerFlavorFindings(
    poolUnderReview({ review, profile, path: poolPath(0), worker: pool, old: stored }),
    flavors,
  );
}

function lines(choice: Choice): readonly string[] {
  return findings(choice).map(line);
}

function flavors(type: string, ...written: readonly (readonly [Written, Json])[]): Json {
  return configOf(type, [{ capabilityFlavors: written.map(([map, reference]) => flavor(map, reference)) }]);
}

const UNSERVED = [`CAP-SH-33 Invalid ${IMAGE} "os:1.0.0"`];
const AMBIGUOUS = [`CAP-SH-34 Invalid ${IMAGE}.version "1.0.0"`];

describe("no image for a pool (CAP-SH-33)", () => {
  it.each<[string, Choice, readonly string[]]>([
    ["in the region", { type: "aws", config: flavors("aws", [AMD, amis("eu")]) }, []],
    ["in another region", { type: "aws", config: flavors("aws", [AMD, amis("us")]) }, UNSERVED],
    ["of another architecture", { type: "gcp", config: flavors("gcp", [ARM, { image: "x" }]) }, UNSERVED],
    [
      "of another architecture in the region",
      { type: "alicloud", config: flavors("alicloud", [AMD, ids("us")], [ARM, ids("eu")]) },
      UNSERVED,
    ],
    [
      "openstack image for all regions",
      { type: "openstack", config: flavors("openstack", [AMD, { ...ids("us"), image: "x" }]) },
      [],
    ],
    ["openstack image alone", { type: "openstack", config: configOf("openstack", [{ image: "x" }]) }, []],
    [
      "openstack flat, with image",
      { type: "openstack", config: configOf("openstack", [{ ...ids("us"), image: "x" }]) },
      [],
    ],
    ["openstack flat, without", { type: "openstack", config: configOf("openstack", [ids("us")]) }, UNSERVED],
    ["aws flat", { type: "aws", config: configOf("aws", [amis("eu")]) }, []],
    [
      "aws flat, other architecture in the region",
      {
        type: "aws",
        config: configOf("aws", [
          {
            regions: [
              { name: "us", ami: "x" },
              { name: "eu", ami: "y", architecture: "arm64" },
            ],
          },
        ]),
      },
      UNSERVED,
    ],
    [
      "gcp flat, per architecture",
      { type: "gcp", config: configOf("gcp", [{ image: "x", architecture: "arm64" }, { image: "y" }]) },
      [],
    ],
    ["local, by image", { type: "local", config: configOf("local", [{ image: "x" }]) }, UNSERVED],
    [
      "a version that is not listed",
      { type: "gcp", config: configOf("gcp", [{ version: "2.0.0", image: "x" }]) },
      UNSERVED,
    ],
    ["an image that is not listed", { type: "gcp", config: configOf("gcp", [], { machineImages: [] }) }, UNSERVED],
    ["no providerConfig", { type: "aws", config: undefined }, []],
    ["an unreadable providerConfig", { type: "aws", config: { x: 1 } }, []],
    ["an unknown provider", { type: "equinix", config: { x: 1 } }, []],
    ["no capabilities", { type: "aws", definitions: L, config: configOf("aws", [amis("us")]) }, []],
  ])("%s", (_, choice, expected) => {
    expect(lines(choice)).toEqual(expected);
  });

  it("is refused by the aws extension, too", () => {
    expect(findings({ type: "aws", config: flavors("aws", [AMD, amis("us")]) })[0]?.mark).toBe("P");
    expect(findings({ type: "alicloud", config: flavors("alicloud", [AMD, ids("us")]) })[0]?.mark).toBeUndefined();
  });

  it("says where the image can be had", () => {
    expect(findings({ type: "aws", config: flavors("aws", [AMD, amis("us", "ap")]) })[0]?.error.detail).toBe(
      'worker pool "pool": provider aws has no machine image os:1.0.0 for it: it is not available in region "eu", only in us, ap',
    );
  });

  it.each<[string, Partial<Choice>, readonly string[]]>([
    ["the same pool", {}, []],
    ["another profile", { isProfileUnchanged: false }, UNSERVED],
    [
      "another version before",
      { old: shoot("eu", worker({ image: { name: "os", version: "0.9.0", providerConfig: 1 } })) },
      UNSERVED,
    ],
    [
      "other image settings",
      { old: shoot("eu", worker({ image: { name: "os", version: "1.0.0", providerConfig: 1 } })) },
      [],
    ],
    ["another type before", { old: shoot("eu", worker({ type: "n" })) }, UNSERVED],
    ["another name before", { old: shoot("eu", { ...worker(), name: "other" }) }, UNSERVED],
  ])("on update: %s", (_, parts, expected) => {
    const config = flavors("aws", [AMD, amis("us")]);
    expect(lines({ type: "aws", config, old: shoot("eu", worker()), ...parts })).toEqual(expected);
  });

  it("leaves unknown types and versions to others", () => {
    const config = flavors("aws", [AMD, amis("us")]);
    expect(lines({ type: "aws", config, pool: worker({ type: "n" }) })).toEqual([]);
    const image = { name: "os", version: "7", providerConfig: undefined };
    expect(lines({ type: "aws", config, pool: worker({ image }) })).toEqual([]);
  });
});

describe("the architecture of the pool", () => {
  const legacy = { architecture: "arm64", capabilities: capabilities({}) };

  it.each<[string, Json, readonly string[]]>([
    ["aws", flavors("aws", [AMD, amis("eu")]), UNSERVED],
    ["azure", flavors("azure", [AMD, { id: "x" }]), UNSERVED],
    ["gcp", flavors("gcp", [AMD, { image: "x" }]), UNSERVED],
    ["openstack", flavors("openstack", [AMD, ids("eu")]), UNSERVED],
    ["alicloud", flavors("alicloud", [AMD, ids("eu")]), []],
    ["local", flavors("local", [AMD, { image: "x" }]), []],
  ])("%s fills it in, or not", (type, config, expected) => {
    expect(lines({ type, machine: legacy, config })).toEqual(expected);
  });
});

describe("several images for a pool (CAP-SH-34)", () => {
  const ALL = { ...AMD, nic: ["slow", "fast"] };
  const FAST = { ...AMD, nic: ["fast"] };

  it.each<[string, Choice, readonly string[]]>([
    [
      "equal after defaulting",
      { type: "gcp", config: flavors("gcp", [AMD, { image: "x" }], [ALL, { image: "y" }]) },
      AMBIGUOUS,
    ],
    [
      "equal in one region",
      { type: "aws", config: flavors("aws", [AMD, amis("eu")], [ALL, amis("us", "eu")]) },
      AMBIGUOUS,
    ],
    ["equal in another region", { type: "aws", config: flavors("aws", [AMD, amis("eu")], [ALL, amis("us")]) }, []],
    [
      "equal below the best",
      { type: "gcp", config: flavors("gcp", [FAST, { image: "x" }], [AMD, { image: "y" }], [FAST, { image: "z" }]) },
      [],
    ],
    [
      "row 96: the superset wins",
      {
        type: "gcp",
        machine: { capabilities: capabilities({ ...AMD, nic: ["slow"] }) },
        config: flavors("gcp", [{ ...AMD, nic: ["slow"] }, { image: "x" }], [ALL, { image: "y" }]),
      },
      [],
    ],
    [
      "equal for another machine type",
      { type: "gcp", config: flavors("gcp", [ARM, { image: "x" }], [ARM, { image: "y" }], [AMD, { image: "z" }]) },
      [],
    ],
    ["versions listed twice", { type: "gcp", config: configOf("gcp", [{ image: "x" }, { image: "y" }]) }, AMBIGUOUS],
  ])("%s", (_, choice, expected) => {
    expect(lines(choice)).toEqual(expected);
  });

  it("names both entries", () => {
    const config = flavors("gcp", [AMD, { image: "x" }], [ARM, { image: "z" }], [ALL, { image: "y" }]);
    expect(findings({ type: "gcp", config })[0]?.error.detail).toContain(
      `the provider cannot choose between ${PF}[0] and ${PF}[2] of the profile`,
    );
  });

  it("of an image that is listed twice, the first counts", () => {
    const image = (path: string) => ({ name: "os", versions: [{ version: "1.0.0", image: path }] });
    const config = { ...configOf("gcp", []), machineImages: [image("x"), image("y")] };
    expect(lines({ type: "gcp", config })).toEqual([]);
    expect(PC).toContain("machineImages[0]");
  });
});

describe("azure networking in flat entries", () => {
  const definitions = [
    { name: "architecture", values: ["amd64"] },
    { name: "azure-networking", values: ["accelerated", "basic"] },
  ];
  const accelerated = { capabilities: capabilities({ "azure-networking": ["accelerated"] }) };

  it("fits a machine type that needs acceleration only where the entry has it", () => {
    const choice = { type: "azure", definitions, machine: accelerated };
    expect(lines({ ...choice, config: configOf("azure", [{ id: "x" }]) })).toEqual(UNSERVED);
    expect(lines({ ...choice, config: configOf("azure", [{ id: "x", acceleratedNetworking: true }]) })).toEqual([]);
  });
});
