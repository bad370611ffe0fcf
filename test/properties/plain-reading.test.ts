import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AdmissionReview, plainReview, type RawObject } from "../../src/wire/admission-review.ts";
import { shootView, WireShoot } from "../../src/wire/shoot.ts";

/** Mostly what is expected, sometimes null, absent, or anything at all. */
function mostly<T>(expected: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: expected as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, undefined) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<unknown> },
  );
}

const text = mostly(fc.constantFrom("", "a", "1.2.3"));
const record = (members: Record<string, fc.Arbitrary<unknown>>) => mostly(fc.record(members, { requiredKeys: [] }));
const list = (entry: fc.Arbitrary<unknown>) => mostly(fc.array(entry, { maxLength: 3 }));

const worker = record({
  name: text,
  machine: record({
    type: text,
    image: record({ name: text, version: text, providerConfig: fc.jsonValue({ maxDepth: 1 }) }),
    architecture: text,
  }),
  cri: record({ name: text, containerRuntimes: list(record({ type: text })) }),
  kubernetes: record({ version: text }),
  zones: list(text),
  updateStrategy: text,
  volume: record({ type: text }),
});

const shoot = record({
  spec: record({
    cloudProfile: record({ kind: text, name: text }),
    cloudProfileName: text,
    kubernetes: record({ version: text }),
    region: text,
    provider: record({ type: text, workers: list(worker) }),
    extensions: list(record({ type: text, disabled: mostly(fc.boolean()) })),
  }),
});

const groupVersion = { group: text, version: text };

const review = record({
  apiVersion: mostly(fc.constantFrom("admission.k8s.io/v1", "admission.k8s.io/v1beta1")),
  kind: mostly(fc.constant("AdmissionReview")),
  request: record({
    uid: text,
    kind: record({ ...groupVersion, kind: text }),
    resource: record({ ...groupVersion, resource: text }),
    subResource: text,
    name: text,
    namespace: text,
    operation: mostly(fc.constantFrom("CREATE", "UPDATE", "DELETE", "CONNECT")),
    userInfo: record({ username: text }),
    object: record({ a: text }),
    oldObject: record({ a: text }),
    dryRun: mostly(fc.boolean()),
  }),
});

/** JSON as it arrives: without undefined members. */
function received(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

/** Absent and null are the same to every reader of a review. */
function withoutNulls(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, member) => (member === null ? undefined : member)));
}

describe("reading plainly", () => {
  it("accepts the shoots that the schema accepts, and no others", () => {
    fc.assert(
      fc.property(shoot, (generated) => {
        const object = received(generated);
        fc.pre(typeof object === "object" && object !== null && !Array.isArray(object));
        expect(shootView(object as RawObject).ok).toBe(WireShoot.safeParse(object).success);
      }),
      { numRuns: 2000 },
    );
  });

  it("reads the reviews that the schema reads, and the same of them", () => {
    fc.assert(
      fc.property(review, (generated) => {
        const value = received(generated);
        const checked = AdmissionReview.safeParse(value);
        const plain = plainReview(value);
        expect(plain !== undefined).toBe(checked.success);
        expect(withoutNulls(plain ?? {})).toEqual(withoutNulls(checked.data ?? {}));
      }),
      { numRuns: 2000 },
    );
  });
});
