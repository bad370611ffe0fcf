import type { Json } from "./workloads.ts";

/** Generated inputs of the benchmark: OperatingSystemConfigs of two sizes, their Cluster, and policies. No randomness. */

const NAMESPACE = "shoot--bench--web";

/** Bytes of an object, about: what gardenlet writes for a usual pool, and for one with many extensions. */
export const OSC_SIZES = { small: 60_000, large: 700_000 } as const;

const KUBELET_CONFIG = [
  "apiVersion: kubelet.config.k8s.io/v1beta1",
  "authentication:",
  "  anonymous:",
  "    enabled: false",
  "cgroupDriver: cgroupfs",
  "clusterDNS:",
  "- 100.64.0.10",
  "evictionHard:",
  "  memory.available: 100Mi",
  "kind: KubeletConfiguration",
  "maxPods: 110",
  "",
].join("\n");

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

function inlineFile(path: string, text: string, permissions = 420): Json {
  return { path, permissions, content: { inline: { encoding: "b64", data: base64(text) } } };
}

/** Files of 4 kB each until the object has its size. */
function filler(bytes: number): readonly Json[] {
  const text = "0123456789abcdef".repeat(190);
  return Array.from({ length: Math.floor(bytes / 4200) }, (_, index) =>
    inlineFile(`/opt/extension/file-${index}`, text),
  );
}

function osc(bytes: number): Json {
  return {
    apiVersion: "extensions.gardener.cloud/v1alpha1",
    kind: "OperatingSystemConfig",
    metadata: {
      name: "gardener-node-agent-worker-0f1e2d3c4b5a6978-original",
      namespace: NAMESPACE,
      labels: { "worker.gardener.cloud/pool": "worker" },
    },
    spec: {
      type: "ubuntu",
      purpose: "reconcile",
      criConfig: {
        name: "containerd",
        cgroupDriver: "cgroupfs",
        containerd: { sandboxImage: "registry.k8s.io/pause:3.10" },
      },
      units: [
        { name: "containerd.service", filePaths: ["/var/lib/ca-certificates-local/ROOTcerts.crt"] },
        {
          name: "kubelet.service",
          enable: true,
          content: "[Service]\nExecStart=/opt/bin/kubelet --config=/var/lib/kubelet/config/kubelet\n",
          filePaths: ["/var/lib/kubelet/config/kubelet", "/opt/bin/kubelet"],
        },
        {
          name: "gardener-node-agent.service",
          enable: true,
          content: "[Service]\nExecStart=/opt/bin/gardener-node-agent\n",
        },
        ...Array.from({ length: 12 }, (_, index) => ({
          name: `extension-${index}.service`,
          enable: true,
          content: "[Unit]\nDescription=An extension\n[Service]\nExecStart=/opt/extension/run\n",
        })),
      ],
      files: [
        inlineFile("/var/lib/ca-certificates-local/ROOTcerts.crt", "certificate\n".repeat(300)),
        inlineFile("/var/lib/kubelet/config/kubelet", KUBELET_CONFIG, 384),
        imageFile("/opt/bin/kubelet"),
        imageFile("/opt/bin/gardener-node-agent"),
        ...filler(bytes - 12_000),
      ],
    },
  };
}

function imageFile(path: string): Json {
  return {
    path,
    permissions: 493,
    content: { imageRef: { image: "registry.example/node:v1.33.4", filePathInImage: path } },
  };
}

/** The review of an OSC's creation, which has the cgroup driver changed on both sides. */
export function oscReview(bytes: number): Json {
  const version = { group: "extensions.gardener.cloud", version: "v1alpha1" };
  return {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: {
      uid: "7f0f3b0a-2a5e-4a43-9b1e-0d2c4c8c9a11",
      kind: { ...version, kind: "OperatingSystemConfig" },
      resource: { ...version, resource: "operatingsystemconfigs" },
      requestKind: { ...version, kind: "OperatingSystemConfig" },
      requestResource: { ...version, resource: "operatingsystemconfigs" },
      name: "gardener-node-agent-worker-0f1e2d3c4b5a6978-original",
      namespace: NAMESPACE,
      operation: "CREATE",
      userInfo: { username: "bench", groups: ["system:authenticated"] },
      object: osc(bytes),
      oldObject: null,
      dryRun: false,
      options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1" },
    },
  };
}

/** The Cluster of the OSCs' namespace. */
export function cluster(): Json {
  const shoot = {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Shoot",
    metadata: { name: "web", namespace: "garden-bench" },
    spec: {
      region: "eu-1",
      seedName: "seed-1",
      kubernetes: { version: "1.33.4" },
      provider: {
        type: "local",
        workers: [{ name: "worker", machine: { type: "m", image: { name: "ubuntu", version: "24.4.20250801" } } }],
      },
    },
    status: { technicalID: NAMESPACE },
  };
  return {
    apiVersion: "extensions.gardener.cloud/v1alpha1",
    kind: "Cluster",
    metadata: { name: NAMESPACE },
    spec: { cloudProfile: {}, seed: {}, shoot },
  };
}

function mirror(upstream: string, server: string): Json {
  return { upstream, server, hosts: [{ url: `https://mirror.corp.example/v2/${upstream}`, overridePath: true }] };
}

/** Four mirrors, two plugins and a cgroup driver, for OSCs of this OS type. */
export function policy(osType: string): Json {
  return {
    apiVersion: "policy.gardengate.dev/v1alpha1",
    kind: "OperatingSystemConfigPolicy",
    metadata: { name: "bench" },
    spec: {
      match: { osTypes: [osType] },
      registries: [
        mirror("docker.io", "https://registry-1.docker.io"),
        mirror("ghcr.io", "https://ghcr.io"),
        mirror("quay.io", "https://quay.io"),
        mirror("registry.k8s.io", "https://registry.k8s.io"),
      ],
      plugins: [
        { path: ["io.containerd.grpc.v1.cri", "containerd"], values: { discard_unpacked_layers: true } },
        { path: ["io.containerd.grpc.v1.cri"], values: { device_ownership_from_security_context: true } },
      ],
      cgroupDriver: { driver: "systemd", change: "never" },
    },
  };
}
