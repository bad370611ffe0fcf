import type { LabelRequirement, LabelSelector } from "./types.ts";

/** Operators of label selectors. */
export const LABEL_OPERATORS = ["In", "NotIn", "Exists", "DoesNotExist"] as const;

/**
 * Compiles a label selector of Kubernetes: all requirements have to hold, none at all match everything, and `NotIn` also
 * holds where the label is absent.
 * Source: k8s.io/apimachinery pkg/labels/selector.go, Requirement.Matches.
 */
export function compileLabelSelector(requirements: readonly LabelRequirement[]): LabelSelector {
  const matches = (labels: Readonly<Record<string, string>>): boolean => {
    for (const requirement of requirements) {
      if (!holds(requirement, labels)) {
        return false;
      }
    }
    return true;
  };
  return Object.freeze<LabelSelector>({
    requirements: Object.freeze(requirements.map((each) => Object.freeze(each))),
    matches,
  });
}

function holds({ key, operator, values }: LabelRequirement, labels: Readonly<Record<string, string>>): boolean {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case "In":
      return value !== undefined && values.has(value);
    case "NotIn":
      return value === undefined || !values.has(value);
    case "Exists":
      return value !== undefined;
    case "DoesNotExist":
      return value === undefined;
  }
}

/** Whether no labels can meet both selectors, as far as two requirements about one label tell. */
export function areSelectorsDisjoint(a: LabelSelector, b: LabelSelector): boolean {
  return a.requirements.some((one) => b.requirements.some((other) => one.key === other.key && excludes(one, other)));
}

function excludes(one: LabelRequirement, other: LabelRequirement): boolean {
  if (one.operator === "DoesNotExist" || other.operator === "DoesNotExist") {
    return needsLabel(one) || needsLabel(other);
  }
  if (one.operator === "In") {
    return !allowedBy(other, one.values);
  }
  return other.operator === "In" && !allowedBy(one, other.values);
}

function needsLabel({ operator }: LabelRequirement): boolean {
  return operator === "In" || operator === "Exists";
}

/** Whether a requirement admits one of these values. */
function allowedBy({ operator, values }: LabelRequirement, candidates: ReadonlySet<string>): boolean {
  switch (operator) {
    case "In":
      return !values.isDisjointFrom(candidates);
    case "NotIn":
      return !candidates.isSubsetOf(values);
    default:
      return true;
  }
}
