import { describe, expect, it } from "vitest";
import { D1, D2 } from "../profiles/reviewed.ts";
import { AMD, ARM, amis, configOf, findingsOf, flavor, ids, type Json, linesOf, os, PF, profileOf } from "./mapped.ts";

const ALL = { ...AMD, nic: ["slow", "fast"], tpm: ["v2", "v1"] };
const SHOWN = '{"architecture":["amd64"],"nic":["slow","fast"],"tpm":["v2","v1"]}';

describe("two provider flavors for one flavor (CAP-PC-14)", () => {
  it.each<[string, Json, Json, boolean]>([
    ["aws", amis("eu"), amis("eu"), true],
    ["aws", amis("eu"), amis("us"), false],
    ["aws", amis("eu", "us"), amis("ap", "us"), true],
    ["alicloud", ids("eu"), ids("eu"), true],
    ["alicloud", ids("eu"), ids("us"), false],
    ["openstack", ids("eu"), ids("us"), false],
    ["openstack", ids("eu"), ids("eu"), true],
    ["openstack", { image: "x" }, ids("us"), true],
    ["openstack", ids("us"), { image: "x" }, true],
    ["openstack", { image: "x" }, { image: "y" }, true],
    ["openstack", { ...ids("eu"), image: "x" }, ids("us"), true],
    ["gcp", { image: "x" }, { image: "y" }, true],
    ["azure", { id: "x" }, { id: "y" }, true],
    ["local", { image: "x" }, { image: "y" }, true],
  ])("%s %j %j: %s", (type, first, second, isAmbiguous) => {
    const entry = { capabilityFlavors: [flavor(AMD, first), flavor(ALL, second)] };
    expect(linesOf(profileOf(type, D2, os([AMD])), configOf(type, [entry]))).toEqual(
      isAmbiguous ? [`CAP-PC-14 Duplicate ${PF}[1] ${SHOWN}`] : [],
    );
  });

  it("names the earlier entry, also across others", () => {
    const flavors = [
      flavor(AMD, amis("eu")),
      flavor(ARM, amis("eu")),
      flavor(AMD, amis("us")),
      flavor(AMD, amis("us")),
    ];
    const found = findingsOf(profileOf("aws", D2, os([AMD, ARM])), configOf("aws", [{ capabilityFlavors: flavors }]));
    expect(found).toHaveLength(1);
    expect(found[0]?.error.detail).toContain(`equals ${PF}[2] once`);
    expect(found[0]?.key).toBe('"os"/"1.0.0"/"[[\\"architecture\\",[\\"amd64\\"]]]"');
  });

  it("is not about strays", () => {
    const stray = flavor({ tpm: ["v1"] }, { image: "x" });
    const entry = { capabilityFlavors: [flavor({}, { image: "x" }), stray, stray] };
    expect(linesOf(profileOf("gcp", D1, os([])), configOf("gcp", [entry]))).toEqual([
      `CAP-PC-15 Forbidden ${PF}[1]`,
      `CAP-PC-15 Forbidden ${PF}[2]`,
    ]);
  });
});

describe("strays (CAP-PC-15)", () => {
  it.each<[string, Json]>([
    ["aws", amis("eu")],
    ["azure", { id: "x" }],
    ["gcp", { image: "x" }],
    ["openstack", ids("eu")],
    ["alicloud", ids("eu")],
    ["local", { image: "x" }],
  ])("%s", (type, reference) => {
    const entry = { capabilityFlavors: [flavor(AMD, reference), flavor(ARM, reference)] };
    const found = findingsOf(profileOf(type, D2, os([AMD])), configOf(type, [entry]));
    expect(found.map(({ rule, mark }) => [rule, mark])).toEqual([["CAP-PC-15", undefined]]);
    expect(linesOf(profileOf(type, D2, os([AMD])), configOf(type, [entry]))).toEqual([`CAP-PC-15 Forbidden ${PF}[1]`]);
  });
});
