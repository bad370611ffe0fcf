import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { parseArguments } from "../../src/cli/arguments.ts";
import type { PreviewsReport } from "../../src/cli/preview.ts";
import type { OscReport } from "../../src/cli/preview-report.ts";
import type { Edge, Outcome } from "../../src/commands/outcome.ts";
import { runPreview } from "../../src/commands/preview.ts";
import { withDefaults } from "../../src/config/defaults.ts";
import { WEBHOOKS } from "../../src/webhooks/registry.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { argumentsOf, commandsOf, runShown, type ShownCommand } from "./comparison-page.ts";

const ROOT = join(import.meta.dirname, "../..");
const FILES = join(ROOT, "examples/comparison");
const PAGE = join(ROOT, "docs/comparison.md");
const MIRROR_URL = "https://mirror.corp.example/v2/dockerhub";
const CACHE_URL = "http://10.4.246.205:5000";

/** Runs a preview in this process. Rejects where the policies are not accepted. */
function run(args: readonly string[]): Promise<Outcome> {
  const names = WEBHOOKS.map(({ registration }) => registration.name);
  const settings = withDefaults({}, { resolvePath: (path) => path, webhookNames: names });
  const edge: Edge = {
    env: {},
    version: "test",
    now: () => Date.parse("2026-09-01T00:00:00Z"),
    write: () => {},
    readText: (file) => readFile(file, "utf8"),
  };
  const command = parseArguments([...args]);
  return command.kind === "preview"
    ? runPreview(settings, command.options, edge)
    : expect.unreachable(JSON.stringify(command));
}

/** Previews with the facts of the comparison; relative paths start at its files. */
async function preview(...args: readonly string[]): Promise<readonly OscReport[]> {
  const isRelative = (arg: string) => arg.includes("/") && !isAbsolute(arg);
  const placed = args.map((arg) => (isRelative(arg) ? join(FILES, arg) : arg));
  const { text, problems } = await run(["preview", "--output", "json", "--facts", join(FILES, "facts"), ...placed]);
  expect(problems).toEqual([]);
  const { previews }: PreviewsReport = JSON.parse(text);
  return previews.filter((report) => report.kind === "OperatingSystemConfig");
}

/** The same of one object. */
async function previewOne(...args: readonly string[]): Promise<OscReport> {
  const [report, ...others] = await preview(...args);
  return report !== undefined && others.length === 0 ? report : expect.unreachable("not one report");
}

/** A changed copy of a file. */
async function changedFile(file: string, change: (text: string) => string): Promise<string> {
  const copy = join(await temporaryDirectory(), "copy.yaml");
  await writeFile(copy, change(await readFile(join(FILES, file), "utf8")));
  return copy;
}

/** A directory with a changed copy of a policy. */
async function changedPolicy(file: string, change: (text: string) => string): Promise<string> {
  return dirname(await changedFile(file, change));
}

describe("mirrors for a landscape", () => {
  const policies = ["--policies", "landscape-mirrors/policies"];

  it("makes of gardenlet's write what is stored", async () => {
    const { verdict, patch, warnings } = await previewOne(...policies, "osc/blue.yaml");
    expect(verdict).toBe("patched");
    const stored = parse(await readFile(join(FILES, "osc/blue-stored.yaml"), "utf8"));
    const { registries } = stored.spec.criConfig.containerd;
    expect(patch).toEqual([{ op: "add", path: "/spec/criConfig/containerd/registries", value: registries }]);
    expect(warnings).toEqual([]);
  });

  it("leaves the nodes alone when gardenlet writes again, which would take the mirrors away without it", async () => {
    const write = ["--old", "osc/blue-stored.yaml", "osc/blue.yaml"];
    const none = { added: [], changed: [], removed: [] };
    const { nodes } = await previewOne(...policies, ...write);
    expect(nodes).toMatchObject({ registries: none, restarts: [], nodeSecretChanged: false });
    const without = await previewOne(...write);
    expect(without.nodes?.registries).toMatchObject({ ...none, removed: ["docker.io", "ghcr.io"] });
  });

  it("changes nothing of what is stored", async () => {
    const stored = ["--old", "osc/blue-stored.yaml", "osc/blue-stored.yaml"];
    expect(await previewOne(...policies, ...stored)).toMatchObject({ verdict: "allowed", patch: [] });
  });

  it("is refused with a misspelt key", async () => {
    const file = "landscape-mirrors/policies/mirrors.yaml";
    const directory = await changedPolicy(file, (text) => text.replaceAll("overridePath", "overidePath"));
    await expect(preview("--policies", directory, "osc/blue.yaml")).rejects.toThrow(
      'spec.registries[0].hosts[0].overidePath: Forbidden: unknown key; did you mean "overridePath"?',
    );
  });
});

describe("a choice of pools", () => {
  it("tells pools of one shoot apart by region and Kubernetes version, and has a mirror for the others", async () => {
    const reports = await preview("--policies", "pool-selection/policies", "osc/blue.yaml", "osc/green.yaml");
    const urls = reports.map(({ patch }) =>
      patch.map((operation) => JSON.stringify(operation).match(/"url":"[^"]+"/)?.[0]),
    );
    expect(urls).toEqual([['"url":"https://mirror.north.corp.example"'], ['"url":"https://mirror.corp.example"']]);
  });

  it("gives no verdict without the Cluster, so that the API server refuses the write", async () => {
    const elsewhere = await changedFile("osc/blue.yaml", (text) =>
      text.replace("shoot--acme--lab", "shoot--acme--new"),
    );
    expect(await previewOne("--policies", "pool-selection/policies", elsewhere)).toMatchObject({
      verdict: "failed",
      denials: expect.arrayContaining([expect.stringContaining('Cluster "shoot--acme--new" is not known')]),
    });
  });
});

describe("the first pull", () => {
  it("puts two hosts in order and their CA into the user data of new machines, and into nodes later", async () => {
    const [init, blue] = await preview("--policies", "first-pull/policies", "osc/blue-init.yaml", "osc/blue.yaml");
    const files = init?.patch.map((operation) => ("value" in operation ? Object(operation.value) : {}));
    expect(files?.map(({ path }) => path)).toEqual([
      "/etc/containerd/certs.d/registry.example.org/hosts.toml",
      "/var/lib/depot/ca.pem",
    ]);
    const text: string = files?.[0]?.content.inline.data;
    expect(text.indexOf("depot-a.corp.example")).toBeGreaterThan(0);
    expect(text.lastIndexOf("depot-b.corp.example")).toBeGreaterThan(text.indexOf("depot-a.corp.example"));
    expect(text).toContain('ca = ["/var/lib/depot/ca.pem"]');
    expect(blue?.nodes?.hostsToml).toEqual([
      { path: "/etc/containerd/certs.d/registry.example.org/hosts.toml", change: "added", text },
    ]);
  });

  it("warns of a CA that is missing", async () => {
    const directory = await changedPolicy("first-pull/policies/depot.yaml", (text) =>
      text.slice(0, text.indexOf("  files:")),
    );
    const { warnings } = await previewOne("--policies", directory, "osc/blue.yaml");
    expect(warnings).toContainEqual(expect.stringMatching(/"\/var\/lib\/depot\/ca\.pem".*\[OSC-V-20\]$/));
  });

  it("refuses user data that would be too large", async () => {
    const large = (text: string) => `${text}${`        ${"A".repeat(64)}\n`.repeat(200)}`;
    const directory = await changedPolicy("first-pull/policies/depot.yaml", large);
    const { verdict, denials } = await previewOne("--policies", directory, "osc/blue-init.yaml");
    expect(verdict).toBe("denied");
    expect(denials).toEqual([expect.stringMatching(/user data.*\[OSC-V-60\]$/)]);
  });
});

describe("both generations of containerd", () => {
  it("writes the entry for the other generation", async () => {
    const { patch, nodes, warnings } = await previewOne(
      ...["--policies", "both-generations/policies", "--old", "osc/blue.yaml", "osc/blue.yaml"],
    );
    const values = { device_ownership_from_security_context: true };
    const value = [
      { path: ["io.containerd.grpc.v1.cri"], values },
      { path: ["io.containerd.cri.v1.runtime"], values },
    ];
    expect(patch).toEqual([{ op: "add", path: "/spec/criConfig/containerd/plugins", value }]);
    expect(nodes?.restarts).toEqual(["containerd.service"]);
    expect(warnings).toEqual(['restarts containerd.service on every node of pool "blue" (plugins)']);
  });
});

describe("a whole number", () => {
  it("is refused in an OSC, whoever has written it", async () => {
    const { verdict, denials } = await previewOne("whole-numbers/osc.yaml");
    expect(verdict).toBe("denied");
    expect(denials).toEqual([expect.stringMatching(/"max_concurrent_downloads" is a whole number.*\[OSC-V-30\]$/)]);
  });

  it("is refused in a policy when it is read", async () => {
    await expect(preview("--policies", "whole-numbers/policies", "osc/blue.yaml")).rejects.toThrow(
      /"max_concurrent_downloads" is a whole number.*\[OSC-V-30\]/,
    );
  });
});

describe("the cgroup driver", () => {
  it("stays as it is on both sides, without any policy, while the rest of kubelet's file follows gardenlet", async () => {
    const write = ["--old", "cgroup-driver/stored.yaml", "cgroup-driver/write.yaml"];
    const { patch, warnings } = await previewOne(...write);
    expect(patch).toEqual([
      { op: "replace", path: "/spec/criConfig/cgroupDriver", value: "cgroupfs" },
      { op: "test", path: "/spec/files/1/path", value: "/var/lib/kubelet/config/kubelet" },
      { op: "replace", path: "/spec/files/1/content/inline/data", value: expect.any(String) },
    ]);
    const kubelet = patch.at(-1);
    const text = kubelet !== undefined && "value" in kubelet ? atob(String(kubelet.value)) : "";
    expect(text).toContain("\ncgroupDriver: cgroupfs\n");
    expect(text).toContain("\nmaxPods: 220\n");
    expect(warnings).toContain(
      "cgroup driver set back to cgroupfs, which running nodes have; another one needs new nodes",
    );
  });
});

describe("a shoot with registry-cache", () => {
  const files = ["registry-cache/osc.yaml", "registry-cache/osc-after-cache.yaml"];

  it.each(files)("leaves the upstream of the cache to it, before and after it was there: %s", async (file) => {
    const { patch, policies } = await previewOne("--policies", "landscape-mirrors/policies", file);
    expect(JSON.stringify(patch)).not.toContain("docker.io");
    expect(policies).toMatchObject([
      {
        changed: [{ part: "registries", subjects: ["ghcr.io"] }],
        skipped: [{ part: "registries", subjects: ["docker.io"] }],
      },
    ]);
  });

  it("replaces what is there where the policy says so", async () => {
    const policies = await changedPolicy("registry-cache/policies/mirrors.yaml", (text) =>
      text.replace("appendHosts", "replace"),
    );
    const other = await changedFile("osc/blue-stored.yaml", (text) =>
      text.replace(MIRROR_URL, "https://mirror.other.example"),
    );
    const { patch } = await previewOne("--policies", policies, other);
    expect(patch).toContainEqual(expect.objectContaining({ path: "/spec/criConfig/containerd/registries/0" }));
    expect(JSON.stringify(patch)).toContain(MIRROR_URL);
  });

  it("puts the mirror behind the cache where the policy says so, and warns that both are probed", async () => {
    const file = "registry-cache/osc-after-cache.yaml";
    const { nodes, warnings } = await previewOne("--policies", "registry-cache/policies", "--old", file, file);
    const urls = nodes?.hostsToml.map(({ text }) =>
      [...(text ?? "").matchAll(/host\."([^"]+)"/g)].map(([, url]) => url),
    );
    expect(urls).toEqual([[CACHE_URL, MIRROR_URL]]);
    expect(warnings).toContainEqual(expect.stringMatching(/readinessProbe.*\[OSC-V-22\]$/));
  });
});

describe("a shoot without nodes", () => {
  it("keeps its mirrors in hibernation", async () => {
    const { patch } = await previewOne("--policies", "landscape-mirrors/policies", "hibernation/osc.yaml");
    expect(patch).toHaveLength(1);
  });

  it("is left alone when the OSC is being deleted, although its Cluster is gone", async () => {
    const file = "hibernation/osc-in-deletion.yaml";
    expect(await previewOne("--policies", "landscape-mirrors/policies", file)).toMatchObject({
      verdict: "allowed",
      patch: [],
    });
  });
});

describe("docs/comparison.md", async () => {
  const page = await readFile(PAGE, "utf8");

  it.each(commandsOf(page))("shows what comes of: $command", async (shown) => {
    const args = argumentsOf(shown).map((arg) => (arg.startsWith("examples/") ? join(ROOT, arg) : arg));
    const { code, text } = await run(args);
    expect(shownOf(text, shown)).toEqual(shown.shown);
    expect(code).toBe(shown.code);
  });

  it("shows commands that readers can run", async () => {
    const [command = expect.unreachable("no command")] = commandsOf(page).filter(({ code }) => code !== 0);
    const { code, output } = await runShown(command);
    expect(shownOf(output, command)).toEqual(command.shown);
    expect(code).toBe(command.code);
  });

  it("shows a command for most scenarios", () => {
    expect(commandsOf(page).length).toBeGreaterThan(5);
    expect(page.match(/^npm run /gm)).toHaveLength(commandsOf(page).length);
  });

  it("has links that lead somewhere", async () => {
    const links = [...page.matchAll(/\]\((?!https:)([^)#]+)/g)].map(([, link = ""]) => link);
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) {
      await expect(stat(join(dirname(PAGE), link))).resolves.toBeDefined();
    }
  });

  it("is about files that are YAML, each with a title", async () => {
    for (const file of await yamlFiles()) {
      const text = await readFile(join(FILES, file), "utf8");
      expect(text, file).toMatch(/^# \S/);
      for (const document of parseAllDocuments(text)) {
        expect(document.errors, file).toEqual([]);
        expect(document.toJSON(), file).toMatchObject({ apiVersion: expect.any(String), kind: expect.any(String) });
      }
    }
  });

  it("names every folder of examples/comparison", async () => {
    const folders = (await readdir(FILES, { withFileTypes: true })).filter((entry) => entry.isDirectory());
    const unnamed = folders.map(({ name }) => name).filter((name) => !page.includes(`examples/comparison/${name}`));
    expect(unnamed).toEqual([]);
  });
});

/** The lines of an output that a page shows. */
function shownOf(output: string, { shown }: ShownCommand): readonly string[] {
  return output.split("\n").filter((line) => shown.includes(line));
}

async function yamlFiles(): Promise<readonly string[]> {
  return (await readdir(FILES, { recursive: true })).filter((name) => name.endsWith(".yaml")).toSorted();
}
