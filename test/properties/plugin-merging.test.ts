import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { configChanges } from "../../src/domain/containerd/config-changes.ts";
import { type ConfigResult, nodeConfig } from "../../src/domain/containerd/config-toml.ts";
import type { PluginEntry } from "../../src/domain/containerd/plugin-entry.ts";
import { tomlTable } from "../../src/domain/containerd/toml-table.ts";
import { withCgroupDriver } from "../../src/domain/mutation/plugin-driver.ts";
import { type MergedPlugins, mergedPlugins } from "../../src/domain/mutation/plugin-rounds.ts";
import { pluginWishes } from "../../src/domain/mutation/plugin-wishes.ts";
import { cgroupFindings } from "../../src/domain/osc/cgroup-rules.ts";
import { pluginFindings } from "../../src/domain/osc/plugin-rules.ts";
import { emittedPlugins } from "../../src/domain/policies/plugin-emission.ts";
import type { ConflictMode, DesiredPlugin, Policy } from "../../src/domain/policies/types.ts";
import type { RuleId } from "../../src/domain/rules/catalogue.ts";
import { containerdOsc, reconcileOsc, reviewOf } from "../support/osc-builders.ts";
import { CRI, IMAGES, NEW_RUNTIMES, RUNTIME, RUNTIMES } from "../support/plugin-builders.ts";
import { policy } from "../support/policy-builders.ts";

/*
 * Entries of a small world, so that they meet often: in an unknown plugin, and among the runtimes in both spellings. What
 * gardener-node-agent manages by itself is left out of it.
 */

const RUNS = { numRuns: 300 };

const key = fc.constantFrom("a", "b");

const path = fc
  .tuple(
    fc.constantFrom(["io.containerd.x.v1.x"], RUNTIMES, NEW_RUNTIMES, [RUNTIME], [RUNTIME, "containerd"]),
    fc.array(key, { maxLength: 3 }),
  )
  .map(([table, keys]) => [...table, ...keys]);

const value = fc.constantFrom<unknown[]>(true, "x", 0.5, ["x"], {}, { a: true }, { a: { b: true } });

const addition: fc.Arbitrary<DesiredPlugin> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ path }) },
  { weight: 4, arbitrary: fc.record({ path, values: fc.dictionary(key, value, { minKeys: 1, maxKeys: 2 }) }) },
);

const entry: fc.Arbitrary<DesiredPlugin> = fc.oneof(
  { weight: 3, arbitrary: addition },
  { weight: 1, arbitrary: path.map((removed): DesiredPlugin => ({ op: "remove", path: removed })) },
);

const entries = fc.array(entry, { maxLength: 5 });

/** Entries that others wrote: also ones that fail, say the default, or are wrong. */
const foreignEntries: fc.Arbitrary<readonly PluginEntry[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: entry },
    { weight: 1, arbitrary: addition.map((added) => ({ op: "add", ...added })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<PluginEntry[]>(
        { path: [] },
        { op: "x", path: RUNTIMES },
        { path: RUNTIMES, values: 5 },
      ),
    },
  ),
  { maxLength: 5 },
);

/** Entries as they pass when a policy is loaded: none leads through what an earlier one removed, or takes a plugin away. */
const validEntries = entries.filter((each) => mistakes(each, "OSC-V-67") + mistakes(each, "OSC-V-32") === 0);

const conflict = fc.constantFrom<ConflictMode[]>("keep", "replace", "prependHosts", "deny");

const policies: fc.Arbitrary<readonly Policy[]> = fc
  .array(fc.record({ plugins: validEntries, conflict }), { minLength: 1, maxLength: 3 })
  .map((drafts) => drafts.map((draft, index) => policy({ name: `p${index}`, ...draft })));

function mistakes(plugins: readonly PluginEntry[], id: RuleId): number {
  const findings = pluginFindings(reviewOf(containerdOsc({ plugins })));
  return findings.filter(({ rule }) => rule === id).length;
}

function orderMistakes(plugins: readonly PluginEntry[]): number {
  return mistakes(plugins, "OSC-V-67");
}

function merged(present: readonly PluginEntry[], wishful: readonly Policy[]): MergedPlugins {
  const { wishes } = pluginWishes(wishful.map((each) => ({ policy: each, entries: each.plugins })));
  return mergedPlugins(present, wishes);
}

function withAppended(present: readonly PluginEntry[], { appended }: MergedPlugins): readonly PluginEntry[] {
  return [...present, ...appended.map((each) => each.entry)];
}

/** The configuration of a node whose file has this version and nothing else in it. */
function configOf(version: bigint, plugins: readonly PluginEntry[]): ConfigResult {
  const list = plugins.map(({ op, path: keys, values }) => ({ op, path: keys, values }));
  const containerd = { sandboxImage: "pause:1", registries: [], plugins: list };
  const criConfig = { name: "containerd", cgroupDriver: undefined, containerd };
  return nodeConfig({ base: tomlTable({ version }), criConfig, containerdVersion: "2.0" });
}

const VERSIONS = [2n, 3n];

describe("merging plugin entries of policies into an OSC", () => {
  it("changes nothing in its own result", () => {
    fc.assert(
      fc.property(foreignEntries, policies, (present, wishful) => {
        const result = withAppended(present, merged(present, wishful));
        expect(merged(result, wishful).appended).toEqual([]);
      }),
      RUNS,
    );
  });

  it("says the same about its own result", () => {
    fc.assert(
      fc.property(foreignEntries, policies, (present, wishful) => {
        const first = merged(present, wishful);
        expect(merged(withAppended(present, first), wishful).left).toEqual(first.left);
      }),
      RUNS,
    );
  });

  it("never makes an entry lead through what an earlier one removed", () => {
    fc.assert(
      fc.property(foreignEntries, policies, (present, wishful) => {
        const result = withAppended(present, merged(present, wishful));
        expect(orderMistakes(result)).toBe(orderMistakes(present));
      }),
      RUNS,
    );
  });

  it("overrides nothing that the OSC says, unless a policy may", () => {
    fc.assert(
      fc.property(foreignEntries, validEntries, fc.constantFrom(...VERSIONS), (present, plugins, version) => {
        const before = configOf(version, present);
        const after = configOf(version, withAppended(present, merged(present, [policy({ plugins })])));
        fc.pre(before.ok);
        const lost = after.ok
          ? configChanges(before.table, after.table).filter((line) => /\((was (?!\{\}))/.test(line))
          : [];
        expect([after.ok, lost]).toEqual([true, []]);
      }),
      RUNS,
    );
  });

  it("makes a policy that may override come true on every node", () => {
    fc.assert(
      fc.property(foreignEntries, validEntries, fc.constantFrom(...VERSIONS), (present, plugins, version) => {
        const result = withAppended(present, merged(present, [policy({ plugins, conflict: "replace" })]));
        const once = configOf(version, result);
        const twice = configOf(version, [...result, ...plugins]);
        fc.pre(once.ok && twice.ok);
        const changes = once.ok && twice.ok ? configChanges(once.table, twice.table) : [];
        expect(changes.filter((line) => !line.includes("{}"))).toEqual([]);
      }),
      RUNS,
    );
  });

  it("adds nothing for a policy that asks for what is there", () => {
    fc.assert(
      fc.property(validEntries, conflict, (plugins, mode) => {
        expect(merged(plugins, [policy({ plugins, conflict: mode })])).toEqual({ appended: [], left: [] });
      }),
      RUNS,
    );
  });

  it("does the same for entries that follow the driver twice", () => {
    fc.assert(
      fc.property(validEntries, fc.constantFrom("systemd", "cgroupfs", undefined), (plugins, driver) => {
        const once = withCgroupDriver(plugins, driver);
        expect(withCgroupDriver(once, driver)).toEqual(once);
      }),
    );
  });
});

describe("putting runtimes on a driver", () => {
  const runtime = fc
    .tuple(fc.constantFrom(RUNTIMES, RUNTIMES, NEW_RUNTIMES), fc.constantFrom("x", "y"))
    .map(([table, name]) => [...table, name]);
  const option = fc.constantFrom<Readonly<Record<string, unknown>>[]>(
    { SystemdCgroup: true },
    { SystemdCgroup: false },
    { Root: "/x" },
  );
  const runtimeEntry: fc.Arbitrary<DesiredPlugin> = fc.oneof(
    { weight: 3, arbitrary: runtime.map((at) => ({ path: at, values: { runtime_type: "io.containerd.runc.v2" } })) },
    { weight: 1, arbitrary: runtime.map((at) => ({ path: at, values: { runtime_type: "other" } })) },
    { weight: 1, arbitrary: runtime.map((at) => ({ path: at, values: { snapshotter: "other" } })) },
    { weight: 2, arbitrary: fc.tuple(runtime, option).map(([at, values]) => ({ path: [...at, "options"], values })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(runtime, fc.constantFrom([], ["runtime_type"], ["options"], ["options", "SystemdCgroup"]))
        .map(([at, below]): DesiredPlugin => ({ op: "remove", path: [...at, ...below] })),
    },
  );
  const runtimeEntries = fc
    .array(runtimeEntry, { maxLength: 6 })
    .map((each) => emittedPlugins(each, "auto"))
    .filter((each) => orderMistakes(each) === 0);
  const drivers = fc.constantFrom("systemd", "cgroupfs");

  it("leaves none that strays, and no entry that leads through what was removed", () => {
    fc.assert(
      fc.property(runtimeEntries, drivers, (plugins, driver) => {
        const result = withCgroupDriver(plugins, driver);
        const containerd = { sandboxImage: "pause:1", plugins: result };
        const osc = reconcileOsc({ criConfig: { name: "containerd", cgroupDriver: driver, containerd } });
        const straying = cgroupFindings(reviewOf(osc)).filter(({ key }) => key.includes("runtime"));
        expect(straying).toEqual([]);
        expect(orderMistakes(result)).toBe(0);
        expect(withCgroupDriver(result, driver)).toEqual(result);
      }),
      RUNS,
    );
  });
});

describe("the rule about the order of entries", () => {
  it("finds what fails on nodes, and nothing else", () => {
    fc.assert(
      fc.property(entries, (plugins) => {
        const fails = VERSIONS.some((version) => !configOf(version, plugins).ok);
        expect(orderMistakes(plugins) > 0).toBe(fails);
      }),
      RUNS,
    );
  });
});

describe("emitting the entries of a policy", () => {
  const setting = fc.constantFrom<(readonly [readonly string[], string])[]>(
    [[CRI], "enable_selinux"],
    [[CRI], "image_pull_with_sync_fs"],
    [[CRI], "stream_idle_timeout"],
    [[CRI, "containerd"], "snapshotter"],
    [[CRI, "containerd"], "default_runtime_name"],
    [[CRI, "containerd"], "no_pivot"],
    [[...RUNTIMES, "x"], "sandbox_mode"],
    [[...RUNTIMES, "x"], "runtime_type"],
    [[...NEW_RUNTIMES, "x"], "sandboxer"],
    [[...NEW_RUNTIMES, "x"], "runtime_type"],
    [[IMAGES], "snapshotter"],
    [[IMAGES], "use_local_image_pull"],
    [[RUNTIME], "enable_selinux"],
    [["io.containerd.x.v1.x"], "a"],
  );
  const written = fc.array(
    setting.map(([table, name]): DesiredPlugin => ({ path: table, values: { [name]: "v" } })),
    { maxLength: 4 },
  );

  it("leaves out no generation", () => {
    fc.assert(
      fc.property(written, (plugins) => {
        const findings = pluginFindings(reviewOf(containerdOsc({ plugins: emittedPlugins(plugins, "auto") })));
        expect(findings.filter(({ rule }) => rule === "OSC-V-35")).toEqual([]);
      }),
      RUNS,
    );
  });

  it("changes nothing in its own result", () => {
    fc.assert(
      fc.property(written, fc.constantFrom("auto", "v2", "v3"), (plugins, generation) => {
        const emitted = emittedPlugins(plugins, generation);
        expect(emittedPlugins(emitted, generation)).toEqual(emitted);
      }),
      RUNS,
    );
  });
});
