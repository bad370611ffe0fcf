import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { parseArguments } from "../../src/cli/arguments.ts";
import type { Edge, Outcome } from "../../src/commands/outcome.ts";
import { runPreview } from "../../src/commands/preview.ts";
import { withDefaults } from "../../src/config/defaults.ts";
import type { Settings } from "../../src/config/settings.ts";
import { WEBHOOKS } from "../../src/webhooks/registry.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const EXAMPLES = join(import.meta.dirname, "../../examples");
const FACTS = join(EXAMPLES, "facts");
const RECONCILE = join(EXAMPLES, "osc/reconcile.yaml");
const PROVISION = join(EXAMPLES, "osc/provision.yaml");
const NAMES = "shoot--demo--web/gardener-node-agent-amd-5b1d0e9f3a7c2468";

const SETTINGS: Settings = withDefaults(
  {},
  { resolvePath: (path) => path, webhookNames: WEBHOOKS.map(({ registration }) => registration.name) },
);

const POLICIES = `apiVersion: policy.gardengate.dev/v1alpha1
kind: OperatingSystemConfigPolicy
metadata: { name: mirrors }
spec:
  registries:
    - { upstream: docker.io, server: "https://registry-1.docker.io", hosts: [{ url: "https://mirror.corp.example" }] }
---
apiVersion: policy.gardengate.dev/v1alpha1
kind: OperatingSystemConfigPolicy
metadata: { name: pause }
spec: { mode: audit, sandboxImage: { from: registry.k8s.io/, to: mirror.corp.example/k8s/ } }
---
apiVersion: policy.gardengate.dev/v1alpha1
kind: OperatingSystemConfigPolicy
metadata: { name: other-pools }
spec: { match: { pools: [gpu] }, sandboxImage: { from: registry.k8s.io/, to: mirror.corp.example/k8s/ } }
`;

async function policyDirectory(text = POLICIES): Promise<string> {
  const directory = await temporaryDirectory();
  await writeFile(join(directory, "policies.yaml"), text);
  return directory;
}

function run(args: readonly string[], files: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  const edge: Edge = {
    env: {},
    version: "test",
    now: () => Date.parse("2026-09-01T00:00:00Z"),
    write: () => {},
    readText: async (file) => files[file] ?? readFile(file, "utf8"),
  };
  const command = parseArguments(["preview", ...args]);
  return command.kind === "preview"
    ? runPreview(SETTINGS, command.options, edge)
    : expect.unreachable(JSON.stringify(command));
}

describe("preview of an OSC that is stored", () => {
  it("tells what policies do to it, and what its nodes do then", async () => {
    const { code, text, problems } = await run(["--facts", FACTS, "--policies", await policyDirectory(), RECONCILE]);

    expect({ code, problems }).toEqual({ code: 0, problems: [] });
    expect(text.split("\n")).toEqual([
      `OperatingSystemConfig ${NAMES}-original (UPDATE)`,
      "  pool amd of Shoot garden-demo/web, gardenlinux 1877.4.0, Kubernetes 1.33.6, AutoRollingUpdate",
      "  allowed, with a patch",
      "",
      "Policies:",
      "  mirrors  enforce  changed registries docker.io",
      "  pause    audit    would change sandboxImage mirror.corp.example/k8s/pause:3.10",
      "",
      "Patch:",
      '  add  /spec/criConfig/containerd/registries  [{"upstream":"docker.io","server":"https://registry-1.docke…',
      "",
      "Every node of pool amd:",
      "  registries   added docker.io",
      expect.stringMatching(/^ {2}node Secret {2}about \d+ bytes, digest [0-9a-f]{12} to [0-9a-f]{12}$/),
      "  reached      with the next reconciliation of the Shoot, often in its maintenance time window; then",
      "               each node within five minutes, without a drain",
      "  rollout      none: nodes apply the OSC in place; only changes of the Shoot replace machines",
      expect.stringContaining("(Kubernetes minor version; machine.type;"),
      expect.stringContaining("volume.size;"),
      expect.stringContaining("kubelet"),
      "",
      "hosts.toml of containerd:",
      "  /etc/containerd/certs.d/docker.io/hosts.toml (added)",
      "    # managed by gardener-node-agent",
      '    server = "https://registry-1.docker.io"',
      "",
      '    [host."https://mirror.corp.example"]',
      '      capabilities = ["pull","resolve"]',
      "",
      "Warnings:",
      expect.stringContaining("policy pause (audit) would change sandboxImage"),
      '  with policies in audit mode: restarts containerd.service on every node of pool "amd" (sandbox',
      "    image)",
      "",
    ]);
  });

  it("finds nothing to do without policies", async () => {
    const { code, text } = await run(["--facts", FACTS, RECONCILE]);

    expect(code).toBe(0);
    expect(text).toContain("  allowed as it is\n\nEvery node of pool amd:\n  changes      none\n");
    expect(text).not.toContain("Policies:");
  });

  it("is one JSON document with the same contents", async () => {
    const args = ["--output", "json", "--facts", FACTS, "--policies", await policyDirectory(), RECONCILE];
    const { code, text } = await run(args);

    expect(code).toBe(0);
    expect(JSON.parse(text)).toMatchObject({
      problems: [],
      previews: [
        {
          source: RECONCILE,
          kind: "OperatingSystemConfig",
          operation: "UPDATE",
          verdict: "patched",
          pool: { name: "amd", shoot: "garden-demo/web", operatingSystem: "gardenlinux 1877.4.0" },
          denials: [],
          policies: [
            { policy: "mirrors", mode: "enforce", changed: [{ part: "registries", subjects: ["docker.io"] }] },
            { policy: "pause", mode: "audit", changed: [{ part: "sandboxImage" }] },
          ],
          patch: [{ op: "add", path: "/spec/criConfig/containerd/registries" }],
          nodes: {
            restarts: [],
            registries: { added: ["docker.io"] },
            rollout: { willRoll: false },
            nodeSecretDigest: { old: expect.stringMatching(/^[0-9a-f]{64}$/) },
            hostsToml: [{ path: "/etc/containerd/certs.d/docker.io/hosts.toml", change: "added" }],
          },
          userData: null,
        },
      ],
    });
  });
});

describe("preview of an OSC beside its former state", () => {
  it("restarts what the change of the object restarts", async () => {
    const next = (await readFile(RECONCILE, "utf8")).replace("pause:3.10", "pause:3.11");
    const { code, text } = await run(["--facts", FACTS, "--old", RECONCILE, "-"], { "-": next });

    expect(code).toBe(0);
    expect(text).toContain("  restarts     containerd.service (sandbox image)\n");
    expect(text).toContain("  config.toml  sandbox image\n");
    expect(text).toContain(`
config.toml of containerd 1.x, which the nodes may have:
  plugins."io.containerd.grpc.v1.cri".sandbox_image = "registry.k8s.io/pause:3.11" (was "registry.k8s.io/pause:3.10")

config.toml of containerd 2.x, which the nodes may have:
  plugins."io.containerd.cri.v1.images".pinned_images.sandbox = "registry.k8s.io/pause:3.11" (was "registry.k8s.io/pause:3.10")
`);
  });

  it("looks at the containerd that the nodes have, where policies tell", async () => {
    const tables = `apiVersion: policy.gardengate.dev/v1alpha1
kind: OperatingSystemConfigPolicy
metadata: { name: tables }
spec: { containerdVersions: [{ osType: gardenlinux, version: 2.1.4 }] }
`;
    const next = (await readFile(RECONCILE, "utf8")).replace("pause:3.10", "pause:3.11");
    const args = ["--facts", FACTS, "--policies", await policyDirectory(tables), "--old", RECONCILE, "-"];

    expect((await run(args, { "-": next })).text).toMatch(
      /\nconfig\.toml of containerd 2\.1\.4, which the nodes have:\n {2}plugins.+pinned_images\.sandbox = /,
    );
  });

  it("says which former state is missing, or cannot be read", async () => {
    const { code, problems } = await run(["--facts", FACTS, "--old", PROVISION, RECONCILE]);

    expect({ code, problems }).toEqual({
      code: 1,
      problems: [`${RECONCILE}: --old has no OperatingSystemConfig ${NAMES}-original`],
    });
    await expect(run(["--facts", FACTS, "--old", "-", RECONCILE], { "-": "a: b: c\n" })).rejects.toThrow(
      /^standard input: /,
    );
  });

  it("takes that of an AdmissionReview", async () => {
    const object = parse(await readFile(RECONCILE, "utf8"));
    const review = {
      apiVersion: "admission.k8s.io/v1",
      kind: "AdmissionReview",
      request: {
        uid: "1",
        kind: { group: "extensions.gardener.cloud", version: "v1alpha1", kind: "OperatingSystemConfig" },
        resource: { group: "extensions.gardener.cloud", version: "v1alpha1", resource: "operatingsystemconfigs" },
        name: object.metadata.name,
        namespace: object.metadata.namespace,
        operation: "UPDATE",
        object,
        oldObject: { ...object, spec: { ...object.spec, units: object.spec.units.slice(1) } },
      },
    };
    const { text } = await run(["--facts", FACTS, "-"], { "-": JSON.stringify(review) });

    expect(text).toContain("  restarts     updatecacerts.service (new unit)\n");
  });
});

describe("preview of an OSC for new machines", () => {
  it("tells what they get, of either purpose", async () => {
    const asNew = async (file: string) => (await readFile(file, "utf8")).replace(/\n {2}resourceVersion: .*/, "");
    const { code, text } = await run(["--facts", FACTS, "a.yaml", "b.yaml"], {
      "a.yaml": await asNew(RECONCILE),
      "b.yaml": await asNew(PROVISION),
    });

    expect(code).toBe(0);
    expect(text).toContain("==> a.yaml\n");
    expect(text).toContain("New nodes of pool amd:\n  config.toml  first configuration\n");
    expect(text).toContain("==> b.yaml\n");
    expect(text).toMatch(/New machines of pool amd:\n(?: .*\n)+ {2}user data {2}about \d+ bytes, changed\n/);
    expect(text).not.toContain("restarts");
  });

  it("prints user data alone", async () => {
    const { code, text, problems } = await run(["--user-data", "--facts", FACTS, PROVISION]);

    expect({ code, problems }).toEqual({ code: 0, problems: [] });
    expect(text).toMatch(/^#!\/bin\/bash\n/);
    expect(text).toContain("<<BOOTSTRAP_TOKEN>>");
    const problem = `${RECONCILE}: only OperatingSystemConfigs of purpose provision have user data`;
    expect(await run(["--user-data", "--facts", FACTS, RECONCILE])).toEqual({ code: 1, text: "", problems: [problem] });
    const both = await run(["--user-data", "--facts", FACTS, RECONCILE, PROVISION]);
    expect(both).toEqual({ code: 0, text, problems: [problem] });
  });
});

describe("preview of what would be refused", () => {
  it("tells a value of the wrong type once, of an object that it still names", async () => {
    const misshapen = (await readFile(RECONCILE, "utf8")).replace("enable: true", "enable: maybe");
    const { code, text } = await run(["--facts", FACTS, "a.yaml"], { "a.yaml": misshapen });

    expect(code).toBe(1);
    expect(text).toBe(
      "OperatingSystemConfig shoot--demo--web/gardener-node-agent-amd-5b1d0e9f3a7c2468-original (UPDATE)\n" +
        "  denied: nodes keep what they have\n\n" +
        'Refused:\n  spec.units[0].enable: Invalid value: "maybe": must be a boolean [WIRE-01]\n',
    );
  });

  it("blames a missing namespace for itself, and not for the Cluster that nobody can know then", async () => {
    const homeless = (await readFile(RECONCILE, "utf8")).replace(/\n {2}namespace: .*/, "");
    const { code, text } = await run(["--facts", FACTS, "a.yaml"], { "a.yaml": homeless });

    expect(code).toBe(1);
    expect(text).toContain("Refused:\n  metadata.namespace: Required value: ");
    expect(text).not.toContain("Cluster");
  });

  it("exits with 1 and tells why", async () => {
    const broken = (await readFile(RECONCILE, "utf8")).replace(/sandboxImage: .*/, 'sandboxImage: ""');
    const { code, text } = await run(["--facts", FACTS, "-"], { "-": broken });

    expect(code).toBe(1);
    expect(text).toContain(
      "  denied: nodes keep what they have\n\nRefused:\n  spec.criConfig.containerd.sandboxImage:",
    );
    expect(text).not.toContain("Every node");
  });

  it("exits with 1 for an object that does not fit the schema", async () => {
    const { code, text } = await run(["--facts", FACTS, "-"], {
      "-": (await readFile(RECONCILE, "utf8")).replace("cgroupDriver: systemd", "cgroupDriver: [systemd]"),
    });

    expect(code).toBe(1);
    expect(text).toContain("[WIRE-01]");
  });

  it("asks for the Cluster where it is not known", async () => {
    const { code, text } = await run(["--policies", await policyDirectory(), RECONCILE]);

    expect(code).toBe(1);
    expect(text).toContain('Refused:\n  Cluster "shoot--demo--web" is not known; --facts names a directory with it\n');
    expect(text).not.toContain("Policies:");
  });

  it("reports files without an object, and those that cannot be read", async () => {
    const files = { "a.yaml": "", "b.yaml": "kind: Pod\napiVersion: v1\n", "c.yaml": "a: b: c\n" };

    expect(await run(["a.yaml"], files)).toEqual({
      code: 1,
      text: "",
      problems: ["nothing to preview: the input holds no object"],
    });
    expect((await run(["b.yaml", "c.yaml", "/none.yaml"], files)).problems).toEqual([
      "b.yaml: no enabled webhook judges Pod of v1; judged are: Shoot, OperatingSystemConfig",
      expect.stringMatching(/^c\.yaml: /),
      expect.stringMatching(/^\/none\.yaml: /),
    ]);
    expect(JSON.parse((await run(["--output", "json", "b.yaml"], files)).text)).toEqual({
      previews: [],
      problems: ["b.yaml: no enabled webhook judges Pod of v1; judged are: Shoot, OperatingSystemConfig"],
    });
  });

  it("rejects where policies are broken, or not there", async () => {
    const directory = await policyDirectory(POLICIES.replace("mode: audit", "mode: maybe"));

    await expect(run(["--policies", directory, RECONCILE])).rejects.toThrow(/policies\.yaml:11: spec\.mode: /);
    await expect(run(["--policies", "/nowhere", RECONCILE])).rejects.toThrow("/nowhere");
  });
});

describe("preview of a Shoot", () => {
  const shoot = (version: string, workers: string): string => `apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: { name: web, namespace: garden-demo }
spec: { kubernetes: { version: ${version} }, provider: { workers: [${workers}] } }
`;

  it("tells which pools get new machines, and why", async () => {
    const old = shoot(
      "1.33.6",
      "{ name: a, machine: { type: m1 } }, { name: b, kubernetes: { version: 1.33.1 } }, { name: c }",
    );
    const next = shoot(
      "1.34.2",
      "{ name: a, machine: { type: m2 } }, { name: b, kubernetes: { version: 1.33.1 } }, { name: d }, { name: e, updateStrategy: AutoInPlaceUpdate }",
    );
    const { code, text } = await run(["--old", "old.yaml", "new.yaml"], { "old.yaml": old, "new.yaml": next });

    expect(code).toBe(0);
    expect(text.split("\n").slice(0, 6)).toEqual([
      "Shoot garden-demo/web",
      "  pool a  gets new machines: Kubernetes minor version (1.33 to 1.34); machine.type (m1 to m2)",
      "  pool b  keeps its machines",
      "  pool d  is new",
      "  pool e  is new",
      "  pool c  is removed with its machines",
    ]);
    expect(text).toContain("not looked at, though they replace machines too: volume.size;");
  });

  it("leaves machines of a pool that is updated in place", async () => {
    const pool = "{ name: e, updateStrategy: AutoInPlaceUpdate }";
    const files = { "old.yaml": shoot("1.33.6", pool), "new.yaml": shoot("1.34.2", pool) };

    expect((await run(["--old", "old.yaml", "new.yaml"], files)).text).toContain(
      "  pool e  is updated in place; its machines stay\n",
    );
  });

  it("says where one cannot be read", async () => {
    const { code, problems } = await run(["-"], { "-": shoot("1.33.6", "1") });

    expect({ code, problems }).toEqual({ code: 1, problems: ["standard input: the Shoot does not fit the schema"] });
  });
});

describe("the examples of policies", () => {
  it("are for the example of an OSC, and accepted", async () => {
    const policies = join(EXAMPLES, "policies");
    const { code, text } = await run(["--facts", FACTS, "--policies", policies, RECONCILE, PROVISION]);

    expect(code).toBe(0);
    expect(text).toContain("corporate-mirrors");
  });
});
