import { describe, expect, it } from "vitest";
import { containerdStep } from "../../../src/domain/mutation/containerd.ts";
import { mergedPlugins } from "../../../src/domain/mutation/plugin-rounds.ts";
import { pluginWishes } from "../../../src/domain/mutation/plugin-wishes.ts";
import { emittedPlugins } from "../../../src/domain/policies/plugin-emission.ts";
import type { ConflictMode, DesiredPlugin, Policy } from "../../../src/domain/policies/types.ts";
import { runStep } from "../../support/mutation-steps.ts";
import { runMutation } from "../../support/mutations.ts";
import { containerdOsc, provisionOsc, reconcileOsc } from "../../support/osc-builders.ts";
import {
  CRI,
  IMAGES,
  NEW_RUNTIMES,
  NVIDIA,
  NVIDIA_DEFAULT,
  NVIDIA_DEFAULT_EMITTED,
  RUNTIME,
  RUNTIMES,
  removal,
} from "../../support/plugin-builders.ts";
import { policy } from "../../support/policy-builders.ts";

const ODD = "io.containerd.x.v1.x";
const PLUGINS = "/spec/criConfig/containerd/plugins";

function add(path: readonly string[], values?: unknown) {
  return values === undefined ? { path } : { path, values };
}

function wanting(plugins: readonly DesiredPlugin[], members: Partial<Policy> = {}): Policy {
  return policy({ plugins, ...members });
}

/** What is put behind the entries of an OSC, and what is said about it. */
function outcome(present: readonly unknown[], policies: readonly Policy[]) {
  const osc = containerdOsc({ plugins: present });
  const { operations, warnings, denials, effects } = runStep(containerdStep, osc, policies);
  const appended = operations.map((operation) => {
    expect(operation).toMatchObject({ op: "add", path: `${PLUGINS}/-` });
    return "value" in operation ? operation.value : undefined;
  });
  return { appended, warnings, denials, effects };
}

function appendedTo(present: readonly unknown[], desired: readonly DesiredPlugin[], conflict: ConflictMode = "keep") {
  return outcome(present, [wanting(desired, { conflict })]).appended;
}

describe("the entries of a policy", () => {
  it("become the list where there is none, in the order of the policy (row 34)", () => {
    const { operations, effects } = runStep(containerdStep, reconcileOsc(), [
      wanting(emittedPlugins(NVIDIA_DEFAULT, "auto")),
    ]);
    expect(operations).toEqual([{ op: "add", path: PLUGINS, value: NVIDIA_DEFAULT_EMITTED }]);
    expect(effects).toEqual([
      `changed corp plugins [${[...RUNTIMES, "nvidia"].join(", ")}]`,
      `changed corp plugins [${[...RUNTIMES, "nvidia", "options"].join(", ")}]`,
      `changed corp plugins [${CRI}, containerd]`,
      `changed corp plugins [${RUNTIME}, containerd]`,
    ]);
  });

  it("of a pinned policy keep the spelling of runtimes (row 35)", () => {
    const { operations } = runStep(containerdStep, reconcileOsc(), [wanting(emittedPlugins(NVIDIA_DEFAULT, "v3"))]);
    expect(operations).toEqual([{ op: "add", path: PLUGINS, value: [...NVIDIA, NVIDIA_DEFAULT_EMITTED[3]] }]);
  });

  it("stand behind those that are there", () => {
    const { operations } = runStep(containerdStep, containerdOsc({ plugins: [add([ODD], { a: true })] }), [
      wanting([{ path: [ODD], values: { b: true } }]),
    ]);
    expect(operations).toEqual([{ op: "add", path: `${PLUGINS}/-`, value: { path: [ODD], values: { b: true } } }]);
  });

  it.each([null, []])("are put into a list that is %j", (plugins) => {
    const { result } = runStep(containerdStep, containerdOsc({ plugins }), [wanting(NVIDIA)]);
    expect(result).toMatchObject({ spec: { criConfig: { containerd: { plugins: NVIDIA } } } });
  });

  it.each([
    ["a provision OSC", provisionOsc()],
    ["an OSC without a CRI", reconcileOsc({ criConfig: undefined })],
    ["an OSC without containerd", reconcileOsc({ criConfig: { name: "containerd" } })],
    ["an OSC with another CRI", reconcileOsc({ criConfig: { name: "docker", containerd: { sandboxImage: "x" } } })],
  ])("are not for %s", (_, osc) => {
    expect(runStep(containerdStep, osc, [wanting(NVIDIA)])).toMatchObject({
      operations: [],
      warnings: [],
      effects: [],
    });
  });

  it("are put into a configuration of containerd that a policy creates", () => {
    const osc = reconcileOsc({ criConfig: { name: "containerd" } });
    const { change } = runMutation(osc, [wanting(NVIDIA, { sandboxImage: { kind: "image", image: "pause:1" } })]);
    expect(change?.result.spec.criConfig?.containerd).toMatchObject({ sandboxImage: "pause:1", plugins: NVIDIA });
  });

  it("are not needed", () => {
    expect(runStep(containerdStep, containerdOsc({ plugins: [add([ODD])] }), [policy()])).toMatchObject({
      operations: [],
      effects: [],
    });
  });
});

describe("an entry that adds", () => {
  const WANTED = { path: [ODD, "t"], values: { a: true, b: ["x"] } };

  it.each<[string, readonly unknown[], unknown]>([
    ["the same one", [WANTED], undefined],
    ["the same one with op add", [{ op: "add", ...WANTED }], undefined],
    [
      "the same settings in two entries",
      [add([ODD, "t"], { a: true }), add([ODD, "t"], { b: ["x"], c: 0.5 })],
      undefined,
    ],
    ["the same settings in the table above", [add([ODD], { t: { a: true, b: ["x"] } })], undefined],
    ["a part of its settings", [add([ODD, "t"], { a: true })], { path: [ODD, "t"], values: { b: ["x"] } }],
    [
      "a part of its settings and others",
      [add([ODD, "t"], { a: true, c: true })],
      { path: [ODD, "t"], values: { b: ["x"] } },
    ],
    ["other settings of the table", [add([ODD, "t"], { c: true })], WANTED],
    ["something in the table", [add([ODD, "t", "u"], { a: false })], WANTED],
    ["a removal in the table", [removal(ODD, "t", "u")], WANTED],
    ["a removal of the table that was created anew", [removal(ODD, "t"), add([ODD, "t"])], WANTED],
    ["the same one, and a removal of something else", [WANTED, removal(ODD, "u")], undefined],
    ["a removal with an unknown operation", [{ op: "drop", path: [ODD] }], WANTED],
  ])("beside %s", (_, present, expected) => {
    expect(outcome(present, [wanting([WANTED])])).toMatchObject({
      appended: expected === undefined ? [] : [expected],
      warnings: [],
    });
  });

  it.each<[string, readonly unknown[], readonly unknown[], readonly unknown[]]>([
    [
      "another value of one setting",
      [add([ODD, "t"], { a: false })],
      [{ path: [ODD, "t"], values: { b: ["x"] } }],
      [WANTED],
    ],
    ["other values of all settings", [add([ODD, "t"], { a: "x", b: [] })], [], [WANTED]],
    ["another value and the same one", [add([ODD, "t"], { a: false, b: ["x"] })], [], [add([ODD, "t"], { a: true })]],
    ["another value later on", [WANTED, add([ODD, "t"], { a: false })], [], [add([ODD, "t"], { a: true })]],
    ["a removal of a setting", [removal(ODD, "t", "a")], [{ path: [ODD, "t"], values: { b: ["x"] } }], [WANTED]],
    ["a removal of its table", [removal(ODD, "t")], [], [WANTED]],
    ["a removal of its table later on", [WANTED, removal(ODD, "t")], [], [WANTED]],
    ["a setting in the place of its table", [add([ODD], { t: "x" })], [], [WANTED]],
    ["a removal above its table", [removal(ODD)], [], [add([ODD]), WANTED]],
    ["a setting above its table", [add(["io.containerd.x.v1.x"], { t: "x" }), removal(ODD)], [], [add([ODD]), WANTED]],
  ])("against %s", (_, present, kept, replaced) => {
    expect(appendedTo(present, [WANTED])).toEqual(kept);
    expect(appendedTo(present, [WANTED], "prependHosts")).toEqual(kept);
    expect(appendedTo(present, [WANTED], "appendHosts")).toEqual(kept);
    expect(appendedTo(present, [WANTED], "replace")).toEqual(replaced);
    expect(outcome(present, [wanting([WANTED], { conflict: "deny" })]).denials).toHaveLength(1);
  });

  it("is left out with a warning that says what and why", () => {
    expect(outcome([add([ODD, "t"], { a: false, b: [] })], [wanting([WANTED])])).toEqual({
      appended: [],
      warnings: [`policy corp skips plugin [${ODD}, t]: a, b: the OSC says otherwise (conflict: keep)`],
      denials: [],
      effects: [`skipped corp plugins [${ODD}, t]`],
    });
    expect(outcome([removal(ODD)], [wanting([WANTED])]).warnings).toEqual([
      `policy corp skips plugin [${ODD}, t]: the OSC says otherwise (conflict: keep)`,
    ]);
  });

  it("is a denial at the entry that says otherwise, where the policy denies conflicts", () => {
    const present = [add([ODD, "u"]), removal(ODD, "t")];
    expect(outcome(present, [wanting([WANTED], { conflict: "deny" })]).denials).toEqual([
      `spec.criConfig.containerd.plugins[1]: Invalid value: "[${ODD}, t]": contradicts policy corp, which denies conflicts; remove it from the OSC, or change the policy [POL-01]`,
    ]);
  });

  it("that only creates its table is not needed where the table is", () => {
    expect(appendedTo([add([ODD, "t"], { a: true })], [{ path: [ODD, "t"] }])).toEqual([]);
    expect(appendedTo([add([ODD, "t", "u"])], [{ path: [ODD, "t"] }])).toEqual([{ path: [ODD, "t"] }]);
  });
});

describe("the runtime of NVIDIA", () => {
  const [runtime, options] = NVIDIA;

  it("is reduced to what is missing (row 36)", () => {
    const foreign = add([...RUNTIMES, "nvidia"], { runtime_type: "io.containerd.runc.v2" });
    expect(outcome([foreign], [wanting(NVIDIA)])).toMatchObject({
      appended: [{ path: runtime.path, values: { privileged_without_host_devices: false } }, options],
      warnings: [],
    });
  });

  it("is not added where it was removed (row 37)", () => {
    expect(outcome([removal(...RUNTIMES, "nvidia")], [wanting(NVIDIA)])).toMatchObject({
      appended: [],
      warnings: [runtime, options].map(
        ({ path }) => `policy corp skips plugin [${path.join(", ")}]: the OSC says otherwise (conflict: keep)`,
      ),
    });
  });

  it("is added where it was removed, if the policy may replace", () => {
    expect(appendedTo([removal(...RUNTIMES, "nvidia")], NVIDIA, "replace")).toEqual(NVIDIA);
    expect(appendedTo([removal(...RUNTIMES)], NVIDIA, "replace")).toEqual([{ path: RUNTIMES }, ...NVIDIA]);
  });

  it("meets entries in the newer spelling", () => {
    const foreign = add([...NEW_RUNTIMES, "nvidia"], { runtime_type: "io.containerd.runsc.v1" });
    expect(appendedTo([foreign], [runtime])).toEqual([
      { path: runtime.path, values: { privileged_without_host_devices: false } },
    ]);
    expect(appendedTo([removal(...NEW_RUNTIMES, "nvidia")], [options])).toEqual([]);
    expect(appendedTo([removal(...NEW_RUNTIMES, "nvidia")], [options], "replace")).toEqual([
      { path: [...RUNTIMES, "nvidia"] },
      options,
    ]);
    expect(appendedTo([removal(RUNTIME)], [runtime], "replace")).toEqual([{ path: [RUNTIME] }, runtime]);
  });

  it("is added for files of version 2 even if later ones have it", () => {
    expect(appendedTo([{ ...runtime, path: [...NEW_RUNTIMES, "nvidia"] }], [runtime])).toEqual([runtime]);
  });

  it("follows the driver that the OSC will have", () => {
    const osc = reconcileOsc({ type: "ubuntu" });
    const cgroupDriver = { driver: "cgroupfs", change: "never", requireKubeletFile: true } as const;
    const { change } = runMutation(osc, [wanting(NVIDIA, { cgroupDriver })]);
    expect(change?.result.spec.criConfig).toMatchObject({
      cgroupDriver: "cgroupfs",
      containerd: { plugins: [{}, { values: { SystemdCgroup: false } }] },
    });
  });
});

describe("an entry that removes", () => {
  const WANTED = removal(ODD, "t");

  it.each<[string, readonly unknown[], readonly unknown[], readonly unknown[]]>([
    ["nothing", [], [WANTED], [WANTED]],
    ["the same one", [WANTED], [], []],
    ["a removal above", [removal(ODD)], [], []],
    ["a removal below", [removal(ODD, "t", "u")], [WANTED], [WANTED]],
    ["an addition", [add([ODD, "t"], { a: true })], [], [WANTED]],
    ["an addition below", [add([ODD, "t", "u"])], [], [WANTED]],
    ["an addition above", [add([ODD], { t: true })], [], [WANTED]],
    ["an addition that was removed", [add([ODD, "t"]), removal(ODD, "t")], [], []],
    ["an addition behind", [WANTED, add([ODD, "t"])], [], [WANTED]],
    ["other things", [add([ODD, "u"], { t: true })], [WANTED], [WANTED]],
  ])("beside %s", (_, present, kept, replaced) => {
    expect(appendedTo(present, [WANTED])).toEqual(kept);
    expect(appendedTo(present, [WANTED], "replace")).toEqual(replaced);
  });

  it("clears its way where only one generation needs it", () => {
    const wanted = removal(...RUNTIMES, "x");
    expect(appendedTo([removal(...NEW_RUNTIMES)], [wanted])).toEqual([]);
    expect(appendedTo([removal(...NEW_RUNTIMES)], [wanted], "replace")).toEqual([{ path: RUNTIMES }, wanted]);
  });
});

describe("entries that only make sense together", () => {
  const ANEW = [removal(ODD, "t"), { path: [ODD, "t"], values: { a: true } }];

  it("are added together", () => {
    expect(appendedTo([], ANEW)).toEqual(ANEW);
    expect(appendedTo([add([ODD, "u"])], ANEW)).toEqual(ANEW);
  });

  it("are there, or not", () => {
    expect(appendedTo(ANEW, ANEW)).toEqual([]);
    expect(appendedTo([...ANEW, add([ODD, "u"])], ANEW)).toEqual([]);
    expect(appendedTo([removal(ODD), add([ODD]), add([ODD, "t"], { a: true })], ANEW)).toEqual([]);
  });

  it("are not added again where one leads through what another one removed", () => {
    const through = [removal(ODD, "t"), { path: [ODD, "t", "u"], values: { a: true } }];
    const added = appendedTo([], through);
    expect(added).toEqual([removal(ODD, "t"), { path: [ODD, "t"] }, { path: [ODD, "t", "u"], values: { a: true } }]);
    for (const conflict of ["keep", "replace"] as const) {
      expect(appendedTo(added, through, conflict)).toEqual([]);
    }
  });

  it("are not added again where the last of them takes back what the first one says", () => {
    const back = [{ path: [...RUNTIMES, "nvidia"], values: { runtime_type: "io.containerd.runc.v2" } }];
    const both = [...back, removal(...RUNTIMES, "nvidia")];
    const added = appendedTo([], both, "replace");
    expect(added).toEqual(both);
    expect(appendedTo(added, both, "replace")).toEqual([]);
  });

  it("are not added again where another policy adds to what they say", () => {
    const anew = wanting([removal(...RUNTIMES, "nvidia"), { ...NVIDIA[0] }], { name: "first", conflict: "replace" });
    const beside = wanting([NVIDIA[1]], { name: "second" });
    const { appended } = outcome([], [anew, beside]);
    expect(outcome(appended, [anew, beside]).appended).toEqual([]);
  });

  it("are not removed again by a policy that comes later, where one leads through what another one removed", () => {
    const through = wanting([removal(ODD, "t"), { path: [ODD, "t", "u"], values: { a: true } }], {
      name: "first",
      conflict: "replace",
    });
    const remover = wanting([removal(ODD, "t")], { name: "second", conflict: "replace" });
    const { appended, effects } = outcome([], [through, remover]);
    expect(appended).toHaveLength(3);
    expect(effects).toContainEqual(`skipped second plugins [${ODD}, t]`);
    expect(outcome(appended, [through, remover]).appended).toEqual([]);
  });

  it("are left out together where one would be stopped, even if it has nothing to do elsewhere", () => {
    const present = [add(NEW_RUNTIMES, { x: "scalar" }), add([...RUNTIMES, "x"], { a: true })];
    const program = [{ path: [...RUNTIMES, "x", "y"], values: { a: true } }, removal(...NEW_RUNTIMES, "x", "y")];
    expect(outcome(present, [wanting(program)])).toMatchObject({
      appended: [],
      effects: [`skipped corp plugins [${[...NEW_RUNTIMES, "x", "y"].join(", ")}]`],
    });
  });

  it("are left out together", () => {
    const present = [add([ODD, "t"], { a: true, b: true })];
    expect(outcome(present, [wanting(ANEW)])).toMatchObject({
      appended: [],
      warnings: [`policy corp skips plugin [${ODD}, t]: the OSC says otherwise (conflict: keep)`],
    });
    expect(appendedTo(present, ANEW, "replace")).toEqual(ANEW);
  });
});

describe("two policies", () => {
  const first = wanting([{ path: [ODD, "t"], values: { a: true } }], { name: "first", priority: 1 });

  it("say the same", () => {
    expect(outcome([], [first, { ...first, name: "second" }])).toMatchObject({
      appended: first.plugins,
      warnings: [],
    });
  });

  it.each<[string, DesiredPlugin, unknown]>([
    ["another value", { path: [ODD, "t"], values: { a: false } }, undefined],
    ["another value and something else", { path: [ODD, "t"], values: { a: false, b: true } }, { b: true }],
  ])("contradict each other by %s, and the first one counts, setting by setting", (_, entry, left) => {
    for (const conflict of ["keep", "replace", "deny"] as const) {
      expect(outcome([], [first, wanting([entry], { name: "second", conflict })])).toMatchObject({
        appended: [...first.plugins, ...(left === undefined ? [] : [{ path: [ODD, "t"], values: left }])],
        warnings: [`policy second skips plugin [${ODD}, t]: a: policy first comes first and says otherwise`],
        denials: [],
      });
    }
  });

  it.each<[string, readonly DesiredPlugin[]]>([
    ["a removal", [removal(ODD, "t")]],
    ["a removal above", [removal(ODD)]],
    ["a setting in the place of the table", [{ path: [ODD], values: { t: "x" } }]],
    ["entries that only make sense together", [removal(ODD, "t"), { path: [ODD, "t"], values: { a: true } }]],
  ])("contradict each other by %s", (_, plugins) => {
    const { appended, effects } = outcome([], [first, wanting(plugins, { name: "second", conflict: "replace" })]);
    expect(appended).toEqual(first.plugins);
    expect(effects).toContainEqual(expect.stringMatching(/^skipped second plugins /));
  });

  it.each<[string, readonly DesiredPlugin[]]>([
    ["an object", [{ path: [ODD], values: { t: {} } }]],
    ["a table that is created anew", [removal(ODD, "t"), { path: [ODD, "t"], values: { b: true } }]],
  ])("contradict each other where the first one says the whole content of a table: %s", (_, plugins) => {
    const whole = wanting(plugins, { name: "first" });
    for (const path of [
      [ODD, "t"],
      [ODD, "t", "u", "v"],
    ]) {
      const second = wanting([{ path, values: { a: true } }], { name: "second", conflict: "replace" });
      const { appended, warnings } = outcome([], [whole, second]);
      expect(appended).toEqual(plugins);
      expect(warnings).toEqual([expect.stringContaining("policy first comes first and says otherwise")]);
    }
  });

  it("contradict each other where the first one removes", () => {
    const remover = wanting([removal(ODD, "t")], { name: "first" });
    const adder = wanting([{ path: [ODD, "t", "u"], values: { a: true } }], { name: "second", conflict: "replace" });
    expect(outcome([], [remover, adder]).appended).toEqual(remover.plugins);
    expect(outcome([removal(ODD, "t")], [remover, adder]).appended).toEqual([]);
  });

  it("contradict each other even where the OSC decides", () => {
    const present = [add([ODD, "t"], { a: "foreign" })];
    const second = wanting([{ path: [ODD, "t"], values: { a: false } }], { name: "second", conflict: "replace" });
    expect(outcome(present, [first, second])).toMatchObject({
      appended: [],
      effects: [`skipped second plugins [${ODD}, t]`, `skipped first plugins [${ODD}, t]`],
    });
  });

  it("complete each other: what the second one may clear, the first one gets as well", () => {
    const present = [removal(ODD, "t")];
    const second = wanting([{ path: [ODD, "t"], values: { b: true } }], { name: "second", conflict: "replace" });
    expect(outcome(present, [first, second])).toMatchObject({
      appended: [...second.plugins, ...first.plugins],
      warnings: [],
    });
  });

  it("are not in the way of each other in different tables", () => {
    const second = wanting([{ path: [IMAGES], values: { a: false } }], { name: "second" });
    expect(outcome([], [first, second])).toMatchObject({
      appended: [...first.plugins, ...second.plugins],
      warnings: [],
    });
  });
});

describe("hostile entries of an OSC", () => {
  it("may be many, long and deep", () => {
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(20_000)}5${"}".repeat(20_000)}`);
    const present = [
      add([ODD, "t"], { a: deep }),
      add([ODD, ...Array.from({ length: 100_000 }, () => "t")]),
      ...Array.from({ length: 20_000 }, (_, index) => removal(ODD, "t", `${index}`)),
      ...Array.from({ length: 20_000 }, (_, index) => add([ODD, "u", `${index}`], JSON.parse('{"__proto__":{"a":1}}'))),
    ];
    const entries: readonly DesiredPlugin[] = [
      { path: [ODD, "t"], values: { a: { b: "x" } } },
      removal(ODD, "u"),
      { path: [ODD, "v"], values: { a: true } },
    ];
    const { wishes } = pluginWishes([{ policy: wanting(entries), entries }]);
    const start = performance.now();
    const { appended, left } = mergedPlugins(present, wishes);
    expect(appended.map(({ entry }) => entry)).toEqual([{ path: [ODD, "v"], values: { a: true } }]);
    expect(left).toHaveLength(2);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it("may be no entries at all", () => {
    expect(appendedTo([null, {}, { path: null }, { path: [null] }], NVIDIA)).toEqual(NVIDIA);
  });
});
