import { jsonEqual } from "../json/equal.ts";
import { capabilitiesOf, type RegistryHostLines, type RegistryHosts } from "./hosts-toml.ts";

/** What makes a registry: an entry of a policy, or one of an OSC as it is read. */
export interface RegistryContent extends RegistryHosts {
  readonly readinessProbe?: boolean | undefined;
}

/** Whether two registries come to the same `hosts.toml` and probe on a node, whether or not they spell the defaults. */
export function sameRegistry(a: RegistryContent, b: RegistryContent): boolean {
  const [hosts, others] = [a.hosts ?? [], b.hosts ?? []];
  return (
    (a.server ?? "") === (b.server ?? "") &&
    (a.readinessProbe ?? false) === (b.readinessProbe ?? false) &&
    hosts.length === others.length &&
    hosts.every((host, index) => sameHost(host, others[index] ?? {}))
  );
}

function sameHost(a: RegistryHostLines, b: RegistryHostLines): boolean {
  return (
    (a.url ?? "") === (b.url ?? "") &&
    (a.overridePath ?? false) === (b.overridePath ?? false) &&
    jsonEqual(capabilitiesOf(a), capabilitiesOf(b)) &&
    jsonEqual(a.caCerts ?? [], b.caCerts ?? [])
  );
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
