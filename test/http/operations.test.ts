import { describe, expect, it } from "vitest";
import { fixedPolicies } from "../../src/policies/fixed.ts";
import { fakeFacts } from "../support/fake-facts.ts";
import { NO_CERTIFICATE, type TestApp, testApp } from "../support/test-app.ts";

async function get({ app }: TestApp, url: string, headers: Record<string, string> = {}) {
  const response = await app.operations.inject({ method: "GET", url, headers });
  return { status: response.statusCode, text: response.payload, type: response.headers["content-type"] };
}

describe("/healthz", () => {
  it("is fine although nothing is ready", async () => {
    const app = testApp({ facts: fakeFacts({ unsynced: ["CloudProfile"] }) });
    expect(await get(app, "/healthz")).toMatchObject({ status: 200, text: "ok\n" });
  });
});

describe("/readyz", () => {
  it("says what is missing before anything listens", async () => {
    const app = testApp({
      facts: fakeFacts({ unsynced: ["CloudProfile"] }),
      certificates: { ...NO_CERTIFICATE, invalidity: () => "expired on 2026-01-01T00:00:00Z" },
      policies: { ...fixedPolicies(), isLoaded: () => false },
    });
    expect(await get(app, "/readyz")).toMatchObject({
      status: 503,
      type: "text/plain; charset=utf-8",
      text: [
        "[-]listening failed: not listening yet",
        "[-]certificate failed: expired on 2026-01-01T00:00:00Z",
        "[-]facts failed: not synced: CloudProfile",
        "[-]policies failed: not loaded yet",
        "[+]not-draining ok",
        "readyz check failed",
        "",
      ].join("\n"),
    });
  });

  it("tells problems of the facts while the last good ones are served", async () => {
    const facts = fakeFacts();
    facts.setProblems([{ kind: undefined, message: "facts/a.yaml:3: not YAML" }]);
    const text = (await get(testApp({ facts }), "/readyz")).text;
    expect(text).toContain("[+]facts ok: last good state is served; facts/a.yaml:3: not YAML\n");
  });
});

describe("/readyz about policies", () => {
  it("tells their problems while the last good ones are in force", async () => {
    const policies = { ...fixedPolicies(), problems: () => ["policies/a.yaml:3: not YAML"] };
    const text = (await get(testApp({ policies }), "/readyz")).text;
    expect(text).toContain("[+]policies ok: last good state is served; policies/a.yaml:3: not YAML\n");
  });
});

describe("/metrics", () => {
  it.each([
    [undefined, "text/plain; version=0.0.4; charset=utf-8"],
    ["*/*", "text/plain; version=0.0.4; charset=utf-8"],
    ["text/plain", "text/plain; version=0.0.4; charset=utf-8"],
    ["application/openmetrics-text;version=1.0.0;q=0", "text/plain; version=0.0.4; charset=utf-8"],
    ["application/openmetrics-text;q=0.3,text/plain;q=0.5", "text/plain; version=0.0.4; charset=utf-8"],
    ["application/openmetrics-text", "application/openmetrics-text; version=1.0.0; charset=utf-8"],
    [
      "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.2",
      "application/openmetrics-text; version=1.0.0; charset=utf-8",
    ],
  ])("answers Accept %s with %s", async (accept, type) => {
    expect(await get(testApp(), "/metrics", accept === undefined ? {} : { accept })).toMatchObject({
      status: 200,
      type,
    });
  });
});
