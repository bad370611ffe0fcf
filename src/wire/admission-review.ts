import { z } from "zod";
import { isObject } from "./json-object.ts";
import { type Members, PlainReader } from "./plain-reader.ts";

/**
 * What the API server sends to a webhook, and what it reads back.
 * Source: k8s.io/api/admission/v1/types.go; admission webhook contract, section 1.
 */

const GroupVersionKind = z.object({ group: z.string().default(""), version: z.string(), kind: z.string() });
const GroupVersionResource = z.object({ group: z.string().default(""), version: z.string(), resource: z.string() });

/** A JSON object, handed on as it was parsed: never copied, so that no key is lost. */
const RawObject = z.custom<Readonly<Record<string, unknown>>>(isObject, "must be an object or null");

const AdmissionRequest = z.object({
  uid: z.string().min(1),
  kind: GroupVersionKind,
  resource: GroupVersionResource,
  subResource: z.string().nullish(),
  /** Absent with generateName and for objects of a collection that is deleted. */
  name: z.string().nullish(),
  namespace: z.string().nullish(),
  operation: z.enum(["CREATE", "UPDATE", "DELETE", "CONNECT"]),
  userInfo: z.object({ username: z.string().nullish() }).nullish(),
  object: RawObject.nullish(),
  oldObject: RawObject.nullish(),
  dryRun: z.boolean().nullish(),
});

/** The one body that a webhook path accepts. Version `v1beta1` is read too and echoed. */
export const AdmissionReview = z.object({
  apiVersion: z.enum(["admission.k8s.io/v1", "admission.k8s.io/v1beta1"]),
  kind: z.literal("AdmissionReview"),
  request: AdmissionRequest,
});
export type AdmissionReview = z.infer<typeof AdmissionReview>;
export type AdmissionRequest = z.infer<typeof AdmissionRequest>;

/** A JSON object as it came from the API server. */
export type RawObject = z.infer<typeof RawObject>;

const API_VERSIONS: readonly AdmissionReview["apiVersion"][] = ["admission.k8s.io/v1", "admission.k8s.io/v1beta1"];
const OPERATIONS: readonly AdmissionRequest["operation"][] = ["CREATE", "UPDATE", "DELETE", "CONNECT"];

/**
 * Reads a review plainly, member by member; undefined where anything is not as {@link AdmissionReview} wants it, which
 * tells why. Every request begins with this, and the schema costs several times as much; a law test holds the two
 * against each other.
 */
export function plainReview(value: unknown): AdmissionReview | undefined {
  const reader = new PlainReader();
  const review = reader.object(value);
  const request = reader.object(review?.["request"]);
  const apiVersion = API_VERSIONS.find((known) => known === review?.["apiVersion"]);
  const operation = OPERATIONS.find((known) => known === request?.["operation"]);
  const uid = request?.["uid"];
  const [kind, resource] = [reader.object(request?.["kind"]), reader.object(request?.["resource"])];
  const isComplete = apiVersion && operation && kind && resource && review?.["kind"] === "AdmissionReview";
  if (!isComplete || request === undefined || typeof uid !== "string" || uid === "") {
    return undefined;
  }
  const read: AdmissionReview = {
    apiVersion,
    kind: "AdmissionReview",
    request: { ...plainRequest(reader, request), uid, operation, ...plainTypes(reader, kind, resource) },
  };
  return reader.isOdd ? undefined : read;
}

function plainRequest(
  reader: PlainReader,
  request: Members,
): Omit<AdmissionRequest, "uid" | "operation" | "kind" | "resource"> {
  const userInfo = reader.object(request["userInfo"]);
  return {
    subResource: reader.text(request["subResource"]),
    name: reader.text(request["name"]),
    namespace: reader.text(request["namespace"]),
    userInfo: userInfo && { username: reader.text(userInfo["username"]) },
    object: reader.object(request["object"]),
    oldObject: reader.object(request["oldObject"]),
    dryRun: reader.flag(request["dryRun"]),
  };
}

function plainTypes(
  reader: PlainReader,
  kind: Members,
  resource: Members,
): Pick<AdmissionRequest, "kind" | "resource"> {
  return {
    kind: { group: groupOf(reader, kind), version: reader.set(kind["version"]), kind: reader.set(kind["kind"]) },
    resource: {
      group: groupOf(reader, resource),
      version: reader.set(resource["version"]),
      resource: reader.set(resource["resource"]),
    },
  };
}

/** Absent is the core group; null is not. */
function groupOf(reader: PlainReader, members: Members): string {
  return members["group"] === undefined ? "" : reader.set(members["group"]);
}

/** A member of an object's `metadata`; undefined where either is absent or of the wrong type. */
export function metadataMember(object: RawObject | null | undefined, key: string): unknown {
  const metadata = object?.["metadata"];
  return isObject(metadata) && Object.hasOwn(metadata, key) ? metadata[key] : undefined;
}

/**
 * The name to show for the object of a request. The request has none with generateName and when a collection is deleted;
 * then the object's own name counts, then its generateName; empty if there is none at all.
 * Source: admission webhook contract, section 1.2.
 */
export function nameOf({ name, object, oldObject }: AdmissionRequest): string {
  const candidates = [
    name,
    metadataMember(object, "name"),
    metadataMember(oldObject, "name"),
    metadataMember(object, "generateName"),
  ];
  return candidates.find((candidate): candidate is string => typeof candidate === "string" && candidate !== "") ?? "";
}
