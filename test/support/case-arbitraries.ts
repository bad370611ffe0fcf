import fc from "fast-check";
import type { Capabilities, CapabilityDefinition } from "../../src/domain/capabilities/types.ts";
import type { CloudProfileSpec, MachineImageVersion, MachineType } from "../../src/domain/profiles/types.ts";
import type { ShootReview } from "../../src/domain/workers/pool.ts";
import type { Worker } from "../../src/domain/workers/types.ts";
import { NOW, shootReview, worker } from "./case-pools.ts";
import { cloudProfileSpec, imageVersion, machineType } from "./profiles.ts";

/** Names that clash with members of objects on purpose. */
const NAMES = ["tpm", "nic", "constructor", "__proto__", "toString"];
const VALUES = ["a", "b", "c"];
const ARCHITECTURES = ["amd64", "arm64"];

/** Definitions with `architecture` first and up to two others; sometimes none at all. */
export const definitions: fc.Arbitrary<readonly CapabilityDefinition[]> = fc.oneof(
  { weight: 1, arbitrary: fc.constant([]) },
  {
    weight: 9,
    arbitrary: fc
      .tuple(
        fc.subarray(ARCHITECTURES, { minLength: 1 }),
        fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 }),
        fc.array(fc.subarray(VALUES, { minLength: 1 }), { minLength: 2, maxLength: 2 }),
      )
      .map(([architectures, names, values]) => [
        { name: "architecture", values: architectures },
        ...names.map((name, index) => ({ name, values: values[index] ?? VALUES })),
      ]),
  },
);

/** What a machine type or flavor may write in this vocabulary; rarely an empty list. */
export function capabilitiesOf(vocabulary: readonly CapabilityDefinition[]): fc.Arbitrary<Capabilities> {
  const entries = vocabulary.map(({ name, values }) =>
    fc
      .tuple(fc.boolean(), fc.subarray([...values], { minLength: name === "architecture" ? 1 : 0 }))
      .map(([isWritten, written]): readonly (readonly [string, readonly string[]])[] =>
        isWritten ? [[name, name === "architecture" ? written.slice(0, 1) : written]] : [],
      ),
  );
  return fc.tuple(...entries).map((written) => new Map(written.flat()));
}

function machineTypes(vocabulary: readonly CapabilityDefinition[]): fc.Arbitrary<readonly MachineType[]> {
  const one = fc.record({
    architecture: fc.constantFrom(undefined, ...ARCHITECTURES),
    capabilities: capabilitiesOf(vocabulary),
    usable: fc.constantFrom(undefined, true, false),
  });
  return fc
    .array(one, { minLength: 1, maxLength: 4 })
    .map((types) => types.map((parts, index) => machineType({ ...parts, name: `m${index}` })));
}

const life: fc.Arbitrary<Partial<MachineImageVersion>> = fc.constantFrom(
  {},
  { classification: "supported" },
  { classification: "preview" },
  { classification: "deprecated" },
  { expirationDate: NOW - 1 },
  { expirationDate: NOW + 1 },
  { lifecycle: [{ classification: "preview", startTime: NOW + 1 }] },
);

function version(vocabulary: readonly CapabilityDefinition[]): fc.Arbitrary<MachineImageVersion> {
  return fc
    .record({
      version: fc.constantFrom("1.0.0", "1.1.0", "1.1.0-rc.1", "2.0.0", "2.0", "x"),
      capabilityFlavors: fc.array(capabilitiesOf(vocabulary), { maxLength: 3 }),
      architectures: fc.subarray(ARCHITECTURES),
      cri: fc.constantFrom([], [{ name: "containerd", containerRuntimes: [] }], [RUNTIME]),
      kubeletVersionConstraint: fc.constantFrom(undefined, "< 1.33", ">= 1.33"),
      inPlaceUpdates: fc.constantFrom(
        undefined,
        { supported: true, minVersionForUpdate: undefined },
        { supported: true, minVersionForUpdate: "1.0.0" },
      ),
      life,
    })
    .map(({ life: ofLife, ...parts }) => imageVersion({ ...parts, ...ofLife }));
}

const RUNTIME = { name: "containerd", containerRuntimes: [{ type: "gvisor" }] };

/** A small profile in which pools of {@link shootReviews} find or miss what they ask for. */
export const cloudProfiles: fc.Arbitrary<CloudProfileSpec> = definitions.chain((machineCapabilities) =>
  fc
    .record({
      machineTypes: machineTypes(machineCapabilities),
      images: fc.array(
        fc.uniqueArray(version(machineCapabilities), { maxLength: 4, selector: (entry) => entry.version }),
        { minLength: 1, maxLength: 2 },
      ),
      scarce: fc.subarray(["m0", "m1"]),
    })
    .map(({ images, scarce, ...parts }) =>
      cloudProfileSpec({
        ...parts,
        machineCapabilities,
        machineImages: images.map((versions, index) => ({ name: `os${index}`, updateStrategy: "minor", versions })),
        regions: [{ name: "eu", zones: [{ name: "a", unavailableMachineTypes: scarce }] }],
      }),
    ),
);

const workers: fc.Arbitrary<Worker> = fc
  .record({
    type: fc.constantFrom("m0", "m1", "m2", "m3"),
    image: fc.constantFrom("os0", "os1"),
    version: fc.constantFrom("1.0.0", "1.1.0", "2.0.0", "9.0.0"),
    architecture: fc.constantFrom(undefined, ...ARCHITECTURES),
    cri: fc.constantFrom(undefined, { name: "containerd", containerRuntimes: [] }, RUNTIME),
    kubernetesVersion: fc.constantFrom(undefined, "1.32.1"),
    zones: fc.constantFrom([], ["a"], ["a", "b"]),
    updateStrategy: fc.constantFrom(undefined, "AutoInPlaceUpdate"),
  })
  .map(({ type, image, version: text, architecture, ...parts }) =>
    worker({
      ...parts,
      machine: { type, image: { name: image, version: text, providerConfig: undefined }, architecture },
    }),
  );

/** Reviews of a shoot with one pool: new, unchanged, or changed. */
export const shootReviews: fc.Arbitrary<ShootReview> = fc
  .tuple(workers, fc.option(fc.tuple(workers, fc.boolean()), { nil: undefined }), fc.boolean())
  .map(([now, before, isProfileUnchanged]) => {
    const old = before && (before[1] ? { ...now, zones: [] } : before[0]);
    return shootReview(now, old, { isProfileUnchanged });
  });
