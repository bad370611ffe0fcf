import { parse } from "yaml";
import type { CgroupDriver } from "../../src/domain/osc/kubelet-config.ts";
import type { DesiredCgroupDriver, Policy } from "../../src/domain/policies/types.ts";
import type { RawObject } from "../../src/wire/admission-review.ts";
import { oscView, reconcileOsc } from "./osc-builders.ts";
import { policy } from "./policy-builders.ts";

/** Path of the kubelet's configuration file. */
export const KUBELET_FILE = "/var/lib/kubelet/config/kubelet";

/** A kubelet configuration as Kubernetes' codec writes it; without a driver it leaves it to the default. */
export function kubeletText(driver?: string): string {
  return [
    "apiVersion: kubelet.config.k8s.io/v1beta1",
    "authentication:\n  anonymous:\n    enabled: false",
    ...(driver === undefined ? [] : [`cgroupDriver: ${driver}`]),
    "cgroupRoot: /",
    "clusterDNS:\n- 10.64.0.10",
    "evictionHard:\n  memory.available: 100Mi\n  nodefs.available: 5%",
    "kind: KubeletConfiguration",
    "kubeReserved:\n  cpu: 80m\n  memory: 1Gi",
    "registerWithTaints:\n- effect: NoSchedule\n  key: node.gardener.cloud/critical-components-not-ready",
    "volumeStatsAggPeriod: 1m0s\n",
  ].join("\n");
}

/** The two sides of an OSC; what is left out is not set. */
interface CgroupSides {
  readonly containerd?: string | undefined;
  /** The whole kubelet configuration; no file where it is left out. */
  readonly text?: string | undefined;
  /** `b64` unless given. */
  readonly encoding?: string;
}

/** A `reconcile` OSC for an operating system that takes either driver, with just the kubelet's file. */
export function cgroupOsc(
  { containerd, text, encoding = "b64" }: CgroupSides,
  spec: RawObject = {},
  metadata: RawObject = {},
): RawObject {
  const data = encoding === "b64" ? Buffer.from(text ?? "").toString("base64") : text;
  const file = { path: KUBELET_FILE, permissions: 384, content: { inline: { encoding, data } } };
  const criConfig = {
    name: "containerd",
    ...(containerd === undefined ? {} : { cgroupDriver: containerd }),
    containerd: { sandboxImage: "registry.k8s.io/pause:3.10" },
  };
  return reconcileOsc({ type: "ubuntu", criConfig, files: text === undefined ? [] : [file], ...spec }, metadata);
}

/** The same with one driver on each side, as gardenlet writes them. */
export function osc(containerd: string | undefined, kubelet = containerd, spec: RawObject = {}): RawObject {
  return cgroupOsc({ containerd, text: kubeletText(kubelet) }, spec);
}

/** The drivers of an OSC, read with a library. */
export function driversOf(object: RawObject): { readonly containerd: unknown; readonly kubelet: unknown } {
  const { criConfig } = oscView(object).spec;
  const config: unknown = parse(fileText(object) ?? "");
  const isMap = typeof config === "object" && config !== null && "cgroupDriver" in config;
  return { containerd: criConfig?.cgroupDriver, kubelet: isMap ? config.cgroupDriver : undefined };
}

/** The kubelet's file of an OSC, decoded. */
export function fileText(object: RawObject): string | undefined {
  const inline = oscView(object).spec.files.find(({ path }) => path === KUBELET_FILE)?.content?.inline;
  return inline?.encoding === "b64" ? Buffer.from(inline.data ?? "", "base64").toString() : inline?.data;
}

/** A policy about the cgroup driver, for nodes that are new. */
export function cgroupPolicy(
  driver: CgroupDriver,
  desired: Partial<DesiredCgroupDriver> = {},
  members: Partial<Policy> = {},
): Policy {
  return policy({ cgroupDriver: { driver, change: "never", requireKubeletFile: true, ...desired }, ...members });
}
