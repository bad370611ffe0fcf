import { invalid } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import type { Listed } from "./listed-elements.ts";
import type { OperatingSystemConfig, Unit } from "./types.ts";

/**
 * OSC-V-40: the files whose changes restart a unit are in the OSC, in its spec or in what the OS extension adds.
 * Source: OperatingSystemConfig contract, section 2.4; gardener pkg/api/extensions/validation/operatingsystemconfig.go.
 */
export function unitFilePathFindings(
  { spec, status }: OperatingSystemConfig,
  units: readonly Listed<Unit>[],
): readonly Finding[] {
  // An absent path is the empty one, as it is for Gardener.
  const known = new Set([...spec.files, ...status.extensionFiles].map(({ path = "" }) => path));
  return units.flatMap(({ element: { name = "", filePaths }, path }) =>
    filePaths.flatMap((filePath, index) =>
      known.has(filePath)
        ? []
        : [finding("OSC-V-40", invalid(at(path, "filePaths", index), filePath, DETAIL), name, filePath)],
    ),
  );
}

const DETAIL = "no file of the OSC has this path; add it to spec.files, or leave it out here";
