import { AdmissionReview, metadataMember, type RawObject } from "../wire/admission-review.ts";
import type { ReadDocument } from "./review-documents.ts";

/** A request that a preview is about: the creation of an object, or its update. */
export interface PreviewRequest {
  readonly source: string;
  readonly kind: string;
  readonly request: AdmissionReview["request"] & { readonly object: RawObject };
}

/** A document that there is no preview of, and why. */
interface NoRequest {
  readonly source: string;
  readonly problem: string;
}

/**
 * The requests of documents. An object that has no former state with it gets that of `stored`, by its namespace and name,
 * or is its own former state if it has been stored itself, which its resourceVersion tells.
 */
export function previewRequests(
  documents: readonly ReadDocument[],
  stored: readonly RawObject[] | undefined,
): readonly (PreviewRequest | NoRequest)[] {
  const known = stored && new Map(stored.map((object) => [identity(object), object]));
  return documents.map((document) =>
    "problem" in document ? document : readRequest(document.source, document.review, known),
  );
}

function readRequest(
  source: string,
  review: RawObject,
  stored: ReadonlyMap<string, RawObject> | undefined,
): PreviewRequest | NoRequest {
  const { request } = AdmissionReview.parse(review);
  const { object, operation } = request;
  if (object === null || object === undefined) {
    return { source, problem: `a review of ${operation} has no object to look at` };
  }
  const old = request.oldObject ?? (stored === undefined ? ownState(object) : stored.get(identity(object)));
  if (stored !== undefined && old === undefined) {
    return { source, problem: `--old has no ${identity(object)}` };
  }
  return {
    source,
    kind: request.kind.kind,
    request: { ...request, object, operation: old ? "UPDATE" : operation, oldObject: old ?? null },
  };
}

/** The object itself where it comes out of a cluster. */
function ownState(object: RawObject): RawObject | undefined {
  return metadataMember(object, "resourceVersion") === undefined ? undefined : object;
}

function identity(object: RawObject): string {
  const [namespace, name] = ["namespace", "name"].map((key) => metadataMember(object, key));
  return `${String(object["kind"])} ${typeof namespace === "string" ? `${namespace}/` : ""}${String(name)}`;
}
