import { describe, expect, it } from "vitest";
import { D1, D2 } from "../profiles/reviewed.ts";
import { AMD, ARM, amis, configOf, flavor, ids, type Json, linesOf, os, PF, PI, profileOf } from "./mapped.ts";

function repeats(type: string, config: Json): readonly string[] {
  return linesOf(profileOf(type, D2, os([AMD, ARM])), config).filter((line) => line.startsWith("CAP-PC-20"));
}

describe("what is listed twice (CAP-PC-20)", () => {
  it("an image", () => {
    const image = { name: "os", versions: [{ version: "1.0.0", ...amis("eu") }] };
    const config = {
      ...configOf("aws", []),
      machineImages: [image, { name: "OS" }, image, { name: "" }, { name: "" }],
    };
    expect(repeats("aws", config)).toEqual(['CAP-PC-20 Duplicate spec.providerConfig.machineImages[2] "os"']);
  });

  it.each<[string, string, readonly Json[], readonly number[]]>([
    ["aws: by region", "aws", [amis("eu"), amis("us")], [1]],
    ["aws: another version", "aws", [amis("eu"), { version: "1.0.1", ...amis("eu") }], []],
    ["aws: versions without name", "aws", [{ version: "" }, { version: "" }], []],
    ["gcp: two architectures", "gcp", [{ image: "x" }, { image: "y", architecture: "arm64" }], []],
    ["gcp: one architecture", "gcp", [{ image: "x" }, { image: "y", architecture: "amd64" }], [1]],
    ["azure: two architectures", "azure", [{ id: "x", architecture: "arm64" }, { id: "y" }], []],
    ["azure: one architecture", "azure", [{ id: "x" }, { id: "y", acceleratedNetworking: true }], [1]],
    [
      "azure: flavors after a flat entry",
      "azure",
      [{ id: "x" }, { capabilityFlavors: [flavor(AMD, { id: "x" })] }],
      [1],
    ],
    [
      "azure: two architectures after flavors",
      "azure",
      [{ capabilityFlavors: [flavor(AMD, { id: "x" })] }, { id: "x" }, { id: "x", architecture: "arm64" }],
      [1, 2],
    ],
    ["openstack: two architectures", "openstack", [ids("eu"), { image: "x" }], [1]],
    ["local", "local", [{ image: "x" }, { image: "y" }], [1]],
  ])("versions of %s", (_, type, versions, expected) => {
    expect(repeats(type, configOf(type, versions))).toEqual(
      expected.map((index) => `CAP-PC-20 Duplicate ${PI}.versions[${index}] "1.0.0"`),
    );
  });

  it("regions of a flavor, but not of a flat entry", () => {
    const flavors = { capabilityFlavors: [flavor(AMD, amis("eu", "us", "eu")), flavor(ARM, amis("eu"))] };
    expect(repeats("aws", configOf("aws", [flavors]))).toEqual([`CAP-PC-20 Duplicate ${PF}[0].regions[2] "eu"`]);
    expect(repeats("aws", configOf("aws", [amis("eu", "eu")]))).toEqual([]);
  });

  it("judges by the last of several images and versions, as the extensions do", () => {
    const spec = profileOf("aws", D1, os([AMD]));
    const [stale, right] = [{ capabilityFlavors: [flavor({ tpm: ["v1"] }, amis("eu"))] }, amis("eu")];
    const lines = linesOf(spec, configOf("aws", [stale, right]));
    expect(lines).toEqual([`CAP-PC-15 Forbidden ${PF}[0]`, `CAP-PC-20 Duplicate ${PI}.versions[1] "1.0.0"`]);
  });
});
