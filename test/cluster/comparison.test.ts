import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSuccess, type KubernetesObject } from "./cluster.ts";
import { comparisonObject, comparisonObjects } from "./comparison-files.ts";
import {
  type Gardenlet,
  gardenletOf,
  hostsOf,
  inNamespace,
  kubeletConfigOf,
  type OscSpec,
  pluginsOf,
  specOf,
  upstreamsOf,
  withFiles,
  withKubeletConfig,
  withPluginValues,
} from "./comparison-gardenlet.ts";
import { startImitation, withMissing, withReplaced } from "./comparison-neighbour.ts";
import { boundTo } from "./comparison-policies.ts";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import { installCrds } from "./crds.ts";
import { describeCluster } from "./describe-cluster.ts";
import { type Garden, startSeed } from "./garden.ts";

/** MutatingAdmissionPolicies are off by default before Kubernetes 1.36. */
const CEL_FLAGS = [
  "--feature-gates=MutatingAdmissionPolicy=true",
  "--runtime-config=admissionregistration.k8s.io/v1beta1=true",
];

/** The policies in CEL, each in the namespace of a shoot of its own, so that all of them can be in force at once. */
const CEL_FILES: Readonly<Record<string, string>> = {
  mirrors: "landscape-mirrors/cel.yaml",
  misspelt: "landscape-mirrors/cel.yaml",
  append: "landscape-mirrors/cel-append.yaml",
  apply: "landscape-mirrors/cel-apply.yaml",
  selection: "pool-selection/cel.yaml",
  "first-pull": "first-pull/cel.yaml",
  generations: "both-generations/cel.yaml",
  numbers: "whole-numbers/cel.yaml",
  check: "whole-numbers/cel-check.yaml",
  cgroups: "cgroup-driver/cel.yaml",
  cache: "landscape-mirrors/cel.yaml",
  "behind-cache": "registry-cache/cel.yaml",
};

const MIRROR_URL = "https://mirror.corp.example/v2/dockerhub";
const CACHE_URL = "http://10.4.246.205:5000";
const REWRITER_URL = "https://mirror.other.example";

const REGISTRY_CACHE = {
  name: "gardener-extension-registry-cache",
  mutate: (spec: OscSpec) => withReplaced(spec, { upstream: "docker.io", hosts: [{ url: CACHE_URL }] }),
};
const IMAGE_REWRITER = {
  name: "gardener-extension-image-rewriter",
  mutate: (spec: OscSpec) => withMissing(spec, { upstream: "docker.io", hosts: [{ url: REWRITER_URL }] }),
};

/** What docs/comparison.md says about others that change OperatingSystemConfigs, with the files of examples/comparison. */
describeCluster("the comparison", ({ components }) => {
  let cluster: ControlPlane;
  let gardenlet: Gardenlet;
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "gardengate-comparison-"));
    cluster = await startControlPlane({ components, apiServerFlags: CEL_FLAGS });
    await installCrds(cluster);
    gardenlet = gardenletOf(cluster);
  });

  afterAll(async () => {
    await cluster?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const dockerHosts = async (osc: KubernetesObject) => hostsOf(await gardenlet.dryRun(osc), "docker.io");

  describe("a mutation in CEL", () => {
    beforeAll(async () => {
      const [lab] = await comparisonObjects("facts/clusters.yaml");
      const objects = Object.entries(CEL_FILES).map(async ([key, file]) => {
        const name = `shoot--cel--${key}`;
        return [
          shootNamespace(name),
          { ...Object(lab), metadata: { name } },
          ...boundTo(name, await celPolicies(key, file)),
        ];
      });
      expectSuccess(await cluster.apply(...(await Promise.all(objects)).flat()));
    });

    async function celPolicies(key: string, file: string): Promise<readonly KubernetesObject[]> {
      const objects = await comparisonObjects(file);
      const misspell = (text: string) => text.replaceAll("overridePath", "overidePath");
      return key === "misspelt" ? JSON.parse(misspell(JSON.stringify(objects))) : objects;
    }

    const osc = async (key: string, file: string) => inNamespace(`shoot--cel--${key}`, await comparisonObject(file));

    /** The API server hears of a policy about a second after it was created. */
    const inForce = (look: () => Promise<unknown>) => expect.poll(look, { timeout: 20_000 });

    it("adds mirrors, adds them again to gardenlet's next write, and changes nothing otherwise", async () => {
      const blue = await osc("mirrors", "osc/blue.yaml");
      await inForce(() => dockerHosts(blue)).toEqual([MIRROR_URL]);
      expectSuccess(await gardenlet.create(blue));
      const created = await gardenlet.spec(blue);
      expect(created).toEqual(specOf(await comparisonObject("osc/blue-stored.yaml")));
      expectSuccess(await gardenlet.label(blue));
      expect(await gardenlet.spec(blue)).toEqual(created);
      expectSuccess(await gardenlet.write(blue));
      expect(await gardenlet.spec(blue)).toEqual(created);
    });

    it("copes with an object of 700 kB", async () => {
      const large = withFiles(await osc("mirrors", "osc/blue.yaml"), 340);
      expect(JSON.stringify(large).length).toBeGreaterThan(700_000);
      await inForce(() => dockerHosts(large)).toEqual([MIRROR_URL]);
    });

    it("loses a misspelt key in silence", async () => {
      const blue = await osc("misspelt", "osc/blue.yaml");
      await inForce(() => dockerHosts(blue)).toEqual([MIRROR_URL]);
      expect(await gardenlet.create(blue)).toMatchObject({ code: 0, stderr: "" });
      const { criConfig } = await gardenlet.spec(blue);
      expect(criConfig?.containerd?.registries?.[0]?.hosts).toEqual([{ url: MIRROR_URL }]);
    });

    it("repeats an entry with each write where it only appends", async () => {
      const blue = await osc("append", "osc/blue.yaml");
      await inForce(async () => upstreamsOf(await gardenlet.dryRun(blue))).toEqual(["docker.io"]);
      expectSuccess(await gardenlet.create(blue));
      expectSuccess(await gardenlet.label(blue));
      expect(upstreamsOf(await gardenlet.spec(blue))).toEqual(["docker.io", "docker.io"]);
    });

    it("cannot be an apply configuration, since the lists of OperatingSystemConfigs are atomic", async () => {
      const blue = await osc("apply", "osc/blue.yaml");
      await inForce(() => gardenlet.dryRun(blue)).toContain(
        "may not mutate atomic arrays, maps or structs: .spec.criConfig.containerd.registries",
      );
    });

    it("finds region and Kubernetes version in the Cluster, and goes without where there is none", async () => {
      const [blue, green] = [await osc("selection", "osc/blue.yaml"), await osc("selection", "osc/green.yaml")];
      await inForce(async () => upstreamsOf(await gardenlet.dryRun(blue))).toEqual(["registry.k8s.io"]);
      expect(await gardenlet.dryRun(green)).toEqual(specOf(green));

      expectSuccess(await cluster.kubectl(["delete", "cluster", "shoot--cel--selection"]));
      await inForce(async () => upstreamsOf(await gardenlet.dryRun(blue))).toEqual([]);
      expect(await gardenlet.create(blue)).toMatchObject({ code: 0, stderr: "" });
    });

    it("writes the file for the first pull, and does not notice that the CA in it is missing", async () => {
      const init = await osc("first-pull", "osc/blue-init.yaml");
      const paths = specOf(init).files.map(({ path }) => path);
      await inForce(async () =>
        Object(await gardenlet.dryRun(init)).files.map(({ path }: { path: string }) => path),
      ).toEqual([...paths, "/etc/containerd/certs.d/registry.example.org/hosts.toml"]);
      expect(await gardenlet.create(init)).toMatchObject({ code: 0, stderr: "" });
    });

    it("writes a setting for both generations of containerd, and says nothing of the restart", async () => {
      const blue = await osc("generations", "osc/blue.yaml");
      await inForce(async () => pluginsOf(await gardenlet.dryRun(blue)).map(({ path }) => path)).toEqual([
        ["io.containerd.grpc.v1.cri"],
        ["io.containerd.cri.v1.runtime"],
      ]);
      expectSuccess(await gardenlet.create(blue));
      const created = await gardenlet.spec(blue);
      expect(await gardenlet.write(blue)).toMatchObject({ code: 0, stderr: "" });
      expect(await gardenlet.spec(blue)).toEqual(created);
    });

    it("puts a whole number into the plugins of every pool", async () => {
      const blue = await osc("numbers", "osc/blue.yaml");
      await inForce(async () => pluginsOf(await gardenlet.dryRun(blue))[0]?.values).toEqual({
        max_concurrent_downloads: 6,
      });
      expect(await gardenlet.create(blue)).toMatchObject({ code: 0, stderr: "" });
    });

    it("can refuse whole numbers in a validating policy, as deep as that is written out", async () => {
      const numbers = await osc("check", "whole-numbers/osc.yaml");
      const judge = async (values: object) => typeof (await gardenlet.dryRun(withPluginValues(numbers, values)));
      await inForce(() => gardenlet.dryRun(numbers)).toContain("a whole number in plugins would keep containerd");
      expect(await judge({ options: { Root: 6 } })).toBe("string");
      expect(await judge({ options: { Root: "6" } })).toBe("object");
      expect(await judge({ a: { b: { c: 6 } } })).toBe("object");
    });

    it("keeps the cgroup driver on both sides, without a word", async () => {
      const [stored, write] = [
        await osc("cgroups", "cgroup-driver/stored.yaml"),
        await osc("cgroups", "cgroup-driver/write.yaml"),
      ];
      expectSuccess(await gardenlet.create(stored));
      await inForce(async () => (await gardenlet.dryWrite(write)).criConfig?.cgroupDriver).toBe("cgroupfs");
      expect(await gardenlet.write(write)).toMatchObject({ code: 0, stderr: "" });
      const written = await gardenlet.spec(write);
      expect(written.criConfig?.cgroupDriver).toBe("cgroupfs");
      expect(kubeletConfigOf(written)).toMatch(/^cgroupDriver: cgroupfs$/m);
      expect(kubeletConfigOf(written)).toMatch(/^maxPods: 220$/m);

      // Its decoder knows no other letters.
      const { code, stderr } = await gardenlet.write(withKubeletConfig(write, "cgroupDriver: systemd\n# für alle\n"));
      expect(code).toBe(1);
      expect(stderr).toContain("index out of range");
    });

    it("leaves an upstream to registry-cache, or puts a mirror behind it when it is called once more", async () => {
      const [keep, append] = [await osc("cache", "osc/blue.yaml"), await osc("behind-cache", "osc/blue.yaml")];
      await inForce(() => dockerHosts(keep)).toEqual([MIRROR_URL]);
      await inForce(() => dockerHosts(append)).toEqual([MIRROR_URL]);
      await using _ = await startImitation(cluster, { ...REGISTRY_CACHE, directory });
      await inForce(() => dockerHosts(keep)).toEqual([CACHE_URL]);
      expect(upstreamsOf(await gardenlet.dryRun(keep))).toEqual(["docker.io", "ghcr.io"]);
      expect(await dockerHosts(append)).toEqual([CACHE_URL, MIRROR_URL]);
    });
  });

  describe("gardengate", () => {
    let seed: Garden;

    beforeAll(async () => {
      const shoots = await comparisonObjects("facts/clusters.yaml");
      const namespaces = shoots.map(({ metadata }) => shootNamespace(String(metadata["name"])));
      expectSuccess(await cluster.apply(...namespaces, ...shoots));
      const policies = await comparisonObjects("landscape-mirrors/policies/mirrors.yaml");
      seed = await startSeed(cluster, { policies });
    });

    afterAll(async () => {
      await seed?.[Symbol.asyncDispose]();
    });

    it("adds mirrors, adds them again to gardenlet's next write, and changes nothing otherwise", async () => {
      const blue = await comparisonObject("osc/blue.yaml");
      expectSuccess(await gardenlet.create(blue));
      const created = await gardenlet.spec(blue);
      expect(created).toEqual(specOf(await comparisonObject("osc/blue-stored.yaml")));
      expectSuccess(await gardenlet.label(blue));
      expectSuccess(await gardenlet.write(blue));
      expect(await gardenlet.spec(blue)).toEqual(created);
      expectSuccess(await gardenlet.remove(blue));
    });

    it("refuses a whole number in the plugins, however deep", async () => {
      const numbers = await comparisonObject("whole-numbers/osc.yaml");
      expect(await gardenlet.dryRun(numbers)).toContain("is a whole number, which reaches containerd as a float");
      const deep = withPluginValues(numbers, { a: { b: { c: 6 } } });
      expect(await gardenlet.dryRun(deep)).toContain("is a whole number, which reaches containerd as a float");
    });

    it("keeps the cgroup driver of nodes that run, and says so", async () => {
      const write = await comparisonObject("cgroup-driver/write.yaml");
      expectSuccess(await gardenlet.create(await comparisonObject("cgroup-driver/stored.yaml")));
      const { stderr } = expectSuccess(await gardenlet.write(write));
      expect(stderr).toContain("Warning: cgroup driver set back to cgroupfs, which running nodes have");
      expect(stderr).toContain('Warning: restarts kubelet.service on every node of pool "blue"');
      const written = await gardenlet.spec(write);
      expect(written.criConfig?.cgroupDriver).toBe("cgroupfs");
      expect(kubeletConfigOf(written)).toMatch(/^cgroupDriver: cgroupfs$/m);
      expect(kubeletConfigOf(written)).toMatch(/^maxPods: 220$/m);
    });

    it("leaves an upstream to registry-cache, which is called earlier", async () => {
      const shop = await comparisonObject("registry-cache/osc.yaml");
      await using _ = await startImitation(cluster, { ...REGISTRY_CACHE, directory });
      await expect.poll(() => dockerHosts(shop), { timeout: 10_000 }).toEqual([CACHE_URL]);
      expect(upstreamsOf(await gardenlet.dryRun(shop))).toEqual(["docker.io", "ghcr.io"]);
    });

    it("leaves an upstream to image-rewriter, which is called earlier, and says so", async () => {
      const night = await comparisonObject("hibernation/osc.yaml");
      await using _ = await startImitation(cluster, { ...IMAGE_REWRITER, directory });
      await expect.poll(() => dockerHosts(night), { timeout: 10_000 }).toEqual([REWRITER_URL]);
      const { stderr } = expectSuccess(await gardenlet.create(night));
      expect(stderr).toContain("Warning: policy mirrors skips registry docker.io: the OSC says otherwise");
    });

    it("keeps its mirrors when the shoot is being deleted, and registry-mirror no longer adds its own", async () => {
      const night = await comparisonObject("hibernation/osc.yaml");
      let isInDeletion = false;
      const entry = { upstream: "quay.io", hosts: [{ url: "https://quay.corp.example" }] };
      await using _ = await startImitation(cluster, {
        name: "gardener-extension-registry-mirror",
        directory,
        mutate: (spec) => (isInDeletion ? spec : withReplaced(spec, entry)),
      });
      const upstreams = async () => upstreamsOf(await gardenlet.dryRun(night)).toSorted();
      await expect.poll(upstreams, { timeout: 10_000 }).toEqual(["docker.io", "ghcr.io", "quay.io"]);
      isInDeletion = true;
      const shoot = { metadata: { deletionTimestamp: "2026-08-31T03:12:44Z" } };
      const patch = JSON.stringify({ spec: { shoot } });
      expectSuccess(
        await cluster.kubectl(["patch", "cluster", "shoot--acme--night", "--type", "merge", "--patch", patch]),
      );
      expect(await upstreams()).toEqual(["docker.io", "ghcr.io"]);
    });
  });
});

function shootNamespace(name: string): KubernetesObject {
  return { apiVersion: "v1", kind: "Namespace", metadata: { name, labels: { "gardener.cloud/role": "shoot" } } };
}
