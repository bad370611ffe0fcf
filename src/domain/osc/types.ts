/**
 * An OperatingSystemConfig (OSC) as rules read it: what gardenlet asks an operating system to be, for one worker pool.
 *
 * Lists have the indexes of the object, so that paths and patches can be made from them; entries that are null are empty
 * ones. Absent and null members are undefined, since for a finding it matters whether a key was there; an explicit empty
 * text stays one. Absent lists are empty.
 * Source: OperatingSystemConfig contract, sections 1.2 to 1.4; gardener pkg/apis/extensions/v1alpha1/types_operatingsystemconfig.go.
 */
export interface OperatingSystemConfig {
  readonly metadata: OscMetadata;
  readonly spec: OscSpec;
  readonly status: OscStatus;
}

/** What is read of the metadata. Names are empty where they are missing. */
export interface OscMetadata {
  readonly name: string;
  /** Set on CREATE where the API server makes up the name. */
  readonly generateName: string;
  readonly namespace: string;
  /** Look up own members only. */
  readonly labels: Readonly<Record<string, string>>;
  /** Look up own members only. */
  readonly annotations: Readonly<Record<string, string>>;
  /** Set while the object is being deleted. */
  readonly deletionTimestamp: string | undefined;
}

/** `spec`. */
export interface OscSpec {
  /** Name of the operating system, which is that of the machine image; may be empty. */
  readonly type: string | undefined;
  readonly class: string | undefined;
  /** `provision` or `reconcile`, if valid. */
  readonly purpose: string | undefined;
  /** Opaque; only compared. */
  readonly providerConfig: unknown;
  readonly criConfig: CriConfig | undefined;
  readonly units: readonly Unit[];
  readonly files: readonly OscFile[];
  readonly inPlaceUpdates: InPlaceUpdates | undefined;
  /** Whether the key `cri` is there, which the documents print and the API does not have. */
  readonly hasDocumentedCri: boolean;
}

/** `spec.criConfig`. */
export interface CriConfig {
  readonly name: string | undefined;
  readonly cgroupDriver: string | undefined;
  readonly containerd: ContainerdConfig | undefined;
}

/** `spec.criConfig.containerd`. */
export interface ContainerdConfig {
  readonly sandboxImage: string | undefined;
  readonly registries: readonly Registry[];
  readonly plugins: readonly Plugin[];
}

/** Hosts that containerd asks for the images of one upstream registry. */
export interface Registry {
  /** `_default` or `host[:port]`. */
  readonly upstream: string | undefined;
  readonly server: string | undefined;
  readonly hosts: readonly RegistryHost[];
  readonly readinessProbe: boolean | undefined;
}

/** One host of a registry, in order of preference. */
export interface RegistryHost {
  readonly url: string | undefined;
  /** Empty means `pull` and `resolve`. */
  readonly capabilities: readonly string[];
  readonly caCerts: readonly string[];
  readonly overridePath: boolean | undefined;
}

/** One instruction to change containerd's plugin configuration; the list of them is a program. */
export interface Plugin {
  /** `add` (also when absent) or `remove`. */
  readonly op: string | undefined;
  readonly path: readonly string[];
  /** Any JSON value; undefined when absent or null. */
  readonly values: unknown;
}

/** A systemd unit. */
export interface Unit {
  readonly name: string | undefined;
  readonly command: string | undefined;
  readonly enable: boolean | undefined;
  readonly content: string | undefined;
  readonly dropIns: readonly DropIn[];
  readonly filePaths: readonly string[];
}

/** A drop-in of a systemd unit. */
export interface DropIn {
  readonly name: string | undefined;
  readonly content: string | undefined;
}

/** A file on the node. */
export interface OscFile {
  readonly path: string | undefined;
  /** Decimal: `0644` is 420. Any JSON number, valid or not. */
  readonly permissions: number | undefined;
  readonly hostName: string | undefined;
  readonly content: FileContent | undefined;
}

/** Where the content of a file comes from; exactly one of the three, if valid. */
export interface FileContent {
  readonly inline: InlineContent | undefined;
  readonly secretRef: { readonly name: string | undefined; readonly dataKey: string | undefined } | undefined;
  readonly imageRef: { readonly image: string | undefined; readonly filePathInImage: string | undefined } | undefined;
  readonly transmitUnencoded: boolean | undefined;
}

/** Content in the object itself. */
export interface InlineContent {
  /** `""` (plain) or `b64`, if valid. */
  readonly encoding: string | undefined;
  readonly data: string | undefined;
}

/** `spec.inPlaceUpdates`. */
export interface InPlaceUpdates {
  readonly operatingSystemVersion: string | undefined;
  /** The kubelet's full version. */
  readonly kubelet: string | undefined;
  /** Opaque; only compared. */
  readonly credentialsRotation: unknown;
}

/** What is read of `status`. */
export interface OscStatus {
  readonly extensionUnits: readonly Unit[];
  readonly extensionFiles: readonly OscFile[];
  /** Names the Secret with the user data, where the OS controller has written one. */
  readonly cloudConfig: { readonly secretRef: ObjectReference | undefined } | undefined;
  readonly inPlaceUpdates:
    | { readonly osUpdate: { readonly command: string | undefined; readonly args: readonly string[] } | undefined }
    | undefined;
}

/** A reference to an object in a namespace. */
export interface ObjectReference {
  readonly name: string | undefined;
  readonly namespace: string | undefined;
}

/** Views of objects whose parts may stand in another one. Objects and their views do not change. */
export interface KnownViews {
  /** An object that was read whole. */
  readonly before?: { readonly object: Readonly<Record<string, unknown>>; readonly view: OperatingSystemConfig };
  /** A `spec.criConfig.containerd`. */
  readonly containerd?: { readonly object: object; readonly view: ContainerdConfig } | undefined;
}

/** Purpose of an OSC that makes new nodes: user data of a machine. */
export const PROVISION = "provision";
/** Purpose of an OSC that gardener-node-agent applies to nodes, again and again. */
export const RECONCILE = "reconcile";

/** The kubelet's configuration file in a `reconcile` OSC. */
export const KUBELET_CONFIG_PATH = "/var/lib/kubelet/config/kubelet";
/** The kubelet itself in a `reconcile` OSC. */
export const KUBELET_BINARY_PATH = "/opt/bin/kubelet";
/** Whether a file is the configuration of gardener-node-agent in OSCs of both purposes; its name has Gardener's version. */
export function isNodeAgentConfig(path: string): boolean {
  return path.startsWith(NODE_AGENT_CONFIG) && path.endsWith(".yaml") && !path.includes("/", NODE_AGENT_CONFIG.length);
}

const NODE_AGENT_CONFIG = "/var/lib/gardener-node-agent/config-";
/** The unit that containerd runs in. */
export const CONTAINERD_UNIT = "containerd.service";
