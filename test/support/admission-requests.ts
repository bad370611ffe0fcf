/** Builders of AdmissionReviews as the API server sends them, for a kind of the garden. */

/** A JSON object of a test. */
export type Json = Readonly<Record<string, unknown>>;

const KIND = { group: "core.gardener.cloud", version: "v1beta1", kind: "Shoot" };
const RESOURCE = { group: "core.gardener.cloud", version: "v1beta1", resource: "shoots" };

/** A shoot; `spec` and `metadata` are taken over as they are. */
export function shootObject(spec: Json = { purpose: "testing" }, metadata: Json = {}): Json {
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Shoot",
    metadata: { name: "crazy", namespace: "garden-dev", ...metadata },
    spec,
  };
}

/** The request inside a review: CREATE of a shoot unless told otherwise. */
function shootRequest(members: Json = {}): Json {
  return {
    uid: "705ab4f5-6393-11e8-b7cc-42010a800002",
    kind: KIND,
    resource: RESOURCE,
    requestKind: KIND,
    requestResource: RESOURCE,
    name: "crazy",
    namespace: "garden-dev",
    operation: "CREATE",
    userInfo: { username: "alice", groups: ["system:authenticated"], extra: { scopes: ["hidden-scope"] } },
    object: shootObject(),
    oldObject: null,
    dryRun: false,
    options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1" },
    ...members,
  };
}

/** A whole review with this request. */
export function shootReview(members: Json = {}, apiVersion = "admission.k8s.io/v1"): Json {
  return { kind: "AdmissionReview", apiVersion, request: shootRequest(members) };
}
