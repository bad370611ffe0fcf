import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clusterFact } from "../../src/wire/cluster.ts";

const SHOOT = {
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "Shoot",
  metadata: {
    name: "lab",
    namespace: "garden-acme",
    labels: { tier: "gold", "shoot.gardener.cloud/status": "healthy" },
    annotations: { note: "ignored" },
  },
  spec: {
    region: "eu-1",
    seedName: "s-7",
    kubernetes: { version: "1.33.4" },
    networking: { type: "calico", pods: "100.64.0.0/12", services: "100.112.0.0/13", nodes: "10.250.0.0/16" },
    provider: {
      type: "aws",
      workers: [
        {
          name: "blue",
          machine: { type: "m5.large", image: { name: "gardenlinux", version: "1877.5.0" } },
          updateStrategy: "AutoInPlaceUpdate",
          kubernetes: { version: "1.32.9" },
          maximum: 3,
        },
        { name: "green", machine: { type: "m5.large" } },
      ],
    },
    extensions: [
      {
        type: "registry-cache",
        providerConfig: {
          apiVersion: "registry.extensions.gardener.cloud/v1alpha3",
          kind: "RegistryConfig",
          caches: [{ upstream: "quay.io", volume: { size: "10Gi" } }, { upstream: "docker.io" }],
        },
      },
      {
        type: "registry-mirror",
        disabled: false,
        providerConfig: { mirrors: [{ upstream: "docker.io", hosts: [{ host: "https://m.example" }] }] },
      },
    ],
  },
  status: {
    hibernated: true,
    technicalID: "shoot--acme--lab",
    networking: { nodes: ["10.250.0.0/16", "2001:db8::/56"] },
  },
};

describe("keeps of a Cluster", () => {
  it("what chapters look up", () => {
    expect(clusterFact("shoot--acme--lab", SHOOT)).toStrictEqual({
      name: "shoot--acme--lab",
      shootName: "lab",
      shootNamespace: "garden-acme",
      project: "acme",
      providerType: "aws",
      region: "eu-1",
      seedName: "s-7",
      shootLabels: { tier: "gold", "shoot.gardener.cloud/status": "healthy" },
      kubernetesVersion: "1.33.4",
      isHibernated: true,
      workers: [
        {
          name: "blue",
          imageName: "gardenlinux",
          imageVersion: "1877.5.0",
          kubernetesVersion: "1.32.9",
          updateStrategy: "AutoInPlaceUpdate",
        },
        {
          name: "green",
          imageName: undefined,
          imageVersion: undefined,
          kubernetesVersion: undefined,
          updateStrategy: undefined,
        },
      ],
      networks: ["100.64.0.0/12", "100.112.0.0/13", "10.250.0.0/16", "2001:db8::/56"],
      extensionUpstreams: ["docker.io", "quay.io"],
    });
  });

  it("nothing of an empty Shoot", () => {
    expect(clusterFact("garden-lab", {})).toStrictEqual({
      name: "garden-lab",
      shootName: "",
      shootNamespace: "",
      project: undefined,
      providerType: "",
      region: "",
      seedName: undefined,
      shootLabels: {},
      kubernetesVersion: "",
      isHibernated: false,
      workers: [],
      networks: [],
      extensionUpstreams: [],
    });
  });

  it("labels of any key", () => {
    const labels = JSON.parse('{"__proto__": "a", "constructor": "b", "": "c"}');
    const { shootLabels } = clusterFact("c", { metadata: { labels } });
    expect(Object.entries(shootLabels)).toEqual([
      ["__proto__", "a"],
      ["constructor", "b"],
      ["", "c"],
    ]);
  });

  it("no upstream of an extension that is disabled, and of no other extension", () => {
    const providerConfig = { caches: [{ upstream: "a" }], mirrors: [{ upstream: "b" }] };
    const upstreams = (extension: object) =>
      clusterFact("c", { spec: { extensions: [{ ...extension, providerConfig }] } }).extensionUpstreams;
    expect(upstreams({ type: "registry-cache" })).toEqual(["a"]);
    expect(upstreams({ type: "registry-mirror" })).toEqual(["b"]);
    expect(upstreams({ type: "registry-cache", disabled: true })).toEqual([]);
    expect(upstreams({ type: "registry-mirror", disabled: true })).toEqual([]);
    expect(upstreams({ type: "shoot-dns-service" })).toEqual([]);
    expect(upstreams({})).toEqual([]);
  });

  it("everything frozen, down to the lists", () => {
    const fact = clusterFact("c", SHOOT);
    const parts = [fact, fact.shootLabels, fact.workers, ...fact.workers, fact.networks, fact.extensionUpstreams];
    expect(parts.every(Object.isFrozen)).toBe(true);
  });
});

describe("takes for absent", () => {
  it.each<[string, object]>([
    ["metadata", { metadata: 1 }],
    ["a name", { metadata: { name: 1, namespace: [], labels: [] } }],
    ["labels", { metadata: { labels: { a: 1, b: null } } }],
    ["the spec", { spec: "x" }],
    ["a status", { status: { hibernated: "true", networking: 1 } }],
    ["a version", { spec: { kubernetes: { version: 1.33 }, region: {}, seedName: null } }],
    ["workers", { spec: { provider: { type: 1, workers: { blue: {} } } } }],
    ["a worker", { spec: { provider: { workers: [null, "blue", ["blue"]] } } }],
    ["networks", { spec: { networking: { pods: 1, services: null, nodes: "" } } }],
    ["extensions", { spec: { extensions: [null, { type: "registry-cache", providerConfig: "caches" }] } }],
    ["caches", { spec: { extensions: [{ type: "registry-cache", providerConfig: { caches: [1, {}] } }] } }],
  ])("%s of another type than expected", (_name, shoot) => {
    expect(clusterFact("c", { ...shoot })).toStrictEqual(clusterFact("c", {}));
  });

  it("an image and a version of another type, beside a name", () => {
    const worker = { name: "blue", machine: { image: "gardenlinux" }, kubernetes: [], updateStrategy: 1 };
    expect(clusterFact("c", { spec: { provider: { workers: [worker] } } }).workers).toEqual([
      { name: "blue", imageName: undefined, imageVersion: undefined },
    ]);
  });

  it("anything else, whatever a Shoot is", () => {
    const shoot = fc.dictionary(fc.constantFrom("metadata", "spec", "status"), fc.jsonValue());
    fc.assert(
      fc.property(shoot, (any) => {
        expect(clusterFact("c", any).name).toBe("c");
      }),
    );
  });
});
