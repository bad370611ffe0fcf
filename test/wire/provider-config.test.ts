import { describe, expect, it } from "vitest";
import { pathText } from "../../src/domain/field/path.ts";
import { readProviderConfig } from "../../src/wire/provider-config.ts";
import { parsedValue } from "../support/parsed.ts";

const TYPES = ["aws", "azure", "gcp", "openstack", "alicloud", "local"];

function apiVersion(type: string): string {
  return `${type}.provider.extensions.gardener.cloud/v1alpha1`;
}

function read(type: string, members: object) {
  return readProviderConfig(type, { apiVersion: apiVersion(type), kind: "CloudProfileConfig", ...members });
}

/** The errors as `Forbidden spec.providerConfig.x`. */
function errors(result: ReturnType<typeof readProviderConfig>): readonly string[] {
  return result === undefined || result.ok
    ? []
    : result.errors.map(({ type, path }) => `${type.replace("FieldValue", "")} ${pathText(path)}`);
}

describe("presence", () => {
  it.each(TYPES)("%s: absent and null are none", (type) => {
    expect(readProviderConfig(type, undefined)).toBeUndefined();
    expect(readProviderConfig(type, null)).toBeUndefined();
  });

  it.each(["equinix", "", "constructor", "__proto__"])("unknown provider %j", (type) => {
    expect(readProviderConfig(type, { x: 1 })).toBeUndefined();
  });
});

describe("apiVersion and kind", () => {
  it.each<[string, object, readonly string[]]>([
    ["as they should be", { apiVersion: apiVersion("aws"), kind: "CloudProfileConfig", machineImages: [] }, []],
    ["no kind", { apiVersion: apiVersion("aws"), machineImages: [] }, []],
    ["nothing at all", {}, []],
    ["no apiVersion", { kind: "CloudProfileConfig", machineImages: [] }, ["Required spec.providerConfig.apiVersion"]],
    [
      "another provider",
      { apiVersion: apiVersion("gcp"), machineImages: 7 },
      ["NotSupported spec.providerConfig.apiVersion"],
    ],
    [
      "another kind",
      { apiVersion: apiVersion("aws"), kind: "WorkerConfig" },
      ["NotSupported spec.providerConfig.kind"],
    ],
    ["a number", { apiVersion: 1 }, ["TypeInvalid spec.providerConfig.apiVersion"]],
  ])("%s", (_, raw, expected) => {
    expect(errors(readProviderConfig("aws", raw))).toEqual(expected);
  });
});

describe("strictness", () => {
  it.each(TYPES)("%s refuses unknown fields at every level", (type) => {
    const version = { version: "1", x: 1, capabilityFlavors: [{ capabilities: {}, x: 1 }] };
    expect(errors(read(type, { x: 1, machineImages: [{ name: "os", versions: [version], x: 1 }] }))).toEqual([
      "Forbidden spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[0].x",
      "Forbidden spec.providerConfig.machineImages[0].versions[0].x",
      "Forbidden spec.providerConfig.machineImages[0].x",
      "Forbidden spec.providerConfig.x",
    ]);
  });

  it.each<[string, string]>([
    ["aws", "image"],
    ["aws", "architecture"],
    ["alicloud", "architecture"],
    ["gcp", "regions"],
    ["gcp", "acceleratedNetworking"],
    ["openstack", "architecture"],
    ["local", "architecture"],
    ["azure", "image"],
  ])("%s versions have no field %s", (type, field) => {
    expect(errors(read(type, { machineImages: [{ name: "os", versions: [{ [field]: null }] }] }))).toEqual([
      `Forbidden spec.providerConfig.machineImages[0].versions[0].${field}`,
    ]);
  });

  it.each<[string, object, readonly string[]]>([
    ["aws", { name: "eu", ami: "x", architecture: "arm64" }, []],
    ["aws", { name: "eu", id: "x" }, ["id"]],
    ["openstack", { name: "eu", id: "x", architecture: "arm64" }, []],
    ["alicloud", { name: "eu", id: "x", architecture: "arm64" }, ["architecture"]],
  ])("regions of %s: %j", (type, region, fields) => {
    const found = errors(read(type, { machineImages: [{ name: "os", versions: [{ regions: [region] }] }] }));
    expect(found).toEqual(
      fields.map((field) => `Forbidden spec.providerConfig.machineImages[0].versions[0].regions[0].${field}`),
    );
  });

  it("mixes up the shapes of core and provider flavors", () => {
    const bare = { version: "1", capabilityFlavors: [{ architecture: ["amd64"], image: "x" }] };
    expect(errors(read("gcp", { machineImages: [{ name: "os", versions: [bare] }] }))).toEqual([
      "Forbidden spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[0].architecture",
    ]);
  });

  it("sees members named like those of objects", () => {
    const raw: object = JSON.parse('{"__proto__": {}, "constructor": 1, "toString": null}');
    expect(errors(readProviderConfig("gcp", Object.assign(raw, { apiVersion: apiVersion("gcp") })))).toEqual([
      "Forbidden spec.providerConfig.__proto__",
      "Forbidden spec.providerConfig.constructor",
      "Forbidden spec.providerConfig.toString",
    ]);
  });

  it("refuses wrong types", () => {
    const found = errors(read("azure", { machineImages: {}, countFaultDomains: [{ region: 1, count: 1.5 }] }));
    expect(found.toSorted()).toEqual([
      "TypeInvalid spec.providerConfig.countFaultDomains[0].count",
      "TypeInvalid spec.providerConfig.countFaultDomains[0].region",
      "TypeInvalid spec.providerConfig.machineImages",
    ]);
    expect(errors(readProviderConfig("azure", []))).toEqual(["TypeInvalid spec.providerConfig"]);
  });

  it("accepts what openstack has beside images", () => {
    const config = {
      constraints: {
        floatingPools: [{ name: "fp", region: "eu", loadBalancerClasses: [{ name: "lb", purpose: "private" }] }],
        loadBalancerProviders: [{ name: "haproxy" }],
      },
      keystoneURLs: [{ region: "eu", url: "https://x" }],
      requestTimeout: "60s",
      nodeVolumeAttachLimit: 30,
      storageClasses: [{ name: "default", default: true, parameters: { type: "ssd" } }],
      machineImages: null,
    };
    const value = parsedValue(read("openstack", config) ?? { ok: false, errors: [] });
    expect([...value.otherFields].sort()).toEqual([
      "constraints",
      "keystoneURLs",
      "nodeVolumeAttachLimit",
      "requestTimeout",
      "storageClasses",
    ]);
  });
});

describe("the common form", () => {
  it("of versions by region", () => {
    const regions = [{ name: "eu", ami: "x", architecture: "arm64" }, null];
    const result = read("aws", { machineImages: [{ name: "os", versions: [{ version: "1", regions }, null] }] });
    expect(parsedValue(result ?? { ok: false, errors: [] }).machineImages).toEqual([
      {
        name: "os",
        versions: [
          {
            version: "1",
            regions: [
              { name: "eu", reference: "x", architecture: "arm64" },
              { name: "", reference: "", architecture: undefined },
            ],
            references: new Map(),
            capabilityFlavors: [],
            architecture: undefined,
            acceleratedNetworking: undefined,
          },
          {
            version: "",
            regions: [],
            references: new Map(),
            capabilityFlavors: [],
            architecture: undefined,
            acceleratedNetworking: undefined,
          },
        ],
      },
    ]);
  });

  it("of flavors, whose capabilities may have any name", () => {
    const capabilities: object = JSON.parse('{"__proto__": ["a", null], "nic": null, "tpm": []}');
    const flavors = [{ capabilities, urn: "", id: null }, { capabilities: null }, null];
    const result = read("azure", { machineImages: [{ name: "os", versions: [{ capabilityFlavors: flavors }] }] });
    const [version] = parsedValue(result ?? { ok: false, errors: [] }).machineImages[0]?.versions ?? [];
    expect(version?.capabilityFlavors.map(({ capabilities: map, references }) => [[...map], [...references]])).toEqual([
      [
        [
          ["__proto__", ["a", ""]],
          ["nic", []],
          ["tpm", []],
        ],
        [["urn", ""]],
      ],
      [[], []],
      [[], []],
    ]);
  });

  it("of plain texts, in which empty is absent", () => {
    const result = read("gcp", { machineImages: [{ name: "os", versions: [{ image: "" }] }] });
    expect(parsedValue(result ?? { ok: false, errors: [] }).machineImages[0]?.versions[0]?.references).toEqual(
      new Map(),
    );
  });
});
