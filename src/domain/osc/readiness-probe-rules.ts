import type { ClusterFact } from "../clusters/cluster-fact.ts";
import { invalid } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Cidr, containsAddress, parseCidr } from "../net/cidr.ts";
import { parseIpAddress } from "../net/ip-address.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { shownUrl } from "./registry-url-rules.ts";
import type { ReviewedHost, ReviewedRegistry } from "./reviewed-registry.ts";

/**
 * OSC-V-22: readiness probes go to hosts that a node can reach in any case, since a host that does not answer keeps nodes
 * from ever reporting the OSC as applied. Where the networks of the shoot are not known, any address will do.
 * FieldError: Invalid.
 * Source: OperatingSystemConfig contract, sections 2.2 and 3.6.
 */
export function* readinessProbeFindings(
  { registry, path, upstream, hosts }: ReviewedRegistry,
  cluster: ClusterFact | undefined,
): Iterable<Finding> {
  const problem = registry.readinessProbe === true ? probeProblem(hosts, cluster) : undefined;
  if (problem !== undefined) {
    yield finding("OSC-V-22", invalid(at(path, "readinessProbe"), true, problem), upstream);
  }
}

function probeProblem(hosts: readonly ReviewedHost[], cluster: ClusterFact | undefined): string | undefined {
  if (hosts.length === 0) {
    return "there is no host to be probed; leave it out";
  }
  const networks = (cluster?.networks ?? []).flatMap((text) => parseCidr(text) ?? []);
  const outside = hosts.find((host) => !isInside(host, networks));
  return outside === undefined
    ? undefined
    : `${shownUrl(outside.text)} is no address in the shoot's networks; unless it answers, no node reports the OSC as applied`;
}

function isInside({ url }: ReviewedHost, networks: readonly Cidr[]): boolean {
  const address = parseIpAddress(url?.authority?.hostname ?? "");
  return address !== undefined && (networks.length === 0 || networks.some((each) => containsAddress(each, address)));
}
