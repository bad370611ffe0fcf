import type { ClusterFact } from "../clusters/cluster-fact.ts";
import { CERTS_DIRECTORY, hostsTomlPath } from "../containerd/hosts-toml.ts";
import { duplicate, forbidden, invalid, required } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { type Finding, finding, markOf, NO_FINDINGS } from "../rules/finding.ts";
import { caCertificateFindings, type ProvidedFiles, providedFiles } from "./ca-certificate-rules.ts";
import { isDnsSubdomain } from "./dns-subdomain.ts";
import { readinessProbeFindings } from "./readiness-probe-rules.ts";
import { registryHostFindings } from "./registry-host-rules.ts";
import { hostUrlFindings, serverFindings } from "./registry-url-rules.ts";
import type { OscReview } from "./review.ts";
import { type ReviewedRegistry, reviewedRegistry } from "./reviewed-registry.ts";
import { type OperatingSystemConfig, type OscFile, PROVISION, type Registry } from "./types.ts";

const REGISTRIES: FieldPath = ["spec", "criConfig", "containerd", "registries"];

/** The upstream that stands for all that have no entry of their own. */
const DEFAULT_UPSTREAM = "_default";

/**
 * Registries: OSC-V-11 to 23 and 66. A `provision` OSC must not have any, which OSC-V-06 says.
 * Source: OperatingSystemConfig contract, sections 2.2 and 3.6; gardener
 * pkg/api/extensions/validation/operatingsystemconfig.go, validateContainerdRegistryConfigs.
 */
export function registryFindings(review: OscReview): readonly Finding[] {
  const registries = registriesOf(review.osc);
  return registries.length === 0
    ? NO_FINDINGS
    : contentFindings(registries, { provided: providedFiles(review), cluster: review.pool.cluster });
}

function registriesOf({ spec: { purpose, criConfig } }: OperatingSystemConfig): readonly Registry[] {
  return purpose === PROVISION ? [] : (criConfig?.containerd?.registries ?? []);
}

/** What of other objects and files rules about registries look at, for warnings only. */
interface Surroundings {
  readonly provided: ProvidedFiles;
  readonly cluster: ClusterFact | undefined;
}

/** What registries are refused for; of all that is found about them, warnings alone depend on anything else. */
export function registryRefusals(registries: readonly Registry[]): readonly Finding[] {
  return contentFindings(registries, ALONE).filter((finding) => markOf(finding) !== "Ww");
}

const ALONE: Surroundings = { provided: new Set(), cluster: undefined };

function contentFindings(registries: readonly Registry[], surroundings: Surroundings): readonly Finding[] {
  return [
    ...repeatFindings(registries),
    ...registries.flatMap((registry, index) =>
      singleFindings(reviewedRegistry(registry, at(REGISTRIES, index)), surroundings),
    ),
  ];
}

/** What concerns one registry alone. */
function singleFindings(reviewed: ReviewedRegistry, { provided, cluster }: Surroundings): readonly Finding[] {
  return [
    ...upstreamFindings(reviewed),
    ...serverFindings(reviewed),
    ...lonelyServerFindings(reviewed),
    ...hostUrlFindings(reviewed),
    ...registryHostFindings(reviewed),
    ...caCertificateFindings(reviewed, provided),
    ...readinessProbeFindings(reviewed, cluster),
  ];
}

/** OSC-V-11. */
function* repeatFindings(registries: readonly Registry[]): Iterable<Finding> {
  const seen = new Set<string>();
  for (const [index, { upstream }] of registries.entries()) {
    if (upstream === undefined) {
      continue;
    }
    if (seen.has(upstream)) {
      const detail = "an upstream has one entry; bring its hosts together there";
      yield finding("OSC-V-11", duplicate(at(REGISTRIES, index, "upstream"), upstream, detail), upstream);
    }
    seen.add(upstream);
  }
}

const DIGITS = /^[0-9]+$/;
const PORT = /^[1-9][0-9]{0,4}$/;
const HIGHEST_PORT = 65_535;

/** OSC-V-12. */
function* upstreamFindings({ registry: { upstream }, path: registryPath }: ReviewedRegistry): Iterable<Finding> {
  const path = at(registryPath, "upstream");
  if (upstream === undefined) {
    yield finding("OSC-V-12", required(path, "name the registry as host[:port], or _default for all others"));
  } else if (upstream !== DEFAULT_UPSTREAM && !isHostWithPort(upstream)) {
    const detail = "must be _default or host[:port] in lower case, without scheme and path, port 1 to 65535";
    yield finding("OSC-V-12", invalid(path, upstream, detail), upstream);
  }
}

/** Only digits behind the last colon are a port; anything else there is part of the host, and no good one. */
function isHostWithPort(text: string): boolean {
  const colon = text.lastIndexOf(":");
  const port = text.slice(colon + 1);
  if (colon < 0 || !DIGITS.test(port)) {
    return isDnsSubdomain(text);
  }
  return isDnsSubdomain(text.slice(0, colon)) && PORT.test(port) && Number(port) <= HIGHEST_PORT;
}

/** OSC-V-66. */
function* lonelyServerFindings({ registry, upstream, path }: ReviewedRegistry): Iterable<Finding> {
  const { server, hosts } = registry;
  if (server !== undefined && hosts.length === 0) {
    const detail = "containerd 1.x ignores a server without hosts and asks the upstream; write it as a host too";
    yield finding("OSC-V-66", forbidden(at(path, "server"), detail), upstream);
  }
}

/** OSC-V-23: gardener-node-agent writes what the OSC has as a file too. */
export function secondWriterFindings({ osc }: OscReview): readonly Finding[] {
  const registries = registriesOf(osc);
  const { files } = osc.spec;
  return registries.length > 0 && files.some(({ path }) => path?.startsWith(CERTS_DIRECTORY))
    ? [...writtenTwice(registries, files)]
    : NO_FINDINGS;
}

function* writtenTwice(registries: readonly Registry[], files: readonly OscFile[]): Iterable<Finding> {
  const upstreams = new Map(registries.map(({ upstream = "" }) => [hostsTomlPath(upstream), upstream]));
  for (const [index, { path = "" }] of files.entries()) {
    const upstream = path.startsWith(CERTS_DIRECTORY) ? upstreams.get(path) : undefined;
    if (upstream !== undefined) {
      const detail = `gardener-node-agent writes it for upstream ${JSON.stringify(upstream)}; keep the file or the registry`;
      yield finding("OSC-V-23", forbidden(["spec", "files", index, "path"], detail), path);
    }
  }
}
