import { describe, expect, it } from "vitest";
import { required } from "../../src/domain/field/error.ts";
import { finding } from "../../src/domain/rules/finding.ts";
import { createLog } from "../../src/observability/log.ts";
import { shootObject, shootReview } from "../support/admission-requests.ts";
import { capturedLog } from "../support/captured-log.ts";
import { fakeWebhook } from "../support/fake-webhooks.ts";
import { post, testApp } from "../support/test-app.ts";

const DENY = {
  kind: "deny",
  findings: [finding("CRI-V-01", required(["spec"], "")), finding("CAP-SH-17", required(["spec"], ""))],
  warned: [],
  warnings: [],
} as const;

describe("the log", () => {
  it("has one line per denial, with what identifies it", async () => {
    const app = testApp({ webhooks: [fakeWebhook({ verdict: DENY })] });
    await post(app, shootReview({ dryRun: true }));
    expect(app.captured.lines()).toEqual([
      {
        level: "info",
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        name: "crazy",
        webhook: "shoots.validate.gardengate.dev",
        uid: "705ab4f5-6393-11e8-b7cc-42010a800002",
        operation: "CREATE",
        group: "core.gardener.cloud",
        version: "v1beta1",
        kind: "Shoot",
        namespace: "garden-dev",
        user: "alice",
        dryRun: true,
        verdict: "deny",
        reason: "decided",
        code: 422,
        deniedRules: ["CAP-SH-17", "CRI-V-01"],
        durationMs: expect.any(Number),
        msg: "Request denied",
      },
    ]);
  });

  it("tells allowed requests at debug only", async () => {
    const app = testApp();
    await post(app, shootReview());
    expect(app.captured.lines()).toMatchObject([{ level: "debug", verdict: "allow", msg: "Request allowed" }]);
    const quiet = capturedLog("info");
    await post(testApp({ log: quiet.log }), shootReview());
    expect(quiet.text()).toBe("");
  });

  it("tells faults of ours at error and those of callers at warn", async () => {
    const failing = fakeWebhook({
      decide: () => {
        throw new Error("bug", { cause: new TypeError("deeper") });
      },
    });
    const app = testApp({ webhooks: [failing] });
    await post(app, shootReview());
    await post(app, '{"kind": secret-token}');
    expect(app.captured.lines()).toMatchObject([
      {
        level: "error",
        fault: "internal",
        code: 500,
        uid: "705ab4f5-6393-11e8-b7cc-42010a800002",
        err: { type: "Error", message: "bug", cause: { type: "TypeError", message: "deeper" } },
        msg: "Request not decided",
      },
      { level: "warn", fault: "notJson", code: 400, detail: "body is not JSON" },
    ]);
    expect(app.captured.text()).not.toContain("secret-token");
  });

  it("never holds bodies, contents or extra user data", async () => {
    const secret = "c3VwZXItc2VjcmV0";
    const object = shootObject({ data: { password: secret }, files: [{ content: { inline: { data: secret } } }] });
    const app = testApp({ webhooks: [fakeWebhook({ verdict: DENY })] });
    for (const members of [{ object }, { object, operation: "DELETE" }, { object, kind: 7 }, { object: [secret] }]) {
      await post(app, shootReview(members));
    }
    await post(app, JSON.stringify(shootReview({ object })).slice(0, -4));
    expect(app.captured.lines()).toHaveLength(5);
    expect(app.captured.text()).not.toContain(secret);
    expect(app.captured.text()).not.toContain("hidden-scope");
  });

  it("redacts keys of secrets, and properties of errors, when whole objects are passed after all", () => {
    const { log, text } = capturedLog();
    const secret = "c3VwZXItc2VjcmV0";
    log.info({ data: secret, secretObject: { data: secret }, spec: { files: { content: secret } } }, "Whole objects");
    log.info({ userInfo: { extra: [secret] }, config: { token: secret, password: secret } }, "More objects");
    log.error(
      { err: Object.assign(new Error("refused"), { body: secret, headers: { authorization: secret } }) },
      "Failed",
    );
    expect(text()).not.toContain(secret);
    expect(text()).toContain("refused");
  });

  it("survives causes that go in circles, and thrown values that are no errors", () => {
    const { log, lines } = capturedLog();
    const error = new Error("loop");
    error.cause = error;
    log.error({ err: error }, "Failed");
    log.error({ err: "text" }, "Failed");
    expect(lines()).toMatchObject([{ err: { message: "loop" } }, { err: { type: "string", message: "text" } }]);
  });

  it("can be silent", () => {
    expect(createLog({ level: "silent" }).isLevelEnabled("error")).toBe(false);
  });
});
