import { invalid, notSupported, required } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import { isDnsSubdomain } from "./dns-subdomain.ts";
import { requiredKeyFindings } from "./required-key-rules.ts";
import type { OscReview } from "./review.ts";
import { type OperatingSystemConfig, type OscMetadata, type OscSpec, PROVISION, RECONCILE } from "./types.ts";

const METADATA: FieldPath = ["metadata"];
const PURPOSES: readonly string[] = [PROVISION, RECONCILE];

/**
 * Metadata, type and purpose: OSC-V-01, 02, 03. FieldError: Required, Invalid, NotSupported.
 * Source: OperatingSystemConfig contract, section 2.1; k8s.io/apimachinery/pkg/api/validation, ValidateObjectMeta.
 */
export function metadataFindings(review: OscReview): readonly Finding[] {
  const { osc, input } = review;
  if (input !== undefined && hasSameHead(osc, input)) {
    return NO_FINDINGS;
  }
  return [
    ...nameFindings(review),
    ...changeFindings(review),
    ...purposeFindings(osc.spec),
    ...requiredKeyFindings(osc),
  ];
}

/** Whether an object has all that is looked at here from another one, as what our own mutation makes has. */
function hasSameHead(osc: OperatingSystemConfig, input: OperatingSystemConfig): boolean {
  const [{ metadata, spec, status }, before] = [osc, input];
  return (
    metadata === before.metadata &&
    status === before.status &&
    spec.type === before.spec.type &&
    spec.purpose === before.spec.purpose &&
    spec.inPlaceUpdates === before.spec.inPlaceUpdates
  );
}

/** OSC-V-01 of the object alone. On CREATE the API server may still have to make up the name. */
function* nameFindings({ osc: { metadata }, operation }: OscReview): Iterable<Finding> {
  const { name, namespace, generateName } = metadata;
  const path = at(METADATA, "name");
  if (name !== "" && !isDnsSubdomain(name)) {
    const detail = "use lower-case letters, digits, '-' and '.', at most 253, with a letter or digit at both ends";
    yield finding("OSC-V-01", invalid(path, name, detail), "name");
  }
  if (name === "" && (generateName === "" || operation === "UPDATE")) {
    yield finding("OSC-V-01", required(path, "give the OperatingSystemConfig a name"), "name");
  }
  if (namespace === "") {
    const detail = "name the namespace, which is the technical ID of the shoot";
    yield finding("OSC-V-01", required(at(METADATA, "namespace"), detail), "namespace");
  }
}

const IMMUTABLE = ["name", "namespace", "deletionTimestamp"] as const satisfies readonly (keyof OscMetadata)[];

/** OSC-V-01 of an update. */
function changeFindings({ osc: { metadata }, old }: OscReview): readonly Finding[] {
  const changed = IMMUTABLE.filter((field) => old !== undefined && metadata[field] !== old.metadata[field]);
  return changed.map((field) => {
    const former = old?.metadata[field];
    const detail = former === undefined ? "cannot be set by an update" : `cannot change; leave it at ${quoted(former)}`;
    return finding("OSC-V-01", invalid(at(METADATA, field), metadata[field], detail), field, "change");
  });
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

/** OSC-V-02. */
function* purposeFindings({ purpose }: OscSpec): Iterable<Finding> {
  const path = ["spec", "purpose"];
  if (!purpose) {
    yield finding("OSC-V-02", required(path, "write provision or reconcile"));
  } else if (!PURPOSES.includes(purpose)) {
    yield finding("OSC-V-02", notSupported(path, purpose, PURPOSES), purpose);
  }
}
