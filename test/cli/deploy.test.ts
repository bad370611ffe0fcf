import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { parseArguments } from "../../src/cli/arguments.ts";
import { renderManifests } from "../../src/cli/render-manifests.ts";
import { loadConfig } from "../../src/config/load.ts";
import type { Settings } from "../../src/config/settings.ts";
import { WEBHOOKS } from "../../src/webhooks/registry.ts";
import { BUILT } from "./registered-webhooks.ts";

const DEPLOY = join(import.meta.dirname, "../../deploy");

function render(line: string): string {
  const command = parseArguments(line.split(" "));
  const rendered = command.kind === "render" ? renderManifests(BUILT, command.options, undefined) : undefined;
  return rendered?.ok === true ? rendered.yaml : JSON.stringify({ command, rendered });
}

async function readManifest(file: string): Promise<unknown> {
  return parse(await readFile(join(DEPLOY, "base", file), "utf8"));
}

async function settings(file = "base/config.yaml"): Promise<Settings> {
  const webhookNames = WEBHOOKS.map(({ registration }) => registration.name);
  const outcome = await loadConfig({ file, cwd: DEPLOY, webhookNames });
  if (!outcome.ok) {
    throw new Error(outcome.problems.join("\n"));
  }
  return outcome.settings;
}

it.each([
  ["webhooks.generated.yaml", "render --role garden --service garden/gardengate"],
  ["base/rbac.generated.yaml", "render --role garden --rbac"],
  ["webhooks-seed.generated.yaml", "render --role seed --service garden/gardengate"],
  ["overlays/seed/rbac.generated.yaml", "render --role seed --rbac"],
])("%s is what the renderer prints; see deploy/README.md", async (file, line) => {
  expect(await readFile(join(DEPLOY, file), "utf8")).toBe(render(line));
});

it("has a configuration that fits the Deployment and the Service", async () => {
  const { server, facts, policies } = await settings();
  expect(facts).toEqual({ source: "kubernetes", kubeconfig: undefined, shoots: "watch" });
  const { drainSeconds, timeoutSeconds } = server.shutdown;
  expect(await readManifest("deployment.yaml")).toMatchObject({
    spec: {
      template: {
        spec: {
          terminationGracePeriodSeconds: drainSeconds + timeoutSeconds + 5,
          containers: [
            {
              args: ["serve", "--config", "/etc/gardengate/config.yaml"],
              ports: [
                { name: "webhooks", containerPort: server.port },
                { name: "operations", containerPort: server.operationsPort },
              ],
              volumeMounts: [
                { mountPath: "/etc/gardengate" },
                { name: "certificates", mountPath: server.certificates.directory },
                { name: "policies", mountPath: policies.directory },
              ],
            },
          ],
        },
      },
    },
  });
  expect(await readManifest("service.yaml")).toMatchObject({
    metadata: {
      annotations: {
        "networking.resources.gardener.cloud/from-all-webhook-targets-allowed-ports": JSON.stringify([
          { protocol: "TCP", port: server.port },
        ]),
        "networking.resources.gardener.cloud/from-all-garden-scrape-targets-allowed-ports": JSON.stringify([
          { protocol: "TCP", port: server.operationsPort },
        ]),
      },
    },
    spec: { ports: [{ port: 443, targetPort: "webhooks" }, { targetPort: "operations" }] },
  });
});

it("keeps two replicas through roll-outs and evictions, without privileges", async () => {
  expect(await readManifest("deployment.yaml")).toMatchObject({
    metadata: { labels: { "high-availability-config.resources.gardener.cloud/type": "server" } },
    spec: {
      replicas: 2,
      strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      template: {
        metadata: {
          labels: {
            "networking.gardener.cloud/to-dns": "allowed",
            "networking.gardener.cloud/to-runtime-apiserver": "allowed",
            "networking.resources.gardener.cloud/to-virtual-garden-kube-apiserver-tcp-443": "allowed",
          },
        },
        spec: {
          priorityClassName: "gardener-garden-system-400",
          securityContext: { runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: "RuntimeDefault" } },
          containers: [
            {
              securityContext: {
                allowPrivilegeEscalation: false,
                readOnlyRootFilesystem: true,
                capabilities: { drop: ["ALL"] },
              },
              livenessProbe: { httpGet: { path: "/healthz", port: "operations" } },
              readinessProbe: { httpGet: { path: "/readyz", port: "operations" } },
            },
          ],
        },
      },
    },
  });
  expect(await readManifest("poddisruptionbudget.yaml")).toMatchObject({
    spec: { maxUnavailable: 1, unhealthyPodEvictionPolicy: "AlwaysAllow" },
  });
});

it.each(["garden", "seed"] as const)("enables on a %s what is called there, and only that", async (role) => {
  const { webhooks } = await settings(role === "garden" ? "base/config.yaml" : "overlays/seed/config.yaml");
  const called = WEBHOOKS.filter(({ registration }) => registration.role === role);
  expect(webhooks.enabled).toEqual(called.map(({ registration }) => registration.name));
});

it("differs on a seed from a garden in nothing but webhooks", async () => {
  const [garden, seed] = [await settings(), await settings("overlays/seed/config.yaml")];
  expect({ ...seed, webhooks: garden.webhooks }).toEqual(garden);
});

it.each<[string, string, readonly string[]]>([
  ["base/rbac.generated.yaml", "core.gardener.cloud", ["cloudprofiles", "namespacedcloudprofiles", "shoots"]],
  ["overlays/seed/rbac.generated.yaml", "extensions.gardener.cloud", ["clusters"]],
])("%s grants nothing but reading facts", async (file, group, resources) => {
  const text = await readFile(join(DEPLOY, file), "utf8");
  const [role, binding] = [...parseAllDocuments(text)].map((document): unknown => document.toJS());
  expect(role).toMatchObject({
    kind: "ClusterRole",
    rules: [{ apiGroups: [group], resources, verbs: ["get", "list", "watch"] }],
  });
  expect(binding).toMatchObject({
    kind: "ClusterRoleBinding",
    subjects: [{ kind: "ServiceAccount", namespace: "garden", name: "gardengate" }],
  });
});
