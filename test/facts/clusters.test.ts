import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FactSource } from "../../src/facts/contract.ts";
import { directoryFacts } from "../../src/facts/directory.ts";
import { kubernetesFacts } from "../../src/facts/kubernetes.ts";
import { FakeApiServer } from "../kube/fake-api-server.ts";
import { kubeconfigText } from "../kube/kubeconfig-files.ts";
import { ManualTimers } from "../kube/manual-timers.ts";
import { recordingLog } from "./recording-log.ts";

/*
 * The copies of Shoots that gardenlet keeps in the seed, in both forms, from both sources.
 * Source: OperatingSystemConfig contract, section 1.6; github.com/gardener/gardener, issue 15627.
 */

const NAME = "shoot--acme--lab";

let root: string;
const disposables: AsyncDisposable[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "clusters-"));
});

afterEach(async () => {
  for (const disposable of disposables.splice(0).reverse()) {
    await disposable[Symbol.asyncDispose]();
  }
  await rm(root, { recursive: true, force: true });
});

function until(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 4_000, interval: 5 });
}

function shootOf(region: string) {
  return { metadata: { name: "lab", namespace: "garden-acme" }, spec: { region, provider: { type: "aws" } } };
}

function compressed(shoot: object): string {
  return brotliCompressSync(JSON.stringify(shoot)).toString("base64");
}

function plainSpec(region: string) {
  return { cloudProfile: { spec: { type: "aws" } }, seed: { metadata: { name: "s" } }, shoot: shootOf(region) };
}

/** The form that is planned, whose other parts are of no interest. */
function compressedSpec(region: string) {
  return { compressedCloudProfile: "AAAA", compressedSeed: "%", compressedShoot: compressed(shootOf(region)) };
}

function manifest(spec: object): string {
  const [apiVersion, kind] = ["extensions.gardener.cloud/v1alpha1", "Cluster"];
  return JSON.stringify({ apiVersion, kind, metadata: { name: NAME }, spec });
}

function regionIn(source: FactSource, name = NAME): string | undefined {
  return source.snapshot().cluster(name)?.region;
}

async function directorySource(spec: object) {
  const reloads: string[] = [];
  const file = join(root, "cluster.json");
  await writeFile(file, manifest(spec));
  const events = { onReload: (outcome: string) => reloads.push(outcome) };
  const source = directoryFacts({ directory: root, log: recordingLog(), events, debounceMs: 5, pollMs: 100_000 });
  disposables.push(source);
  await source.start();
  return { source, reloads, write: (next: object) => writeFile(file, manifest(next)) };
}

async function kubernetesSource(spec?: object) {
  const api = await FakeApiServer.start();
  disposables.push(api);
  if (spec !== undefined) {
    api.put("clusters", NAME, { spec });
  }
  const kubeconfig = join(root, "kubeconfig");
  await writeFile(kubeconfig, kubeconfigText(api.url, {}));
  const seen: string[] = [];
  const source = kubernetesFacts({
    kinds: ["Cluster"],
    kubeconfig,
    env: {},
    log: recordingLog(),
    timers: new ManualTimers(),
    random: () => 0.5,
    events: {
      onBrokenObject: (kind) => seen.push(`broken ${kind}`),
      onLiveRead: (kind, outcome) => seen.push(`read ${kind} ${outcome}`),
    },
  });
  disposables.push(source);
  await source.start();
  await until(() => expect(api.watching).toBe(1));
  return { api, source, seen };
}

const FORMS: readonly [string, (region: string) => object][] = [
  ["as they are", plainSpec],
  ["compressed", compressedSpec],
];

describe.each(FORMS)("a directory with Clusters %s", (_name, spec) => {
  it("knows them by the technical IDs of their shoots", async () => {
    const { source } = await directorySource(spec("eu-1"));
    expect(source.isSynced("Cluster")).toBe(true);
    expect(source.snapshot().cluster(NAME)).toMatchObject({ name: NAME, shootName: "lab", project: "acme" });
    expect(source.snapshot().cluster("lab")).toBeUndefined();
  });

  it("keeps the last good state while one is broken", async () => {
    const { source, reloads, write } = await directorySource(spec("eu-1"));
    await write({ compressedShoot: "AAAA" });
    await until(() => expect(source.problems()).toHaveLength(1));
    expect(source.problems()[0]?.message).toBe(
      `${join(root, "cluster.json")}:1: spec.compressedShoot: Invalid value: is not Brotli-compressed data in base64`,
    );
    expect(regionIn(source)).toBe("eu-1");
    expect(reloads).toContain("failed");
    await write(spec("eu-2"));
    await until(() => expect(regionIn(source)).toBe("eu-2"));
    expect(source.problems()).toEqual([]);
  });
});

describe("a directory", () => {
  it("refuses to start with a Cluster without a Shoot", async () => {
    await expect(directorySource({ seed: {} })).rejects.toThrow("spec.shoot: Required value: must be set");
  });

  it("takes Clusters of other API groups for what they are", async () => {
    const [apiVersion, kind] = ["cluster.x-k8s.io/v1beta1", "Cluster"];
    await writeFile(join(root, "other.json"), JSON.stringify({ apiVersion, kind, metadata: { name: "other" } }));
    const { source } = await directorySource(plainSpec("eu-1"));
    expect(source.snapshot().cluster("other")).toBeUndefined();
  });
});

describe.each(FORMS)("an API server with Clusters %s", (_name, spec) => {
  it("is listed in pages and followed", async () => {
    const { api, source } = await kubernetesSource(spec("eu-1"));
    expect(api.lists.map((url) => `${url.pathname} ${url.searchParams.get("limit")}`)).toEqual([
      "/apis/extensions.gardener.cloud/v1alpha1/clusters 25",
    ]);
    const before = source.snapshot();
    expect(before.cluster(NAME)).toMatchObject({ shootNamespace: "garden-acme", region: "eu-1" });
    api.put("clusters", NAME, { spec: spec("eu-2") });
    await until(() => expect(regionIn(source)).toBe("eu-2"));
    expect(before.cluster(NAME)?.region).toBe("eu-1");
    api.delete("clusters", NAME);
    await until(() => expect(regionIn(source)).toBeUndefined());
  });

  it("is asked for a Cluster that the watch has not delivered yet, once", async () => {
    const { api, source, seen } = await kubernetesSource();
    api.put("clusters", NAME, { spec: spec("eu-1") }, { quietly: true });
    const request = { kind: "Cluster", name: NAME } as const;
    const snapshot = await source.readThrough([request], AbortSignal.timeout(5_000));
    expect(snapshot.cluster(NAME)?.region).toBe("eu-1");
    await source.readThrough([request], AbortSignal.timeout(5_000));
    expect(seen).toEqual(["read Cluster found"]);
    expect(api.requests.at(-1)?.pathname).toBe(`/apis/extensions.gardener.cloud/v1alpha1/clusters/${NAME}`);
  });

  it("may break one, whose last good state stays", async () => {
    const { api, source, seen } = await kubernetesSource(spec("eu-1"));
    api.put("clusters", NAME, { spec: { compressedShoot: compressed(shootOf("eu-2")).slice(0, 30) } });
    await until(() => expect(seen).toEqual(["broken Cluster"]));
    expect(regionIn(source)).toBe("eu-1");
    expect(source.problems().map(({ message }) => message)).toEqual([
      `Cluster ${NAME} cannot be understood: spec.compressedShoot: Invalid value: is not Brotli-compressed data in base64`,
    ]);
    api.put("clusters", NAME, { spec: spec("eu-3") });
    await until(() => expect(regionIn(source)).toBe("eu-3"));
    expect(source.problems()).toEqual([]);
  });
});

describe("an API server", () => {
  it("that does not know a Cluster says so, for a shoot that is gone", async () => {
    const { source, seen } = await kubernetesSource();
    const snapshot = await source.readThrough([{ kind: "Cluster", name: NAME }], AbortSignal.timeout(5_000));
    expect(snapshot.cluster(NAME)).toBeUndefined();
    expect(seen).toEqual(["read Cluster absent"]);
  });

  it("with a Cluster that nobody can read is no server without it", async () => {
    const { api, source } = await kubernetesSource();
    api.put("clusters", NAME, { spec: { compressedShoot: "AAAA" } }, { quietly: true });
    const reading = source.readThrough([{ kind: "Cluster", name: NAME }], AbortSignal.timeout(5_000));
    await expect(reading).rejects.toMatchObject({ code: "FACT_BROKEN" });
  });

  it("that repeats a Cluster, as with every reconciliation, changes no snapshot", async () => {
    const { api, source } = await kubernetesSource(plainSpec("eu-1"));
    const before = source.snapshot();
    api.put("clusters", NAME, { spec: compressedSpec("eu-1") });
    api.put("clusters", "shoot--acme--other", { spec: plainSpec("eu-1") });
    await until(() => expect(regionIn(source, "shoot--acme--other")).toBe("eu-1"));
    expect(source.snapshot().cluster(NAME)).toBe(before.cluster(NAME));
  });
});
