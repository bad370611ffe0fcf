import { type FieldError, forbidden, invalid, required } from "../domain/field/error.ts";
import { at, type FieldPath } from "../domain/field/path.ts";
import { compileGlob } from "../domain/policies/glob.ts";
import { compileLabelSelector } from "../domain/policies/label-selector.ts";
import type { Glob, LabelRequirement, LabelSelector, PolicyMatch, VersionRange } from "../domain/policies/types.ts";
import { compileVersionRange } from "../domain/policies/version-range.ts";
import type { Match } from "./schema-match.ts";

/** Where mistakes are noted while a document is compiled. */
export type Note = (error: FieldError) => void;

/** Compiles the selectors of a policy; those that are unset, or empty, match everything. */
export function compileMatch(match: Match, path: FieldPath, note: Note): PolicyMatch {
  return Object.freeze<PolicyMatch>({
    purposes: textsOf(match.purposes),
    namespaces: globsOf(match.namespaces),
    projects: globsOf(match.projects),
    seeds: globsOf(match.seeds),
    providerTypes: textsOf(match.providerTypes),
    regions: globsOf(match.regions),
    osTypes: textsOf(match.osTypes),
    osVersions: compileRange(match.osVersions, at(path, "osVersions"), note),
    pools: globsOf(match.pools),
    kubernetes: compileRange(match.kubernetes, at(path, "kubernetes"), note),
    updateStrategies: textsOf(match.updateStrategies),
    shootLabels: selectorOf(match.shootLabels, at(path, "shootLabels"), note),
  });
}

type Texts = readonly string[] | null | undefined;

function textsOf(texts: Texts): readonly string[] | undefined {
  return texts === null || texts === undefined || texts.length === 0 ? undefined : Object.freeze([...texts]);
}

function globsOf(texts: Texts): readonly Glob[] | undefined {
  const patterns = textsOf(texts);
  return patterns === undefined ? undefined : Object.freeze(patterns.map(compileGlob));
}

/** Compiles a version range; notes a text that is none. Undefined for all versions. */
export function compileRange(text: string | null | undefined, path: FieldPath, note: Note): VersionRange | undefined {
  if (text === null || text === undefined) {
    return undefined;
  }
  const range = compileVersionRange(text);
  if (range === undefined) {
    note(invalid(path, text, 'must be a version range such as ">=1.31, <1.34"'));
  }
  return range;
}

function selectorOf(selector: Match["shootLabels"], path: FieldPath, note: Note): LabelSelector | undefined {
  if (selector === null || selector === undefined) {
    return undefined;
  }
  const requirements = [
    ...labelRequirements(selector.matchLabels, at(path, "matchLabels"), note),
    ...expressionRequirements(selector.matchExpressions, at(path, "matchExpressions"), note),
  ];
  return requirements.length === 0 ? undefined : compileLabelSelector(requirements);
}

type ShootLabels = NonNullable<Match["shootLabels"]>;

function labelRequirements(
  labels: ShootLabels["matchLabels"],
  path: FieldPath,
  note: Note,
): readonly LabelRequirement[] {
  return Object.entries(labels ?? {}).map(([key, value]) => {
    checkKey(key, at(path, key), note);
    if (typeof value !== "string") {
      note(invalid(at(path, key), value, "must be a text; put it in quotes"));
    }
    return { key, operator: "In", values: new Set([String(value)]) };
  });
}

function expressionRequirements(
  expressions: ShootLabels["matchExpressions"],
  path: FieldPath,
  note: Note,
): readonly LabelRequirement[] {
  return (expressions ?? []).map(({ key, operator, values }, index) => {
    const valuesPath = at(path, index, "values");
    const hasValues = values !== null && values !== undefined && values.length > 0;
    checkKey(key, at(path, index, "key"), note);
    if ((operator === "In" || operator === "NotIn") && !hasValues) {
      note(required(valuesPath, `${operator} needs at least one value`));
    }
    if ((operator === "Exists" || operator === "DoesNotExist") && hasValues) {
      note(forbidden(valuesPath, `${operator} takes no values; leave the key out`));
    }
    return { key, operator, values: new Set(values) };
  });
}

/** Names of labels. Source: k8s.io/apimachinery pkg/util/validation, IsQualifiedName. */
const LABEL_KEY = /^(?:[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?\/)?[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

function checkKey(key: string, path: FieldPath, note: Note): void {
  if (!LABEL_KEY.test(key)) {
    note(invalid(path, key, "must be the name of a label, such as example.com/tier"));
  }
}
