import { describe, expect, it } from "vitest";
import { invalid, notSupported, required } from "../../src/domain/field/error.ts";
import { finding } from "../../src/domain/rules/finding.ts";
import type { Verdict } from "../../src/domain/verdict.ts";
import type { RawObject } from "../../src/wire/admission-review.ts";
import { shootObject, shootReview } from "../support/admission-requests.ts";
import { fakeWebhook } from "../support/fake-webhooks.ts";
import { post, testApp } from "../support/test-app.ts";

const ENVELOPE = '{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":';
const UID = '"uid":"705ab4f5-6393-11e8-b7cc-42010a800002"';
const ALLOWED = `${ENVELOPE}{${UID},"allowed":true}}`;

const MACHINE = finding("CAP-SH-17", invalid(["spec", "provider", "workers", 0, "machine"], "m5", "no flavor fits"));
const CRI = finding("CRI-V-01", notSupported(["spec", "provider", "workers", 0, "cri"], "docker", ["containerd"]));

function deny(...findings: readonly [typeof MACHINE, ...(typeof MACHINE)[]]): Verdict {
  return { kind: "deny", findings, warned: [], warnings: [] };
}

describe("verdicts on the wire", () => {
  it("answers an allowed request with nothing but that", async () => {
    const answer = await post(testApp(), shootReview());
    expect(answer).toMatchObject({ status: 200, text: ALLOWED });
    expect(answer.headers).toMatchObject({ "content-type": "application/json", "content-length": "134" });
    expect(answer.headers).not.toHaveProperty("retry-after");
  });

  it("echoes version v1beta1 and an unusual uid", async () => {
    const review = shootReview({ uid: 'a"\\\u2028ü' }, "admission.k8s.io/v1beta1");
    expect((await post(testApp(), review)).text).toBe(
      '{"apiVersion":"admission.k8s.io/v1beta1","kind":"AdmissionReview","response":{"uid":"a\\"\\\\\u2028ü","allowed":true}}',
    );
  });

  it("answers a denial with code, reason, message and causes", async () => {
    const answer = await post(testApp({ webhooks: [fakeWebhook({ verdict: deny(MACHINE) })] }), shootReview());
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(
      `${ENVELOPE}{${UID},"allowed":false,"status":{"status":"Failure",` +
        '"message":"spec.provider.workers[0].machine: Invalid value: \\"m5\\": no flavor fits [CAP-SH-17]",' +
        '"reason":"Invalid","details":{"name":"crazy","group":"core.gardener.cloud","kind":"Shoot","causes":[' +
        '{"reason":"FieldValueInvalid","message":"Invalid value: \\"m5\\": no flavor fits [CAP-SH-17]",' +
        '"field":"spec.provider.workers[0].machine"}]},"code":422},"auditAnnotations":{"denied-rules":"CAP-SH-17"}}}',
    );
  });

  it("puts several findings in brackets and lists their rules once", async () => {
    const webhooks = [fakeWebhook({ verdict: deny(CRI, MACHINE, MACHINE) })];
    const { response } = JSON.parse((await post(testApp({ webhooks }), shootReview())).text);
    expect(response.status.message).toBe(
      '[spec.provider.workers[0].cri: Unsupported value: "docker": supported values: "containerd" [CRI-V-01], ' +
        'spec.provider.workers[0].machine: Invalid value: "m5": no flavor fits [CAP-SH-17]]',
    );
    expect(response.status.details.causes).toHaveLength(3);
    expect(response.auditAnnotations).toEqual({ "denied-rules": "CAP-SH-17,CRI-V-01" });
  });

  it("delivers warnings with an allowance and with a denial", async () => {
    const told = { warned: [MACHINE], warnings: ["old\npool [CAP-SH-30]", "old pool [CAP-SH-30]", ""] };
    const allowed = testApp({ webhooks: [fakeWebhook({ verdict: { kind: "allow", ...told } })] });
    expect((await post(allowed, shootReview())).text).toBe(
      `${ENVELOPE}{${UID},"allowed":true,"auditAnnotations":{"warned-rules":"CAP-SH-17"},"warnings":["old pool [CAP-SH-30]"]}}`,
    );
    const denied = testApp({ webhooks: [fakeWebhook({ verdict: { kind: "deny", findings: [CRI], ...told } })] });
    const { response } = JSON.parse((await post(denied, shootReview())).text);
    expect(response.warnings).toEqual(["old pool [CAP-SH-30]"]);
    expect(response.auditAnnotations).toEqual({ "denied-rules": "CRI-V-01", "warned-rules": "CAP-SH-17" });
  });

  it.each([
    ["its name", {}, "crazy"],
    ["the object's name", { name: "" }, "crazy"],
    [
      "its generateName",
      { name: null, object: shootObject({}, { name: undefined, generateName: "crazy-" }) },
      "crazy-",
    ],
    ["nothing", { name: null, object: { spec: {} } }, ""],
  ])("names a denied object by %s", async (_what, members, name) => {
    const webhooks = [fakeWebhook({ verdict: deny(MACHINE) })];
    const { response } = JSON.parse((await post(testApp({ webhooks }), shootReview(members))).text);
    expect(response.status.details.name).toBe(name);
  });

  it("denies an object that does not fit its schema, as WIRE-01", async () => {
    const open = () => ({ ok: false as const, errors: [required(["spec", "provider"], "must be set")] });
    const { response } = JSON.parse((await post(testApp({ webhooks: [fakeWebhook({ open })] }), shootReview())).text);
    expect(response.status).toMatchObject({
      code: 422,
      reason: "Invalid",
      message: "spec.provider: Required value: must be set [WIRE-01]",
    });
  });

  it.each([
    ["only metadata change", { operation: "UPDATE", oldObject: shootObject() }],
    [
      "the object is in deletion",
      { operation: "UPDATE", object: shootObject({}, { deletionTimestamp: "now" }), oldObject: shootObject() },
    ],
    ["the object is deleted", { operation: "DELETE", object: null, oldObject: shootObject(), name: "" }],
    ["the status changes", { operation: "UPDATE", subResource: "status", oldObject: shootObject({}) }],
    ["the kind is another one", { kind: { group: "", version: "v1", kind: "Node" } }],
    ["somebody connects", { operation: "CONNECT", object: { kind: "PodExecOptions" }, options: null }],
  ])("does not ask the chapter when %s", async (_what, members) => {
    const open = () => {
      throw new Error("must not be asked");
    };
    expect((await post(testApp({ webhooks: [fakeWebhook({ open })] }), shootReview(members))).text).toBe(ALLOWED);
  });

  it("gives chapters the object as it was sent: odd keys, unknown fields, dry run", async () => {
    let seen: RawObject | undefined;
    const open = fakeWebhook().open;
    const webhook = fakeWebhook({
      open: (request) => {
        seen = request.object;
        return open(request);
      },
    });
    const object =
      '{"apiVersion":"core.gardener.cloud/v1beta1","kind":"Shoot","spec":{"__proto__":{"a":1},"constructor":{"prototype":2},"unknown":[1.5]}}';
    const body = JSON.stringify(shootReview({ dryRun: true, object: "OBJECT" })).replace('"OBJECT"', object);
    expect((await post(testApp({ webhooks: [webhook] }), body)).text).toBe(ALLOWED);
    expect(JSON.stringify(seen)).toBe(object);
  });

  it("is not harmed by integers that JavaScript cannot represent", async () => {
    const body = JSON.stringify(shootReview({ object: shootObject({ big: "BIG" }) })).replace(
      '"BIG"',
      "9007199254740993",
    );
    expect((await post(testApp(), body)).text).toBe(ALLOWED);
  });

  it("gives the same bytes for the same request", async () => {
    const app = testApp({ webhooks: [fakeWebhook({ verdict: deny(CRI, MACHINE) })] });
    expect((await post(app, shootReview())).text).toBe((await post(app, shootReview())).text);
  });
});
