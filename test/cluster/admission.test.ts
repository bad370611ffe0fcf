import { afterAll, beforeAll, expect, it } from "vitest";
import { expectSuccess } from "./cluster.ts";
import { describeCluster } from "./describe-cluster.ts";
import { type Garden, startGarden } from "./garden.ts";
import { cloudProfile, shoot } from "./landscape.ts";

const VIRTIO = [{ architecture: ["amd64"], disk: ["virtio"] }];
const ANY_DISK = [{ architecture: ["amd64"] }];

/** What a shoot owner reads whose pool asks for a machine type and an image that clash. */
const CLASH =
  'spec.provider.workers[0].machine.image.version: Invalid value: "1.2.3": worker pool "pool": machine type "fast" ' +
  "(architecture=amd64, disk=nvme) fits no flavor of machine image slate:1.2.3: flavor 0 has disk=virtio where the " +
  'machine type has disk=nvme; image versions that fit machine type "fast": slate:1.3.0; machine types that fit ' +
  "machine image slate:1.2.3: plain [CAP-SH-17]";

describeCluster("gardengate in front of a real API server", (cluster) => {
  let garden: Garden;
  let namespace: string;

  beforeAll(async () => {
    garden = await startGarden(cluster);
    namespace = await cluster.createNamespace("garden-apply");
    expectSuccess(await cluster.apply(cloudProfile({ name: "apply", flavors: VIRTIO })));
  });

  afterAll(async () => {
    await garden?.[Symbol.asyncDispose]();
  });

  it("refuses an incompatible shoot at kubectl apply, and says what would fit", async () => {
    const { code, stderr } = await cluster.apply(
      shoot({ namespace, name: "bad", profile: "apply", machineType: "fast" }),
    );
    expect(code).toBe(1);
    expect(stderr).toContain(`The Shoot "bad" is invalid: ${CLASH}`);
  });

  it("gives the same verdict in a server-side dry run", async () => {
    const object = shoot({ namespace, name: "dry", profile: "apply", machineType: "fast" });
    const dryRun = await cluster.kubectl(["apply", "--dry-run=server", "-f", "-"], { input: JSON.stringify(object) });
    expect(dryRun.code).toBe(1);
    expect(dryRun.stderr).toContain(`The Shoot "dry" is invalid: ${CLASH}`);
  });

  it("tells every path where several objects of one apply are refused", async () => {
    const { stderr } = await cluster.apply(
      shoot({ namespace, name: "one", profile: "apply", machineType: "fast" }),
      shoot({ namespace, name: "two", profile: "nowhere", machineType: "fast" }),
    );
    expect(stderr).toContain(CLASH);
    expect(stderr).toContain("spec.cloudProfile.name: Invalid value");
    expect(stderr).toContain("[CAP-SH-05]");
  });

  it("lets a compatible shoot be created, changed and deleted", async () => {
    const parts = { namespace, name: "good", profile: "apply", machineType: "plain" };
    expect(expectSuccess(await cluster.apply(shoot(parts))).stdout).toContain("good created");
    expect(expectSuccess(await cluster.apply(shoot({ ...parts, labels: { tier: "a" } }))).stdout).toContain(
      "configured",
    );
    expectSuccess(await cluster.kubectl(["delete", "shoot", "good", "--namespace", namespace]));
  });

  it("takes a profile into account that was applied a moment ago", async () => {
    expectSuccess(await cluster.apply(cloudProfile({ name: "moment", flavors: ANY_DISK })));
    expectSuccess(await cluster.apply(shoot({ namespace, name: "moment", profile: "moment", machineType: "fast" })));
  });

  it("lets go of a shoot in deletion, whatever its pools are", async () => {
    const parts = { namespace, name: "leaving", profile: "leaving", machineType: "fast" };
    expectSuccess(await cluster.apply(cloudProfile({ name: "leaving", flavors: ANY_DISK })));
    const object = shoot(parts);
    expectSuccess(
      await cluster.apply({ ...object, metadata: { ...object.metadata, finalizers: ["gardener.cloud/x"] } }),
    );
    expectSuccess(await cluster.kubectl(["delete", "shoot", "leaving", "--namespace", namespace, "--wait=false"]));
    expectSuccess(await cluster.kubectl(["delete", "cloudprofile", "leaving"]));
    const patch = JSON.stringify({ metadata: { finalizers: null } });
    expectSuccess(
      await cluster.kubectl(["patch", "shoot", "leaving", "--namespace", namespace, "--type=merge", "--patch", patch]),
    );
  });

  it("refuses a bad CloudProfile", async () => {
    const profile = cloudProfile({ name: "bad", flavors: [{ architecture: ["amd64"], gpu: ["h100"] }] });
    const { code, stderr } = await cluster.apply(profile);
    expect(code).toBe(1);
    expect(stderr).toContain('The CloudProfile "bad" is invalid: ');
    expect(stderr).toMatch(
      /spec\.machineImages\[0\]\.versions\[0\]\.capabilityFlavors\[0\]: Unsupported value: "gpu".*\[CAP-CP-50\]/,
    );
  });

  it("leaves status updates of a shoot alone", async () => {
    expectSuccess(await cluster.apply(shoot({ namespace, name: "status", profile: "apply", machineType: "plain" })));
    const patch = JSON.stringify({ status: { technicalID: "shoot--x" } });
    const args = ["patch", "shoot", "status", "--namespace", namespace, "--subresource=status", "--type=merge"];
    expectSuccess(await cluster.kubectl([...args, "--patch", patch]));
  });
});

describeCluster("gardengate as deny-only entry before the built-in plugins", (cluster) => {
  it("gives the same text from a MutatingWebhookConfiguration", async () => {
    await using _garden = await startGarden(cluster, { register: "MutatingWebhookConfiguration" });
    const namespace = await cluster.createNamespace("garden-early");
    expectSuccess(await cluster.apply(cloudProfile({ name: "early", flavors: VIRTIO })));
    const { code, stderr } = await cluster.apply(
      shoot({ namespace, name: "bad", profile: "early", machineType: "fast" }),
    );
    expect(code).toBe(1);
    expect(stderr).toContain(`The Shoot "bad" is invalid: ${CLASH}`);
  });
});

describeCluster("gardengate that does not protect what shoots use", (cluster) => {
  it("warns about a pool that has become incompatible, when something else about it changes", async () => {
    await using _garden = await startGarden(cluster, { config: { rules: { inUse: "off" } } });
    const namespace = await cluster.createNamespace("garden-tightened");
    const parts = { namespace, name: "stuck", profile: "tightened", machineType: "fast" };
    expectSuccess(await cluster.apply(cloudProfile({ name: "tightened", flavors: ANY_DISK })));
    expectSuccess(await cluster.apply(shoot(parts)));
    expectSuccess(await cluster.apply(cloudProfile({ name: "tightened", flavors: VIRTIO })));
    await expect
      .poll(async () => cluster.apply(shoot({ ...parts, labels: { tier: String(Date.now()) } })), { timeout: 10_000 })
      .toMatchObject({ code: 0, stderr: expect.stringMatching(/Warning: .*worker pool "pool".*\[CAP-SH-30\]/s) });
  });
});

describeCluster("a gardengate that is gone", (cluster) => {
  it("is covered by failurePolicy Fail", async () => {
    await using garden = await startGarden(cluster);
    const namespace = await cluster.createNamespace("garden-gone");
    expect(await garden.process.stop()).toMatchObject({ code: 0 });
    const { code, stderr } = await cluster.apply(
      shoot({ namespace, name: "any", profile: "any", machineType: "plain" }),
    );
    expect(code).toBe(1);
    expect(stderr).toContain('failed calling webhook "shoots.validate.gardengate.dev"');
  });
});
