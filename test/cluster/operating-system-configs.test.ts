import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RawObject } from "../../src/wire/admission-review.ts";
import { provisionOsc, reconcileOsc } from "../support/osc-builders.ts";
import { type Cluster, expectSuccess, type KubectlResult, type KubernetesObject } from "./cluster.ts";
import { describeCluster } from "./describe-cluster.ts";
import { type Garden, startSeed } from "./garden.ts";
import { startNeighbour } from "./neighbour-webhook.ts";

const DOCKER_HUB = {
  upstream: "docker.io",
  server: "https://registry-1.docker.io",
  hosts: [{ url: "https://mirror.corp.example/v2/dockerhub", overridePath: true }],
};
const GHCR = { upstream: "ghcr.io", server: "https://ghcr.io", hosts: [{ url: "https://mirror.corp.example" }] };

function policy(name: string, spec: object): object {
  const apiVersion = "policy.gardengate.dev/v1alpha1";
  return { apiVersion, kind: "OperatingSystemConfigPolicy", metadata: { name }, spec };
}

const POLICIES = [
  policy("mirrors", { match: { purposes: ["reconcile"] }, registries: [DOCKER_HUB, GHCR] }),
  policy("cgroups", { match: { osTypes: ["ubuntu"] }, cgroupDriver: { driver: "cgroupfs", change: "never" } }),
  policy("bootstrap", {
    match: { osTypes: ["ubuntu"] },
    bootstrap: true,
    registries: [
      { upstream: "depot.example", server: "https://depot.example", hosts: [{ url: "https://depot.example" }] },
    ],
  }),
];

/** The Cluster of a namespace, with one pool. */
function clusterOf(namespace: string): KubernetesObject {
  const worker = { name: "blue", machine: { type: "m", image: { name: "ubuntu", version: "24.4.0" } } };
  const shoot = {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Shoot",
    metadata: { name: "lab", namespace: "garden-acme" },
    spec: { region: "north", kubernetes: { version: "1.33.4" }, provider: { type: "local", workers: [worker] } },
    status: { technicalID: namespace },
  };
  return {
    apiVersion: "extensions.gardener.cloud/v1alpha1",
    kind: "Cluster",
    metadata: { name: namespace },
    spec: { cloudProfile: {}, seed: {}, shoot },
  };
}

/** gardenlet's way with an OSC: it creates it, and later merges its own idea of it into what is stored. */
class Gardenlet {
  readonly #cluster: Cluster;
  readonly #namespace: string;

  constructor(cluster: Cluster, namespace: string) {
    this.#cluster = cluster;
    this.#namespace = namespace;
  }

  create(osc: RawObject): Promise<KubectlResult> {
    return this.#cluster.kubectl(["create", "-f", "-"], { input: JSON.stringify(osc) });
  }

  /** What the merge patch of a pristine object looks like: keys that gardenlet does not know are set to null. */
  write(osc: RawObject): Promise<KubectlResult> {
    const { spec, metadata } = osc as { readonly spec: RawObject; readonly metadata: { readonly name: string } };
    const cri = spec["criConfig"] as { readonly containerd?: object };
    const containerd = cri.containerd && { ...cri.containerd, registries: null, plugins: null };
    return this.patch(metadata.name, { spec: { ...spec, criConfig: { ...cri, ...(containerd && { containerd }) } } });
  }

  patch(name: string, patch: object): Promise<KubectlResult> {
    return this.#cluster.kubectl([
      ...["patch", "operatingsystemconfig", name, "--namespace", this.#namespace],
      ...["--type", "merge", "--patch", JSON.stringify(patch)],
    ]);
  }

  get(name: string): Promise<KubernetesObject> {
    return this.#cluster.get("operatingsystemconfig", name, this.#namespace);
  }
}

interface CriSpec {
  readonly criConfig: {
    readonly cgroupDriver?: string;
    readonly containerd: { readonly registries?: readonly { readonly upstream: string; readonly hosts?: object }[] };
  };
  readonly files: readonly {
    readonly path: string;
    readonly content: { readonly inline: { readonly data: string } };
  }[];
}

function specOf(object: KubernetesObject): CriSpec {
  return object["spec"] as CriSpec;
}

function upstreamsOf(object: KubernetesObject): readonly string[] {
  return (specOf(object).criConfig.containerd.registries ?? []).map(({ upstream }) => upstream);
}

function kubeletConfigOf(object: KubernetesObject): string {
  const file = specOf(object).files.find(({ path }) => path === "/var/lib/kubelet/config/kubelet");
  return atob(file?.content.inline.data ?? "");
}

describeCluster("gardengate beside gardenlet", (cluster) => {
  let seed: Garden;
  let namespace: string;
  let gardenlet: Gardenlet;

  beforeAll(async () => {
    seed = await startSeed(cluster, { policies: POLICIES });
    namespace = await cluster.createNamespace("shoot--acme--lab", { "gardener.cloud/role": "shoot" });
    gardenlet = new Gardenlet(cluster, namespace);
    expectSuccess(await cluster.apply(clusterOf(namespace)));
  });

  afterAll(async () => {
    await seed?.[Symbol.asyncDispose]();
  });

  const pristine = (name: string): RawObject => reconcileOsc({ type: "ubuntu" }, { name, namespace });

  it("keeps mirrors and cgroup driver through gardenlet's writes and the patches of others", async () => {
    const name = "gardener-node-agent-blue-0f1e2d3c4b5a6978-original";
    expectSuccess(await gardenlet.create(pristine(name)));
    const created = await gardenlet.get(name);
    expect(upstreamsOf(created)).toEqual(["depot.example", "docker.io", "ghcr.io"]);
    expect(specOf(created).criConfig.cgroupDriver).toBe("cgroupfs");
    expect(kubeletConfigOf(created)).toContain("\ncgroupDriver: cgroupfs\n");

    expectSuccess(await gardenlet.patch(name, { metadata: { finalizers: ["extensions.gardener.cloud/osc"] } }));
    expect(specOf(await gardenlet.get(name))).toEqual(specOf(created));

    expectSuccess(await gardenlet.write(pristine(name)));
    expect(specOf(await gardenlet.get(name))).toEqual(specOf(created));

    expectSuccess(
      await gardenlet.patch(name, { metadata: { annotations: { "gardener.cloud/operation": "reconcile" } } }),
    );
    expect(specOf(await gardenlet.get(name))).toEqual(specOf(created));

    expectSuccess(await cluster.kubectl(["delete", "osc", name, "--namespace", namespace, "--wait=false"]));
    expectSuccess(await gardenlet.patch(name, { metadata: { finalizers: null } }));
    await expect(gardenlet.get(name)).rejects.toThrow("not found");
  });

  it("puts the mirrors for the first pull into the user data of new machines", async () => {
    const name = "gardener-node-agent-blue-0f1e2d3c4b5a6978-init";
    expectSuccess(await gardenlet.create(provisionOsc({ type: "ubuntu" }, { name, namespace })));
    const paths = specOf(await gardenlet.get(name)).files.map(({ path }) => path);
    expect(paths).toContain("/etc/containerd/certs.d/depot.example/hosts.toml");
    expect(paths).not.toContain("/etc/containerd/certs.d/docker.io/hosts.toml");
  });

  it("refuses what would stop containerd, with a bullet for each field", async () => {
    const plugins = [
      { path: ["io.containerd.grpc.v1.cri"], values: { max_concurrent_downloads: 6 } },
      { path: ["cri"] },
    ];
    const containerd = { sandboxImage: "registry.k8s.io/pause:3.10", plugins };
    const broken = reconcileOsc(
      { type: "ubuntu", criConfig: { name: "containerd", cgroupDriver: "systemd", containerd } },
      { name: "broken", namespace },
    );
    const { code, stderr } = await gardenlet.create(broken);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The OperatingSystemConfig "broken" is invalid: $/m);
    expect(stderr).toMatch(/^\* spec\.criConfig\.containerd\.plugins\[0\]\.values.*\[OSC-V-30\]$/m);
    expect(stderr).toMatch(/^\* spec\.criConfig\.containerd\.plugins\[1\]\.path\[0\].*\[OSC-V-27\]$/m);
  });

  it("answers 503 as long as the Cluster is missing, since a skipped call would remove the mirrors", async () => {
    const early = await cluster.createNamespace("shoot--acme--early", { "gardener.cloud/role": "shoot" });
    const other = new Gardenlet(cluster, early);
    const osc = reconcileOsc({}, { namespace: early });
    expect(await other.create(osc)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("failed calling webhook"),
    });
    expectSuccess(await cluster.apply(clusterOf(early)));
    await expect.poll(() => other.create(osc), { timeout: 20_000, interval: 500 }).toMatchObject({ code: 0 });
  });
});

describeCluster("gardengate beside another webhook that sets registries", (cluster) => {
  let seed: Garden;
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "gardengate-neighbour-"));
    seed = await startSeed(cluster, { policies: POLICIES });
  });

  afterAll(async () => {
    await seed?.[Symbol.asyncDispose]();
    await rm(directory, { recursive: true, force: true });
  });

  const entry = { upstream: "docker.io", hosts: [{ url: "http://10.43.7.20:5000" }] };

  /** Requests that the mutating webhook has answered so far. */
  async function mutations(): Promise<number> {
    const text = await (await fetch(`${seed.operationsUrl}/metrics`)).text();
    return text
      .split("\n")
      .filter((line) => line.startsWith("controller_runtime_webhook_requests_total{") && line.includes(".mutate."))
      .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
  }

  it.each([
    ["before", "aaa-neighbour"],
    ["after", "zzz-neighbour"],
  ])("that is called %s it, and comes to one result that stays", async (_, name) => {
    await using neighbour = await startNeighbour(cluster, { name, entry, directory });
    const namespace = await cluster.createNamespace("shoot--acme--cache", { "gardener.cloud/role": "shoot" });
    expectSuccess(await cluster.apply(clusterOf(namespace)));
    const gardenlet = new Gardenlet(cluster, namespace);
    const osc = reconcileOsc({ type: "ubuntu" }, { namespace });
    const { name: oscName } = osc["metadata"] as { readonly name: string };
    await expect
      .poll(
        async () => {
          expectSuccess(await gardenlet.create({ ...osc, metadata: { ...Object(osc["metadata"]), name: "probe" } }));
          expectSuccess(await cluster.kubectl(["delete", "osc", "probe", "--namespace", namespace]));
          return neighbour.calls();
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0);

    const before = await mutations();
    expectSuccess(await gardenlet.create(osc));
    const created = await gardenlet.get(oscName);
    expect(upstreamsOf(created).toSorted()).toEqual(["depot.example", "docker.io", "ghcr.io"]);
    const dockerHub = specOf(created).criConfig.containerd.registries?.find(({ upstream }) => upstream === "docker.io");
    expect(dockerHub).toEqual(entry);
    // Once, and once more where the other one changed the object afterwards.
    expect((await mutations()) - before).toBe(name.startsWith("zzz") ? 2 : 1);

    expectSuccess(await gardenlet.patch(oscName, { metadata: { labels: { touched: "yes" } } }));
    expect(specOf(await gardenlet.get(oscName))).toEqual(specOf(created));
  });
});
