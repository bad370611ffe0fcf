import type { PluginEntry } from "../../src/domain/containerd/plugin-entry.ts";
import type { DesiredPlugin } from "../../src/domain/policies/types.ts";

/** The CRI plugin of files of version 1 and 2. */
export const CRI = "io.containerd.grpc.v1.cri";
/** Its parts in files of version 3 and 4. */
export const IMAGES = "io.containerd.cri.v1.images";
export const RUNTIME = "io.containerd.cri.v1.runtime";
/** The tables of runtimes in both generations. */
export const RUNTIMES = [CRI, "containerd", "runtimes"];
export const NEW_RUNTIMES = [RUNTIME, "containerd", "runtimes"];

/** P4 of the OperatingSystemConfig contract, section 8: the runtime of NVIDIA. */
export const NVIDIA: readonly [DesiredPlugin, DesiredPlugin] = [
  {
    path: [...RUNTIMES, "nvidia"],
    values: { runtime_type: "io.containerd.runc.v2", privileged_without_host_devices: false },
  },
  {
    path: [...RUNTIMES, "nvidia", "options"],
    values: { BinaryName: "/usr/bin/nvidia-container-runtime", SystemdCgroup: true },
  },
];

/** P5: the same as default runtime, as a policy writes it and as it is put into an OSC. */
export const NVIDIA_DEFAULT: readonly DesiredPlugin[] = [
  ...NVIDIA,
  { path: [CRI, "containerd"], values: { default_runtime_name: "nvidia" } },
];
export const NVIDIA_DEFAULT_EMITTED: readonly DesiredPlugin[] = [
  ...NVIDIA_DEFAULT,
  { path: [RUNTIME, "containerd"], values: { default_runtime_name: "nvidia" } },
];

/** An entry that adds to a table. */
export function addTo(path: readonly string[], values?: unknown): PluginEntry {
  return values === undefined ? { path } : { path, values };
}

/** An entry that removes a table or a setting. */
export function removal(...path: readonly string[]): DesiredPlugin {
  return { op: "remove", path };
}
