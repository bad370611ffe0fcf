import type { ClusterFact, ClusterWorker } from "../clusters/cluster-fact.ts";
import { remembered } from "../remembered.ts";
import { parseImageVersion, sameMinor } from "../versions/image-version.ts";
import { readBlockYaml } from "./block-yaml.ts";
import { inlineText } from "./inline-content.ts";
import { KUBELET_UNIT } from "./kubelet-flag.ts";
import { isNodeAgentConfig, KUBELET_BINARY_PATH, type OperatingSystemConfig } from "./types.ts";

/** The kubelet's version of an OSC's nodes, and how far it can be trusted. */
export interface KubeletVersion {
  /** Undefined where nothing tells. */
  readonly version: string | undefined;
  /** Whether the OSC carries a kubelet of another minor version than the Shoot asks for. */
  readonly isStale: boolean;
  /** What is odd about it, for the writer of the OSC. */
  readonly notes: readonly string[];
}

/** What the Shoot says of the pool of an OSC. */
interface AskedOfPool {
  readonly name: string | undefined;
  readonly cluster: ClusterFact | undefined;
  readonly worker: ClusterWorker | undefined;
}

const NO_NOTES: readonly string[] = [];

/**
 * The version that the Shoot asks for or, where the OSC carries a kubelet of another minor version, that one: the OSC
 * belongs to nodes of before then. Without its worker, what the OSC carries comes first and the Shoot's own version
 * last.
 * Source: OperatingSystemConfig contract, section 1.7, with its consistency rule.
 */
export function kubeletVersion(osc: OperatingSystemConfig, pool: AskedOfPool): KubeletVersion {
  const { cluster, worker, name } = pool;
  const ofShoot = nonEmpty(cluster?.kubernetesVersion);
  const ofWorker = worker === undefined ? undefined : (nonEmpty(worker.kubernetesVersion) ?? ofShoot);
  const embedded = embeddedVersion(osc);
  if (embedded === undefined) {
    return { version: ofWorker ?? ofShoot, isStale: false, notes: NO_NOTES };
  }
  // An own version of a pool that is not known could be the embedded one.
  const asked = name === undefined ? undefined : (ofWorker ?? ofShoot);
  if (asked !== undefined && differInMinor(embedded, asked)) {
    const versions = `the OSC carries kubelet ${embedded}, while the Shoot asks for ${asked}`;
    const note = `${versions}: it is for nodes of before and out of use`;
    return { version: embedded, isStale: true, notes: [note] };
  }
  return { version: ofWorker ?? embedded, isStale: false, notes: NO_NOTES };
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

function differInMinor(a: string, b: string): boolean {
  if (a === b) {
    return false;
  }
  const [one, other] = [parseImageVersion(a), parseImageVersion(b)];
  return one !== undefined && other !== undefined && !sameMinor(one, other);
}

/** The version that the OSC itself tells: the first of its places with one. */
function embeddedVersion(osc: OperatingSystemConfig): string | undefined {
  return (
    version(osc.spec.inPlaceUpdates?.kubelet) ??
    version(nodeLabelVersion(osc)) ??
    version(nodeAgentVersion(osc)) ??
    version(binaryVersion(osc))
  );
}

function version(text: string | undefined): string | undefined {
  return text !== undefined && IS_VERSION(text, () => parseImageVersion(text) !== undefined) ? text : undefined;
}

/** The same few versions come again and again. */
const IS_VERSION = remembered<boolean>();

const NODE_LABEL = /--node-labels=worker\.gardener\.cloud\/kubernetes-version=(\d+\.\d+\.\d+[^\s,"'\\]*)/;

/** The kubelet labels its node with its version. */
function nodeLabelVersion({ spec }: OperatingSystemConfig): string | undefined {
  const content = spec.units.find(({ name }) => name === KUBELET_UNIT)?.content ?? "";
  return content.includes("--node-labels") ? NODE_LABEL.exec(content)?.[1] : undefined;
}

/** gardener-node-agent is told the version, in OSCs of both purposes. */
function nodeAgentVersion({ spec }: OperatingSystemConfig): string | undefined {
  const inline = spec.files.find(({ path = "" }) => isNodeAgentConfig(path))?.content?.inline;
  const text = inline && inlineText(inline);
  return text === undefined
    ? undefined
    : readBlockYaml(text)?.scalar("controllers", "operatingSystemConfig", "kubernetesVersion")?.text;
}

const TAG = /:v?(\d+\.\d+\.\d+[^@/:]*)(?:@[^@]*)?$/;

/** The kubelet comes out of an image that is tagged with its version. */
function binaryVersion({ spec }: OperatingSystemConfig): string | undefined {
  const image = spec.files.find(({ path }) => path === KUBELET_BINARY_PATH)?.content?.imageRef?.image;
  return TAG.exec(image ?? "")?.[1];
}
