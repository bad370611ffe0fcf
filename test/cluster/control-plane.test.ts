import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import type { KubernetesObject } from "./cluster.ts";
import { startControlPlane } from "./control-plane.ts";
import { describeCluster } from "./describe-cluster.ts";

function cloudProfile(name: string): KubernetesObject {
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "CloudProfile",
    metadata: { name },
    spec: {
      type: "local",
      machineCapabilities: [{ name: "architecture", values: ["amd64", "arm64"] }],
      machineImages: [
        { name: "slate", versions: [{ version: "1.2.3", capabilityFlavors: [{ architecture: ["amd64"] }] }] },
      ],
      machineTypes: [{ name: "small", cpu: "2", capabilities: { architecture: ["amd64"] } }],
      regions: [{ name: "north" }],
    },
  };
}

function shoot(namespace: string): KubernetesObject {
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Shoot",
    metadata: { name: "meadow", namespace },
    spec: {
      cloudProfile: { kind: "CloudProfile", name: "any" },
      provider: {
        type: "local",
        workers: [{ name: "pool", machine: { type: "small", image: { name: "slate", version: "1.2.3" } } }],
      },
      region: "north",
    },
  };
}

function operatingSystemConfig(namespace: string, spec: Readonly<Record<string, unknown>>): KubernetesObject {
  return {
    apiVersion: "extensions.gardener.cloud/v1alpha1",
    kind: "OperatingSystemConfig",
    metadata: { name: "pool", namespace },
    spec: { type: "slate", purpose: "reconcile", ...spec },
  };
}

describeCluster("the shared control plane", (cluster) => {
  it("is an API server of the version that was asked for", async () => {
    const { stdout } = await cluster.kubectl(["version", "--output", "json"]);
    expect(JSON.parse(stdout).serverVersion).toMatchObject({ major: "1", minor: "34" });
  });

  it("serves the kinds of Gardener", async () => {
    const { stdout } = await cluster.kubectl(["api-resources", "--output", "name"]);
    expect(stdout.split("\n")).toEqual(
      expect.arrayContaining([
        "cloudprofiles.core.gardener.cloud",
        "namespacedcloudprofiles.core.gardener.cloud",
        "shoots.core.gardener.cloud",
        "clusters.extensions.gardener.cloud",
        "extensions.extensions.gardener.cloud",
        "operatingsystemconfigs.extensions.gardener.cloud",
      ]),
    );
  });

  it("keeps a CloudProfile and a Shoot as they were applied, unknown fields included", async () => {
    const namespace = await cluster.createNamespace("garden-meadow");
    const profile = cloudProfile(`profile-of-${namespace}`);
    expect(await cluster.apply(profile, shoot(namespace))).toMatchObject({ code: 0, stderr: "" });

    expect((await cluster.get("cloudprofile", `profile-of-${namespace}`))["spec"]).toEqual(profile["spec"]);
    expect((await cluster.get("shoot", "meadow", namespace))["spec"]).toEqual(shoot(namespace)["spec"]);
  });

  it("keeps the status of a Shoot out of reach of writes to the Shoot itself", async () => {
    const namespace = await cluster.createNamespace("garden-status");
    await cluster.apply({ ...shoot(namespace), status: { technicalID: "through-the-main-resource" } });
    expect((await cluster.get("shoot", "meadow", namespace))["status"]).toBeUndefined();

    const patch = JSON.stringify({ status: { technicalID: "shoot--garden--meadow" } });
    const args = ["patch", "shoot", "meadow", "--namespace", namespace, "--subresource", "status", "--type", "merge"];
    expect(await cluster.kubectl([...args, "--patch", patch])).toMatchObject({ code: 0 });
    expect((await cluster.get("shoot", "meadow", namespace))["status"]).toEqual({
      technicalID: "shoot--garden--meadow",
    });
  });

  it("refuses an OperatingSystemConfig with another runtime or without sandbox image", async () => {
    const namespace = await cluster.createNamespace("shoot--schema");
    const docker = await cluster.apply(operatingSystemConfig(namespace, { criConfig: { name: "docker" } }));
    expect(docker.code).toBe(1);
    expect(docker.stderr).toContain('spec.criConfig.name: Unsupported value: "docker"');

    const noImage = operatingSystemConfig(namespace, { criConfig: { name: "containerd", containerd: {} } });
    expect((await cluster.apply(noImage)).stderr).toContain("spec.criConfig.containerd.sandboxImage: Required value");
  });

  it("keeps the class of an OperatingSystemConfig and drops unknown keys of its spec", async () => {
    const namespace = await cluster.createNamespace("shoot--prune");
    const plugins = [{ path: ["io.containerd.cri.v1.runtime"], values: { enabled: 2.5 } }];
    const criConfig = { name: "containerd", containerd: { sandboxImage: "registry.example/pause:3.10", plugins } };
    const created = operatingSystemConfig(namespace, { class: "shoot", criConfig, cri: { name: "containerd" } });
    const input = JSON.stringify(created);
    expect(await cluster.kubectl(["create", "--validate=ignore", "-f", "-"], { input })).toMatchObject({ code: 0 });
    expect((await cluster.get("osc", "pool", namespace))["spec"]).toEqual({
      type: "slate",
      purpose: "reconcile",
      class: "shoot",
      criConfig,
    });

    const patch = JSON.stringify({ spec: { class: "seed" } });
    const args = ["patch", "osc", "pool", "--namespace", namespace, "--type", "merge", "--patch", patch];
    expect((await cluster.kubectl(args)).stderr).toContain("spec.class: Invalid value");
  });
});

describeCluster("a control plane of one's own", ({ components }) => {
  it("takes further flags, and leaves nothing behind when stopped", async () => {
    const controlPlane = await startControlPlane({ components, apiServerFlags: ["--runtime-config=batch/v1=false"] });
    const { directory } = controlPlane.coordinates;
    try {
      expect(await controlPlane.rawGet("/apis/batch/v1")).toMatchObject({ status: 404 });
      expect(existsSync(controlPlane.logFiles.kubeApiserver)).toBe(true);
    } finally {
      await controlPlane.stop();
    }
    expect(existsSync(directory)).toBe(false);
    await expect(controlPlane.rawGet("/readyz")).rejects.toThrow("ECONNREFUSED");
  }, 120_000);

  it("says what a component wrote if it does not start", async () => {
    const started = startControlPlane({ components, apiServerFlags: ["--no-such-flag"] });
    await expect(started).rejects.toThrow(
      /kube-apiserver ended with exit code 1\n(.*\n)*Error: unknown flag: --no-such-flag/,
    );
  }, 120_000);
});
