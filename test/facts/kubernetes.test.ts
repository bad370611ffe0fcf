import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { poolsUsing } from "../../src/domain/usage/profile-usage.ts";
import type { FactKind, FactSource } from "../../src/facts/contract.ts";
import { kubernetesFacts } from "../../src/facts/kubernetes.ts";
import { FakeApiServer, sendJson, sendStatus } from "../kube/fake-api-server.ts";
import { kubeconfigText } from "../kube/kubeconfig-files.ts";
import { ManualTimers } from "../kube/manual-timers.ts";
import { recordingLog } from "./recording-log.ts";

/** Longer than any backoff, shorter than a watch may be silent. */
const BACKOFF_MS = 31_000;
/** Longer than a watch may be silent: 120 s, half as much again for the spread, and the margin. */
const SILENCE_MS = 191_000;

let root: string;
let api: FakeApiServer;
let timers: ManualTimers;
const sources: FactSource[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "kube-"));
  api = await FakeApiServer.start();
  timers = new ManualTimers();
});

afterEach(async () => {
  for (const source of sources.splice(0)) {
    await source[Symbol.asyncDispose]();
  }
  await api[Symbol.asyncDispose]();
  await rm(root, { recursive: true, force: true });
});

async function started(kinds: readonly FactKind[] = ["CloudProfile"], user: object = {}) {
  const kubeconfig = join(root, "kubeconfig");
  await writeFile(kubeconfig, kubeconfigText(api.url, user));
  const log = recordingLog();
  const seen: string[] = [];
  const source = kubernetesFacts({
    kinds,
    kubeconfig,
    env: {},
    log,
    timers,
    random: () => 0.5,
    events: {
      onRelist: (kind) => seen.push(`listed ${kind}`),
      onDisruption: (kind, reason) => seen.push(`${reason} ${kind}`),
      onLiveRead: (kind, outcome) => seen.push(`read ${kind} ${outcome}`),
      onBrokenObject: (kind) => seen.push(`broken ${kind}`),
    },
  });
  sources.push(source);
  await source.start();
  return { source, log, seen };
}

async function watching(kinds: readonly FactKind[] = ["CloudProfile"]) {
  const result = await started(kinds);
  await until(() => expect(api.watching).toBe(new Set(kinds).size));
  return result;
}

function put(name: string, type = "aws", options: { quietly?: boolean } = {}): void {
  api.put("cloudprofiles", name, { spec: { type } }, options);
}

function typeOf(source: FactSource, name: string): string | undefined {
  return source.snapshot().cloudProfile(name)?.profile.spec.type;
}

function until(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 4_000, interval: 5 });
}

/** Lets backoffs pass until the condition holds, without letting a watch die of silence. */
function untilRetried(check: () => void): Promise<void> {
  return until(() => {
    if (timers.waiting.some((ms) => ms < BACKOFF_MS)) {
      timers.elapse(BACKOFF_MS);
    }
    check();
  });
}

function live(source: FactSource, name: string, signal = AbortSignal.timeout(5_000)) {
  return source.readThrough([{ kind: "CloudProfile", name }], signal);
}

describe("lists and watches", () => {
  it("only the kinds that are asked for, once each", async () => {
    await watching(["NamespacedCloudProfile", "NamespacedCloudProfile"]);
    expect(api.requests.map((url) => url.pathname)).toEqual(
      Array(2).fill("/apis/core.gardener.cloud/v1beta1/namespacedcloudprofiles"),
    );
  });

  it("each kind in its own time", async () => {
    api.next("list", () => undefined, "/cloudprofiles");
    const { source } = await started(["CloudProfile", "NamespacedCloudProfile"]);
    await until(() => expect(source.isSynced("NamespacedCloudProfile")).toBe(true));
    expect(source.isSynced("CloudProfile")).toBe(false);
  });

  it("Shoots, and keeps up with who uses what", async () => {
    const spec = (machineType: string) => ({
      cloudProfile: { name: "p" },
      provider: { workers: [{ name: "w", machine: { type: machineType, image: { name: "os", version: "1.0.0" } } }] },
    });
    const types = (source: FactSource) =>
      poolsUsing(source.snapshot().usage.usageOf({ kind: "CloudProfile", name: "p" })).map(
        ({ shoot, machineType }) => `${shoot} ${machineType}`,
      );
    const there = { namespace: "n" };
    api.put("shoots", "a", { spec: spec("m5") }, there);
    const { source } = await watching(["Shoot"]);
    expect(api.lists.map((url) => url.searchParams.get("limit"))).toEqual(["500"]);
    expect(types(source)).toEqual(["a m5"]);
    const before = source.snapshot();
    api.put("shoots", "b", { spec: spec("m5") }, there);
    api.put("shoots", "a", { spec: spec("m6") }, there);
    await until(() => expect(types(source)).toEqual(["b m5", "a m6"]));
    api.delete("shoots", "b", there);
    await until(() => expect(types(source)).toEqual(["a m6"]));
    expect(poolsUsing(before.usage.usageOf({ kind: "CloudProfile", name: "p" }))).toMatchObject([
      { machineType: "m5" },
    ]);
  });

  it("page by page, synced with the last one", async () => {
    for (let index = 0; index < 7; index += 1) {
      put(`p${index}`);
    }
    api.pageSize = 3;
    const { source, seen } = await watching();
    expect(source.isSynced("CloudProfile")).toBe(true);
    expect(api.lists.map((url) => url.searchParams.get("continue"))).toEqual([null, "107:3", "107:6"]);
    expect(api.lists.some((url) => url.searchParams.has("resourceVersion"))).toBe(false);
    expect(Object.fromEntries(api.watches[0]?.searchParams ?? [])).toEqual({
      watch: "true",
      resourceVersion: "107",
      allowWatchBookmarks: "true",
      timeoutSeconds: "150",
    });
    expect(typeOf(source, "p6")).toBe("aws");
    expect(seen).toEqual(["listed CloudProfile"]);
  });

  it("following additions, changes and deletions, while old snapshots stay as they are", async () => {
    put("p");
    put("q");
    const { source } = await watching();
    const before = source.snapshot();
    put("p", "gcp");
    put("r");
    api.delete("cloudprofiles", "q");
    await until(() => expect(typeOf(source, "q")).toBeUndefined());
    expect([typeOf(source, "p"), typeOf(source, "r")]).toEqual(["gcp", "aws"]);
    expect([before.cloudProfile("p")?.profile.spec.type, before.cloudProfile("q")?.name]).toEqual(["aws", "q"]);
    expect(before.cloudProfile("r")).toBeUndefined();
  });

  it("keeping objects of the same name in different namespaces apart", async () => {
    const fields = (name: string) => ({ spec: { parent: { kind: "CloudProfile", name } } });
    api.put("namespacedcloudprofiles", "n", fields("a"), { namespace: "x" });
    api.put("namespacedcloudprofiles", "n", fields("b"), { namespace: "y" });
    const { source } = await watching(["NamespacedCloudProfile"]);
    api.delete("namespacedcloudprofiles", "n", { namespace: "x" });
    await until(() => expect(source.snapshot().namespacedCloudProfile("x", "n")).toBeUndefined());
    expect(source.snapshot().namespacedCloudProfile("y", "n")?.spec.parent.name).toBe("b");
  });
});

describe("survives", () => {
  it("the proper end of a watch, resuming where it was without a list or a delay", async () => {
    const { source } = await watching();
    put("p");
    await until(() => expect(typeOf(source, "p")).toBe("aws"));
    api.endWatches();
    await until(() => expect(api.watches).toHaveLength(2));
    expect(api.watches[1]?.searchParams.get("resourceVersion")).toBe("101");
    expect(api.lists).toHaveLength(1);
    expect(source.problems()).toEqual([]);
  });

  it("quiet times, resuming from the last bookmark", async () => {
    const { seen } = await watching();
    api.bookmark(4711);
    api.bookmark(4712);
    timers.elapse(6_000);
    api.endWatches();
    await until(() => expect(api.watches).toHaveLength(2));
    expect(api.watches[1]?.searchParams.get("resourceVersion")).toBe("4712");
    expect(seen).toEqual(["listed CloudProfile"]);
  });

  it("watches that end as soon as they begin, without hurry", async () => {
    await watching();
    api.endWatches();
    await until(() => expect(timers.waiting).toEqual([600]));
    timers.elapse(600);
    await until(() => expect(api.watching).toBe(1));
    api.endWatches();
    await until(() => expect(timers.waiting).toEqual([1200]));
    expect(api.watches).toHaveLength(2);
  });

  it.each<["status" | "event"]>([["status"], ["event"]])("410 Gone as %s, by listing again", async (goneAs) => {
    put("kept");
    put("deleted");
    const { source, seen } = await watching();
    api.goneAs = goneAs;
    api.breakWatches();
    await until(() => expect(api.watching).toBe(0));
    api.delete("cloudprofiles", "deleted", { quietly: true });
    put("added", "gcp", { quietly: true });
    api.compact();
    await untilRetried(() => expect(typeOf(source, "added")).toBe("gcp"));
    expect(typeOf(source, "deleted")).toBeUndefined();
    expect(typeOf(source, "kept")).toBe("aws");
    expect(seen).toEqual(["listed CloudProfile", "transport CloudProfile", "gone CloudProfile", "listed CloudProfile"]);
    await until(() => expect(source.problems()).toEqual([]));
  });

  it("410 Gone between two pages of a list", async () => {
    for (let index = 0; index < 4; index += 1) {
      put(`p${index}`);
    }
    api.pageSize = 2;
    api.next("list", (_request, response) =>
      sendJson(response, 200, {
        metadata: { resourceVersion: "5", continue: "x" },
        items: [{ metadata: { name: "ghost" }, spec: {} }],
      }),
    );
    api.next("list", (_request, response) => sendStatus(response, 410, "Expired"));
    const { source } = await watching();
    expect(typeOf(source, "p3")).toBe("aws");
    expect(typeOf(source, "ghost")).toBeUndefined();
  });

  it("a watch that dies silently", async () => {
    const { source, seen } = await watching();
    put("missed", "aws", { quietly: true });
    expect(typeOf(source, "missed")).toBeUndefined();
    timers.elapse(SILENCE_MS);
    await until(() => expect(typeOf(source, "missed")).toBe("aws"));
    expect(seen).toEqual(["listed CloudProfile", "silent CloudProfile"]);
    expect(api.lists).toHaveLength(1);
    await until(() => expect(source.problems()).toEqual([]));
  });

  it("a server that fails for a while, backing off further each time, up to a bound", async () => {
    for (let index = 0; index < 8; index += 1) {
      api.next("list", (_request, response) => sendStatus(response, 500, "InternalError"));
    }
    const { source } = await started();
    const delays: number[] = [];
    while (!source.isSynced("CloudProfile")) {
      await until(() => expect(timers.waiting.length).toBe(1));
      const delay = timers.waiting[0] ?? 0;
      if (delay > BACKOFF_MS) {
        break;
      }
      expect(source.problems()).toEqual([
        { kind: "CloudProfile", message: "CloudProfile objects cannot be watched: InternalError (fake)" },
      ]);
      delays.push(delay);
      timers.elapse(delay);
    }
    expect(delays).toEqual([600, 1200, 2400, 4800, 9600, 19200, 22500, 22500]);
    expect(source.problems()).toEqual([]);
  });

  it("being told to wait", async () => {
    api.next("list", (_request, response) => sendStatus(response, 429, "TooManyRequests", { "retry-after": "7" }));
    await started();
    await until(() => expect(timers.waiting).toEqual([7_000]));
  });

  it("a server that is not there, or not an API server", async () => {
    api.next("list", (request) => request.socket.destroy());
    api.next("list", (_request, response) => response.end("<html>"));
    api.next("list", (_request, response) => sendJson(response, 200, { items: {} }));
    const { source, seen } = await started();
    await untilRetried(() => expect(source.isSynced("CloudProfile")).toBe(true));
    expect(seen.filter((event) => event === "transport CloudProfile")).toHaveLength(3);
  });

  it.each<[string, string]>([
    ["that are no JSON", "{"],
    ["without an object", '{"type":"ADDED"}'],
    ["of an unknown type", '{"type":"RENAMED","object":{}}'],
    ["that say the server is in trouble", '{"type":"ERROR","object":{"code":500,"message":"etcd"}}'],
  ])("events %s, resuming the watch", async (_name, line) => {
    const { source, seen } = await watching();
    api.sendLine(line);
    await until(() => expect(seen).toHaveLength(2));
    put("p", "aws", { quietly: true });
    await untilRetried(() => expect(typeOf(source, "p")).toBe("aws"));
    expect(api.lists).toHaveLength(1);
  });

  it("a server restored to an earlier state, which refuses the resource version for good", async () => {
    const { source, seen } = await watching();
    for (let index = 0; index < 3; index += 1) {
      api.next("watch", (_request, response) => sendStatus(response, 504, "Timeout"));
    }
    put("p", "aws", { quietly: true });
    api.breakWatches();
    await untilRetried(() => expect(typeOf(source, "p")).toBe("aws"));
    expect(seen.filter((event) => event === "listed CloudProfile")).toHaveLength(2);
  });

  it("credentials that rotate in their file", async () => {
    const tokenFile = join(root, "token");
    await writeFile(tokenFile, "first\n");
    api.token = "first";
    const { source } = await started(["CloudProfile"], { tokenFile: "token" });
    await until(() => expect(api.watching).toBe(1));
    await writeFile(tokenFile, "second\n");
    api.token = "second";
    put("p", "aws", { quietly: true });
    timers.elapse(6_000);
    api.endWatches();
    await until(() => expect(typeOf(source, "p")).toBe("aws"));
    expect(source.problems()).toEqual([]);
    expect((await live(source, "q")).cloudProfile("q")).toBeUndefined();
  });

  it("credentials that are refused, saying so", async () => {
    api.token = "other";
    const { source } = await started(["CloudProfile"], { token: "wrong" });
    await until(() => expect(source.problems()[0]?.message).toContain("Unauthorized (fake)"));
    expect(source.isSynced("CloudProfile")).toBe(false);
    expect(api.requests).toHaveLength(2);
  });
});

describe("objects that cannot be understood", () => {
  it("keep their last good state, and are reported until they are mended or gone", async () => {
    put("p");
    put("q");
    const { source, seen } = await watching();
    api.put("cloudprofiles", "p", { spec: { machineTypes: "many" } });
    await until(() =>
      expect(source.problems()).toEqual([
        {
          kind: "CloudProfile",
          message: 'CloudProfile p cannot be understood: spec.machineTypes: Invalid value: "many": must be a list',
        },
      ]),
    );
    expect(typeOf(source, "p")).toBe("aws");

    api.compact();
    api.put("cloudprofiles", "fresh", { spec: 7 });
    await until(() => expect(source.problems()).toHaveLength(2));
    api.breakWatches();
    await untilRetried(() => expect(seen.filter((event) => event === "listed CloudProfile")).toHaveLength(1));
    expect(typeOf(source, "p")).toBe("aws");

    put("p", "mended");
    api.delete("cloudprofiles", "fresh");
    await untilRetried(() => expect(source.problems()).toEqual([]));
    expect(typeOf(source, "p")).toBe("mended");
    expect(seen).toContain("broken CloudProfile");
  });

  it("keep their last good state across a new list, too", async () => {
    put("p");
    const { source, seen } = await watching();
    api.breakWatches();
    await until(() => expect(api.watching).toBe(0));
    api.put("cloudprofiles", "p", { spec: null });
    api.compact();
    await untilRetried(() => expect(seen.filter((event) => event === "listed CloudProfile")).toHaveLength(2));
    expect(typeOf(source, "p")).toBe("aws");
    expect(source.problems()[0]?.message).toContain("CloudProfile p cannot be understood");
  });
});

describe("reads through", () => {
  it("what the watch has not delivered yet, and keeps it", async () => {
    const { source, seen } = await watching();
    put("p", "aws", { quietly: true });
    const snapshot = await live(source, "p");
    expect(snapshot.cloudProfile("p")?.profile.spec.type).toBe("aws");
    expect(typeOf(source, "p")).toBe("aws");
    await live(source, "p");
    expect(seen.filter((event) => event.startsWith("read"))).toEqual(["read CloudProfile found"]);
  });

  it("what is deleted before the watch delivers it, and loses it then", async () => {
    const { source } = await watching();
    put("p", "aws", { quietly: true });
    await live(source, "p");
    api.delete("cloudprofiles", "p", { quietly: true });
    put("after", "aws", { quietly: true });
    api.flush("cloudprofiles", 100);
    await until(() => expect(typeOf(source, "after")).toBe("aws"));
    expect(typeOf(source, "p")).toBeUndefined();
  });

  it("an object that the watch knows to be deleted, without bringing it back for later requests", async () => {
    const { source } = await watching();
    put("p", "aws", { quietly: true });
    api.next("get", (_request, response) => {
      api.delete("cloudprofiles", "p", { quietly: true });
      put("after", "aws", { quietly: true });
      api.flush("cloudprofiles", 100);
      void until(() => expect(typeOf(source, "after")).toBe("aws")).then(() =>
        sendJson(response, 200, { metadata: { name: "p", resourceVersion: "101" }, spec: { type: "aws" } }),
      );
    });
    await live(source, "p");
    expect(typeOf(source, "p")).toBeUndefined();
  });

  it("an object of a kind that is not watched, for this request only", async () => {
    const { source } = await watching();
    api.put("namespacedcloudprofiles", "n", { spec: { parent: { name: "p" } } }, { namespace: "x" });
    const request = { kind: "NamespacedCloudProfile", namespace: "x", name: "n" } as const;
    const snapshot = await source.readThrough([request], AbortSignal.timeout(5_000));
    expect(snapshot.namespacedCloudProfile("x", "n")?.spec.parent.name).toBe("p");
    expect(source.snapshot().namespacedCloudProfile("x", "n")).toBeUndefined();
  });

  it("an object that does not exist, as absent", async () => {
    const { source, seen } = await watching();
    const snapshot = await source.readThrough(
      [
        { kind: "CloudProfile", name: "p" },
        { kind: "NamespacedCloudProfile", namespace: "x", name: "n" },
      ],
      AbortSignal.timeout(5_000),
    );
    expect(snapshot.cloudProfile("p")).toBeUndefined();
    expect(snapshot.namespacedCloudProfile("x", "n")).toBeUndefined();
    expect(seen.sort()).toEqual([
      "listed CloudProfile",
      "read CloudProfile absent",
      "read NamespacedCloudProfile absent",
    ]);
  });

  it.each<[string]>([[""], ["."], [".."], ["a/b"], ["../../../secrets"], ["a%2Fb"], ["\ud800"]])(
    "the name %j as absent, without asking",
    async (name) => {
      const { source } = await watching();
      const requests = api.requests.length;
      expect((await live(source, name)).cloudProfile(name)).toBeUndefined();
      expect(api.requests).toHaveLength(requests);
    },
  );

  it.each<[string, number, string]>([
    ["forbidden", 403, "Forbidden"],
    ["broken", 500, "InternalError"],
    ["without the kind", 404, ""],
  ])("nothing from a server that is %s, rejecting", async (_name, status, reason) => {
    const { source, seen } = await watching();
    api.next("get", (_request, response) => sendStatus(response, status, reason));
    await expect(live(source, "p")).rejects.toMatchObject({ code: "KUBE_STATUS", status });
    expect(seen).toContain("read CloudProfile failed");
  });

  it("nothing beyond the deadline", async () => {
    const { source } = await watching();
    api.next("get", () => undefined);
    const deadline = new AbortController();
    const reading = live(source, "p", deadline.signal);
    await until(() => expect(api.requests.at(-1)?.pathname).toMatch(/\/p$/));
    deadline.abort(new Error("deadline"));
    await expect(reading).rejects.toThrow("deadline");
    await expect(live(source, "p", deadline.signal)).rejects.toThrow("deadline");
  });

  it("no object that it cannot understand, since that is not absence", async () => {
    const { source } = await watching();
    api.put("cloudprofiles", "p", { spec: [] }, { quietly: true });
    await expect(live(source, "p")).rejects.toMatchObject({
      code: "FACT_BROKEN",
      message: "CloudProfile p cannot be understood: spec: Invalid value: must be an object, not a list",
    });
  });
});

describe("start", () => {
  it("rejects without usable credentials", async () => {
    const source = (kubeconfig?: string) =>
      kubernetesFacts({ kinds: [], kubeconfig, env: {}, log: recordingLog(), timers });
    await expect(source().start()).rejects.toMatchObject({ code: "KUBECONFIG_INVALID" });
    await expect(source(join(root, "absent")).start()).rejects.toMatchObject({ code: "KUBECONFIG_INVALID" });
  });

  it("can be followed by the end at any time", async () => {
    api.next("list", () => undefined);
    const { source } = await started();
    await source[Symbol.asyncDispose]();
    expect(timers.waiting).toEqual([]);
  });
});
