import { jsonEqual } from "../domain/json/equal.ts";
import { type AdmissionRequest, metadataMember, type RawObject } from "../wire/admission-review.ts";
import type { Registration } from "./contract.ts";

/** A request whose object is there; the only kind that chapters see. */
type RequestWithObject = AdmissionRequest & { readonly object: RawObject };

/** Why a request is allowed without asking the chapter. */
export type PassReason = "unhandledKind" | "unhandledOperation" | "subresource" | "objectInDeletion" | "specUnchanged";

/** What becomes of a request: the chapter decides, it passes, or it contradicts itself. */
export type Scope =
  | { readonly kind: "evaluate"; readonly request: RequestWithObject }
  | { readonly kind: "pass"; readonly reason: PassReason }
  | { readonly kind: "malformed"; readonly fault: "kindMismatch" | "missingObject"; readonly message: string };

/**
 * Decides whether a request concerns a chapter. A kind or resource that is not registered passes, since a wrong
 * registration must not break a cluster; so do, unless the chapter asks for them, deletion and whatever leaves the spec alone, since finalizers can
 * always leave. An object that is not of the kind that its request names is a crafted request.
 * Source: admission webhook contract, sections 1.2 and 2.5.
 */
export function scopeOf(request: AdmissionRequest, registration: Registration): Scope {
  const { target, operations } = registration;
  if (!isTargetResource(request, target)) {
    return pass("unhandledKind");
  }
  if (request.subResource) {
    return pass("subresource");
  }
  if (request.operation === "DELETE" || request.operation === "CONNECT") {
    return pass("unhandledOperation");
  }
  if (!isTargetKind(request, target)) {
    return pass("unhandledKind");
  }
  if (!operations.includes(request.operation)) {
    return pass("unhandledOperation");
  }
  return hasObject(request)
    ? objectScope(request, registration)
    : malformed("missingObject", `request.object: must be set for operation ${request.operation}`);
}

function isTargetResource({ resource }: AdmissionRequest, target: Registration["target"]): boolean {
  return (
    resource.resource === target.resource && resource.group === target.group && resource.version === target.version
  );
}

function isTargetKind({ kind }: AdmissionRequest, target: Registration["target"]): boolean {
  return kind.kind === target.kind && kind.group === target.group && kind.version === target.version;
}

function hasObject(request: AdmissionRequest): request is RequestWithObject {
  return request.object !== null && request.object !== undefined;
}

function objectScope(request: RequestWithObject, { passes }: Registration): Scope {
  const contradiction = kindContradiction(request);
  if (contradiction !== undefined) {
    return malformed("kindMismatch", contradiction);
  }
  if (request.operation === "UPDATE") {
    const deletionTimestamp = metadataMember(request.object, "deletionTimestamp");
    if (passes.inDeletion && deletionTimestamp !== undefined && deletionTimestamp !== null) {
      return pass("objectInDeletion");
    }
    if (passes.unchangedSpec && request.oldObject && jsonEqual(request.object["spec"], request.oldObject["spec"])) {
      return pass("specUnchanged");
    }
  }
  return { kind: "evaluate", request };
}

/** An object need not name its type (the API server always does), but must not name another one. */
function kindContradiction({ kind, object }: RequestWithObject): string | undefined {
  const apiVersion = kind.group === "" ? kind.version : `${kind.group}/${kind.version}`;
  if (object["apiVersion"] !== undefined && object["apiVersion"] !== apiVersion) {
    return `request.object.apiVersion: contradicts request.kind, which is ${apiVersion}`;
  }
  if (object["kind"] !== undefined && object["kind"] !== kind.kind) {
    return `request.object.kind: contradicts request.kind, which is ${kind.kind}`;
  }
  return undefined;
}

function pass(reason: PassReason): Scope {
  return { kind: "pass", reason };
}

function malformed(fault: "kindMismatch" | "missingObject", message: string): Scope {
  return { kind: "malformed", fault, message };
}
