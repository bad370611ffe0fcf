import { duplicate } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import { filesWith, type Listed } from "./listed-elements.ts";
import type { OperatingSystemConfig, OscFile } from "./types.ts";

/**
 * OSC-V-50: a path stands once in spec and status together, or only in files of different hosts. Only paths that some file
 * under review has are looked at.
 *
 * Gardener compares a file with the first one of its path alone; what it misses thereby is ours to refuse.
 * Source: OperatingSystemConfig contract, section 2.4; gardener pkg/api/extensions/validation/operatingsystemconfig.go.
 */
export function fileRepeatFindings(osc: OperatingSystemConfig, asked: readonly Listed<OscFile>[]): readonly Finding[] {
  const paths = new Set(asked.map(({ element }) => element.path ?? ""));
  paths.delete("");
  if (paths.size === 0) {
    return NO_FINDINGS;
  }
  const earlier = new Map<string, Occurrences>();
  return filesWith(osc, ({ path = "" }) => paths.has(path)).flatMap((file) => {
    const { path = "", hostName } = file.element;
    const known = earlier.get(path);
    if (known === undefined) {
      earlier.set(path, { first: hostName, hosts: new Set([hostName]) });
      return NO_FINDINGS;
    }
    const isRepeat = hostName === undefined || known.hosts.has(undefined) || known.hosts.has(hostName);
    known.hosts.add(hostName);
    return isRepeat ? [repeatFinding(file, known.first)] : NO_FINDINGS;
  });
}

/** The hosts that a path has a file for; undefined is all hosts. */
interface Occurrences {
  readonly first: string | undefined;
  readonly hosts: Set<string | undefined>;
}

function repeatFinding({ element: { path = "", hostName }, path: place }: Listed<OscFile>, first: string | undefined) {
  const detail =
    hostName === undefined
      ? "another file is written to this path; leave one of them out"
      : "another file is written to this path on the same host; leave one of them out";
  const repeat = finding("OSC-V-50", duplicate(at(place, "path"), path, detail), path, hostName ?? "");
  const isSeenByGardener = hostName === undefined || first === undefined || first === hostName;
  return isSeenByGardener ? repeat : ({ ...repeat, mark: "W" } satisfies Finding);
}
