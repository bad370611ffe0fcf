import { hostIdentity } from "../containerd/registry-identity.ts";
import { duplicate, invalid, notSupported } from "../field/error.ts";
import { at } from "../field/path.ts";
import { repeatedIndexes } from "../profiles/repeats.ts";
import { type Finding, finding } from "../rules/finding.ts";
import type { GoUrl } from "./go-url.ts";
import { shownUrl } from "./registry-url-rules.ts";
import type { ReviewedHost, ReviewedRegistry } from "./reviewed-registry.ts";

const PUSH = "push";
const CAPABILITIES: readonly string[] = [PUSH, "pull", "resolve"];

/**
 * The hosts of a registry but for their URLs and certificates: OSC-V-17, 18, 19 and 21. FieldError: Duplicate,
 * NotSupported, Invalid.
 * Source: OperatingSystemConfig contract, sections 2.2 and 3.6.
 */
export function* registryHostFindings(reviewed: ReviewedRegistry): Iterable<Finding> {
  const origins = originsOf(reviewed);
  yield* repeatFindings(reviewed);
  for (const host of reviewed.hosts) {
    yield* slashFindings(reviewed, host);
    yield* capabilityFindings(reviewed, host);
    yield* pushFindings(reviewed, host, origins);
    yield* overridePathFindings(reviewed, host);
  }
}

/** OSC-V-17: no host twice. Texts that differ are two hosts for containerd, even where both lead to the same. */
function* repeatFindings({ hosts, upstream }: ReviewedRegistry): Iterable<Finding> {
  const texts = new Set<string>();
  const identities = new Set<string>();
  for (const { host, path: hostPath, text, url } of hosts) {
    const path = at(hostPath, "url");
    const identity = hostIdentity(text);
    if (host.url === undefined) {
      continue;
    }
    if (texts.has(text)) {
      const detail = "containerd cannot read a host twice and ignores all mirrors of the upstream; remove one";
      yield finding("OSC-V-17", duplicate(path, shownUrl(text), detail), upstream, text);
    } else if (url !== undefined && identities.has(identity)) {
      const detail = "is a host of this registry already, written in another way; remove one";
      yield { ...finding("OSC-V-17", duplicate(path, shownUrl(text), detail), upstream, text), mark: "Ww" };
    }
    texts.add(text);
    identities.add(identity);
  }
}

/** OSC-V-17: containerd appends to the path, and cleans only longer ones. */
function* slashFindings({ upstream }: ReviewedRegistry, { path, text, url }: ReviewedHost): Iterable<Finding> {
  if (url?.authority !== undefined && url.path === "/") {
    const detail = "containerd asks for //v2/ there; leave out the slash at the end";
    const error = invalid(at(path, "url"), shownUrl(text), detail);
    yield { ...finding("OSC-V-17", error, upstream, text, "slash"), mark: "Ww" };
  }
}

/** OSC-V-18, and OSC-V-19 about repetition. */
function* capabilityFindings({ upstream }: ReviewedRegistry, { host, path, text }: ReviewedHost): Iterable<Finding> {
  const { capabilities } = host;
  for (const [index, capability] of capabilities.entries()) {
    if (!CAPABILITIES.includes(capability)) {
      const error = notSupported(at(path, "capabilities", index), capability, CAPABILITIES);
      yield finding("OSC-V-18", error, upstream, text, capability);
    }
  }
  for (const index of repeatedIndexes(capabilities)) {
    const capability = capabilities[index] ?? "";
    const error = duplicate(at(path, "capabilities", index), capability, "is in the list already; remove it");
    yield finding("OSC-V-19", error, upstream, text, capability);
  }
}

/** OSC-V-19: what is pushed to a mirror does not reach the upstream. */
function* pushFindings(
  { upstream }: ReviewedRegistry,
  { host, path, text, url }: ReviewedHost,
  origins: ReadonlySet<string>,
): Iterable<Finding> {
  const index = host.capabilities.indexOf(PUSH);
  if (index >= 0 && url?.authority !== undefined && !origins.has(hostWithPort(url))) {
    const detail = "is not the upstream's own host, so that pushes end up in a mirror; leave out push";
    yield finding("OSC-V-19", invalid(at(path, "capabilities", index), PUSH, detail), upstream, text, "mirror");
  }
}

const HAS_PORT = /:[0-9]+$/;

/** The hosts that are the upstream itself, with their ports. */
function originsOf({ upstream, server }: ReviewedRegistry): ReadonlySet<string> {
  const hosts = upstream === "docker.io" ? [upstream, "registry-1.docker.io"] : [upstream];
  const origins = hosts.flatMap((host) =>
    HAS_PORT.test(host) ? [host] : [...DEFAULT_PORTS.values()].map((port) => `${host}:${port}`),
  );
  return new Set([...origins, ...(server === undefined ? [] : [hostWithPort(server)])]);
}

const DEFAULT_PORTS: ReadonlyMap<string, string> = new Map([
  ["http", "80"],
  ["https", "443"],
]);

/** Host and port of a URL, if need be the port that its scheme has. */
function hostWithPort({ scheme, authority }: GoUrl): string {
  const { hostname = "", port = "" } = authority ?? {};
  return `${hostname.toLowerCase()}:${port === "" ? (DEFAULT_PORTS.get(scheme) ?? "") : port}`;
}

/** OSC-V-21. */
function* overridePathFindings(
  { upstream }: ReviewedRegistry,
  { host, path, text, url }: ReviewedHost,
): Iterable<Finding> {
  if (host.overridePath === true && url?.authority !== undefined && url.path === "") {
    const detail = "containerd then asks without /v2; write the whole path into the URL, as in https://host/v2/name";
    yield finding("OSC-V-21", invalid(at(path, "overridePath"), true, detail), upstream, text);
  }
}
