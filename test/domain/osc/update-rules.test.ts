import { describe, expect, it } from "vitest";
import type { NodePool } from "../../../src/domain/osc/node-pool.ts";
import type { OscReview } from "../../../src/domain/osc/review.ts";
import { updateFindings } from "../../../src/domain/osc/update-rules.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import {
  inlineFile,
  KUBELET_CONFIG,
  mutationReviewOf,
  oscLines,
  oscView,
  plainFile,
  poolOf,
  reconcileOsc,
  reviewOf,
} from "../../support/osc-builders.ts";

const DELETING = { deletionTimestamp: "2026-10-31T00:00:00Z" };

function updated(before: RawObject, after: RawObject, metadata: RawObject = {}): readonly string[] {
  return oscLines(updateFindings(reviewOf(reconcileOsc(after, metadata), reconcileOsc(before))));
}

describe("OSC-V-54: what never changes", () => {
  const cri = (name: string | undefined) => ({ criConfig: { name } });

  it.each<[string, RawObject, RawObject, readonly string[]]>([
    ["the type", { type: "ubuntu" }, { type: "flatcar" }, ["spec.type"]],
    ["the type from nothing", { type: undefined }, { type: "flatcar" }, ["spec.type"]],
    ["the type to the empty one", { type: "flatcar" }, { type: "" }, ["spec.type"]],
    ["an empty type to none", { type: "" }, { type: undefined }, []],
    ["the purpose (row 16)", { purpose: "reconcile" }, { purpose: "provision" }, ["spec.purpose"]],
    ["the class", { class: "shoot" }, { class: "seed" }, ["spec.class"]],
    ["no class to one (row 93)", {}, { class: "shoot" }, []],
    ["a class to none", { class: "shoot" }, {}, []],
    ["an empty class", { class: "" }, { class: "shoot" }, ["spec.class"]],
    ["the CRI", cri("containerd"), cri("docker"), ["spec.criConfig.name"]],
    ["no criConfig to one", { criConfig: undefined }, cri("containerd"), []],
    ["a criConfig to none", cri("containerd"), { criConfig: undefined }, []],
    ["a criConfig without name", cri(undefined), cri("containerd"), []],
    ["anything else", { units: [] }, { files: [], providerConfig: { a: 1 } }, []],
    [
      "everything",
      { type: "a", purpose: "b", class: "c", ...cri("d") },
      { type: "e", purpose: "f", class: "g", ...cri("h") },
      ["spec.type", "spec.purpose", "spec.class", "spec.criConfig.name"],
    ],
  ])("%s", (_, before, after, fields) => {
    expect(updated(before, after)).toEqual(fields.map((field) => `OSC-V-54 ${field} Invalid`));
  });

  it("is not asked on creation", () => {
    expect(updateFindings(reviewOf(reconcileOsc({ type: "ubuntu" })))).toEqual([]);
  });
});

describe("OSC-V-55: the spec during deletion", () => {
  const plugin = (members: RawObject) => ({
    criConfig: { name: "containerd", containerd: { sandboxImage: "a", plugins: [{ path: ["a"], ...members }] } },
  });
  const registry = (members: RawObject) => ({
    criConfig: { name: "containerd", containerd: { sandboxImage: "a", registries: [{ upstream: "a", ...members }] } },
  });
  const unit = (members: RawObject) => ({ units: [{ name: "a.service", ...members }] });
  const file = (members: RawObject) => ({ files: [{ ...plainFile("/a", "a"), ...members }] });
  const updates = (members: RawObject) => ({
    inPlaceUpdates: { operatingSystemVersion: "1", kubelet: "1", ...members },
  });

  it.each<[string, RawObject, RawObject]>([
    ["units and no units (row 15)", unit({}), {}],
    ["the order of units", { units: [{ name: "a" }, { name: "b" }] }, { units: [{ name: "b" }, { name: "a" }] }],
    ["enable and its default", unit({}), unit({ enable: true })],
    ["a flag and none", unit({ enable: false }), unit({})],
    ["an empty content and none", unit({ content: "" }), unit({})],
    ["permissions and none", file({ permissions: 384 }), file({})],
    ["op and its default", plugin({}), plugin({ op: "add" })],
    ["empty values and none", plugin({ values: {} }), plugin({})],
    ["values of another order in a list", plugin({ values: { a: ["b", "c"] } }), plugin({ values: { a: ["c", "b"] } })],
    ["null within values and none", plugin({ values: { a: null } }), plugin({ values: {} })],
    ["an empty list within values and none", plugin({ values: { a: [] } }), plugin({ values: {} })],
    ["an empty server and none", registry({ server: "" }), registry({})],
    ["a probe and none", registry({ readinessProbe: false }), registry({})],
    ["an empty providerConfig and none", { providerConfig: {} }, {}],
    ["a list within a providerConfig", { providerConfig: { a: [1] } }, { providerConfig: { a: [2] } }],
    ["a class and none", { class: "shoot" }, {}],
    ["the type", { type: "a" }, { type: "b" }],
    ["the purpose", { purpose: "provision" }, {}],
    [
      "the cgroup driver",
      { criConfig: { name: "containerd", cgroupDriver: "systemd" } },
      { criConfig: { name: "containerd" } },
    ],
    ["in-place updates and none", updates({}), {}],
    ["a rotation", updates({ credentialsRotation: { serviceAccountKey: {} } }), updates({ credentialsRotation: {} })],
    [
      "a flag of a file",
      file({ content: { inline: { encoding: "", data: "a" } } }),
      file({ content: { inline: { encoding: "", data: "a" }, transmitUnencoded: false } }),
    ],
  ])("differs by %s, both ways", (_, one, other) => {
    expect(updated(one, other, DELETING)).toEqual(["OSC-V-55 spec Forbidden"]);
    expect(updated(other, one, DELETING)).toEqual(["OSC-V-55 spec Forbidden"]);
  });

  it.each<[string, RawObject, RawObject]>([
    ["an empty list and none", { units: [] }, { units: undefined }],
    ["empty lists within units and none", unit({ dropIns: [], filePaths: null }), unit({})],
    ["empty lists of containerd and none", registry({ hosts: [] }), registry({})],
    ["null and nothing", { providerConfig: null, class: null }, {}],
    ["null values and none", plugin({ values: null }), plugin({})],
    ["the order of keys", { providerConfig: { a: 1, b: 2 } }, { providerConfig: { b: 2, a: 1 } }],
    ["what the API does not know", { cri: {}, futureField: 1 }, {}],
  ])("is the same with %s", (_, one, other) => {
    expect(updated(one, other, DELETING)).toEqual([]);
    expect(updated(other, one, DELETING)).toEqual([]);
  });

  it("is looked at alone, as Gardener does", () => {
    expect(updated({ type: "a", class: "shoot" }, { type: "b", class: "seed" }, DELETING)).toEqual([
      "OSC-V-55 spec Forbidden",
    ]);
  });

  it("names what has changed", () => {
    const review = reviewOf(reconcileOsc({ units: [], type: "b" }, DELETING), reconcileOsc());
    expect(updateFindings(review)[0]?.error.detail).toMatch(/; changed: type, units$/);
  });

  it("may change before", () => {
    expect(updated({ units: [] }, { files: [] })).toEqual([]);
  });
});

describe("OSC-V-65: in-place updates and our own mutation", () => {
  const UPDATES = { operatingSystemVersion: "1592.1.0", kubelet: "1.33.4" };
  const KUBELET = "/var/lib/kubelet/config/kubelet";

  function inPlace(object: RawObject): NodePool {
    return { ...poolOf(oscView(object)), isInPlace: true };
  }

  function mutated(before: RawObject, after: RawObject, members: Partial<OscReview> = {}): readonly string[] {
    const [input, result] = [reconcileOsc(before), reconcileOsc(after)];
    const pool = inPlace(result);
    return oscLines(updateFindings(mutationReviewOf(input, result, { files: [0] }, { pool, ...members })));
  }

  const kubelet = (text: string) => ({ inPlaceUpdates: UPDATES, files: [inlineFile(KUBELET, text)] });

  it.each<[string, RawObject, readonly string[]]>([
    ["another kubelet", { inPlaceUpdates: { ...UPDATES, kubelet: "1.34.0" } }, ["spec.inPlaceUpdates"]],
    [
      "another operating system",
      { inPlaceUpdates: { ...UPDATES, operatingSystemVersion: "2" } },
      ["spec.inPlaceUpdates"],
    ],
    ["a rotation", { inPlaceUpdates: { ...UPDATES, credentialsRotation: {} } }, ["spec.inPlaceUpdates"]],
    ["no in-place updates", {}, ["spec.inPlaceUpdates"]],
    ["the same", { inPlaceUpdates: UPDATES }, []],
  ])("%s", (_, after, fields) => {
    expect(mutated({ inPlaceUpdates: UPDATES }, after)).toEqual(fields.map((field) => `OSC-V-65 ${field} Forbidden`));
  });

  it("in-place updates are left alone by policies for other pools too", () => {
    const pool = { ...inPlace(reconcileOsc()), isInPlace: false };
    expect(mutated({}, { inPlaceUpdates: UPDATES }, { pool })).toEqual(["OSC-V-65 spec.inPlaceUpdates Forbidden"]);
  });

  it("a changed threshold of eviction is refused (row 67)", () => {
    const after = `${KUBELET_CONFIG}evictionHard:\n  memory.available: 1Gi\n`;
    expect(mutated(kubelet(KUBELET_CONFIG), kubelet(after))).toEqual(["OSC-V-65 spec.files[0].content Forbidden"]);
  });

  it("each field is told of", () => {
    const after = `${KUBELET_CONFIG}cpuManagerPolicy: static\nkubeReserved: { cpu: 80m }\n`;
    const review = mutationReviewOf(
      reconcileOsc(kubelet(KUBELET_CONFIG)),
      reconcileOsc(kubelet(after)),
      { files: [0] },
      { pool: inPlace(reconcileOsc()) },
    );
    expect(updateFindings(review).map(({ key }) => key)).toEqual(['"cpuManagerPolicy"', '"kubeReserved.cpu"']);
  });

  it.each<[string, string]>([
    ["the cgroup driver", KUBELET_CONFIG.replace("systemd", "cgroupfs")],
    ["a threshold that nodes do not compare", `${KUBELET_CONFIG}evictionHard: { pid.available: 5% }\n`],
    ["nothing", KUBELET_CONFIG],
  ])("%s may change", (_, after) => {
    expect(mutated(kubelet(KUBELET_CONFIG), kubelet(after))).toEqual([]);
  });

  it("what cannot be read is refused", () => {
    const line = "OSC-V-65 spec.files[0].content Forbidden";
    expect(mutated(kubelet(KUBELET_CONFIG), kubelet("evictionHard: &a {}\n"))).toEqual([line]);
    const broken = {
      inPlaceUpdates: UPDATES,
      files: [{ path: KUBELET, content: { inline: { encoding: "b64", data: "$" } } }],
    };
    expect(mutated(kubelet(KUBELET_CONFIG), broken)).toEqual([line]);
    const image = { inPlaceUpdates: UPDATES, files: [{ path: KUBELET, content: { imageRef: {} } }] };
    expect(mutated(kubelet(KUBELET_CONFIG), image)).toEqual([line]);
  });

  it("a configuration that was not there may not bring such fields", () => {
    const none = { inPlaceUpdates: UPDATES, files: [plainFile("/a", "a")] };
    expect(mutated(none, kubelet("cpuManagerPolicy: static\n"))).toHaveLength(1);
    expect(mutated(none, kubelet(KUBELET_CONFIG))).toEqual([]);
  });

  it("is of no concern for pools with rolling updates, for files that were not touched, and for other writers", () => {
    const [before, after] = [kubelet(KUBELET_CONFIG), kubelet("cpuManagerPolicy: static\n")];
    expect(mutated(before, after, { pool: { ...inPlace(reconcileOsc()), isInPlace: false } })).toEqual([]);
    expect(mutated(before, after, { touched: { files: new Set(), units: new Set() } })).toEqual([]);
    expect(updated(before, after)).toEqual([]);
  });

  it("is asked on creation as well, since gardenlet writes the old values again", () => {
    const review = { operation: "CREATE", old: undefined } as const;
    expect(mutated(kubelet(KUBELET_CONFIG), kubelet("cpuManagerPolicy: static\n"), review)).toHaveLength(1);
  });

  it("does not repeat OSC-V-54 of other writers", () => {
    expect(mutated({ type: "a" }, { type: "a" }, { old: oscView(reconcileOsc({ type: "b" })) })).toEqual([]);
  });
});
