import { type Cluster, expectSuccess, type KubectlResult, type KubernetesObject } from "./cluster.ts";

const KUBELET_CONFIG_PATH = "/var/lib/kubelet/config/kubelet";

/** What the comparison looks at in an OperatingSystemConfig. */
export interface OscSpec {
  readonly purpose: string;
  readonly criConfig?: {
    readonly cgroupDriver?: string;
    readonly containerd?: {
      readonly registries?: readonly {
        readonly upstream: string;
        readonly hosts?: readonly { readonly url: string }[];
      }[];
      readonly plugins?: readonly { readonly path: readonly string[]; readonly values?: object }[];
    };
  };
  readonly files: readonly {
    readonly path: string;
    readonly content: { readonly inline?: { readonly data: string } };
  }[];
}

/** gardenlet's part: it creates OperatingSystemConfigs, and later merges its own idea of them into what is stored. */
export interface Gardenlet {
  create(osc: KubernetesObject): Promise<KubectlResult>;
  /** The merge patch of a pristine object: what gardenlet does not know is set to null, lists are replaced. */
  write(osc: KubernetesObject): Promise<KubectlResult>;
  /** A write by somebody else, which leaves the spec alone. */
  label(osc: KubernetesObject): Promise<KubectlResult>;
  /** What such a write would make of what is stored. */
  dryWrite(osc: KubernetesObject): Promise<OscSpec>;
  /** The spec as it is stored. */
  spec(osc: KubernetesObject): Promise<OscSpec>;
  /** Removes it again. */
  remove(osc: KubernetesObject): Promise<KubectlResult>;
  /** The spec that would be stored if it were created under a new name, or why it would not be. */
  dryRun(osc: KubernetesObject): Promise<OscSpec | string>;
}

/** gardenlet's writes through kubectl. */
export function gardenletOf(cluster: Cluster): Gardenlet {
  const where = ({ metadata }: KubernetesObject) => [
    "operatingsystemconfig",
    String(metadata["name"]),
    ...["--namespace", String(metadata["namespace"])],
  ];
  const merge = (osc: KubernetesObject, patch: object, ...args: readonly string[]) =>
    cluster.kubectl(["patch", ...where(osc), "--type", "merge", "--patch", JSON.stringify(patch), ...args]);
  const write = (osc: KubernetesObject, ...args: readonly string[]) => merge(osc, { spec: pristine(osc) }, ...args);
  const create = (osc: KubernetesObject, ...args: readonly string[]) =>
    cluster.kubectl(["create", ...args, "-f", "-"], { input: JSON.stringify(osc) });
  return {
    create: (osc) => create(osc),
    write: (osc) => write(osc),
    dryWrite: async (osc) =>
      specOf(JSON.parse(expectSuccess(await write(osc, "--dry-run=server", "--output", "json")).stdout)),
    label: (osc) => merge(osc, { metadata: { labels: { touched: "yes" } } }),
    spec: async (osc) => {
      const [kind = "", name = "", , namespace] = where(osc);
      return specOf(await cluster.get(kind, name, namespace));
    },
    remove: (osc) => cluster.kubectl(["delete", ...where(osc), "--ignore-not-found"]),
    dryRun: async (osc) => {
      const probe = { ...osc, metadata: { ...osc.metadata, name: "probe" } };
      const { code, stdout, stderr } = await create(probe, "--dry-run=server", "--output", "json");
      return code === 0 ? specOf(JSON.parse(stdout)) : stderr;
    },
  };
}

/** The spec with nulls for what webhooks and policies may have added. */
function pristine(osc: KubernetesObject): object {
  const spec = specOf(osc);
  const { criConfig } = spec;
  const containerd = { registries: null, plugins: null, ...criConfig?.containerd };
  return { ...spec, criConfig: { ...criConfig, containerd } };
}

/** The typed spec of an OperatingSystemConfig. */
export function specOf(osc: KubernetesObject): OscSpec {
  return osc["spec"] as OscSpec;
}

/** The upstreams with mirrors, in order; for a refusal, no upstreams. */
export function upstreamsOf(spec: OscSpec | string): readonly string[] {
  return typeof spec === "string" ? [] : (spec.criConfig?.containerd?.registries ?? []).map(({ upstream }) => upstream);
}

/** The URLs of the mirrors of an upstream, in order; for a refusal, none. */
export function hostsOf(spec: OscSpec | string, upstream: string): readonly string[] {
  const registries = typeof spec === "string" ? [] : spec.criConfig?.containerd?.registries;
  return (registries?.find((each) => each.upstream === upstream)?.hosts ?? []).map(({ url }) => url);
}

/** The entries for plugins, in order; for a refusal, none. */
export function pluginsOf(spec: OscSpec | string) {
  return typeof spec === "string" ? [] : (spec.criConfig?.containerd?.plugins ?? []);
}

/** The kubelet's configuration, decoded. */
export function kubeletConfigOf({ files }: OscSpec): string {
  const file = files.find(({ path }) => path === KUBELET_CONFIG_PATH);
  return atob(file?.content.inline?.data ?? "");
}

/** The same OSC in another namespace. */
export function inNamespace(namespace: string, osc: KubernetesObject): KubernetesObject {
  return { ...osc, metadata: { ...osc.metadata, namespace } };
}

/** An OSC with one entry for plugins. */
export function withPluginValues(osc: KubernetesObject, values: object): KubernetesObject {
  const { criConfig, ...spec } = specOf(osc);
  const plugins = [{ path: ["io.containerd.grpc.v1.cri"], values }];
  return { ...osc, spec: { ...spec, criConfig: { ...criConfig, containerd: { ...criConfig?.containerd, plugins } } } };
}

/** An OSC with another configuration of kubelet. */
export function withKubeletConfig(osc: KubernetesObject, text: string): KubernetesObject {
  const { files, ...spec } = specOf(osc);
  const inline = { encoding: "b64", data: Buffer.from(text).toString("base64") };
  const changed = files.map((file) => (file.path === KUBELET_CONFIG_PATH ? { ...file, content: { inline } } : file));
  return { ...osc, spec: { ...spec, files: changed } };
}

/** An OSC with so many more files of 2 kB. */
export function withFiles(osc: KubernetesObject, count: number): KubernetesObject {
  const { files, ...spec } = specOf(osc);
  const inline = { encoding: "b64", data: "eHh4".repeat(500) };
  const more = Array.from({ length: count }, (_, index) => ({ path: `/etc/large/${index}`, content: { inline } }));
  return { ...osc, spec: { ...spec, files: [...files, ...more] } };
}
