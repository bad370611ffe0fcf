import { describe, expect, it } from "vitest";
import { scopeOf } from "../../src/webhooks/scope.ts";
import { AdmissionReview } from "../../src/wire/admission-review.ts";
import { type Json, shootObject, shootReview } from "../support/admission-requests.ts";
import { fakeWebhook } from "../support/fake-webhooks.ts";

function scope(members: Json): unknown {
  const { request } = AdmissionReview.parse(shootReview(members));
  const { kind, ...rest } = scopeOf(request, fakeWebhook().registration);
  return kind === "evaluate" ? kind : rest;
}

const NODE = { group: "", version: "v1", kind: "Node" };
const OPTIONS = { group: "core.gardener.cloud", version: "v1beta1", kind: "ShootOptions" };
const UPDATE = { operation: "UPDATE", oldObject: shootObject({ purpose: "production" }) };
const DELETING = { deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["gardener"] };

describe("scopeOf", () => {
  it.each([
    ["a create", {}],
    ["a create with generateName", { name: "", object: shootObject({}, { name: undefined, generateName: "s-" }) }],
    ["a dry run", { dryRun: true }],
    ["null options", { options: null }],
    ["an update of the spec", UPDATE],
    ["an update whose stored object is not told", { operation: "UPDATE", oldObject: null }],
    ["an update with deletionTimestamp null", { ...UPDATE, object: shootObject({}, { deletionTimestamp: null }) }],
    ["a create with a deletionTimestamp", { object: shootObject({}, DELETING) }],
    ["an object that does not name its type", { object: { spec: {} } }],
    ["null is not absent", { operation: "UPDATE", object: shootObject({ a: null }), oldObject: shootObject({}) }],
    ["one is not true", { operation: "UPDATE", object: shootObject({ a: 1 }), oldObject: shootObject({ a: true }) }],
    [
      "a list is not an object",
      { operation: "UPDATE", object: shootObject({ a: [] }), oldObject: shootObject({ a: {} }) },
    ],
    [
      "the order of a list counts",
      { operation: "UPDATE", object: shootObject({ a: [1, 2] }), oldObject: shootObject({ a: [2, 1] }) },
    ],
  ])("evaluates %s", (_name, members) => {
    expect(scope(members)).toBe("evaluate");
  });

  it.each([
    ["delete", { operation: "DELETE", object: null, oldObject: shootObject() }, "unhandledOperation"],
    [
      "delete of a collection",
      { operation: "DELETE", name: "", object: null, oldObject: shootObject() },
      "unhandledOperation",
    ],
    [
      "connect",
      { operation: "CONNECT", object: { kind: "PodExecOptions" }, oldObject: null, options: null, kind: OPTIONS },
      "unhandledOperation",
    ],
    ["status", { ...UPDATE, subResource: "status" }, "subresource"],
    [
      "scale, which carries another kind",
      { ...UPDATE, subResource: "scale", kind: { group: "autoscaling", version: "v1", kind: "Scale" } },
      "subresource",
    ],
    [
      "binding, which is a create of another kind",
      { subResource: "binding", kind: { group: "", version: "v1", kind: "Binding" } },
      "subresource",
    ],
    [
      "eviction of another resource",
      {
        subResource: "eviction",
        resource: { group: "", version: "v1", resource: "pods" },
        kind: { group: "policy", version: "v1", kind: "Eviction" },
      },
      "unhandledKind",
    ],
    ["another resource", { resource: { group: "", version: "v1", resource: "nodes" }, kind: NODE }, "unhandledKind"],
    ["another kind on the same resource", { kind: NODE }, "unhandledKind"],
    [
      "another version",
      { resource: { group: "core.gardener.cloud", version: "v1", resource: "shoots" } },
      "unhandledKind",
    ],
    [
      "an update of an object in deletion",
      { ...UPDATE, object: shootObject({ broken: true }, DELETING) },
      "objectInDeletion",
    ],
    [
      "the same spec with other metadata",
      {
        operation: "UPDATE",
        object: shootObject({ a: [{ b: 1, c: null }] }, { labels: { x: "y" } }),
        oldObject: shootObject({ a: [{ c: null, b: 1 }] }),
      },
      "specUnchanged",
    ],
  ])("lets pass: %s", (_name, members, reason) => {
    expect(scope(members)).toEqual({ reason });
  });

  it.each([
    [
      "create without object",
      { object: null },
      { fault: "missingObject", message: "request.object: must be set for operation CREATE" },
    ],
    [
      "update without object",
      { ...UPDATE, object: undefined },
      { fault: "missingObject", message: "request.object: must be set for operation UPDATE" },
    ],
    [
      "an object of another kind",
      { object: { ...shootObject(), kind: "CloudProfile" } },
      { fault: "kindMismatch", message: "request.object.kind: contradicts request.kind, which is Shoot" },
    ],
    [
      "an object of another version",
      { object: { ...shootObject(), apiVersion: "core.gardener.cloud/v1" } },
      {
        fault: "kindMismatch",
        message: "request.object.apiVersion: contradicts request.kind, which is core.gardener.cloud/v1beta1",
      },
    ],
  ])("refuses %s", (_name, members, refusal) => {
    expect(scope(members)).toEqual(refusal);
  });
});
