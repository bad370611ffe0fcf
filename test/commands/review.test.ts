import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { reviewFiles } from "../../src/commands/review.ts";
import { loadConfig } from "../../src/config/load.ts";
import type { Settings } from "../../src/config/settings.ts";
import { WEBHOOKS } from "../../src/webhooks/registry.ts";
import type { RawObject } from "../../src/wire/admission-review.ts";
import { clusterObject, policyDocument } from "../support/osc-asking.ts";
import { reconcileOsc } from "../support/osc-builders.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

/** What `review` prints about objects, and its exit code, with these policies and the Cluster of the base OSC. */
async function review(policy: RawObject, ...objects: readonly RawObject[]): Promise<[number, string]> {
  const written: string[] = [];
  const code = await reviewFiles(await settingsWith(policy), ["-"], {
    env: {},
    version: "test",
    now: () => Date.parse("2026-11-01T00:00:00Z"),
    readText: async () => objects.map((object) => JSON.stringify(object)).join("\n---\n"),
    write: (text) => written.push(text),
  });
  return [code, written.join("")];
}

async function settingsWith(policy: RawObject): Promise<Settings> {
  const directory = await temporaryDirectory();
  for (const [folder, document] of [
    ["facts", clusterObject()],
    ["policies", policy],
  ] as const) {
    await mkdir(join(directory, folder));
    await writeFile(join(directory, folder, "document.json"), JSON.stringify(document));
  }
  await writeFile(join(directory, "config.yaml"), "webhooks: { role: seed }\n");
  const outcome = await loadConfig({
    file: "config.yaml",
    cwd: directory,
    webhookNames: WEBHOOKS.map(({ registration }) => registration.name),
    webhookRoles: new Map(WEBHOOKS.map(({ registration: { name, role } }) => [name, role])),
  });
  if (!outcome.ok) {
    throw new Error(outcome.problems.join("\n"));
  }
  return outcome.settings;
}

const NAME = "operatingsystemconfig.extensions.gardener.cloud/gardener-node-agent-blue-0f1e2d3c4b5a6978-original";

it("judges an OSC as the policies leave it, as the API server does", async () => {
  const twoDrivers = reconcileOsc({
    criConfig: {
      name: "containerd",
      cgroupDriver: "cgroupfs",
      containerd: { sandboxImage: "registry.k8s.io/pause:3.10" },
    },
  });
  const healing = policyDocument("drivers", { cgroupDriver: { driver: "systemd" } });
  expect(await review(healing, twoDrivers)).toEqual([0, `${NAME} created (server dry run)\n`]);
  const other = policyDocument("mirrors", { registries: [{ upstream: "docker.io", hosts: [{ url: "https://m" }] }] });
  const [code, text] = await review(other, twoDrivers);
  expect(code).toBe(1);
  expect(text).toContain("[OSC-V-62]");
});
