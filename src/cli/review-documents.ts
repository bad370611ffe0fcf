import type { Registration } from "../webhooks/contract.ts";
import { AdmissionReview, metadataMember, nameOf, type RawObject } from "../wire/admission-review.ts";
import type { VerdictSubject } from "./kubectl-text.ts";
import { kubectlDocuments } from "./kubectl-yaml.ts";

/** An AdmissionReview from a file, ready to be sent. */
export interface ReviewDocument {
  /** Where it comes from, such as `shoot.yaml` or `shoots.yaml, document 2`. */
  readonly source: string;
  /** The comment that the file begins with, on one line; empty without one. */
  readonly title: string;
  /** The review as it was written or made: never narrowed, so that no field is lost on its way. */
  readonly review: RawObject;
  readonly uid: string;
  readonly subject: VerdictSubject;
  readonly namespace: string;
  readonly resource: { readonly group: string; readonly version: string; readonly resource: string };
}

/** A document that cannot be judged, and why. */
export interface UnreadableDocument {
  readonly source: string;
  readonly problem: string;
}

/** What a file holds, in its order. */
export type ReadDocument = ReviewDocument | UnreadableDocument;

/** A kind that can be judged, from the registry. */
export type ReviewTarget = Registration["target"];

/**
 * Reads AdmissionReviews and plain Kubernetes objects, lists of them included, from the text of a YAML or JSON file. A
 * plain object becomes the dry run of its creation.
 */
export function readReviewDocuments(
  source: string,
  text: string,
  targets: readonly ReviewTarget[],
): readonly ReadDocument[] {
  const parsed = kubectlDocuments(text);
  const error = parsed.flatMap(({ errors }) => errors)[0];
  if (error !== undefined) {
    return [{ source, problem: error.message }];
  }
  const objects = parsed
    .map((document): unknown => document.toJS())
    .filter((value) => value !== null)
    .flatMap(listItems);
  const title = leadingComment(text);
  return objects.map((object, index) =>
    readObject(object, {
      source: objects.length === 1 ? source : `${source}, object ${index + 1}`,
      title,
      targets,
      index,
    }),
  );
}

/** The items of a list, or the object itself. */
function listItems(value: unknown): readonly unknown[] {
  const isList = isObject(value) && typeof value["kind"] === "string" && value["kind"].endsWith("List");
  return isList && Array.isArray(value["items"]) ? value["items"] : [value];
}

interface ObjectContext {
  readonly source: string;
  readonly title: string;
  readonly targets: readonly ReviewTarget[];
  readonly index: number;
}

function readObject(value: unknown, { source, title, targets, index }: ObjectContext): ReadDocument {
  if (!isObject(value)) {
    return { source, problem: "is not a Kubernetes object" };
  }
  const review = value["kind"] === "AdmissionReview" ? value : creationOf(value, targets, index);
  if (typeof review === "string") {
    return { source, problem: review };
  }
  const parsed = AdmissionReview.safeParse(review);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    return { source, problem: `is not a valid AdmissionReview: ${issues.join("; ")}` };
  }
  const { request } = parsed.data;
  return {
    source,
    title,
    review,
    uid: request.uid,
    subject: {
      operation: request.operation,
      group: request.kind.group,
      kind: request.kind.kind,
      name: nameOf(request),
      dryRun: request.dryRun === true,
    },
    namespace: request.namespace ?? "",
    resource: request.resource,
  };
}

/** The request that creating an object would make; a text tells why there is none. */
function creationOf(object: RawObject, targets: readonly ReviewTarget[], index: number): RawObject | string {
  const { apiVersion, kind } = object;
  if (typeof apiVersion !== "string" || typeof kind !== "string") {
    return "is not a Kubernetes object: apiVersion and kind must be texts";
  }
  const target = targets.find((candidate) => apiVersion === groupVersion(candidate) && kind === candidate.kind);
  if (target === undefined) {
    const known = [...new Set(targets.map((candidate) => candidate.kind))];
    return `no enabled webhook judges ${kind} of ${apiVersion}; judged are: ${known.join(", ")}`;
  }
  const { group, version, resource } = target;
  return {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: {
      uid: `review-${index + 1}`,
      kind: { group, version, kind },
      resource: { group, version, resource },
      name: metadataMember(object, "name") ?? null,
      namespace: metadataMember(object, "namespace") ?? null,
      operation: "CREATE",
      object,
      oldObject: null,
      dryRun: true,
    },
  };
}

function groupVersion({ group, version }: ReviewTarget): string {
  return group === "" ? version : `${group}/${version}`;
}

/** The comment lines at the top of a text, joined, without their marks; a blank or other line ends them. */
function leadingComment(text: string): string {
  const lines = text.split(/\r?\n/);
  const end = lines.findIndex((line) => !line.startsWith("#"));
  return lines
    .slice(0, end === -1 ? lines.length : end)
    .map((line) => line.replace(/^#+ ?/, "").trim())
    .join(" ")
    .trim();
}

function isObject(value: unknown): value is RawObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
