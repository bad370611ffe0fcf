import { z } from "zod";
import { isObject } from "./json-object.ts";

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
