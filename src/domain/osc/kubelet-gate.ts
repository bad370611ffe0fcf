import { type BlockYaml, readBlockYaml } from "./block-yaml.ts";
import { kubeletConfig } from "./kubelet-config.ts";
import type { OperatingSystemConfig } from "./types.ts";

/** Thresholds of eviction that nodes compare. */
const EVICTION_SIGNALS: readonly string[] = [
  "memory.available",
  "imagefs.available",
  "imagefs.inodesFree",
  "nodefs.available",
  "nodefs.inodesFree",
];

/** Reserved resources that nodes compare. */
const RESERVED_RESOURCES: readonly string[] = ["cpu", "memory", "ephemeral-storage", "pid"];

/**
 * Fields of the kubelet's configuration that differ between two texts of it and that a node which is updated in place
 * applies only together with an update; `cpuManagerPolicy` and members such as `evictionHard.memory.available`. Undefined
 * where a text is not readable, or where a field stands that is not what the kubelet expects.
 * Source: OperatingSystemConfig contract, section 7.5; gardener
 * pkg/nodeagent/controller/operatingsystemconfig/changes.go, ComputeKubeletConfigChange.
 */
export function kubeletGateChanges(
  before: string | undefined,
  after: string | undefined,
): readonly string[] | undefined {
  if (before === after && before !== undefined) {
    return [];
  }
  const [was, is] = [gateFields(before), gateFields(after)];
  if (was === undefined || is === undefined) {
    return undefined;
  }
  return [...new Set([...was.keys(), ...is.keys()])].filter((field) => was.get(field) !== is.get(field)).sort();
}

/** The fields that are set, by their names. An empty policy is none, while an empty threshold is one. */
function gateFields(text: string | undefined): ReadonlyMap<string, string> | undefined {
  const config = text === undefined ? undefined : readBlockYaml(text);
  const policy = config?.scalar("cpuManagerPolicy");
  const eviction = config && membersOf(config, "evictionHard", EVICTION_SIGNALS);
  const reserved = config && membersOf(config, "kubeReserved", RESERVED_RESOURCES);
  if (policy === undefined || eviction === undefined || reserved === undefined) {
    return undefined;
  }
  const policies: readonly Field[] = policy.text ? [["cpuManagerPolicy", policy.text]] : [];
  return new Map([...policies, ...eviction, ...reserved]);
}

/** The kubelet's configuration in an OSC as a text; undefined where it is not there, or cannot be read. */
export function kubeletConfigText(osc: OperatingSystemConfig): string | undefined {
  const config = kubeletConfig(osc);
  return config.kind === "readable" ? config.text : undefined;
}

type Field = readonly [name: string, value: string];

function membersOf(config: BlockYaml, key: string, names: readonly string[]): readonly Field[] | undefined {
  const members = config.texts(key);
  return (
    members && [...members].filter(([name]) => names.includes(name)).map(([name, text]) => [`${key}.${name}`, text])
  );
}
