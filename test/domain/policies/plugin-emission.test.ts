import { describe, expect, it } from "vitest";
import { emittedPlugins, type PolicyGeneration, pluginEmission } from "../../../src/domain/policies/plugin-emission.ts";
import type { DesiredPlugin } from "../../../src/domain/policies/types.ts";
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

type Case = readonly [string, readonly DesiredPlugin[], Readonly<Record<PolicyGeneration, readonly DesiredPlugin[]>>];

const DISCARD = { discard_unpacked_layers: true };
const OWNERSHIP = { device_ownership_from_security_context: true };

const CASES: readonly Case[] = [
  ["P4: runtimes stay single", NVIDIA, { auto: NVIDIA, v2: NVIDIA, v3: NVIDIA }],
  [
    "P5: everything else is written for both generations, the older one first (rows 34 and 35)",
    NVIDIA_DEFAULT,
    {
      auto: NVIDIA_DEFAULT_EMITTED,
      v2: NVIDIA_DEFAULT,
      v3: [...NVIDIA, { path: [RUNTIME, "containerd"], values: { default_runtime_name: "nvidia" } }],
    },
  ],
  [
    "P8: a setting can move to another plugin",
    [{ path: [CRI, "containerd"], values: DISCARD }],
    {
      auto: [
        { path: [CRI, "containerd"], values: DISCARD },
        { path: [IMAGES], values: DISCARD },
      ],
      v2: [{ path: [CRI, "containerd"], values: DISCARD }],
      v3: [{ path: [IMAGES], values: DISCARD }],
    },
  ],
  [
    "P10 as it is written for the newer generation",
    [{ path: [RUNTIME], values: OWNERSHIP }],
    {
      auto: [
        { path: [CRI], values: OWNERSHIP },
        { path: [RUNTIME], values: OWNERSHIP },
      ],
      v2: [{ path: [CRI], values: OWNERSHIP }],
      v3: [{ path: [RUNTIME], values: OWNERSHIP }],
    },
  ],
  [
    "settings that share a table are split up where they do not any more",
    [{ path: [CRI, "containerd"], values: { snapshotter: "native", default_runtime_name: "runc" } }],
    {
      auto: [
        { path: [CRI, "containerd"], values: { snapshotter: "native", default_runtime_name: "runc" } },
        { path: [IMAGES], values: { snapshotter: "native" } },
        { path: [RUNTIME, "containerd"], values: { default_runtime_name: "runc" } },
      ],
      v2: [{ path: [CRI, "containerd"], values: { snapshotter: "native", default_runtime_name: "runc" } }],
      v3: [
        { path: [IMAGES], values: { snapshotter: "native" } },
        { path: [RUNTIME, "containerd"], values: { default_runtime_name: "runc" } },
      ],
    },
  ],
  [
    "what serves streams stays where it is",
    [{ path: [CRI], values: { image_pull_with_sync_fs: false, stream_idle_timeout: "1h", ...OWNERSHIP } }],
    {
      auto: [
        { path: [CRI], values: { image_pull_with_sync_fs: false, stream_idle_timeout: "1h", ...OWNERSHIP } },
        { path: [IMAGES], values: { image_pull_with_sync_fs: false } },
        { path: [RUNTIME], values: OWNERSHIP },
      ],
      v2: [{ path: [CRI], values: { image_pull_with_sync_fs: false, stream_idle_timeout: "1h", ...OWNERSHIP } }],
      v3: [
        { path: [CRI], values: { stream_idle_timeout: "1h" } },
        { path: [IMAGES], values: { image_pull_with_sync_fs: false } },
        { path: [RUNTIME], values: OWNERSHIP },
      ],
    },
  ],
  [
    "tables below move along",
    [{ path: [CRI, "registry", "headers"], values: { "X-Team": ["a"] } }],
    {
      auto: [
        { path: [CRI, "registry", "headers"], values: { "X-Team": ["a"] } },
        { path: [IMAGES, "registry", "headers"], values: { "X-Team": ["a"] } },
      ],
      v2: [{ path: [CRI, "registry", "headers"], values: { "X-Team": ["a"] } }],
      v3: [{ path: [IMAGES, "registry", "headers"], values: { "X-Team": ["a"] } }],
    },
  ],
  [
    "a table without settings is created in both",
    [{ path: [CRI, "cni"] }],
    {
      auto: [{ path: [CRI, "cni"] }, { path: [RUNTIME, "cni"] }],
      v2: [{ path: [CRI, "cni"] }],
      v3: [{ path: [RUNTIME, "cni"] }],
    },
  ],
  [
    "a setting is removed in both",
    [removal(CRI, "containerd", "snapshotter")],
    {
      auto: [removal(CRI, "containerd", "snapshotter"), removal(IMAGES, "snapshotter")],
      v2: [removal(CRI, "containerd", "snapshotter")],
      v3: [removal(IMAGES, "snapshotter")],
    },
  ],
  [
    "a runtime is removed once",
    [removal(...RUNTIMES, "x")],
    { auto: [removal(...RUNTIMES, "x")], v2: [removal(...RUNTIMES, "x")], v3: [removal(...RUNTIMES, "x")] },
  ],
  [
    "a runtime gets the name of its sandbox setting in each generation",
    [{ path: [...RUNTIMES, "kata"], values: { runtime_type: "t", sandbox_mode: "shim" } }],
    {
      auto: [{ path: [...RUNTIMES, "kata"], values: { runtime_type: "t", sandbox_mode: "shim", sandboxer: "shim" } }],
      v2: [{ path: [...RUNTIMES, "kata"], values: { runtime_type: "t", sandbox_mode: "shim" } }],
      v3: [{ path: [...RUNTIMES, "kata"], values: { runtime_type: "t", sandboxer: "shim" } }],
    },
  ],
  [
    "a runtime in the newer spelling is portable in the older one",
    [{ path: [...NEW_RUNTIMES, "x"], values: { runtime_type: "t", sandboxer: "shim" } }],
    {
      auto: [{ path: [...RUNTIMES, "x"], values: { runtime_type: "t", sandbox_mode: "shim", sandboxer: "shim" } }],
      v2: [{ path: [...RUNTIMES, "x"], values: { runtime_type: "t", sandbox_mode: "shim" } }],
      v3: [{ path: [...NEW_RUNTIMES, "x"], values: { runtime_type: "t", sandboxer: "shim" } }],
    },
  ],
  [
    "what is written for both generations stays as it is",
    [
      { path: [IMAGES], values: { discard_unpacked_layers: false } },
      { path: [CRI, "containerd"], values: DISCARD },
    ],
    {
      auto: [
        { path: [IMAGES], values: { discard_unpacked_layers: false } },
        { path: [CRI, "containerd"], values: DISCARD },
      ],
      v2: [{ path: [CRI, "containerd"], values: DISCARD }],
      v3: [{ path: [IMAGES], values: { discard_unpacked_layers: false } }],
    },
  ],
  [
    "what only one generation has stays there",
    [
      { path: [CRI, "containerd"], values: { no_pivot: true } },
      { path: [IMAGES], values: { use_local_image_pull: true } },
    ],
    {
      auto: [
        { path: [CRI, "containerd"], values: { no_pivot: true } },
        { path: [IMAGES], values: { use_local_image_pull: true } },
      ],
      v2: [
        { path: [CRI, "containerd"], values: { no_pivot: true } },
        { path: [IMAGES], values: { use_local_image_pull: true } },
      ],
      v3: [
        { path: [CRI, "containerd"], values: { no_pivot: true } },
        { path: [IMAGES], values: { use_local_image_pull: true } },
      ],
    },
  ],
  [
    "other plugins are the same in both",
    [{ path: ["io.containerd.gc.v1.scheduler"], values: { pause_threshold: 0.05 } }],
    {
      auto: [{ path: ["io.containerd.gc.v1.scheduler"], values: { pause_threshold: 0.05 } }],
      v2: [{ path: ["io.containerd.gc.v1.scheduler"], values: { pause_threshold: 0.05 } }],
      v3: [{ path: ["io.containerd.gc.v1.scheduler"], values: { pause_threshold: 0.05 } }],
    },
  ],
  [
    "mistakes stay what they are",
    [
      { path: [], values: { a: 1 } },
      { op: "remove", path: [CRI], values: {} },
      { path: [CRI], values: { containerd: {} } },
    ],
    {
      auto: [
        { path: [], values: { a: 1 } },
        { op: "remove", path: [CRI], values: {} },
        { path: [CRI], values: { containerd: {} } },
      ],
      v2: [
        { path: [], values: { a: 1 } },
        { op: "remove", path: [CRI], values: {} },
        { path: [CRI], values: { containerd: {} } },
      ],
      v3: [
        { path: [], values: { a: 1 } },
        { op: "remove", path: [CRI], values: {} },
        { path: [CRI], values: { containerd: {} } },
      ],
    },
  ],
];

describe("the plugin entries of a policy in an OSC", () => {
  describe.each(["auto", "v2", "v3"] as const)("with generation %s", (generation) => {
    it.each(CASES)("%s", (_, written, emitted) => {
      expect(emittedPlugins(written, generation)).toEqual(emitted[generation]);
    });
  });

  it("never have op add", () => {
    const entries = CASES.flatMap(([, written]) => emittedPlugins(written, "auto"));
    expect(entries.every((entry) => !Object.hasOwn(entry, "op") || entry.op === "remove")).toBe(true);
  });

  it("are frozen copies", () => {
    const values = { annotations: ["a"], table: { key: "x" } };
    const [entry] = emittedPlugins([{ path: ["io.containerd.x.v1.x"], values }], "auto");
    expect(entry?.values).toEqual(values);
    expect(entry?.values?.["table"]).not.toBe(values.table);
    expect(
      [entry, entry?.path, entry?.values, entry?.values?.["annotations"], entry?.values?.["table"]].every(
        Object.isFrozen,
      ),
    ).toBe(true);
    expect(Object.isFrozen(values)).toBe(false);
  });

  it("tell which written one each comes from", () => {
    const written: readonly DesiredPlugin[] = [...NVIDIA_DEFAULT, { path: [IMAGES], values: DISCARD }];
    expect(pluginEmission(written, "auto").map(({ source }) => source)).toEqual([0, 1, 2, 2, 3, 3]);
  });

  it("may be named like members of objects", () => {
    const values = JSON.parse('{"__proto__":{"constructor":"x"}}');
    const [entry] = emittedPlugins([{ path: ["io.containerd.x.v1.x", "__proto__"], values }], "auto");
    expect(JSON.stringify(entry?.values)).toBe('{"__proto__":{"constructor":"x"}}');
  });
});
