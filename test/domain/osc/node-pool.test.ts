import { describe, expect, it } from "vitest";
import type { ClusterFact, ClusterWorker } from "../../../src/domain/clusters/cluster-fact.ts";
import { type NodePool, nodePoolOf } from "../../../src/domain/osc/node-pool.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { CLUSTER, imageFile, inlineFile, oscView, provisionOsc, reconcileOsc } from "../../support/osc-builders.ts";

const WORKER: ClusterWorker = {
  name: "blue",
  imageName: "gardenlinux",
  imageVersion: "1592.1.0",
  kubernetesVersion: undefined,
  updateStrategy: undefined,
};

function clusterWith(...workers: readonly Partial<ClusterWorker>[]): ClusterFact {
  return { ...CLUSTER, workers: workers.map((worker) => ({ ...WORKER, ...worker })) };
}

function poolOf(object: RawObject, cluster: ClusterFact | undefined = CLUSTER): NodePool {
  return nodePoolOf(oscView(object), cluster);
}

function nameOf(name: string, labels: RawObject = {}, cluster: ClusterFact | undefined = CLUSTER): string | undefined {
  return poolOf(reconcileOsc({}, { name, labels }), cluster).name;
}

describe("the name of a pool", () => {
  it.each([
    ["gardener-node-agent-green-0f1e2d3c4b5a6978-original", "blue", "blue"],
    ["gardener-node-agent-green-0f1e2d3c4b5a6978-original", "", "green"],
  ])("is that of the label first: %s with %j", (name, label, expected) => {
    expect(nameOf(name, { "worker.gardener.cloud/pool": label })).toBe(expected);
  });

  it.each<[string, string | undefined, string]>([
    ["gardener-node-agent-blue-0f1e2d3c4b5a6978-original", "blue", "row 63"],
    ["gardener-node-agent-blue-0f1e2d3c4b5a6978-init", "blue", "both purposes"],
    ["gardener-node-agent-cpu-worker-a-0f1e2d3c4b5a6978-init", "cpu-worker-a", "dashes"],
    ["gardener-node-agent-green-0f1e2d3c4b5a6978-original", "green", "a pool that is gone"],
    ["gardener-node-agent-blue-original", "blue", "a pool with in-place updates"],
    ["gardener-node-agent-blue-init", "blue", "a pool with in-place updates"],
    ["gardener-node-agent-green-original", undefined, "without hash, and not in the Shoot"],
    ["gardener-node-agent-blue-0f1e2d3c-original", undefined, "a hash of another length, and not in the Shoot"],
    ["gardener-node-agent-blue-0F1E2D3C4B5A6978-original", undefined, "a hash in capitals, and not in the Shoot"],
    ["gardenadm-control-plane", "control-plane", "a shoot that hosts itself"],
    ["cloud-config-blue-77ac3-downloader", "blue", "an old name"],
    ["cloud-config-blue-77ac3-original", "blue", "an old name"],
    ["cloud-config-blue-77ac34-original", undefined, "no old name"],
    ["gardener-node-agent-blue", undefined, "no suffix"],
    ["something-else", undefined, "a foreign name"],
    ["", undefined, "no name"],
  ])("is taken from the name %s: %s (%s)", (name, expected) => {
    expect(nameOf(name)).toBe(expected);
  });

  it("is that without a hash where the pool is one of the Shoot (row 64)", () => {
    expect(nameOf("gardener-node-agent-gpu-a-original", {}, clusterWith({ name: "gpu-a" }))).toBe("gpu-a");
  });

  it("is that without a hash where the Shoot is not known", () => {
    expect(
      nodePoolOf(oscView(reconcileOsc({}, { name: "gardener-node-agent-gpu-a-init", labels: {} })), undefined).name,
    ).toBe("gpu-a");
  });

  it("is not the label of an object's prototype", () => {
    const labels = JSON.parse('{"__proto__": {"worker.gardener.cloud/pool": "blue"}}');
    expect(
      nodePoolOf(
        { ...oscView(reconcileOsc()), metadata: { ...oscView(reconcileOsc()).metadata, name: "x", labels } },
        CLUSTER,
      ).name,
    ).toBeUndefined();
  });
});

describe("a pool", () => {
  it("has the worker of its name, and the OS version of that", () => {
    expect(poolOf(reconcileOsc())).toMatchObject({
      name: "blue",
      cluster: CLUSTER,
      worker: { name: "blue" },
      osType: "gardenlinux",
      osVersion: "1592.1.0",
      updateStrategy: "AutoRollingUpdate",
      isInPlace: false,
    });
  });

  it("has no worker where the Shoot has none of its name", () => {
    expect(poolOf(reconcileOsc(), clusterWith({ name: "green" }))).toMatchObject({
      name: "blue",
      worker: undefined,
      osVersion: undefined,
      updateStrategy: undefined,
      isInPlace: false,
    });
  });

  it("has neither worker nor Cluster where the Cluster is not known", () => {
    const pool = nodePoolOf(oscView(reconcileOsc({ type: null })), undefined);
    expect(pool).toMatchObject({ name: "blue", cluster: undefined, worker: undefined, osType: "" });
  });

  it("has the OS version of the OSC where it has no worker", () => {
    const inPlaceUpdates = { operatingSystemVersion: "1600.0.0", kubelet: "1.33.4" };
    expect(poolOf(reconcileOsc({ inPlaceUpdates }), clusterWith()).osVersion).toBe("1600.0.0");
    expect(poolOf(reconcileOsc({ inPlaceUpdates })).osVersion).toBe("1592.1.0");
  });

  it.each<[string, string | undefined, RawObject, string, boolean]>([
    ["rolling by default", undefined, {}, "AutoRollingUpdate", false],
    ["rolling", "AutoRollingUpdate", {}, "AutoRollingUpdate", false],
    ["in place", "AutoInPlaceUpdate", {}, "AutoInPlaceUpdate", true],
    ["in place by hand", "ManualInPlaceUpdate", {}, "ManualInPlaceUpdate", true],
    ["in place as the OSC tells", undefined, { inPlaceUpdates: {} }, "AutoRollingUpdate", true],
    [
      "not in place by a provision OSC",
      undefined,
      { inPlaceUpdates: {}, purpose: "provision" },
      "AutoRollingUpdate",
      false,
    ],
  ])("is updated %s", (_, updateStrategy, spec, expected, isInPlace) => {
    expect(poolOf(reconcileOsc(spec), clusterWith({ updateStrategy }))).toMatchObject({
      updateStrategy: expected,
      isInPlace,
    });
  });

  it("is updated in place as the OSC tells where it has no worker", () => {
    const pool = poolOf(reconcileOsc({ inPlaceUpdates: { kubelet: "1.33.4" } }), clusterWith());
    expect(pool).toMatchObject({ updateStrategy: undefined, isInPlace: true });
  });
});

/** An OSC without any trace of a version but the given ones. */
function oscWith(spec: RawObject): RawObject {
  return reconcileOsc({ units: [], files: [], ...spec });
}

const kubeletUnit = (flags: string) => ({
  name: "kubelet.service",
  content: `[Service]\nExecStart=kubelet \\\n    ${flags} \\\n    --v=2`,
});
const label = (version: string) => `--node-labels=worker.gardener.cloud/kubernetes-version=${version}`;

function nodeAgentFile(version: string, encoding = "b64"): RawObject {
  const text = [
    "apiVersion: nodeagent.config.gardener.cloud/v1alpha1",
    "controllers:",
    "  operatingSystemConfig:",
    `    kubernetesVersion: ${version}`,
    "    secretName: gardener-node-agent-blue-0f1e2d3c4b5a6978",
    "  token:",
    "    syncConfigs:",
    "    - path: /var/lib/gardener-node-agent/credentials/token",
    "      secretName: gardener-node-agent",
    "kind: NodeAgentConfiguration",
    "",
  ].join("\n");
  const path = "/var/lib/gardener-node-agent/config-v1.150.0.yaml";
  return encoding === "b64" ? inlineFile(path, text) : { path, content: { inline: { encoding, data: text } } };
}

describe("the kubelet version where the Shoot does not know the pool", () => {
  const GONE = clusterWith({ name: "green", kubernetesVersion: "1.30.0" });

  it.each<[string, RawObject, string]>([
    ["spec.inPlaceUpdates", { inPlaceUpdates: { kubelet: "1.33.1" }, units: [kubeletUnit(label("1.33.2"))] }, "1.33.1"],
    [
      "the kubelet's node label (row 65)",
      { units: [kubeletUnit(label("1.32.9"))], files: [nodeAgentFile("1.33.3")] },
      "1.32.9",
    ],
    ["the node label among others", { units: [kubeletUnit(`${label("1.33.2")},x=y`)] }, "1.33.2"],
    ["the node label with a pre-release", { units: [kubeletUnit(label("1.34.0-alpha.1"))] }, "1.34.0-alpha.1"],
    [
      "gardener-node-agent's configuration",
      { files: [nodeAgentFile("1.33.3"), imageFile("/opt/bin/kubelet", "k:v1.33.5")] },
      "1.33.3",
    ],
    ["gardener-node-agent's configuration in quotes", { files: [nodeAgentFile('"1.33.3" # ours')] }, "1.33.3"],
    ["gardener-node-agent's configuration in clear text", { files: [nodeAgentFile("1.33.3", "")] }, "1.33.3"],
    [
      "the kubelet's image",
      { files: [imageFile("/opt/bin/kubelet", "registry.k8s.io:5000/hyperkube:v1.33.5")] },
      "1.33.5",
    ],
    ["the kubelet's image without v", { files: [imageFile("/opt/bin/kubelet", "hyperkube:1.33.5")] }, "1.33.5"],
    [
      "the kubelet's image with a digest",
      { files: [imageFile("/opt/bin/kubelet", `k:v1.33.5@sha256:${"0".repeat(64)}`)] },
      "1.33.5",
    ],
    ["the Shoot", {}, "1.33.4"],
    [
      "the Shoot where the OSC tells nonsense",
      { inPlaceUpdates: { kubelet: "new" }, files: [nodeAgentFile("~")] },
      "1.33.4",
    ],
    [
      "the Shoot where a configuration is not readable",
      { files: [nodeAgentFile("1.33.3", "gzip"), nodeAgentFile("1.33.3")] },
      "1.33.4",
    ],
    [
      "the Shoot where the image has no version",
      { files: [imageFile("/opt/bin/kubelet", "registry:5000/kubelet")] },
      "1.33.4",
    ],
  ])("comes from %s", (_, spec, expected) => {
    expect(poolOf(oscWith(spec), GONE).kubernetesVersion).toBe(expected);
  });

  it("is unknown where nothing tells", () => {
    expect(nodePoolOf(oscView(oscWith({})), undefined).kubernetesVersion).toBeUndefined();
    expect(poolOf(oscWith({}), { ...GONE, kubernetesVersion: "" }).kubernetesVersion).toBeUndefined();
  });

  it("is told by provision OSCs as well", () => {
    expect(poolOf(provisionOsc({ files: [nodeAgentFile("1.32.9")] }), GONE).kubernetesVersion).toBe("1.32.9");
  });
});

describe("the kubelet version where the Shoot knows the pool", () => {
  it.each<[string, string | undefined, string, string]>([
    ["the worker's", "1.32.7", "1.32.1", "1.32.7"],
    ["the Shoot's", undefined, "1.33.1", "1.33.4"],
    ["the Shoot's where the OSC tells none", undefined, "none", "1.33.4"],
  ])("is %s", (_, kubernetesVersion, embedded, expected) => {
    const pool = poolOf(oscWith({ units: [kubeletUnit(label(embedded))] }), clusterWith({ kubernetesVersion }));
    expect(pool).toMatchObject({
      kubernetesVersion: expected,
      isStale: false,
      notes: [],
    });
  });

  it.each([
    ["1.32.9", undefined, "1.33.4"],
    ["1.33.4", "1.32.7", "1.32.7"],
    ["1.34.0-alpha.1", undefined, "1.33.4"],
  ])("is that of the OSC where another minor version is asked for: %s", (embedded, kubernetesVersion, asked) => {
    const pool = poolOf(oscWith({ units: [kubeletUnit(label(embedded))] }), clusterWith({ kubernetesVersion }));
    expect(pool).toMatchObject({
      kubernetesVersion: embedded,
      isStale: true,
      notes: [
        `the OSC carries kubelet ${embedded}, while the Shoot asks for ${asked}: it is for nodes of before and out of use`,
      ],
    });
  });

  it("is asked for by the Shoot where the pool is gone", () => {
    const pool = poolOf(oscWith({ units: [kubeletUnit(label("1.32.9"))] }), clusterWith());
    expect(pool).toMatchObject({ kubernetesVersion: "1.32.9", isStale: true });
  });

  it("is not known to be stale where the pool is not known", () => {
    const object = reconcileOsc({ units: [kubeletUnit(label("1.32.9"))], files: [] }, { name: "x", labels: {} });
    expect(poolOf(object)).toMatchObject({ kubernetesVersion: "1.32.9", isStale: false, notes: [] });
  });
});
