import type { KubernetesObject } from "./cluster.ts";

/** What differs between the profiles of the cluster tests. */
export interface ProfileParts {
  readonly name: string;
  /** Capability flavors of the image version `slate:1.2.3`. */
  readonly flavors: readonly Readonly<Record<string, readonly string[]>>[];
}

/** A CloudProfile with two machine types and two images, in the form that gardener-apiserver would hand over. */
export function cloudProfile({ name, flavors }: ProfileParts): KubernetesObject {
  const cri = [{ name: "containerd" }];
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "CloudProfile",
    metadata: { name },
    spec: {
      type: "local",
      machineCapabilities: [
        { name: "architecture", values: ["amd64"] },
        { name: "disk", values: ["nvme", "virtio"] },
      ],
      kubernetes: { versions: [{ version: "1.34.2" }] },
      machineTypes: [
        {
          name: "fast",
          cpu: "4",
          gpu: "0",
          memory: "16Gi",
          architecture: "amd64",
          usable: true,
          capabilities: { architecture: ["amd64"], disk: ["nvme"] },
        },
        {
          name: "plain",
          cpu: "2",
          gpu: "0",
          memory: "8Gi",
          architecture: "amd64",
          usable: true,
          capabilities: { architecture: ["amd64"], disk: ["virtio"] },
        },
      ],
      machineImages: [
        {
          name: "slate",
          updateStrategy: "minor",
          versions: [
            { version: "1.2.3", architectures: ["amd64"], cri, capabilityFlavors: flavors },
            { version: "1.3.0", architectures: ["amd64"], cri, capabilityFlavors: [{ architecture: ["amd64"] }] },
          ],
        },
      ],
      regions: [{ name: "north", zones: [{ name: "north-a" }] }],
    },
  };
}

/** What differs between the shoots of the cluster tests. */
export interface ShootParts {
  readonly namespace: string;
  readonly name: string;
  readonly profile: string;
  readonly machineType: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** A shoot with one worker pool of image `slate:1.2.3`. */
export function shoot({ namespace, name, profile, machineType, labels }: ShootParts): KubernetesObject {
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Shoot",
    metadata: { name, namespace },
    spec: {
      cloudProfile: { kind: "CloudProfile", name: profile },
      kubernetes: { version: "1.34.2" },
      region: "north",
      provider: {
        type: "local",
        workers: [
          {
            name: "pool",
            cri: { name: "containerd" },
            machine: { type: machineType, architecture: "amd64", image: { name: "slate", version: "1.2.3" } },
            zones: ["north-a"],
            ...(labels === undefined ? {} : { labels }),
          },
        ],
      },
    },
  };
}
