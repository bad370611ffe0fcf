import { forbidden } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { firstOfText, MACHINE_CAPABILITIES, type ProfileUpdate } from "./update-rules-review.ts";
import { elementText, type Reordering, vocabularyChanges, type Widening } from "./vocabulary-changes.ts";

const CONSEQUENCE = "providers may pick other images for new nodes from now on";

/**
 * Warns of changes of `machineCapabilities` that nobody refuses but few foresee: another order, which is preference
 * (CAP-CP-90), and new capabilities or values that whatever omits the capability claims at once (CAP-CP-91).
 * FieldError: Forbidden.
 *
 * Source: capabilities contract, sections 2.1, 3.6, 6.2 and 9.
 */
export function* vocabularyUpdateRules({ spec, old }: Pick<ProfileUpdate, "spec" | "old">): Iterable<Finding> {
  const { widenings, reorderings } = vocabularyChanges({ spec, old });
  // Of repeated definitions the last one counts.
  const pathOf = (capability: string) =>
    at(
      MACHINE_CAPABILITIES,
      spec.machineCapabilities.findLastIndex(({ name }) => name === capability),
    );
  for (const { capability } of reorderings) {
    yield reordered(capability, capability === undefined ? MACHINE_CAPABILITIES : at(pathOf(capability), "values"));
  }
  for (const widening of widenings) {
    yield widened(widening, pathOf(widening.capability));
  }
}

/** CAP-CP-90. */
function reordered(capability: Reordering["capability"], path: FieldPath): Finding {
  const subject = capability === undefined ? "capabilities" : `the values of capability ${JSON.stringify(capability)}`;
  const detail = `the order of ${subject} is preference, and changes; ${CONSEQUENCE}`;
  return finding("CAP-CP-90", forbidden(path, detail), ...(capability === undefined ? [] : [capability]));
}

/** CAP-CP-91. */
function widened({ capability: name, added, isWhole, elements }: Widening, path: FieldPath): Finding {
  const values = added.map((value) => JSON.stringify(value)).join(", ");
  const capability = `capability ${JSON.stringify(name)}`;
  const subject = isWhole ? capability : `value ${values} of ${capability}`;
  const detail = `${subject} is new, and claimed at once by what omits the capability: ${firstOfText(elements.map(elementText))}; name it there where this is not meant`;
  return finding("CAP-CP-91", forbidden(path, detail), name);
}
