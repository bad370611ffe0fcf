import { describe, expect, it } from "vitest";
import { findImageVersion, zonesWithout } from "../../../src/domain/profiles/compile.ts";
import { capabilities, D2, profile } from "../../support/case-pools.ts";
import { imageVersion, machineType } from "../../support/profiles.ts";

describe("a compiled profile", () => {
  it("finds machine types by name, and the first of a repeated name", () => {
    const { machineTypes } = profile({
      machineCapabilities: D2,
      machineTypes: [
        machineType({ name: "constructor", capabilities: capabilities({ architecture: ["amd64"] }) }),
        machineType({ name: "m", usable: false, architecture: "arm64" }),
        machineType({ name: "m" }),
      ],
    });
    expect([...machineTypes.keys()]).toEqual(["constructor", "m"]);
    expect(machineTypes.get("m")).toMatchObject({ isUsable: false, architecture: "arm64" });
    expect(machineTypes.get("constructor")).toMatchObject({ isUsable: true, architecture: "amd64" });
    expect(machineTypes.get("toString")).toBeUndefined();
  });

  it("finds image versions by exact name and version, those of a repeated image name together", () => {
    const image = (name: string, ...versions: readonly string[]) => ({
      name,
      updateStrategy: undefined,
      versions: versions.map((version) => imageVersion({ version })),
    });
    const found = profile({ machineImages: [image("os", "1.0.0", "x"), image("os", "2.0.0"), image("OS", "3.0.0")] });
    expect(findImageVersion(found, "os", "2.0.0")?.version).toBe("2.0.0");
    expect(findImageVersion(found, "os", "x")?.order).toBeUndefined();
    expect(findImageVersion(found, "os", "3.0.0")).toBeUndefined();
    expect(findImageVersion(found, "os", "2.0")).toBeUndefined();
    expect(findImageVersion(found, "constructor", "name")).toBeUndefined();
  });

  it("reads kubelet constraints, and passes over those that cannot be read", () => {
    const versions = [
      imageVersion({ version: "1", kubeletVersionConstraint: "< 1.30" }),
      imageVersion({ version: "2", kubeletVersionConstraint: "soon" }),
    ];
    const found = profile({ machineImages: [{ name: "os", updateStrategy: undefined, versions }] });
    expect(findImageVersion(found, "os", "1")?.kubeletConstraint?.admits("1.30.1")).toBe(false);
    expect(findImageVersion(found, "os", "2")?.kubeletConstraint).toBeUndefined();
  });
});

describe("zonesWithout", () => {
  const zones = (...entries: readonly (readonly [string, readonly string[]])[]) =>
    entries.map(([name, unavailableMachineTypes]) => ({ name, unavailableMachineTypes }));
  const found = profile({
    regions: [
      { name: "eu", zones: zones(["a", ["m"]], ["b", []], ["c", ["m", "n"]]) },
      { name: "us", zones: zones(["b", ["m"]]) },
      { name: "eu", zones: zones(["b", ["o"]]) },
    ],
  });

  it.each<[string, string, string, readonly string[], readonly string[]]>([
    ["every zone of the pool that lacks the type", "m", "eu", ["c", "b", "a"], ["c", "a"]],
    ["none where the type is available", "n", "eu", ["a", "b"], []],
    ["none in another region", "n", "us", ["b"], []],
    ["none in an unknown region", "m", "af", ["a"], []],
    ["none in an unknown zone", "m", "eu", ["z"], []],
    ["none for a pool without zones", "m", "eu", [], []],
    ["zones of a region that is listed twice", "o", "eu", ["b"], ["b"]],
  ])("tells %s", (_, type, region, asked, expected) => {
    expect(zonesWithout(found, type, region, asked)).toEqual(expected);
  });
});
