import { forbidden, invalid } from "../field/error.ts";
import { jsonEqual } from "../json/equal.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import type { OscReview } from "./review.ts";
import type { OscSpec } from "./types.ts";

/**
 * OSC-V-54: type, purpose, class and CRI stay as they are; OSC-V-55: the whole spec, while the object is being deleted,
 * which Gardener then looks at alone.
 *
 * The API server compares class and CRI only where both sides have them, so that they can be added and removed.
 * Source: OperatingSystemConfig contract, section 2.5; gardener pkg/api/extensions/validation/operatingsystemconfig.go.
 */
export function immutabilityFindings({ osc, old }: OscReview): readonly Finding[] {
  if (old === undefined) {
    return NO_FINDINGS;
  }
  const changed = osc.metadata.deletionTimestamp === undefined ? [] : changedMembers(osc.spec, old.spec);
  if (changed.length > 0) {
    const detail = `cannot change while the object is being deleted; changed: ${changed.join(", ")}`;
    return [finding("OSC-V-55", forbidden(["spec"], detail))];
  }
  return [
    ...keptText("type", osc.spec.type ?? "", old.spec.type ?? ""),
    ...keptText("purpose", osc.spec.purpose ?? "", old.spec.purpose ?? ""),
    ...keptText("class", osc.spec.class, old.spec.class),
    ...keptText("criConfig.name", osc.spec.criConfig?.name, old.spec.criConfig?.name),
  ];
}

function keptText(member: string, now: string | undefined, before: string | undefined): readonly Finding[] {
  if (now === undefined || before === undefined || now === before) {
    return NO_FINDINGS;
  }
  const detail = `was ${JSON.stringify(before)} and cannot change; create another OSC instead`;
  return [finding("OSC-V-54", invalid(["spec", ...member.split(".")], now, detail), member)];
}

/** Members of a spec; the view has no others, but for one that the API server does not have. */
const MEMBERS: readonly Exclude<keyof OscSpec, "hasDocumentedCri">[] = [
  "class",
  "criConfig",
  "files",
  "inPlaceUpdates",
  "providerConfig",
  "purpose",
  "type",
  "units",
];

/** Compares the views: they have absent lists as empty ones, and tell everything else that is absent from its default. */
function changedMembers(now: OscSpec, before: OscSpec): readonly string[] {
  return MEMBERS.filter((member) => !jsonEqual(now[member], before[member]));
}
