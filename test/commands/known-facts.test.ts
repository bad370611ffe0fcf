import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { knownFacts } from "../../src/commands/known-facts.ts";
import type { Edge } from "../../src/commands/outcome.ts";
import { withDefaults } from "../../src/config/defaults.ts";
import type { Settings } from "../../src/config/settings.ts";
import { FakeApiServer } from "../kube/fake-api-server.ts";
import { kubeconfigText } from "../kube/kubeconfig-files.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

function edge(now: () => number = Date.now): Edge {
  return { env: {}, version: "test", now, readText: async () => "", write: () => {} };
}

async function clusterSettings(server: string): Promise<Settings> {
  const kubeconfig = join(await temporaryDirectory(), "kubeconfig");
  await writeFile(kubeconfig, kubeconfigText(server));
  return withDefaults(
    { facts: { source: "kubernetes", kubeconfig } },
    { resolvePath: (path) => path, webhookNames: [] },
  );
}

it("waits for the first lists of an API server", async () => {
  await using api = await FakeApiServer.start();
  api.put("cloudprofiles", "p", { spec: { type: "aws" } });
  const facts = await knownFacts(await clusterSettings(api.url), ["CloudProfile", "NamespacedCloudProfile"], edge());
  expect(facts.cloudProfile("p")?.profile.providerType).toBe("aws");
  expect(facts.cloudProfile("q")).toBeUndefined();
});

it("does not wait for ever", async () => {
  let now = 0;
  const clock = () => {
    now += 10_000;
    return now;
  };
  const settings = await clusterSettings("http://127.0.0.1:9");
  await expect(knownFacts(settings, ["CloudProfile"], edge(clock))).rejects.toThrow(
    /^CloudProfile objects are not listed yet\nCloudProfile objects cannot be watched: /,
  );
});
