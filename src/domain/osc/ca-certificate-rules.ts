import { CERTS_DIRECTORY } from "../containerd/hosts-toml.ts";
import { invalid } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import type { OscReview } from "./review.ts";
import type { ReviewedHost, ReviewedRegistry } from "./reviewed-registry.ts";

/** Paths of what is on a node, as far as it is known: files of the OSC, and certificates of the operating system. */
export type ProvidedFiles = ReadonlySet<string>;

/** What hosts of registries can take their certificates from. */
export function providedFiles({ osc, tables }: OscReview): ProvidedFiles {
  const files = [...osc.spec.files, ...osc.status.extensionFiles];
  return new Set([...files.map(({ path = "" }) => path), ...tables.caCertificates]);
}

/**
 * OSC-V-20: the CA certificates of the hosts of a registry. FieldError: Invalid.
 * Source: OperatingSystemConfig contract, sections 1.3, 2.2 and 3.6.
 */
export function* caCertificateFindings(reviewed: ReviewedRegistry, provided: ProvidedFiles): Iterable<Finding> {
  for (const host of reviewed.hosts) {
    for (const index of host.host.caCerts.keys()) {
      yield* certificateFindings(reviewed, host, index, provided);
    }
    yield* clearTextFindings(reviewed, host);
  }
}

function* certificateFindings(
  { upstream }: ReviewedRegistry,
  { host, path: hostPath, text }: ReviewedHost,
  index: number,
  provided: ProvidedFiles,
): Iterable<Finding> {
  const path = at(hostPath, "caCerts", index);
  const written = host.caCerts[index] ?? "";
  const problem = pathProblem(written);
  if (problem !== undefined) {
    yield finding("OSC-V-20", invalid(path, written, problem), upstream, text, written);
    return;
  }
  const resolved = resolvedPath(upstream, written);
  if (!provided.has(resolved)) {
    const place = resolved === written ? "" : ` (${resolved})`;
    const detail = `is no known file${place}; without it every pull of the upstream fails; add it to spec.files`;
    yield { ...finding("OSC-V-20", invalid(path, written, detail), upstream, text, written), mark: "Ww" };
  }
}

function pathProblem(path: string): string | undefined {
  if (path === "") {
    return "give the path of a file with CA certificates";
  }
  const clean = cleanPath(path);
  return path.startsWith("/") && path !== clean ? `is no clean path; write ${JSON.stringify(clean)}` : undefined;
}

/** Where containerd looks for a certificate: relative paths begin at the directory of the upstream. */
function resolvedPath(upstream: string, path: string): string {
  return path.startsWith("/") ? path : cleanPath(`${CERTS_DIRECTORY}/${upstream}/${path}`);
}

/** An absolute path without empty, `.` and `..` elements, as Go's `path.Clean` leaves it. */
function cleanPath(path: string): string {
  const elements: string[] = [];
  for (const element of path.split("/")) {
    if (element === "..") {
      elements.pop();
    } else if (element !== "" && element !== ".") {
      elements.push(element);
    }
  }
  return `/${elements.join("/")}`;
}

function* clearTextFindings(
  { upstream }: ReviewedRegistry,
  { host, path, text, url }: ReviewedHost,
): Iterable<Finding> {
  if (host.caCerts.length > 0 && url?.scheme === "http") {
    const detail = "with CA certificates containerd tries https first; leave them out, or write https://";
    const error = invalid(at(path, "caCerts"), undefined, detail);
    yield { ...finding("OSC-V-20", error, upstream, text, "http"), mark: "Ww" };
  }
}
