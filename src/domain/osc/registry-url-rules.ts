import { type FieldError, invalid, notSupported, required } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import type { GoUrl } from "./go-url.ts";
import type { ReviewedRegistry } from "./reviewed-registry.ts";

const SCHEMES: readonly string[] = ["http", "https"];
const PREFIXES: readonly string[] = ["http://", "https://"];
const HIGHEST_PORT = 65_535;
const FORM = "write https://host[:port]";

/** A URL of a registry, as it is written and as it is read. */
interface WrittenUrl {
  readonly path: FieldPath;
  readonly text: string;
  /** Undefined where it cannot be read. */
  readonly url: GoUrl | undefined;
  /** What tells the URL from others across updates. */
  readonly names: readonly string[];
}

/**
 * OSC-V-13, 15 and 16: the server of a registry. FieldError: Required where it cannot be read, as of Gardener;
 * NotSupported, Invalid.
 * Source: OperatingSystemConfig contract, sections 2.2 and 2.6.
 */
export function* serverFindings({ registry, server, path, upstream }: ReviewedRegistry): Iterable<Finding> {
  if (registry.server === undefined) {
    return;
  }
  const names = [upstream, "server", registry.server];
  const written: WrittenUrl = { path: at(path, "server"), text: registry.server, url: server, names };
  const found = [...serverErrors(written)].map((error) => finding("OSC-V-13", error, ...names, error.type));
  yield* found;
  if (found.length === 0) {
    yield* prefixFindings(written);
  }
  yield* surplusFindings(written);
}

function* serverErrors({ path, text, url }: WrittenUrl): Iterable<FieldError> {
  if (url === undefined) {
    yield unreadable(path);
    return;
  }
  if (!SCHEMES.includes(url.scheme)) {
    yield notSupported(path, shownUrl(text), PREFIXES, "begin with one of them");
  }
  if (!hasHost(url)) {
    yield withoutHost(path, text);
  }
}

/**
 * OSC-V-14, 15 and 16: the URLs of the hosts of a registry. FieldError: as of the server.
 * Source: OperatingSystemConfig contract, sections 2.2 and 2.6.
 */
export function* hostUrlFindings({ upstream, hosts }: ReviewedRegistry): Iterable<Finding> {
  for (const { host, path: hostPath, text, url } of hosts) {
    const path = at(hostPath, "url");
    if (host.url === undefined) {
      yield finding("OSC-V-14", required(path, `is missing; ${FORM}`), upstream);
      continue;
    }
    const written: WrittenUrl = { path, text, url, names: [upstream, "host", text] };
    if (url === undefined) {
      yield finding("OSC-V-14", unreadable(path), ...written.names);
    } else if (!hasHost(url)) {
      yield finding("OSC-V-14", withoutHost(path, text), ...written.names);
    }
    yield* prefixFindings(written);
    yield* surplusFindings(written);
  }
}

function unreadable(path: FieldPath): FieldError {
  return required(path, `cannot be read as a URL; ${FORM}`);
}

function withoutHost(path: FieldPath, text: string): FieldError {
  return invalid(path, shownUrl(text), `has no host; ${FORM}`);
}

function hasHost({ authority }: GoUrl): boolean {
  return authority !== undefined && authority.host !== "";
}

/** OSC-V-15. */
function* prefixFindings({ path, text, names }: WrittenUrl): Iterable<Finding> {
  if (!PREFIXES.some((prefix) => text.startsWith(prefix))) {
    const hint = "containerd puts https:// before anything else";
    yield finding("OSC-V-15", notSupported(path, shownUrl(text), PREFIXES, hint), ...names);
  }
}

/** OSC-V-16. */
function* surplusFindings({ path, text, url, names }: WrittenUrl): Iterable<Finding> {
  if (url === undefined) {
    return;
  }
  const problems = [...droppedProblems(url), ...portProblems(url)];
  if (problems.length > 0) {
    yield finding("OSC-V-16", invalid(path, shownUrl(text), problems.join("; ")), ...names);
  }
}

function droppedProblems({ authority, query, fragment }: GoUrl): readonly string[] {
  const dropped = [
    authority?.userInfo === undefined ? [] : ["user info"],
    query === undefined ? [] : ["the query"],
    fragment === undefined ? [] : ["the fragment"],
  ].flat();
  return dropped.length === 0 ? [] : [`leave out ${dropped.join(" and ")}, which containerd does not send`];
}

/** A colon without digits behind it is no port. */
function portProblems({ authority }: GoUrl): readonly string[] {
  const port = authority?.port ?? "";
  const isValid = port === "" || (Number(port) >= 1 && Number(port) <= HIGHEST_PORT);
  return isValid ? [] : ["use a port from 1 to 65535"];
}

const USER_INFO = /^([^/?#]*\/\/)[^/?#]*@/;

/** A URL for a message: without what may be a password. */
export function shownUrl(text: string): string {
  return text.replace(USER_INFO, "$1***@");
}
