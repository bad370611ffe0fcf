import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { shootObject, shootReview } from "../support/admission-requests.ts";
import { fakeFacts } from "../support/fake-facts.ts";
import { type FakeWebhookOptions, fakeWebhook, profileNamed } from "../support/fake-webhooks.ts";
import { post, TEST_SERVER, testApp } from "../support/test-app.ts";

function statusText(code: number, reason: string, message: string): string {
  return JSON.stringify({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, code });
}

function appWith(options: FakeWebhookOptions, facts = fakeFacts()): ReturnType<typeof testApp> {
  return testApp({ webhooks: [fakeWebhook(options)], facts });
}

const NEUTRAL = statusText(500, "InternalError", "internal error of the webhook server; its log says more");

describe("bodies that are no review", () => {
  it.each([
    ["nothing", "", "body is not JSON"],
    ["text", "hello", "body is not JSON"],
    ["a truncated body", '{"kind":"AdmissionReview",', "body is not JSON: error at position 26"],
    ["a byte order mark", "\ufeff{}", "body is not JSON"],
    ["null", "null", "body is not an AdmissionReview: Invalid input: expected object, received null"],
    ["a list", "[]", "body is not an AdmissionReview: Invalid input: expected object, received array"],
    [
      "another kind",
      { ...shootReview(), kind: "SubjectAccessReview" },
      'body is not an AdmissionReview: kind: Invalid input: expected "AdmissionReview"',
    ],
    [
      "another version",
      shootReview({}, "admission.k8s.io/v2"),
      'body is not an AdmissionReview: apiVersion: Invalid option: expected one of "admission.k8s.io/v1"|"admission.k8s.io/v1beta1"',
    ],
    [
      "no request",
      { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request: null },
      "body is not an AdmissionReview: request: Invalid input: expected object, received null",
    ],
    [
      "several mistakes",
      shootReview({ uid: 7, object: [], operation: "PATCH" }),
      "body is not an AdmissionReview: request.uid: Invalid input: expected string, received number, " +
        'request.operation: Invalid option: expected one of "CREATE"|"UPDATE"|"DELETE"|"CONNECT", ' +
        "request.object: must be an object or null",
    ],
    ["a create without object", shootReview({ object: null }), "request.object: must be set for operation CREATE"],
    [
      "an object of another kind",
      shootReview({ object: { ...shootObject(), kind: "CloudProfile" } }),
      "request.object.kind: contradicts request.kind, which is Shoot",
    ],
  ])("answers %s with 400", async (_what, body, message) => {
    const answer = await post(testApp(), body);
    expect(answer).toMatchObject({ status: 400, text: statusText(400, "BadRequest", message) });
    expect(answer.headers).toMatchObject({ "content-type": "application/json" });
  });

  it.each([
    ["no content type", { "content-type": "" }, "content type must be application/json"],
    ["a form", { "content-type": "application/x-www-form-urlencoded" }, "content type must be application/json"],
    ["a longer type", { "content-type": "application/jsonp" }, "content type must be application/json"],
    ["an unreadable type", { "content-type": "json" }, "content type must be application/json"],
    ["gzip", { "content-encoding": "gzip" }, "content encoding must be identity; compressed bodies are not read"],
  ])("answers %s with 415", async (_what, headers, message) => {
    const answer = await post(testApp(), gzipSync(JSON.stringify(shootReview())), { headers });
    expect(answer).toMatchObject({ status: 415, text: statusText(415, "UnsupportedMediaType", message) });
  });

  it.each([
    [{ "content-type": "application/json; charset=utf-8" }],
    [{ "content-type": "Application/JSON" }],
    [{ "content-encoding": "identity" }],
  ])("takes %j", async (headers) => {
    expect((await post(testApp(), shootReview(), { headers })).status).toBe(200);
  });

  it("answers other paths and methods with 404", async () => {
    const { app } = testApp();
    for (const request of [
      { method: "POST", url: "/validate/pods" },
      { method: "GET", url: "/validate/shoots" },
    ] as const) {
      const response = await app.admission.inject(request);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ kind: "Status", reason: "NotFound", code: 404 });
    }
  });
});

describe("limits", () => {
  const limits = { bodyBytes: 4000, inFlightBytes: 5000, inFlightRequests: 2 };

  it("answers a body above the limit with 413", async () => {
    const app = testApp({ server: { ...TEST_SERVER, limits } });
    const answer = await post(app, shootReview({ object: shootObject({ filler: "x".repeat(4000) }) }));
    expect(answer.text).toBe(statusText(413, "RequestEntityTooLarge", "body must be at most 4000 bytes"));
    expect((await post(app, shootReview())).status).toBe(200);
  });

  it("takes a legal review of 27 MiB", async () => {
    const review = JSON.stringify(shootReview({ object: shootObject({ filler: "FILLER" }) }));
    const body = review.replace("FILLER", "\\u003c".repeat((27 * 1024 * 1024 - review.length) / 6));
    expect((await post(testApp(), body)).status).toBe(200);
  });

  it("decides first what waits in the turn before it sends anybody away", async () => {
    const app = testApp({ server: { ...TEST_SERVER, limits: { ...limits, inFlightRequests: 1 } } });
    const answers = await Promise.all(Array.from({ length: 40 }, () => post(app, shootReview())));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
  });

  it("answers 429 while too many requests or bytes are in flight, and recovers", async () => {
    const held = Promise.withResolvers<readonly string[]>();
    const facts = fakeFacts({ read: () => held.promise });
    const webhooks = [fakeWebhook({ needs: () => [profileNamed("aws")] })];
    const app = testApp({ server: { ...TEST_SERVER, limits }, webhooks, facts });
    const large = shootReview({ object: shootObject({ filler: "x".repeat(2000) }) });
    const first = post(app, large);
    await expect.poll(() => facts.reads.length).toBe(1);
    const tooManyBytes = await post(app, large);
    expect(tooManyBytes).toMatchObject({ status: 429, headers: { "retry-after": "1" } });
    expect(JSON.parse(tooManyBytes.text)).toMatchObject({
      reason: "TooManyRequests",
      message: "too many bytes in flight; try again",
      details: { retryAfterSeconds: 1 },
    });
    const second = post(app, shootReview());
    await expect.poll(() => facts.reads.length).toBe(2);
    const tooMany = await post(app, shootReview());
    expect(tooMany).toMatchObject({ status: 429, headers: { "retry-after": "1" } });
    expect(JSON.parse(tooMany.text).message).toBe("too many requests in flight; try again");
    held.resolve(["aws"]);
    expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([200, 200]);
    expect((await post(app, large)).status).toBe(200);
  });
});

describe("faults of ours", () => {
  it.each([
    ["reading the object", { open: thrower(new TypeError("secret detail")) }],
    ["asking for facts", { needs: thrower(new Error("secret detail")) }],
    ["deciding", { decide: thrower(new Error("secret detail")) }],
    ["deciding, by what is no error", { decide: thrower("secret detail") }],
  ])("answers an exception while %s with a neutral 500", async (_what, options) => {
    const app = appWith(options);
    const answer = await post(app, shootReview());
    expect(answer).toMatchObject({ status: 500, text: NEUTRAL });
    expect(answer.headers).not.toHaveProperty("retry-after");
    expect(JSON.stringify(app.captured.lines().at(-1))).toContain("secret detail");
    expect((await post(appWith({}), shootReview())).status).toBe(200);
  });

  it("answers a rejected read with a neutral 500", async () => {
    const facts = fakeFacts({ read: () => Promise.reject(new Error("connection refused")) });
    const app = appWith({ needs: () => [profileNamed("aws")] }, facts);
    expect(await post(app, shootReview())).toMatchObject({ status: 500, text: NEUTRAL });
    expect(app.captured.lines().at(-1)).toMatchObject({ level: "error", err: { message: "connection refused" } });
  });

  it("is none that an object is nested more deeply than the call stack", async () => {
    const deep = (leaf: string) => `${'{"a":'.repeat(200_000)}${leaf}${"}".repeat(200_000)}`;
    const body = JSON.stringify(
      shootReview({ operation: "UPDATE", object: shootObject({ deep: 1 }), oldObject: shootObject({ deep: 2 }) }),
    )
      .replace('"deep":1', `"deep":${deep("1")}`)
      .replace('"deep":2', `"deep":${deep("2")}`);
    const app = appWith({});
    expect((await post(app, body)).status).toBe(200);
    expect((await post(app, shootReview())).status).toBe(200);
  });

  it("answers 500 when the deadline passes, although the read goes on", async () => {
    const facts = fakeFacts({ read: () => new Promise(() => {}) });
    const app = appWith({ needs: () => [profileNamed("aws")] }, facts);
    const startedAt = performance.now();
    const answer = await post(app, shootReview(), { timeout: "100ms" });
    expect(answer).toMatchObject({ status: 500, text: statusText(500, "Timeout", "deadline exceeded") });
    expect(answer.headers).not.toHaveProperty("retry-after");
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });

  it("gives reads a signal that ends with the deadline", async () => {
    const signals: AbortSignal[] = [];
    const read = (_requests: unknown, signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<readonly string[]>((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    };
    const app = appWith({ needs: () => [profileNamed("aws")] }, fakeFacts({ read }));
    expect((await post(app, shootReview(), { timeout: "100ms" })).status).toBe(500);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});

describe("facts", () => {
  it("answers 503 with Retry-After while a needed kind is not synced", async () => {
    const facts = fakeFacts({ profiles: ["aws"], unsynced: ["CloudProfile"] });
    const app = appWith({ needs: () => [profileNamed("aws")] }, facts);
    const answer = await post(app, shootReview());
    expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
    expect(JSON.parse(answer.text)).toMatchObject({
      kind: "Status",
      reason: "ServiceUnavailable",
      message: "facts are not synced yet; try again",
      code: 503,
    });
    facts.setSynced("CloudProfile", true);
    expect((await post(app, shootReview())).status).toBe(200);
  });

  it("answers 503 while all of a kind is needed that is not synced, and never reads it live", async () => {
    const facts = fakeFacts({ unsynced: ["Shoot"] });
    const app = appWith({ needs: () => [{ kind: "Shoot", all: true }] }, facts);
    expect((await post(app, shootReview())).status).toBe(503);
    facts.setSynced("Shoot", true);
    expect((await post(app, shootReview())).status).toBe(200);
    expect(facts.reads).toEqual([]);
  });

  it("does not wait for kinds that nothing needs", async () => {
    expect((await post(appWith({}, fakeFacts({ unsynced: ["CloudProfile"] })), shootReview())).status).toBe(200);
  });

  it("reads nothing when everything is known", async () => {
    const facts = fakeFacts({ profiles: ["aws"] });
    expect((await post(appWith({ needs: () => [profileNamed("aws")] }, facts), shootReview())).status).toBe(200);
    expect(facts.reads).toEqual([]);
  });

  it("reads what is missing once, asks again, and decides with what was found", async () => {
    const facts = fakeFacts({
      read: async (requests) => requests.map(({ name }) => name).filter((name) => name !== "absent"),
    });
    const known: boolean[] = [];
    const app = appWith(
      {
        needs: (snapshot) => [
          profileNamed("absent"),
          profileNamed("first"),
          ...(snapshot.cloudProfile("first") ? [profileNamed("second")] : []),
        ],
        decide: ({ facts }) => {
          known.push(facts.cloudProfile("second") !== undefined, facts.cloudProfile("absent") !== undefined);
          return { kind: "allow", warnings: [], warned: [] };
        },
      },
      facts,
    );
    expect((await post(app, shootReview())).status).toBe(200);
    expect(facts.reads).toEqual([[profileNamed("absent"), profileNamed("first")], [profileNamed("second")]]);
    expect(known).toEqual([true, false]);
  });

  it("gives up on a chapter that needs something else after every read", async () => {
    const facts = fakeFacts();
    let round = 0;
    const app = appWith({ needs: () => [profileNamed(`profile-${round++}`)] }, facts);
    expect((await post(app, shootReview())).status).toBe(500);
    expect(facts.reads).toHaveLength(4);
  });

  it("decides at the time of the clock, with the settings", async () => {
    let decidedAt = 0;
    const app = appWith({
      decide: ({ settings, now }) => {
        decidedAt = now;
        expect(settings.rules.strict).toBe("deny");
        return { kind: "allow", warnings: [], warned: [] };
      },
    });
    await post(app, shootReview());
    expect(decidedAt).toBe(1_772_366_400_000);
  });
});

function thrower(thrown: unknown): () => never {
  return () => {
    throw thrown;
  };
}
