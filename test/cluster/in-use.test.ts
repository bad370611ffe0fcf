import { afterAll, beforeAll, expect, it } from "vitest";
import { expectSuccess, type KubernetesObject } from "./cluster.ts";
import { describeCluster } from "./describe-cluster.ts";
import { type Garden, startGarden } from "./garden.ts";
import { cloudProfile, shoot } from "./landscape.ts";

const VIRTIO = [{ architecture: ["amd64"], disk: ["virtio"] }];
const ANY_DISK = [{ architecture: ["amd64"] }];

/** What the operator reads who tightens the flavor that a pool of `fast` needs. */
const tightenedText = (namespace: string) =>
  'spec.machineImages[0].versions[0].capabilityFlavors: Forbidden: machine type "fast" and version "1.2.3" of ' +
  'machine image "slate" would not fit any more (flavor 0 has disk=virtio where the machine type has disk=nvme), but ' +
  `are used together by shoot ${namespace}/busy (pool pool); make the change in a new image version, let this one ` +
  "expire, and migrate these pools first [CAP-CP-87]";

/** What the operator reads who removes the machine type. */
const removedText = (namespace: string) =>
  `spec.machineTypes: Forbidden: machine type "fast" is used by shoot ${namespace}/busy (pool pool); keep it with usable: ` +
  "false, which closes it for new pools, and remove it when nothing uses it any more [CAP-CP-86]";

/** The profile without its machine type `fast`. */
function withoutFast(profile: KubernetesObject): KubernetesObject {
  const spec = profile["spec"] as { readonly machineTypes: readonly { readonly name: string }[] };
  return { ...profile, spec: { ...spec, machineTypes: spec.machineTypes.filter(({ name }) => name !== "fast") } };
}

describeCluster("gardengate before a profile that living shoots use", (cluster) => {
  let garden: Garden;
  const profile = cloudProfile({ name: "in-use", flavors: ANY_DISK });
  const tightened = cloudProfile({ name: "in-use", flavors: VIRTIO });
  let namespace: string;

  beforeAll(async () => {
    garden = await startGarden(cluster);
    namespace = await cluster.createNamespace("garden-use");
    expectSuccess(await cluster.apply(profile));
    expectSuccess(await cluster.apply(shoot({ namespace, name: "busy", profile: "in-use", machineType: "fast" })));
  });

  afterAll(async () => {
    await garden?.[Symbol.asyncDispose]();
  });

  /** Tries until the refusal is there, since the watch of Shoots lags behind their writes. */
  async function refusalOf(object: KubernetesObject): Promise<string> {
    const tried = () => cluster.kubectl(["apply", "--dry-run=server", "-f", "-"], { input: JSON.stringify(object) });
    await expect.poll(tried, { timeout: 10_000 }).toMatchObject({ code: 1 });
    return (await cluster.apply(object)).stderr;
  }

  it("refuses to remove a machine type in use, and names the shoot", async () => {
    expect(await refusalOf(withoutFast(profile))).toContain(
      `The CloudProfile "in-use" is invalid: ${removedText(namespace)}`,
    );
  });

  it("refuses a tighter flavor that a pool does not fit", async () => {
    expect(await refusalOf(tightened)).toContain(`The CloudProfile "in-use" is invalid: ${tightenedText(namespace)}`);
  });

  it("lets the profile change in other ways", async () => {
    const { spec, ...rest } = profile as KubernetesObject & { readonly spec: object };
    expectSuccess(
      await cluster.apply({ ...rest, spec: { ...spec, volumeTypes: [{ name: "ssd", class: "standard" }] } }),
    );
    expectSuccess(await cluster.apply(profile));
  });

  it("lets both pass once the shoot is gone", async () => {
    expectSuccess(await cluster.kubectl(["delete", "shoot", "busy", "--namespace", namespace]));
    await expect.poll(async () => cluster.apply(tightened), { timeout: 10_000 }).toMatchObject({ code: 0 });
    expectSuccess(await cluster.apply(withoutFast(profile)));
  });
});

describeCluster("gardengate that only warns of what is in use", (cluster) => {
  it("lets a machine type go, with a warning that names the shoot", async () => {
    await using _garden = await startGarden(cluster, { config: { rules: { inUse: "warn" } } });
    const namespace = await cluster.createNamespace("garden-warned");
    const profile = cloudProfile({ name: "warned", flavors: ANY_DISK });
    expectSuccess(await cluster.apply(profile));
    expectSuccess(await cluster.apply(shoot({ namespace, name: "busy", profile: "warned", machineType: "fast" })));
    const removal = JSON.stringify(withoutFast(profile));
    await expect
      .poll(async () => cluster.kubectl(["apply", "--dry-run=server", "-f", "-"], { input: removal }), {
        timeout: 10_000,
      })
      .toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/Warning: .*"fast" is used by shoot garden-warned-\w+\/busy/s),
      });
  });
});
