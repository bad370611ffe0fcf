import { describe, expect, it } from "vitest";
import { imagesEqual, imageText, kubeletVersion, poolText } from "../../../src/domain/workers/pool.ts";
import type { Machine, ShootMachineImage } from "../../../src/domain/workers/types.ts";
import { capabilities, D2, pool, profile, shootReview, worker } from "../../support/case-pools.ts";
import { imageVersion, machineType } from "../../support/profiles.ts";

const PROFILE = profile({
  machineCapabilities: D2,
  machineTypes: [
    machineType({ name: "arm", capabilities: capabilities({ architecture: ["arm64"] }) }),
    machineType({ name: "none" }),
    machineType({ name: "constructor", architecture: "arm64" }),
  ],
  machineImages: [{ name: "os", updateStrategy: undefined, versions: [imageVersion({})] }],
});

const machine = (parts: Partial<Machine>): Machine => ({
  type: "arm",
  image: { name: "os", version: "1.0.0", providerConfig: undefined },
  architecture: undefined,
  ...parts,
});

describe("the architecture of a pool (contract, section 2.5)", () => {
  it.each<[string, Partial<Machine>, string]>([
    ["as set, whatever the type is", { architecture: "amd64" }, "amd64"],
    ["as set, also when empty", { architecture: "" }, ""],
    ["that of the type", {}, "arm64"],
    ["amd64 for a type without architecture", { type: "none" }, "amd64"],
    ["amd64 for an unknown type", { type: "toString" }, "amd64"],
    ["that of a type with the name of a member of objects", { type: "constructor" }, "arm64"],
  ])("is %s", (_, parts, expected) => {
    expect(pool(PROFILE, worker({ machine: machine(parts) })).architecture).toBe(expected);
  });
});

describe("what of a pool is unchanged", () => {
  const image = (parts: Partial<ShootMachineImage>) => ({
    name: "os",
    version: "1.0.0",
    providerConfig: undefined,
    ...parts,
  });

  it.each<[string, Partial<Machine>, boolean, boolean]>([
    ["nothing differs", {}, true, true],
    ["the architecture is set to what it was", { architecture: "arm64" }, true, true],
    ["the architecture differs", { architecture: "amd64" }, false, false],
    ["the type differs", { type: "constructor" }, false, true],
    ["the type differs, and with it the architecture", { type: "none" }, false, false],
    ["the image version differs", { image: image({ version: "2.0.0" }) }, true, false],
    ["the image's settings differ", { image: image({ providerConfig: { a: 1 } }) }, true, false],
    ["the image is gone", { image: undefined }, true, false],
  ])("when %s", (_, parts, isMachineUnchanged, isImageUnchanged) => {
    const found = pool(PROFILE, worker({ machine: machine(parts) }), worker({ machine: machine({}) }));
    expect(found).toMatchObject({ isMachineUnchanged, isImageUnchanged });
  });

  it("is nothing for a new or renamed pool", () => {
    const found = pool(PROFILE, worker({ name: "new", machine: machine({}) }), worker({ machine: machine({}) }));
    expect(found).toMatchObject({ old: undefined, isMachineUnchanged: false, isImageUnchanged: false });
  });
});

describe("imagesEqual", () => {
  const image = { name: "os", version: "1.0.0", providerConfig: { a: [1], b: 2 } };

  it.each<[string, ShootMachineImage | undefined, ShootMachineImage | undefined, boolean]>([
    ["none and none", undefined, undefined, true],
    ["none and one", undefined, image, false],
    ["settings in another order", image, { ...image, providerConfig: { b: 2, a: [1] } }, true],
    ["other settings", image, { ...image, providerConfig: { a: [1] } }, false],
    ["a name in another case", image, { ...image, name: "OS" }, false],
  ])("compares %s", (_, a, b, expected) => {
    expect(imagesEqual(a, b)).toBe(expected);
  });
});

describe("a pool", () => {
  it.each<[string, string | undefined, string]>([
    ["its own", "1.30.1", "1.30.1"],
    ["the shoot's", undefined, "1.33.4"],
  ])("runs %s kubelet version", (_, kubernetesVersion, expected) => {
    expect(kubeletVersion(pool(PROFILE, worker({ kubernetesVersion })))).toBe(expected);
  });

  it("is named in quotes, and images with their version", () => {
    expect(poolText(pool(PROFILE, worker({ name: 'a"b' })))).toBe('worker pool "a\\"b"');
    expect(imageText({ image: "os", version: "1.0.0" })).toBe("os:1.0.0");
  });

  it("is known to be new where the stored shoot has no pools", () => {
    expect(shootReview(worker()).old).toBeUndefined();
  });
});
