import { describe, expect, it } from "vitest";
import { required } from "../../src/domain/field/error.ts";
import { finding } from "../../src/domain/rules/finding.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { shootReview } from "../support/admission-requests.ts";
import { fakeFacts } from "../support/fake-facts.ts";
import { fakeWebhook, profileNamed } from "../support/fake-webhooks.ts";
import { post, testApp } from "../support/test-app.ts";

const WEBHOOK = 'webhook="shoots.validate.gardengate.dev"';
const FINDING = finding("CAP-SH-17", required(["spec"], ""));

/** The samples of a text, checked line by line against the grammar of the Prometheus text format. */
function samples(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("# ")) {
      continue;
    }
    const match = /^([a-zA-Z_:][a-zA-Z0-9_:]*(?:\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\.)*",?)*\})?) (\S+)$/.exec(line);
    expect(match, line).not.toBeNull();
    found.set(match?.[1] ?? "", Number(match?.[2]));
  }
  return found;
}

describe("metrics", () => {
  it("exist at zero before the first request", async () => {
    const before = samples(await testApp().scrape());
    expect(before.get(`controller_runtime_webhook_requests_total{${WEBHOOK},code="200"}`)).toBe(0);
    expect(before.get(`controller_runtime_webhook_requests_total{${WEBHOOK},code="500"}`)).toBe(0);
    expect(before.get(`controller_runtime_webhook_requests_in_flight{${WEBHOOK}}`)).toBe(0);
    expect(before.get("controller_runtime_webhook_panics_total")).toBe(0);
    expect(before.get("certwatcher_read_certificate_total")).toBe(0);
    expect(before.get("certwatcher_read_certificate_errors_total")).toBe(0);
    expect(before.get(`gardengate_deadline_exceeded_total{${WEBHOOK}}`)).toBe(0);
    expect(before.get('gardengate_build_info{version="0.0.0-test"}')).toBe(1);
  });

  it("move with a denial", async () => {
    const verdict = { kind: "deny", findings: [FINDING], warned: [FINDING], warnings: ["x".repeat(300)] } as const;
    const app = testApp({ webhooks: [fakeWebhook({ verdict })] });
    await post(app, shootReview());
    const after = samples(await app.scrape());
    expect(after.get(`controller_runtime_webhook_requests_total{${WEBHOOK},code="200"}`)).toBe(1);
    expect(after.get(`controller_runtime_webhook_requests_in_flight{${WEBHOOK}}`)).toBe(0);
    expect(after.get(`controller_runtime_webhook_latency_seconds_count{${WEBHOOK}}`)).toBe(1);
    expect(after.get(`controller_runtime_webhook_latency_seconds_bucket{le="10",${WEBHOOK}}`)).toBe(1);
    expect(after.get(`gardengate_verdicts_total{${WEBHOOK},operation="CREATE",verdict="deny",reason="decided"}`)).toBe(
      1,
    );
    expect(after.get(`gardengate_findings_total{${WEBHOOK},rule="CAP-SH-17",outcome="denied"}`)).toBe(1);
    expect(after.get(`gardengate_findings_total{${WEBHOOK},rule="CAP-SH-17",outcome="warned"}`)).toBe(1);
    expect(after.get(`gardengate_warnings_cut_total{${WEBHOOK}}`)).toBe(1);
    expect(after.get(`gardengate_request_bytes_count{${WEBHOOK}}`)).toBe(1);
  });

  it("move with requests out of scope", async () => {
    const app = testApp();
    await post(app, shootReview({ kind: { group: "", version: "v1", kind: "Node" } }));
    await post(app, shootReview({ operation: "DELETE", object: null }));
    const after = samples(await app.scrape());
    expect(after.get(`gardengate_unhandled_kinds_total{${WEBHOOK}}`)).toBe(1);
    expect(
      after.get(`gardengate_verdicts_total{${WEBHOOK},operation="DELETE",verdict="allow",reason="unhandledOperation"}`),
    ).toBe(1);
  });

  it("move with faults", async () => {
    const facts = fakeFacts({ read: () => new Promise(() => {}) });
    const app = testApp({ webhooks: [fakeWebhook({ needs: () => [profileNamed("aws")] })], facts });
    await post(app, shootReview(), { timeout: "20ms" });
    await post(app, "no JSON");
    const failing = fakeWebhook({
      decide: () => {
        throw new Error("bug");
      },
    });
    const broken = testApp({ webhooks: [failing] });
    await post(broken, shootReview());
    const after = samples(await app.scrape());
    expect(after.get(`gardengate_deadline_exceeded_total{${WEBHOOK}}`)).toBe(1);
    expect(after.get(`gardengate_rejects_total{${WEBHOOK},fault="notJson"}`)).toBe(1);
    expect(after.get(`controller_runtime_webhook_requests_total{${WEBHOOK},code="400"}`)).toBe(1);
    expect(after.get(`controller_runtime_webhook_requests_total{${WEBHOOK},code="500"}`)).toBe(1);
    const afterBug = samples(await broken.scrape());
    expect(afterBug.get("controller_runtime_webhook_panics_total")).toBe(1);
    expect(afterBug.get(`gardengate_rejects_total{${WEBHOOK},fault="internal"}`)).toBe(1);
  });

  it("show the requests in flight and the state of the facts", async () => {
    const held = Promise.withResolvers<readonly string[]>();
    const facts = fakeFacts({ read: () => held.promise });
    facts.setProblems([{ kind: undefined, message: "broken" }]);
    const app = testApp({ webhooks: [fakeWebhook({ needs: () => [profileNamed("aws")] })], facts });
    const pending = post(app, shootReview());
    await expect.poll(() => facts.reads.length).toBe(1);
    const during = samples(await app.scrape());
    expect(during.get(`controller_runtime_webhook_requests_in_flight{${WEBHOOK}}`)).toBe(1);
    expect(during.get('gardengate_facts_synced{kind="CloudProfile"}')).toBe(1);
    expect(during.get("gardengate_facts_problems")).toBe(1);
    held.resolve([]);
    await pending;
    facts.setSynced("CloudProfile", false);
    expect(samples(await app.scrape()).get('gardengate_facts_synced{kind="CloudProfile"}')).toBe(0);
  });

  it("are the same in Prometheus text after a scrape in OpenMetrics", async () => {
    const { metrics } = testApp();
    const before = await metrics.expose("prometheus");
    const openMetrics = await metrics.expose("openMetrics");
    expect(await metrics.expose("prometheus")).toBe(before);
    expect(openMetrics).not.toContain("\n\n");
    expect(openMetrics.endsWith("\n# EOF\n")).toBe(true);
    expect(openMetrics).toContain("# TYPE controller_runtime_webhook_panics counter\n");
    expect(openMetrics).toContain("# HELP controller_runtime_webhook_panics Admission requests");
    expect(openMetrics).toContain("\ncontroller_runtime_webhook_panics_total 0\n");
    expect(samples(openMetrics.replace("# EOF\n", ""))).toEqual(samples(before));
  });

  it("include the process, without gauges that OpenMetrics forbids", async () => {
    const metrics = createMetrics({ version: "1", withProcessMetrics: true });
    expect(await metrics.expose("prometheus")).toContain("\nnodejs_eventloop_lag_p99_seconds ");
    expect(await metrics.expose("openMetrics")).not.toMatch(/^# TYPE \S+_total gauge$/m);
  });
});
