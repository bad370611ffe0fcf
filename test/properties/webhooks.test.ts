import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_POLICIES } from "../../src/domain/policies/types.ts";
import { factStore } from "../../src/facts/snapshot.ts";
import type { Webhook } from "../../src/webhooks/contract.ts";
import { WEBHOOKS } from "../../src/webhooks/registry.ts";
import type { AdmissionRequest, RawObject } from "../../src/wire/admission-review.ts";
import { isObject } from "../../src/wire/json-object.ts";
import { type CaseFile, caseFiles } from "../support/case-file.ts";
import { NOW } from "../support/case-pools.ts";
import { caseFolder, chapterSettings, runCase } from "../support/case-run.ts";
import { withShuffledKeys } from "../support/case-shuffle.ts";

const CASES = caseFiles();

/** Names that views read, and names that every object has. */
const KEYS = [
  "metadata",
  "spec",
  "provider",
  "workers",
  "machine",
  "image",
  "cri",
  "cloudProfile",
  "kubernetes",
  "machineTypes",
];
const TRAPS = ["__proto__", "constructor", "toString", "length", ""];

const json: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(null, true, "", "a", 0, -1, 1e21, "2027-01-31T00:00:00Z"),
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie("value"), { maxLength: 3 }),
    fc
      .array(fc.tuple(fc.oneof(fc.constantFrom(...KEYS, ...TRAPS), fc.string()), tie("value")), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries)),
  ),
})).value;

const objects: fc.Arbitrary<RawObject> = fc.dictionary(fc.oneof(fc.constantFrom(...KEYS, ...TRAPS), fc.string()), json);

function requestFor({ registration }: Webhook, object: RawObject, oldObject: RawObject | null): AdmissionRequest {
  const { group, version, resource, kind } = registration.target;
  return {
    uid: "1",
    kind: { group, version, kind },
    resource: { group, version, resource },
    operation: oldObject === null ? "CREATE" : "UPDATE",
    object,
    oldObject,
  };
}

/** A case of a webhook in which one value of the object or of the old object is replaced by something arbitrary. */
function damagedCases(webhook: Webhook): fc.Arbitrary<CaseFile> {
  const cases = CASES.filter((file) => file.webhook === caseFolder(webhook));
  return fc
    .record({
      file: fc.constantFrom(...cases),
      member: fc.constantFrom("object", "oldObject"),
      steps: fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 9 }),
      value: json,
    })
    .map(({ file, member, steps, value }) => {
      const request = file.review["request"] as RawObject;
      const damaged = isObject(request[member]) ? replaced(request[member], steps, value) : request[member];
      return { ...file, review: { ...file.review, request: { ...request, [member]: damaged } } };
    });
}

/** Follows steps into a value, each choosing one of the members there, and replaces what is found at their end. */
function replaced(into: unknown, steps: readonly number[], value: unknown): unknown {
  const [step, ...rest] = steps;
  const isContainer = Array.isArray(into) || isObject(into);
  const members = isContainer ? Object.entries(into) : [];
  if (step === undefined || members.length === 0) {
    return value;
  }
  const chosen = step % members.length;
  const entries = members.map(
    ([key, member], index) => [key, index === chosen ? replaced(member, rest, value) : member] as const,
  );
  return Array.isArray(into)
    ? entries.map(([, member]) => member)
    : { ...Object.fromEntries(entries), ...identity(into) };
}

/** Type and deletion keep a request in scope; they are what scope.test.ts is about. */
function identity(into: unknown): RawObject {
  const { apiVersion, kind } = isObject(into) ? into : {};
  return apiVersion === undefined || kind === undefined ? {} : { apiVersion, kind };
}

describe.each(WEBHOOKS.map((webhook) => [webhook.registration.name, webhook] as const))("laws of %s", (_, webhook) => {
  it("no JSON object makes it throw", () => {
    const facts = factStore();
    fc.assert(
      fc.property(objects, fc.option(objects), (object, oldObject) => {
        const request = requestFor(webhook, object, oldObject);
        const opened = webhook.open({ ...request, object });
        if (opened.ok) {
          opened.value.needs(facts, chapterSettings());
          opened.value.decide({ facts, policies: NO_POLICIES, settings: chapterSettings(), now: NOW });
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("no damage to an object makes it throw, or lets the order of map keys count", () => {
    fc.assert(
      fc.property(damagedCases(webhook), fc.nat(), (file, seed) => {
        const { facts, review } = withShuffledKeys({ facts: file.facts, review: file.review }, seed);
        expect(JSON.stringify(runCase({ ...file, facts, review }))).toBe(JSON.stringify(runCase(file)));
      }),
      { numRuns: 1000 },
    );
  });

  it("fields that it does not know never change the outcome", () => {
    for (const file of CASES.filter((candidate) => candidate.webhook === caseFolder(webhook))) {
      const request = file.review["request"] as RawObject;
      const [object, oldObject] = [request["object"], request["oldObject"]].map((value) => withUnknownFields(value));
      const review = { ...file.review, request: { ...request, object, oldObject } };
      const facts = file.facts.map((fact) => withUnknownFields(fact) as RawObject);
      expect(runCase({ ...file, facts, review }), file.sentence).toEqual(runCase(file));
    }
  });
});

/** Members of these are names of users, so that another one is no unknown field. */
const NAMED_BY_USERS = ["capabilities", "capabilityFlavors", "labels", "annotations", "values"];

function withUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withUnknownFields);
  }
  if (!isObject(value)) {
    return value;
  }
  const entries = Object.entries(value).map(([key, member]) => [
    key,
    NAMED_BY_USERS.includes(key) ? member : withUnknownFields(member),
  ]);
  return Object.fromEntries([...entries, ["fieldOfTheFuture", { name: "x", versions: [null], type: 3 }]]);
}
