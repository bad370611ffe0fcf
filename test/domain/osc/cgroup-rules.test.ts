import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { errorText } from "../../../src/domain/field/error.ts";
import { cgroupFindings } from "../../../src/domain/osc/cgroup-rules.ts";
import type { OscReview } from "../../../src/domain/osc/review.ts";
import { OSC_CGROUP } from "../../../src/domain/rules/explanations/osc-cgroup.ts";
import { findingIdentity, markOf } from "../../../src/domain/rules/finding.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { cgroupOsc, cgroupPolicy, kubeletText, osc } from "../../support/cgroup-builders.ts";
import { runMutation } from "../../support/mutations.ts";
import {
  CLUSTER,
  oscLines,
  oscView,
  poolOf,
  provisionOsc,
  reconcileOsc,
  reviewOf,
} from "../../support/osc-builders.ts";
import { mirrorOf, policy } from "../../support/policy-builders.ts";

const PATH = "spec.criConfig.cgroupDriver";
const DISAGREE = `OSC-V-62 ${PATH} Invalid`;
const PROBABLY_DISAGREE = `OSC-V-62 (Ww) ${PATH} Invalid`;

function lines(object: RawObject, old?: RawObject, members: Partial<OscReview> = {}): readonly string[] {
  return oscLines(cgroupFindings(reviewOf(object, old, members)));
}

function texts(object: RawObject, old?: RawObject, members: Partial<OscReview> = {}): readonly string[] {
  return cgroupFindings(reviewOf(object, old, members)).map(({ error }) => errorText(error));
}

const flag = (driver: string) => ({
  units: [{ name: "kubelet.service", content: `[Service]\nExecStart=/opt/bin/kubelet --cgroup-driver=${driver}\n` }],
});

describe("OSC-V-62: containerd and kubelet", () => {
  it.each<[string, RawObject, readonly string[]]>([
    ["may both use systemd", osc("systemd"), []],
    ["may both use cgroupfs", osc("cgroupfs"), []],
    ["may both use cgroupfs, kubelet by default", cgroupOsc({ containerd: "cgroupfs", text: kubeletText() }), []],
    ["may both use the default", cgroupOsc({ text: kubeletText() }), []],
    ["may both use cgroupfs, containerd by default", osc(undefined, "cgroupfs"), []],
    ["disagree (row 60)", osc("systemd", "cgroupfs"), [DISAGREE]],
    ["disagree the other way round", osc("cgroupfs", "systemd"), [DISAGREE]],
    ["disagree by kubelet's default", cgroupOsc({ containerd: "systemd", text: kubeletText() }), [DISAGREE]],
    ["disagree with a driver that is none", osc("systemd", "none"), [DISAGREE]],
    ["disagree by a flag of kubelet", osc("systemd", "systemd", flag("cgroupfs")), [DISAGREE]],
    ["agree by a flag of kubelet", osc("systemd", "cgroupfs", flag("systemd")), []],
    [
      "disagree by a flag of kubelet without a file",
      cgroupOsc({ containerd: "systemd" }, flag("cgroupfs")),
      [DISAGREE],
    ],
    [
      "disagree in clear text",
      cgroupOsc({ containerd: "systemd", text: kubeletText("cgroupfs"), encoding: "" }),
      [DISAGREE],
    ],
    ["probably disagree where containerd's is not set", osc(undefined, "systemd"), [PROBABLY_DISAGREE]],
    ["are not compared without a file", cgroupOsc({ containerd: "systemd" }), []],
    ["are not compared where the file is not readable", cgroupOsc({ containerd: "systemd", text: "{}" }), []],
    ["are not compared where containerd's driver is none (OSC-V-05)", osc("none", "systemd"), []],
    [
      "are not compared in provision OSCs",
      provisionOsc({ criConfig: { name: "containerd", cgroupDriver: "cgroupfs" } }),
      [],
    ],
    ["are not compared without criConfig", osc("systemd", "cgroupfs", { criConfig: null }), []],
  ])("%s", (_, object, expected) => {
    expect(lines(object)).toEqual(expected);
  });

  it("says which driver kubelet uses", () => {
    expect(texts(osc("systemd", "cgroupfs"))).toEqual([
      `${PATH}: Invalid value: "systemd": kubelet uses cgroupfs; write the same driver here and for kubelet`,
    ]);
    expect(texts(osc("systemd", "systemd", flag("cgroupfs")))).toEqual([
      `${PATH}: Invalid value: "systemd": kubelet uses cgroupfs by its flag --cgroup-driver; write the same driver here and for kubelet`,
    ]);
    expect(texts(osc(undefined, "systemd"))).toEqual([
      `${PATH}: Invalid value: kubelet uses systemd, while containerd 1.x falls back to cgroupfs; set systemd here too`,
    ]);
  });

  it("is the same mistake whichever side has which driver, so that a stored one is only warned of", () => {
    const [one] = cgroupFindings(reviewOf(osc("systemd", "cgroupfs")));
    const [other] = cgroupFindings(reviewOf(osc("cgroupfs", "systemd")));
    expect(one && findingIdentity(one)).toBe(other && findingIdentity(other));
  });
});

const V2 = ["io.containerd.grpc.v1.cri", "containerd", "runtimes"];
const V3 = ["io.containerd.cri.v1.runtime", "containerd", "runtimes"];
const RUNC = { runtime_type: "io.containerd.runc.v2" };

const add = (path: readonly string[], values?: RawObject): RawObject => ({ path, ...(values && { values }) });

function withPlugins(driver: string | undefined, ...plugins: readonly RawObject[]): RawObject {
  const criConfig = {
    name: "containerd",
    ...(driver === undefined ? {} : { cgroupDriver: driver }),
    containerd: { sandboxImage: "registry.k8s.io/pause:3.10", plugins },
  };
  return osc(driver, driver ?? "cgroupfs", { criConfig });
}

const STRAYS = (index: number) => `OSC-V-62 (Ww) spec.criConfig.containerd.plugins[${index}] Invalid`;

describe("OSC-V-62: runtimes based on runc", () => {
  it.each<[string, string | undefined, readonly RawObject[], readonly string[]]>([
    [
      "have the driver of containerd (P4)",
      "systemd",
      [add([...V2, "nvidia"], RUNC), add([...V2, "nvidia", "options"], { SystemdCgroup: true })],
      [],
    ],
    ["stray where they say nothing", "systemd", [add([...V2, "nvidia"], RUNC)], [STRAYS(0)]],
    [
      "stray where they say otherwise",
      "systemd",
      [add([...V2, "nvidia"], RUNC), add([...V2, "nvidia", "options"], { SystemdCgroup: false })],
      [STRAYS(1)],
    ],
    [
      "stray where they say something else than true",
      "systemd",
      [add([...V2, "nvidia"], RUNC), add([...V2, "nvidia", "options"], { SystemdCgroup: "true" })],
      [STRAYS(1)],
    ],
    [
      "stray where the options come before the runtime replaces them",
      "systemd",
      [
        add([...V2, "nvidia", "options"], { SystemdCgroup: true }),
        add([...V2, "nvidia"], { ...RUNC, options: { BinaryName: "x" } }),
      ],
      [STRAYS(1)],
    ],
    [
      "stray where the options are removed again",
      "systemd",
      [
        add([...V2, "nvidia"], RUNC),
        add([...V2, "nvidia", "options"], { SystemdCgroup: true }),
        { op: "remove", path: [...V2, "nvidia", "options"] },
      ],
      [STRAYS(2)],
    ],
    ["may say nothing with cgroupfs", "cgroupfs", [add([...V2, "nvidia"], RUNC)], []],
    [
      "stray with cgroupfs where they say systemd",
      "cgroupfs",
      [add([...V2, "nvidia"], RUNC), add([...V2, "nvidia", "options"], { SystemdCgroup: true })],
      [STRAYS(1)],
    ],
    ["stray in the spelling of version 3 too", "systemd", [add([...V3, "nvidia"], RUNC)], [STRAYS(0)]],
    [
      "stray once where both spellings are used",
      "systemd",
      [add([...V2, "nvidia"], RUNC), add([...V3, "nvidia"], RUNC)],
      [STRAYS(1)],
    ],
    [
      "are judged one by one",
      "systemd",
      [add([...V2, "a"], RUNC), add([...V2, "b"], RUNC), add([...V2, "b", "options"], { SystemdCgroup: true })],
      [STRAYS(0)],
    ],
    [
      "are not judged where they are removed again",
      "systemd",
      [add([...V2, "nvidia"], RUNC), { op: "remove", path: [...V2, "nvidia"] }],
      [],
    ],
    [
      "are not judged where they are of another type",
      "systemd",
      [add([...V2, "kata"], { runtime_type: "io.containerd.kata.v2" })],
      [],
    ],
    ["are not judged where it is runc itself (OSC-V-32)", "systemd", [add([...V2, "runc"], RUNC)], []],
    ["are not judged where containerd's driver is not set", undefined, [add([...V2, "nvidia"], RUNC)], []],
  ])("%s", (_, driver, plugins, expected) => {
    expect(lines(withPlugins(driver, ...plugins))).toEqual(expected);
  });

  it("are named, with what to write", () => {
    expect(texts(withPlugins("systemd", add([...V2, "nvidia"], RUNC)))).toEqual([
      "spec.criConfig.containerd.plugins[0]: Invalid value: runtime nvidia is based on runc and strays from cgroup driver systemd; set SystemdCgroup: true in its options",
    ]);
  });
});

const FLIP = `OSC-V-63 ${PATH} Forbidden`;
const TOLERATED_FLIP = `OSC-V-63 (Ww) ${PATH} Forbidden`;

function policies(...args: Parameters<typeof cgroupPolicy>): Partial<OscReview> {
  return { policies: [cgroupPolicy(...args)] };
}

function asleep(object: RawObject): Partial<OscReview> {
  return { pool: poolOf(oscView(object), { ...CLUSTER, isHibernated: true }) };
}

function inPlace(object: RawObject): Partial<OscReview> {
  const workers = CLUSTER.workers.map((worker) => ({ ...worker, updateStrategy: "ManualInPlaceUpdate" }));
  return { pool: poolOf(oscView(object), { ...CLUSTER, isHibernated: true, workers }) };
}

const example = (rule: keyof typeof OSC_CGROUP): RawObject => parse(OSC_CGROUP[rule].example);

describe("the examples of the explanations", () => {
  it("violate their rules", () => {
    const stored = osc("cgroupfs", "cgroupfs", { criConfig: { name: "containerd", cgroupDriver: "cgroupfs" } });
    expect(lines(reconcileOsc(example("OSC-V-62")))).toEqual([DISAGREE]);
    expect(lines(reconcileOsc({ files: [], ...example("OSC-V-63") }), stored)).toEqual([FLIP]);
  });

  it("violate the rules about policies", () => {
    const mirrors = policy({ conflict: "deny", registries: [mirrorOf("docker.io", "mirror.corp.example")] });
    const [ofRegistry, ofKubelet] = [reconcileOsc(example("POL-01")), reconcileOsc(example("POL-02"))];
    expect(runMutation(ofRegistry, [mirrors]).denials.map(({ rule }) => rule)).toEqual(["POL-01"]);
    expect(runMutation(ofKubelet, [cgroupPolicy("systemd")]).denials.map(({ rule }) => rule)).toEqual(["POL-02"]);
  });
});

describe("OSC-V-63: the driver of running nodes", () => {
  it.each<[string, RawObject, RawObject, readonly string[]]>([
    ["stays", osc("systemd"), osc("systemd"), []],
    ["flips to cgroupfs", osc("systemd"), osc("cgroupfs"), [FLIP]],
    ["flips to systemd", osc("cgroupfs"), osc("systemd"), [FLIP]],
    ["flips for kubelet", osc("systemd", "cgroupfs"), osc("systemd"), [FLIP]],
    ["flips for containerd", osc("systemd", "cgroupfs"), osc("cgroupfs"), [FLIP]],
    ["flips by a flag of kubelet", osc("systemd"), osc("systemd", "systemd", flag("cgroupfs")), [DISAGREE, FLIP]],
    ["stays by a flag of kubelet", osc("systemd"), osc("systemd", "cgroupfs", flag("systemd")), []],
    ["flips where it was not set", osc(undefined, "cgroupfs"), osc("systemd", "cgroupfs"), [DISAGREE, FLIP]],
    ["flips where it is not set any more", osc("systemd"), osc(undefined, "systemd"), [PROBABLY_DISAGREE, FLIP]],
    ["stays where the default is written down", osc(undefined, "cgroupfs"), osc("cgroupfs"), []],
    [
      "stays where kubelet's default is written down",
      cgroupOsc({ containerd: "cgroupfs", text: kubeletText() }),
      osc("cgroupfs"),
      [],
    ],
    ["is not known for kubelet without its file", osc("systemd"), cgroupOsc({ containerd: "systemd" }), []],
    ["is not known for kubelet without its old file", cgroupOsc({ containerd: "systemd" }), osc("systemd"), []],
    ["is left alone without criConfig", osc("systemd"), osc("cgroupfs", "cgroupfs", { criConfig: null }), []],
    [
      "is not that of provision OSCs",
      osc("systemd"),
      provisionOsc({ criConfig: { name: "containerd", cgroupDriver: "cgroupfs" } }),
      [],
    ],
  ])("%s", (_, old, object, expected) => {
    expect(lines(object, old)).toEqual(expected);
  });

  it("is not judged on creation", () => {
    expect(lines(osc("cgroupfs"))).toEqual([]);
  });

  it("is told with the sides that flip", () => {
    expect(texts(osc("cgroupfs"), osc("systemd"))).toEqual([
      `${PATH}: Forbidden: containerd and kubelet of running nodes would flip from systemd to cgroupfs; another driver needs new nodes`,
    ]);
    expect(texts(osc("cgroupfs"), osc("systemd", "cgroupfs"))).toEqual([
      `${PATH}: Forbidden: containerd of running nodes would flip from systemd to cgroupfs; another driver needs new nodes`,
    ]);
  });

  it.each<[string, Partial<OscReview>, readonly string[]]>([
    ["by a policy that says always", policies("cgroupfs", { change: "always" }), []],
    ["not by one that says never", policies("cgroupfs"), [FLIP]],
    ["not by one for another driver", policies("systemd", { change: "always" }), [FLIP]],
    [
      "not by one for hibernated shoots while the shoot is awake",
      policies("cgroupfs", { change: "whenHibernated" }),
      [FLIP],
    ],
    [
      "by one for hibernated shoots",
      { ...policies("cgroupfs", { change: "whenHibernated" }), ...asleep(osc("cgroupfs")) },
      [],
    ],
    ["not by a hibernated shoot alone", asleep(osc("cgroupfs")), [FLIP]],
    [
      "not for pools that are updated in place",
      { ...policies("cgroupfs", { change: "always" }), ...inPlace(osc("cgroupfs")) },
      [FLIP],
    ],
    [
      "not by a policy behind the one that decides",
      {
        policies: [
          cgroupPolicy("systemd", {}, { name: "a" }),
          cgroupPolicy("cgroupfs", { change: "always" }, { name: "b" }),
        ],
      },
      [FLIP],
    ],
    [
      "maybe, by one for hibernated shoots where the Cluster is not known",
      {
        ...policies("cgroupfs", { change: "whenHibernated" }),
        pool: { ...poolOf(oscView(osc("cgroupfs"))), cluster: undefined },
      },
      [TOLERATED_FLIP],
    ],
    ["where the guard is off, with a warning", { guardsCgroupDriver: false }, [TOLERATED_FLIP]],
  ])("is permitted to flip %s", (_, members, expected) => {
    expect(lines(osc("cgroupfs"), osc("systemd"), members)).toEqual(expected);
  });

  it("is not permitted to flip for gardenlinux by a policy with cgroupfs", () => {
    const [old, object] = [
      osc("systemd", "systemd", { type: "gardenlinux" }),
      osc("cgroupfs", "cgroupfs", { type: "gardenlinux" }),
    ];
    expect(lines(object, old, policies("cgroupfs", { change: "always" }))).toEqual([FLIP]);
  });

  it("is refused whatever was stored", () => {
    const [flip] = cgroupFindings(reviewOf(osc("cgroupfs"), osc("systemd")));
    expect(flip && markOf(flip)).toBe("W");
    expect(cgroupFindings(reviewOf(osc("systemd")))).toEqual([]);
  });
});
