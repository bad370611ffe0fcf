import { BOUND_PATTERN, type Comparator, parseComparator, passesComparator } from "./comparator.ts";
import { parseImageVersion } from "./image-version.ts";

/** A condition on versions, such as `>= 1.26, < 1.30 || ~1.32`. */
export interface VersionConstraint {
  /** Whether a version meets the condition; a text that is no version never does. */
  admits(version: string): boolean;
}

/** Blanks as Gardener's library knows them. */
const BLANK = "[\\t\\n\\f\\r ]";
const OPERATOR = "!=|>=|=>|<=|=<|~>|=|>|<|~|\\^";

/** One comparison with what stands before it: blanks, a comma, or nothing. */
const STEP = new RegExp(
  `(?<separator>${BLANK}*(?:,${BLANK}*)?)(?:(?<operator>${OPERATOR})${BLANK}*)?(?<bound>${BOUND_PATTERN})`,
  "y",
);
const BLANKS = new RegExp(`${BLANK}*`, "y");

const HYPHEN = new RegExp(`${BLANK}-${BLANK}`);
const HYPHEN_RANGE = new RegExp(
  `${BLANK}*(?<from>${BOUND_PATTERN})${BLANK}+-${BLANK}+(?<to>${BOUND_PATTERN})${BLANK}*`,
  "g",
);

/** Longest text in which hyphen ranges are looked for: the search takes quadratic time on hostile texts. */
const HYPHEN_RANGE_LENGTH = 1024;

/**
 * Reads a constraint in the syntax of Go's semver library: comma or blank is AND, `||` is OR, wildcards and hyphen
 * ranges are known. Undefined where that library refuses the text, such as `>1.2<1.4`, `>=1.2,,<2`, and the empty text.
 * Alternatives without a pre-release never admit pre-releases.
 *
 * Source: capabilities contract, section 1.3; github.com/Masterminds/semver/v3 constraints.go.
 */
export function parseVersionConstraint(text: string): VersionConstraint | undefined {
  const rewritten = rewriteHyphenRanges(text);
  const alternatives = rewritten?.split("||").map(parseAlternative) ?? [];
  if (rewritten === undefined || !alternatives.every((alternative) => alternative !== undefined)) {
    return undefined;
  }
  return { admits: remembered((version) => alternatives.some((comparators) => admitsAll(comparators, version))) };
}

/** Keeps the last answer: the pools of a shoot mostly ask about one version, one after the other. */
function remembered(admits: (version: string) => boolean): (version: string) => boolean {
  let last: { readonly version: string; readonly isAdmitted: boolean } | undefined;
  return (version) => {
    if (last?.version !== version) {
      last = { version, isAdmitted: admits(version) };
    }
    return last.isAdmitted;
  };
}

/** `1.2 - 1.4` becomes `>= 1.2, <= 1.4 `, with the blanks around it gone, as in the library. */
function rewriteHyphenRanges(text: string): string | undefined {
  if (!HYPHEN.test(text)) {
    return text;
  }
  if (text.length > HYPHEN_RANGE_LENGTH) {
    return undefined;
  }
  return text.replace(HYPHEN_RANGE, ">= $<from>, <= $<to> ");
}

function parseAlternative(text: string): readonly Comparator[] | undefined {
  const comparators: Comparator[] = [];
  let position = 0;
  while (!isBlankFrom(text, position)) {
    STEP.lastIndex = position;
    const { separator = "", operator = "", bound = "" } = STEP.exec(text)?.groups ?? {};
    const isSeparated = position === 0 ? !separator.includes(",") : separator !== "";
    const comparator = isSeparated ? parseComparator(operator, bound) : undefined;
    if (comparator === undefined) {
      return undefined;
    }
    comparators.push(comparator);
    position = STEP.lastIndex;
  }
  return comparators.length === 0 ? undefined : comparators;
}

function isBlankFrom(text: string, position: number): boolean {
  BLANKS.lastIndex = position;
  BLANKS.exec(text);
  return BLANKS.lastIndex === text.length;
}

function admitsAll(comparators: readonly Comparator[], text: string): boolean {
  const version = parseImageVersion(text);
  if (version === undefined) {
    return false;
  }
  const isPreReleaseWanted = comparators.some(({ bound }) => bound.preRelease.length > 0);
  if (version.preRelease.length > 0 && !isPreReleaseWanted) {
    return false;
  }
  return comparators.every((comparator) => passesComparator(version, comparator));
}
