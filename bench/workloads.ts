/** Generated inputs of the benchmark: profiles of two sizes, and reviews of shoots that fit them. No randomness. */

/** A Kubernetes object or review as plain JSON. */
export type Json = Readonly<Record<string, unknown>>;

const ARCHITECTURES = ["amd64", "arm64"];
const DEFINITIONS = [
  { name: "architecture", values: ARCHITECTURES },
  { name: "hypervisor", values: ["virtual", "metal"] },
  { name: "storageAccess", values: ["nvme", "scsi", "virtio"] },
  { name: "secureBoot", values: ["required", "optional", "none"] },
];

/** How large a profile is made. */
export interface ProfileSize {
  readonly machineTypes: number;
  readonly images: number;
  readonly versionsPerImage: number;
  readonly flavorsPerVersion: number;
}

/** About 13 kB of JSON, as published profiles are. */
export const SMALL_PROFILE: ProfileSize = { machineTypes: 34, images: 2, versionsPerImage: 5, flavorsPerVersion: 4 };

/** About 1 MB of JSON, as landscapes with long version histories have. */
export const LARGE_PROFILE: ProfileSize = {
  machineTypes: 720,
  images: 6,
  versionsPerImage: 100,
  flavorsPerVersion: 12,
};

function architectureOf(index: number): string {
  return ARCHITECTURES[index % ARCHITECTURES.length] ?? "amd64";
}

function machineType(index: number): Json {
  return {
    name: `type-${index}`,
    cpu: String(2 + (index % 16)),
    gpu: "0",
    memory: `${8 + (index % 64)}Gi`,
    usable: true,
    architecture: architectureOf(index),
    capabilities: {
      architecture: [architectureOf(index)],
      hypervisor: [index % 5 === 0 ? "metal" : "virtual"],
      storageAccess: index % 3 === 0 ? ["nvme"] : ["nvme", "scsi"],
    },
  };
}

function flavor(index: number): Json {
  return {
    architecture: [architectureOf(index)],
    hypervisor: index % 4 < 2 ? ["virtual"] : ["metal"],
    storageAccess: ["nvme", "scsi", "virtio"].slice(0, 1 + (index % 3)),
    secureBoot: [["required"], ["optional"], ["none"]][Math.floor(index / 4) % 3],
  };
}

function version(image: number, index: number, flavors: number): Json {
  return {
    version: `${1 + Math.floor(index / 10)}.${index % 10}.${image}`,
    classification: index % 10 === 9 ? "supported" : "deprecated",
    architectures: ARCHITECTURES,
    cri: [{ name: "containerd", containerRuntimes: [{ type: "gvisor" }] }],
    kubeletVersionConstraint: ">= 1.30, < 1.40",
    capabilityFlavors: Array.from({ length: flavors }, (_, flavorIndex) => flavor(flavorIndex)),
  };
}

/** A CloudProfile of the given size and name. */
export function cloudProfile(name: string, size: ProfileSize): Json {
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "CloudProfile",
    metadata: { name },
    spec: {
      type: "local",
      machineCapabilities: DEFINITIONS,
      kubernetes: { versions: [{ version: "1.34.2" }, { version: "1.33.6" }] },
      regions: [{ name: "eu-1", zones: ["a", "b", "c"].map((zone) => ({ name: `eu-1${zone}` })) }],
      machineTypes: Array.from({ length: size.machineTypes }, (_, index) => machineType(index)),
      machineImages: Array.from({ length: size.images }, (_, image) => ({
        name: `image-${image}`,
        updateStrategy: "minor",
        versions: Array.from({ length: size.versionsPerImage }, (_, index) =>
          version(image, index, size.flavorsPerVersion),
        ),
      })),
    },
  };
}

function pool(index: number): Json {
  return {
    name: `pool-${index}`,
    machine: {
      type: `type-${1 + (index % 3)}`,
      image: { name: `image-${index % 2}`, version: `1.${index % 5}.${index % 2}` },
      architecture: architectureOf(1 + (index % 3)),
    },
    cri: { name: "containerd", containerRuntimes: [{ type: "gvisor" }] },
    minimum: 1,
    maximum: 3,
    maxSurge: 1,
    maxUnavailable: 0,
    zones: ["eu-1a", "eu-1b"],
    volume: { type: "ssd", size: "50Gi" },
    labels: { "example.org/tier": "general", "example.org/owner": "team" },
    systemComponents: { allow: true },
    updateStrategy: "AutoRollingUpdate",
  };
}

function shoot(profile: string, pools: number): Json {
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Shoot",
    metadata: { name: "bench", namespace: "garden-bench", labels: { "example.org/purpose": "bench" } },
    spec: {
      cloudProfile: { kind: "CloudProfile", name: profile },
      region: "eu-1",
      credentialsBindingName: "bench",
      kubernetes: {
        version: "1.34.2",
        kubeAPIServer: {
          requests: { maxNonMutatingInflight: 400, maxMutatingInflight: 200 },
          enableAnonymousAuthentication: false,
        },
        kubeControllerManager: { nodeCIDRMaskSize: 24, nodeMonitorGracePeriod: "40s" },
        kubeProxy: { mode: "IPTables", enabled: true },
        kubelet: { failSwapOn: true, kubeReserved: { cpu: "80m", memory: "1Gi", pid: "20k" } },
      },
      networking: { type: "calico", pods: "100.96.0.0/11", nodes: "10.250.0.0/16", services: "100.64.0.0/13" },
      addons: { kubernetesDashboard: { enabled: false }, nginxIngress: { enabled: false } },
      maintenance: {
        autoUpdate: { kubernetesVersion: true, machineImageVersion: true },
        timeWindow: { begin: "220000+0100", end: "230000+0100" },
      },
      provider: { type: "local", workers: Array.from({ length: pools }, (_, index) => pool(index)) },
      purpose: "evaluation",
    },
  };
}

/** The review of a shoot's creation, with pools that all fit the profile. */
export function shootReview(profile: string, pools: number): Json {
  const version = { group: "core.gardener.cloud", version: "v1beta1" };
  return {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: {
      uid: "7f0f3b0a-2a5e-4a43-9b1e-0d2c4c8c9a10",
      kind: { ...version, kind: "Shoot" },
      resource: { ...version, resource: "shoots" },
      requestKind: { ...version, kind: "Shoot" },
      requestResource: { ...version, resource: "shoots" },
      name: "bench",
      namespace: "garden-bench",
      operation: "CREATE",
      userInfo: { username: "bench", groups: ["system:authenticated"] },
      object: shoot(profile, pools),
      oldObject: null,
      dryRun: false,
      options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1" },
    },
  };
}
