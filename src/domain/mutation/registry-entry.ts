import { jsonEqual } from "../json/equal.ts";

/** What makes a registry: an entry of a policy, or one of an OSC as it is read. */
export interface RegistryContent {
  readonly server?: string | undefined;
  readonly hosts?: readonly HostContent[];
  readonly readinessProbe?: boolean | undefined;
}

interface HostContent {
  readonly url?: string | undefined;
  readonly capabilities?: readonly string[];
  readonly caCerts?: readonly string[];
  readonly overridePath?: boolean | undefined;
}

/** What a host may be asked for where its entry does not say. */
const DEFAULT_CAPABILITIES: readonly string[] = ["pull", "resolve"];

/** Whether two registries are the same on a node, so that a default may be written or not. */
export function sameRegistry(a: RegistryContent, b: RegistryContent): boolean {
  return jsonEqual(canonical(a), canonical(b));
}

function canonical({ server, hosts = [], readinessProbe = false }: RegistryContent): unknown {
  return {
    server: server ?? "",
    readinessProbe,
    hosts: hosts.map(({ url, capabilities = [], caCerts = [], overridePath = false }) => ({
      url: url ?? "",
      capabilities: capabilities.length === 0 ? DEFAULT_CAPABILITIES : capabilities,
      caCerts,
      overridePath,
    })),
  };
}

const SCHEME_AND_HOST = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/;

/**
 * A URL by which hosts are told apart: containerd asks the same host whatever the case of scheme and host, and with or
 * without a slash at the end.
 */
export function hostIdentity(url: string): string {
  const lowered = url.replace(SCHEME_AND_HOST, (origin) => origin.toLowerCase());
  return lowered.endsWith("/") ? lowered.slice(0, -1) : lowered;
}
