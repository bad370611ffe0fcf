import { describe, expect, it } from "vitest";
import { cgroupDriverStep } from "../../../src/domain/mutation/cgroup-driver.ts";
import { cgroupDecision } from "../../../src/domain/mutation/cgroup-plan.ts";
import type { MutationSubject } from "../../../src/domain/mutation/mutation.ts";
import type { DesiredCgroupDriver, Policy } from "../../../src/domain/policies/types.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import {
  cgroupOsc,
  cgroupPolicy,
  driversOf,
  fileText,
  KUBELET_FILE,
  kubeletText,
  osc,
} from "../../support/cgroup-builders.ts";
import { mutationSubject, runStep, type StepOutcome } from "../../support/mutation-steps.ts";
import { runMutation } from "../../support/mutations.ts";
import { CLUSTER, inlineFile, oscView, poolOf, provisionOsc, reconcileOsc } from "../../support/osc-builders.ts";
import { policy } from "../../support/policy-builders.ts";

const SYSTEMD = cgroupPolicy("systemd");
const CGROUPFS = cgroupPolicy("cgroupfs");
const DRIVER = "/spec/criConfig/cgroupDriver";

function create(object: RawObject, policies: readonly Policy[], members: Partial<MutationSubject> = {}): StepOutcome {
  return runStep(cgroupDriverStep, object, policies, members);
}

function update(
  old: RawObject,
  object: RawObject,
  policies: readonly Policy[],
  members: Partial<MutationSubject> = {},
): StepOutcome {
  return create(object, policies, { old: oscView(old), ...members });
}

const hibernated = (object: RawObject) => ({ pool: poolOf(oscView(object), { ...CLUSTER, isHibernated: true }) });

function inPlace(object: RawObject) {
  const workers = CLUSTER.workers.map((worker) => ({ ...worker, updateStrategy: "AutoInPlaceUpdate" }));
  return { pool: poolOf(oscView(object), { ...CLUSTER, workers, isHibernated: true }) };
}

describe("on creation", () => {
  it("sets both sides to the policy's driver, and nothing but the one line of the file (row 55)", () => {
    const { operations, result, warnings, effects } = create(osc("systemd"), [CGROUPFS]);
    expect(operations).toEqual([
      { op: "replace", path: DRIVER, value: "cgroupfs" },
      { op: "test", path: "/spec/files/0/path", value: KUBELET_FILE },
      {
        op: "replace",
        path: "/spec/files/0/content/inline/data",
        value: Buffer.from(kubeletText("cgroupfs")).toString("base64"),
      },
    ]);
    expect(result).toEqual(osc("cgroupfs"));
    expect(effects).toEqual(["changed corp cgroupDriver cgroupfs"]);
    expect(warnings).toEqual(["cgroup driver cgroupfs: nodes with cgroup v2 want systemd"]);
  });

  it("adds what is not set", () => {
    const { operations, result } = create(cgroupOsc({ text: kubeletText() }), [SYSTEMD]);
    expect(operations[0]).toEqual({ op: "add", path: DRIVER, value: "systemd" });
    expect(fileText(result)).toBe(`${kubeletText()}cgroupDriver: systemd\n`);
  });

  it("edits a file in clear text (row 61)", () => {
    const { result } = create(cgroupOsc({ containerd: "systemd", text: kubeletText("systemd"), encoding: "" }), [
      CGROUPFS,
    ]);
    expect(result).toEqual(cgroupOsc({ containerd: "cgroupfs", text: kubeletText("cgroupfs"), encoding: "" }));
  });

  it("appends a line where the driver is only in a nested map (row 62)", () => {
    const text = "kind: KubeletConfiguration\nlogging:\n  cgroupDriver: systemd\n";
    const { result } = create(cgroupOsc({ containerd: "cgroupfs", text }), [CGROUPFS]);
    expect(fileText(result)).toBe(`${text}cgroupDriver: cgroupfs\n`);
  });

  it("makes no patch where both sides are right (P11)", () => {
    expect(create(osc("systemd"), [SYSTEMD])).toMatchObject({ operations: [], warnings: [], effects: [], denials: [] });
  });

  it.each([
    ["containerd alone", osc("systemd", "cgroupfs"), [DRIVER]],
    ["kubelet alone", osc("cgroupfs", "systemd"), ["/spec/files/0/path", "/spec/files/0/content/inline/data"]],
  ])("changes %s where the other side is right", (_, object, paths) => {
    expect(create(object, [CGROUPFS]).operations.map(({ path }) => path)).toEqual(paths);
  });

  it("applies the policy to nodes from another seed as well, and warns", () => {
    const restored = { annotations: { "gardener.cloud/operation": "restore" } };
    const { operations, warnings } = create(
      cgroupOsc({ containerd: "systemd", text: kubeletText("systemd") }, {}, restored),
      [SYSTEMD],
    );
    expect(operations).toEqual([]);
    expect(warnings).toEqual([
      "cgroup driver systemd: the nodes come from another seed, whose policies have to say the same",
    ]);
    expect(
      create(cgroupOsc({ containerd: "systemd", text: kubeletText("systemd") }, {}, restored), []).warnings,
    ).toEqual([]);
  });

  it("leaves the OSC alone without a policy", () => {
    expect(create(osc("systemd", "cgroupfs"), [policy()])).toMatchObject({ operations: [], warnings: [] });
  });

  it("sets the driver of a new pool that is updated in place", () => {
    expect(driversOf(create(osc("systemd"), [CGROUPFS], inPlace(osc("systemd"))).result)).toEqual({
      containerd: "cgroupfs",
      kubelet: "cgroupfs",
    });
  });
});

describe("which OSCs", () => {
  it.each<[string, RawObject]>([
    ["a provision OSC", provisionOsc({ criConfig: { name: "containerd", cgroupDriver: "systemd" } })],
    ["one without criConfig", osc("systemd", "systemd", { criConfig: null })],
    ["one with another CRI", osc("systemd", "systemd", { criConfig: { name: "docker" } })],
    ["one without purpose", osc("systemd", "systemd", { purpose: null })],
  ])("leaves alone %s", (_, object) => {
    expect(create(object, [CGROUPFS])).toMatchObject({ operations: [], warnings: [], denials: [] });
    expect(update(osc("cgroupfs"), object, [])).toMatchObject({ operations: [], warnings: [], denials: [] });
  });
});

describe("which policy", () => {
  it("is the one that comes first; one that differs is passed over", () => {
    const first = cgroupPolicy("systemd", {}, { name: "first" });
    const second = cgroupPolicy("cgroupfs", {}, { name: "second" });
    const { operations, warnings, effects } = create(osc("systemd"), [policy(), first, second]);
    expect(operations).toEqual([]);
    expect(warnings).toEqual(["policy second skips cgroup driver cgroupfs: policy first comes first, with systemd"]);
    expect(effects).toEqual(["skipped second cgroupDriver cgroupfs"]);
  });

  it("is the first one; one that says the same is not mentioned", () => {
    const second = cgroupPolicy("systemd", { change: "always" }, { name: "second" });
    expect(create(osc("systemd"), [SYSTEMD, second])).toMatchObject({ warnings: [], effects: [] });
  });

  it.each(["gardenlinux", "gardenlinux-fips", "memoryone-gardenlinux", "coreos", "flatcar"])(
    "is not one with cgroupfs for %s (row 56)",
    (type) => {
      const object = osc("systemd", "systemd", { type });
      const { operations, warnings, effects } = create(object, [CGROUPFS]);
      expect(operations).toEqual([]);
      expect(effects).toEqual(["skipped corp cgroupDriver cgroupfs"]);
      expect(warnings).toEqual([
        `policy corp skips cgroup driver cgroupfs: ${type} sets systemd, whatever the OSC says`,
      ]);
    },
  );

  it("may be one with systemd for gardenlinux, behind one that is passed over", () => {
    const object = osc("cgroupfs", "cgroupfs", { type: "gardenlinux" });
    const { result, effects } = create(object, [CGROUPFS, cgroupPolicy("systemd", {}, { name: "second" })]);
    expect(driversOf(result)).toEqual({ containerd: "systemd", kubelet: "systemd" });
    expect(effects).toEqual(["skipped corp cgroupDriver cgroupfs", "changed second cgroupDriver systemd"]);
  });
});

describe("an OSC without a kubelet configuration file", () => {
  it.each<[string, RawObject]>([
    ["no file", cgroupOsc({ containerd: "systemd" })],
    [
      "a file from a Secret",
      cgroupOsc(
        { containerd: "systemd" },
        { files: [{ path: KUBELET_FILE, content: { secretRef: { name: "a", dataKey: "b" } } }] },
      ),
    ],
  ])("is left alone: %s", (_, object) => {
    const { operations, warnings } = create(object, [CGROUPFS]);
    expect(operations).toEqual([]);
    expect(warnings).toEqual([
      "policy corp skips cgroup driver cgroupfs: the OSC has no kubelet configuration file with inline content, and requireKubeletFile is set",
    ]);
  });

  it("gets containerd's driver where the policy does not require the file", () => {
    const { operations } = create(cgroupOsc({ containerd: "systemd" }), [
      cgroupPolicy("cgroupfs", { requireKubeletFile: false }),
    ]);
    expect(operations).toEqual([{ op: "replace", path: DRIVER, value: "cgroupfs" }]);
  });

  it("gets containerd's driver of before on an update", () => {
    const { operations } = update(osc("cgroupfs"), cgroupOsc({ containerd: "systemd" }), [CGROUPFS]);
    expect(operations).toEqual([{ op: "replace", path: DRIVER, value: "cgroupfs" }]);
  });
});

describe("a kubelet configuration file that is not readable (POL-02)", () => {
  const UNREADABLE = cgroupOsc({ containerd: "systemd", text: '{"kind": "KubeletConfiguration"}' });

  it.each<[string, string]>([
    ["JSON", '{"kind": "KubeletConfiguration"}'],
    ["another kind", "kind: Config\ncgroupDriver: systemd\n"],
    ["no YAML", 'kind: "KubeletConfiguration'],
  ])("is refused where a policy matches: %s", (_, text) => {
    const { operations, denials } = create(cgroupOsc({ containerd: "systemd", text }), [SYSTEMD]);
    expect(operations).toEqual([]);
    expect(denials).toEqual([
      "spec.files[0].content.inline: Invalid value: policy corp sets cgroup driver systemd, but this is no KubeletConfiguration in block-style YAML; write one [POL-02]",
    ]);
  });

  it("is refused on an update that brings it", () => {
    expect(update(osc("systemd"), UNREADABLE, [SYSTEMD]).denials).toHaveLength(1);
  });

  it("is ignored where no policy matches", () => {
    expect(create(UNREADABLE, [])).toMatchObject({ operations: [], warnings: [], denials: [] });
  });

  it("is ignored on an update where no policy matches, while containerd keeps its driver", () => {
    const { operations, denials } = update(osc("cgroupfs"), UNREADABLE, []);
    expect(operations).toEqual([{ op: "replace", path: DRIVER, value: "cgroupfs" }]);
    expect(denials).toEqual([]);
  });

  it("is not refused again where it was stored", () => {
    const { denials, warnings } = update(UNREADABLE, UNREADABLE, [CGROUPFS]);
    expect(denials).toEqual([]);
    expect(warnings).toEqual([
      "policy corp skips cgroup driver cgroupfs: the kubelet configuration file is not readable, as in the stored OSC",
    ]);
  });
});

describe("on an update", () => {
  it("sets back both sides to what running nodes have (row 57)", () => {
    const { result, warnings, effects } = update(osc("cgroupfs"), osc("systemd"), [CGROUPFS]);
    expect(result).toEqual(osc("cgroupfs"));
    expect(effects).toEqual(["changed corp cgroupDriver cgroupfs"]);
    expect(warnings).toEqual([
      "cgroup driver set back to cgroupfs, which running nodes have; another one needs new nodes",
    ]);
  });

  it("keeps what running nodes have, whatever a policy wants (row 58)", () => {
    const { operations, warnings, effects } = update(osc("systemd"), osc("systemd"), [CGROUPFS]);
    expect(operations).toEqual([]);
    expect(effects).toEqual(["skipped corp cgroupDriver cgroupfs"]);
    expect(warnings).toEqual([
      "policy corp skips cgroup driver cgroupfs: running nodes keep systemd; another driver needs new nodes",
    ]);
  });

  it("sets back both sides though a policy wants what gardenlet wrote", () => {
    const { result, warnings } = update(osc("cgroupfs"), osc("systemd"), [SYSTEMD]);
    expect(result).toEqual(osc("cgroupfs"));
    expect(warnings).toEqual([
      "policy corp skips cgroup driver systemd: running nodes keep cgroupfs; another driver needs new nodes",
    ]);
  });

  it("sets back both sides without any policy (row 58a)", () => {
    const { result, warnings, effects } = update(osc("cgroupfs"), osc("systemd"), []);
    expect(result).toEqual(osc("cgroupfs"));
    expect(effects).toEqual([]);
    expect(warnings).toEqual([
      "cgroup driver set back to cgroupfs, which running nodes have; another one needs new nodes",
    ]);
  });

  it("leaves the OSC alone without a policy where the guard is off", () => {
    const off = { guardsCgroupDriver: false };
    expect(update(osc("cgroupfs"), osc("systemd"), [], off)).toMatchObject({ operations: [], warnings: [] });
    expect(driversOf(update(osc("cgroupfs"), osc("systemd"), [CGROUPFS], off).result).containerd).toBe("cgroupfs");
  });

  it("says nothing where nothing changes", () => {
    for (const policies of [[], [SYSTEMD]]) {
      expect(update(osc("systemd"), osc("systemd"), policies)).toMatchObject({
        operations: [],
        warnings: [],
        effects: [],
      });
    }
  });

  it.each<[string, RawObject, RawObject, { readonly containerd: unknown; readonly kubelet: unknown }]>([
    [
      "both differ",
      osc("systemd", "cgroupfs"),
      osc("cgroupfs", "systemd"),
      { containerd: "systemd", kubelet: "cgroupfs" },
    ],
    ["containerd differs", osc("systemd", "cgroupfs"), osc("cgroupfs"), { containerd: "systemd", kubelet: "cgroupfs" }],
  ])("gives each side its own where the old sides disagree: %s", (_, old, object, expected) => {
    const { result, warnings } = update(old, object, []);
    expect(driversOf(result)).toEqual(expected);
    expect(warnings).toEqual([
      "cgroup driver set back to systemd (containerd) and cgroupfs (kubelet), which running nodes have; another one needs new nodes",
    ]);
  });

  it("warns where the old sides disagree and nothing changes", () => {
    const { operations, warnings } = update(osc("systemd", "cgroupfs"), osc("systemd", "cgroupfs"), []);
    expect(operations).toEqual([]);
    expect(warnings).toEqual([
      "the nodes have cgroup drivers systemd (containerd) and cgroupfs (kubelet); each side keeps its own until they are replaced",
    ]);
  });

  it("leaves containerd's driver unset where it was, and kubelet as it was", () => {
    const { operations, result } = update(osc(undefined, "cgroupfs"), osc("systemd"), [SYSTEMD]);
    expect(operations[0]).toEqual({ op: "remove", path: DRIVER });
    expect(result).toEqual(osc(undefined, "cgroupfs"));
  });

  it("leaves a driver alone that is null where it was unset", () => {
    const criConfig = { name: "containerd", cgroupDriver: null, containerd: { sandboxImage: "pause" } };
    expect(update(osc(undefined, "cgroupfs"), osc(undefined, "cgroupfs", { criConfig }), []).operations).toEqual([]);
  });

  it.each<[string, string | undefined, string | undefined, string | undefined]>([
    ["does not write down a default that was none before", undefined, undefined, undefined],
    ["takes the old default for cgroupfs", undefined, "systemd", "cgroupfs"],
    ["leaves cgroupfs where it was the default before", undefined, "cgroupfs", "cgroupfs"],
    ["writes down cgroupfs where it was written before", "cgroupfs", undefined, "cgroupfs"],
  ])("%s", (_, old, now, expected) => {
    const [before, after] = [
      { containerd: "cgroupfs", text: kubeletText(old) },
      { containerd: "cgroupfs", text: kubeletText(now) },
    ];
    expect(driversOf(update(cgroupOsc(before), cgroupOsc(after), []).result).kubelet).toBe(expected);
  });

  it("gives kubelet the driver of containerd where the old file is none", () => {
    const { result } = update(cgroupOsc({ containerd: "cgroupfs" }), osc("systemd"), []);
    expect(driversOf(result)).toEqual({ containerd: "cgroupfs", kubelet: "cgroupfs" });
  });

  it("leaves kubelet alone where nothing tells what it had", () => {
    const { result } = update(cgroupOsc({}), osc("systemd"), []);
    expect(driversOf(result)).toEqual({ containerd: undefined, kubelet: "systemd" });
  });

  it("never writes a driver that is none into the file", () => {
    const old = cgroupOsc({ containerd: "cgroupfs", text: 'cgroupDriver: "a\\nb: c"\nkind: KubeletConfiguration\n' });
    expect(driversOf(update(old, osc("systemd"), []).result)).toEqual({ containerd: "cgroupfs", kubelet: "systemd" });
  });

  it("leaves the OSC alone where the stored one is not readable", () => {
    const members = { operation: "UPDATE", old: undefined } as const;
    const { operations, warnings } = create(osc("systemd"), [CGROUPFS], members);
    expect(operations).toEqual([]);
    expect(warnings).toEqual([
      "policy corp skips cgroup driver cgroupfs: the stored OSC is not readable, so that the driver of its nodes is not known",
    ]);
  });
});

describe("a permitted change", () => {
  it("is made while the shoot is hibernated (row 59)", () => {
    const policies = [cgroupPolicy("cgroupfs", { change: "whenHibernated" })];
    const { result, warnings } = update(osc("systemd"), osc("systemd"), policies, hibernated(osc("systemd")));
    expect(result).toEqual(osc("cgroupfs"));
    expect(warnings).toEqual(["cgroup driver cgroupfs: nodes with cgroup v2 want systemd"]);
  });

  it("is not made while the shoot is awake, or not known to be hibernated", () => {
    const policies = [cgroupPolicy("cgroupfs", { change: "whenHibernated" })];
    expect(update(osc("systemd"), osc("systemd"), policies).operations).toEqual([]);
    const unknown = { pool: { ...poolOf(oscView(osc("systemd"))), cluster: undefined } };
    expect(update(osc("systemd"), osc("systemd"), policies, unknown).operations).toEqual([]);
  });

  it("is not made for a hibernated shoot where the policy never changes", () => {
    expect(update(osc("systemd"), osc("systemd"), [CGROUPFS], hibernated(osc("systemd"))).operations).toEqual([]);
  });

  it("is made on running nodes where the policy says always, with a warning", () => {
    const policies = [cgroupPolicy("systemd", { change: "always" })];
    const { result, warnings } = update(osc("cgroupfs"), osc("cgroupfs"), policies);
    expect(result).toEqual(osc("systemd"));
    expect(warnings).toEqual([
      "in-place flip to cgroup driver systemd on running nodes: their pods fail until the nodes are replaced",
    ]);
  });

  it("is warned of where gardenlet wrote the new driver itself", () => {
    const policies = [cgroupPolicy("systemd", { change: "always" })];
    const { operations, warnings } = update(osc("cgroupfs"), osc("systemd"), policies);
    expect(operations).toEqual([]);
    expect(warnings).toHaveLength(1);
  });

  it("is warned of once: the next write finds it done", () => {
    const policies = [cgroupPolicy("cgroupfs", { change: "always" })];
    const { result, warnings } = update(osc("cgroupfs"), osc("systemd"), policies);
    expect(result).toEqual(osc("cgroupfs"));
    expect(warnings).toEqual(["cgroup driver cgroupfs: nodes with cgroup v2 want systemd"]);
  });

  it.each(["never", "whenHibernated", "always"] as const)(
    "is none for pools that are updated in place (%s)",
    (change) => {
      const policies = [cgroupPolicy("cgroupfs", { change })];
      const { operations, warnings } = update(osc("systemd"), osc("systemd"), policies, inPlace(osc("systemd")));
      expect(operations).toEqual([]);
      expect(warnings).toEqual([
        "policy corp skips cgroup driver cgroupfs: nodes that are updated in place keep systemd for life; another driver needs another pool",
      ]);
    },
  );
});

describe("after other steps", () => {
  it("edits the file as a policy's files part left it", () => {
    const text = kubeletText("systemd").replace("5%", "10%");
    const file = {
      path: KUBELET_FILE,
      entry: inlineFile(KUBELET_FILE, text, { permissions: 384 }),
      isContainerdDropIn: false,
    };
    const { change } = runMutation(osc("systemd"), [
      cgroupPolicy("cgroupfs", {}, { conflict: "replace", files: [file] }),
    ]);
    expect(fileText(change?.object ?? {})).toBe(text.replace("systemd", "cgroupfs"));
  });

  it("finds its own result right, as a whole", () => {
    const first = runMutation(osc("systemd"), [CGROUPFS]);
    expect(first.denials).toEqual([]);
    expect(runMutation(first.change?.object ?? {}, [CGROUPFS]).operations).toEqual([]);
  });

  it("is refused where a flag of the kubelet contradicts the policy (OSC-V-62)", () => {
    const units = [{ name: "kubelet.service", content: "[Service]\nExecStart=kubelet --cgroup-driver=systemd\n" }];
    const { denials } = runMutation(osc("systemd", "systemd", { units }), [CGROUPFS]);
    expect(denials.map(({ rule }) => rule)).toContain("OSC-V-62");
  });
});

describe("the driver of cgroupDecision", () => {
  const always: Partial<DesiredCgroupDriver> = { change: "always" };

  it.each<[string, RawObject, readonly Policy[], RawObject | undefined, string | undefined]>([
    ["the policy's on creation", osc("systemd"), [CGROUPFS], undefined, "cgroupfs"],
    ["the OSC's without policy", osc("systemd"), [], undefined, "systemd"],
    ["none where none is set", osc(undefined, "systemd"), [], undefined, undefined],
    ["the stored one's on an update", osc("systemd"), [SYSTEMD], osc("cgroupfs"), "cgroupfs"],
    ["none on an update where none was stored", osc("systemd"), [SYSTEMD], osc(undefined, "systemd"), undefined],
    [
      "the policy's where it permits a change",
      osc("systemd"),
      [cgroupPolicy("systemd", always)],
      osc("cgroupfs"),
      "systemd",
    ],
    [
      "the OSC's where a policy is passed over",
      osc("systemd", "systemd", { type: "flatcar" }),
      [CGROUPFS],
      undefined,
      "systemd",
    ],
    [
      "the OSC's of a provision OSC",
      provisionOsc({ criConfig: { name: "containerd" } }),
      [CGROUPFS],
      undefined,
      undefined,
    ],
    ["none that is none", osc("none", "systemd"), [], undefined, undefined],
  ])("is %s", (_, object, policies, old, expected) => {
    const members = old === undefined ? {} : { old: oscView(old) };
    expect(cgroupDecision(mutationSubject(object, policies, members)).driver).toBe(expected);
  });

  it("is what the step leaves behind", () => {
    const subject = mutationSubject(reconcileOsc(), [SYSTEMD]);
    expect(cgroupDecision(subject).driver).toBe(driversOf(create(reconcileOsc(), [SYSTEMD]).result).containerd);
  });
});
