import { forbidden, invalid, required } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import type { Listed } from "./listed-elements.ts";
import { type OscFile, RECONCILE } from "./types.ts";

/** OSC-V-44, 45 and 53: where a file is written to. */
export function filePathFindings(
  { element: { path: filePath = "" }, path: filesPath, isExtension }: Listed<OscFile>,
  purpose: string | undefined,
): readonly Finding[] {
  const path = at(filesPath, "path");
  if (filePath === "") {
    return [finding("OSC-V-44", required(path, "say where the file is written to"))];
  }
  if (filePath === CONTAINERD_CONFIG && purpose === RECONCILE && !isExtension) {
    const detail = "gardener-node-agent patches this file itself; use criConfig.containerd.plugins instead";
    return [finding("OSC-V-53", forbidden(path, detail), filePath)];
  }
  const problem = pathProblem(filePath);
  return problem === undefined ? NO_FINDINGS : [finding("OSC-V-45", invalid(path, filePath, problem), filePath)];
}

const CONTAINERD_CONFIG = "/etc/containerd/config.toml";

/** A development build of Gardener that nobody has stamped with a version writes its configuration here. */
const UNSTAMPED = "/var/lib/gardener-node-agent/config-v0.0.0-master+$Format:%H$.yaml";

/** The longest path that Linux takes, in bytes. */
const MAXIMUM_BYTES = 4096;
const UNCLEAN = /\/\/|\/\.{1,2}(?:\/|$)|\/$/;
const UNSAFE = /[\p{Cc}"'$`\\]/u;

/** What is wrong with a path, and what to do about it. */
function pathProblem(path: string): string | undefined {
  if (path === UNSTAMPED) {
    return undefined;
  }
  if (!path.startsWith("/")) {
    return "use an absolute path";
  }
  if (UNCLEAN.test(path)) {
    return 'write the path without "//", "/./", "/../" and a "/" at the end';
  }
  if (UNSAFE.test(path)) {
    return "use no quotes, $, backticks, backslashes or control characters; paths become part of shell scripts";
  }
  return Buffer.byteLength(path) > MAXIMUM_BYTES ? `use at most ${MAXIMUM_BYTES} bytes` : undefined;
}
