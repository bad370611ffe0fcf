import { describe, expect, it } from "vitest";
import { D1, D2 } from "../profiles/reviewed.ts";
import { AMD, ARM, amis, configOf, flavor, ids, type Json, linesOf, os, PF, PI, profileOf } from "./mapped.ts";

describe("what the profile does not have (CAP-PC-21)", () => {
  it("warns of images and versions", () => {
    const config = {
      ...configOf("gcp", []),
      machineImages: [
        {
          name: "os",
          versions: [
            { version: "1.0.0", image: "x" },
            { version: "0.9.0", image: "x" },
          ],
        },
        { name: "other", versions: [{ version: "1.0.0", image: "x" }] },
      ],
    };
    expect(linesOf(profileOf("gcp", D1, os([])), config)).toEqual([
      `CAP-PC-21 Invalid ${PI}.versions[1] "0.9.0" (warning)`,
      'CAP-PC-21 Invalid spec.providerConfig.machineImages[1] "other" (warning)',
    ]);
  });
});

describe("regions without image (CAP-PC-22)", () => {
  const warning = (index: number) => `CAP-PC-22 Invalid ${PF}[${index}].regions (warning)`;

  it.each<[string, readonly Json[], readonly string[]]>([
    ["aws", [flavor(AMD, amis("us", "eu")), flavor(ARM, amis("eu", "us", "ap"))], []],
    ["aws", [flavor(AMD, amis("eu")), flavor(ARM, amis("eu", "us"))], [warning(0)]],
    ["alicloud", [flavor(AMD, ids("eu")), flavor(ARM, ids("us"))], [warning(0), warning(1)]],
    ["openstack", [flavor(AMD, ids("eu")), flavor(ARM, { ...ids("eu"), image: "x" })], [warning(0)]],
    ["gcp", [flavor(AMD, { image: "x" }), flavor(ARM, { image: "x" })], []],
  ])("%s %j", (type, capabilityFlavors, expected) => {
    const spec = profileOf(type, D2, os([AMD, ARM]), ["eu", "us"]);
    expect(linesOf(spec, configOf(type, [{ capabilityFlavors }]))).toEqual(expected);
  });

  it("equal flavors may share the regions among them", () => {
    const spec = profileOf("openstack", D1, os([AMD]), ["eu", "us"]);
    const entry = { capabilityFlavors: [flavor(AMD, ids("eu")), flavor({}, ids("us"))] };
    expect(linesOf(spec, configOf("openstack", [entry]))).toEqual([]);
  });

  it("says nothing about the flat shape", () => {
    expect(linesOf(profileOf("aws", D1, os([]), ["eu", "us"]), configOf("aws", [amis("eu")]))).toEqual([]);
  });
});
