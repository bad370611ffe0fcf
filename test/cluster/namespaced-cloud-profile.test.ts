import { afterAll, beforeAll, expect, it } from "vitest";
import { expectSuccess, type KubernetesObject } from "./cluster.ts";
import { describeCluster } from "./describe-cluster.ts";
import { type Garden, startGarden } from "./garden.ts";
import { cloudProfile } from "./landscape.ts";

/** A NamespacedCloudProfile that overrides version 1.2.3 of image slate of its parent. */
function override(namespace: string, name: string, version: Readonly<Record<string, unknown>>): KubernetesObject {
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "NamespacedCloudProfile",
    metadata: { name, namespace },
    spec: {
      parent: { kind: "CloudProfile", name: "ncp-parent" },
      machineImages: [{ name: "slate", versions: [{ version: "1.2.3", ...version }] }],
    },
  };
}

describeCluster("NamespacedCloudProfiles on a real API server", (cluster) => {
  let garden: Garden;
  let namespace: string;

  beforeAll(async () => {
    garden = await startGarden(cluster);
    namespace = await cluster.createNamespace("garden-ncp");
    expectSuccess(await cluster.apply(cloudProfile({ name: "ncp-parent", flavors: [{ architecture: ["amd64"] }] })));
  });

  afterAll(async () => {
    await garden?.[Symbol.asyncDispose]();
  });

  it("may give a version of the parent another expiration date", async () => {
    const accepted = await cluster.apply(override(namespace, "later", { expirationDate: "2099-01-01T00:00:00Z" }));
    expect(expectSuccess(accepted).stdout).toContain("later created");
  });

  it("may not change its flavors, nor leave the date out", async () => {
    const { code, stderr } = await cluster.apply(
      override(namespace, "flavors", { capabilityFlavors: [{ architecture: ["amd64"], disk: ["nvme"] }] }),
    );
    expect(code).toBe(1);
    expect(stderr).toContain('The NamespacedCloudProfile "flavors" is invalid: ');
    const version = "spec.machineImages[0].versions[0]";
    expect(stderr).toMatch(new RegExp(`\\* ${escaped(version)}\\.capabilityFlavors: Forbidden: .*\\[CAP-NCP-11\\]`));
    expect(stderr).toMatch(new RegExp(`\\* ${escaped(version)}\\.expirationDate: Invalid value: .*\\[CAP-NCP-12\\]`));
  });

  it("has to have a parent that exists", async () => {
    const orphan = override(namespace, "orphan", { expirationDate: "2099-01-01T00:00:00Z" });
    const spec = { ...(orphan["spec"] as object), parent: { kind: "CloudProfile", name: "nowhere" } };
    const { code, stderr } = await cluster.apply({ ...orphan, spec });
    expect(code).toBe(1);
    expect(stderr).toMatch(/spec\.parent\.name: Invalid value: "nowhere": .*\[CAP-NCP-04\]/);
  });
});

function escaped(text: string): string {
  return text.replace(/[.[\]]/g, "\\$&");
}
