import { describe, expect, it } from "vitest";
import { configChanges } from "../../../src/domain/containerd/config-changes.ts";
import { nodeConfig } from "../../../src/domain/containerd/config-toml.ts";
import { DEFAULT_CONFIGS, defaultConfig } from "../../../src/domain/containerd/default-configs.ts";
import type { PluginEntry } from "../../../src/domain/containerd/plugin-entry.ts";
import { type TomlTable, tomlTable } from "../../../src/domain/containerd/toml-table.ts";
import { tomlText } from "../../../src/domain/containerd/toml-text.ts";
import type { CriConfig } from "../../../src/domain/osc/types.ts";

const CRI = "io.containerd.grpc.v1.cri";
const RUNTIME = "io.containerd.cri.v1.runtime";
const ODD = "io.containerd.x.v1.x";

function criConfig(plugins: readonly PluginEntry[] = [], members: Partial<CriConfig> = {}): CriConfig {
  const entries = plugins.map(({ op, path, values }) => ({ op, path, values }));
  return {
    name: "containerd",
    cgroupDriver: undefined,
    containerd: { sandboxImage: "pause:1", registries: [], plugins: entries },
    ...members,
  };
}

/** What becomes of a file of this version that has nothing in it, without what is always there. */
function plugins(version: bigint, entries: readonly PluginEntry[]): string {
  const base = tomlTable({ version });
  const bare = nodeConfig({ base, criConfig: criConfig(), containerdVersion: "2.0" });
  const result = nodeConfig({ base, criConfig: criConfig(entries), containerdVersion: "2.0" });
  if (!result.ok || !bare.ok) {
    return result.ok ? "" : result.error;
  }
  return configChanges(bare.table, result.table).join("\n");
}

function fileOf(base: TomlTable, config: CriConfig | undefined, containerdVersion: string): string {
  const result = nodeConfig({ base, criConfig: config, containerdVersion });
  return result.ok ? tomlText(result.table) : result.error;
}

describe("what gardener-node-agent manages", () => {
  it("stands in the CRI plugin of a file of version 2", () => {
    expect(fileOf(tomlTable({ version: 2n }), criConfig([], { cgroupDriver: "systemd" }), "1.7.23")).toBe(
      `imports = ["/etc/containerd/conf.d/*.toml"]
version = 2

[plugins]

  [plugins."io.containerd.grpc.v1.cri"]
    sandbox_image = "pause:1"

    [plugins."io.containerd.grpc.v1.cri".cni]
      bin_dir = "/opt/cni/bin"

    [plugins."io.containerd.grpc.v1.cri".containerd]

      [plugins."io.containerd.grpc.v1.cri".containerd.runtimes]

        [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]

          [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
            SystemdCgroup = true

    [plugins."io.containerd.grpc.v1.cri".registry]
      config_path = "/etc/containerd/certs.d"
`,
    );
  });

  it.each([
    ["2.1.4", 'bin_dir = "/opt/cni/bin"'],
    ["2.2", 'bin_dirs = ["/opt/cni/bin"]'],
    ["v2.4.1", 'bin_dirs = ["/opt/cni/bin"]'],
    ["3.0.0", 'bin_dirs = ["/opt/cni/bin"]'],
  ])("stands in two plugins of a file of version 3, under containerd %s with %s", (version, directory) => {
    const base = tomlTable({ version: 3n, plugins: { [RUNTIME]: { cni: { bin_dir: "/usr/lib/cni" } } } });
    expect(fileOf(base, criConfig([], { cgroupDriver: "cgroupfs" }), version)).toBe(
      `imports = ["/etc/containerd/conf.d/*.toml"]
version = 3

[plugins]

  [plugins."io.containerd.cri.v1.images"]

    [plugins."io.containerd.cri.v1.images".pinned_images]
      sandbox = "pause:1"

    [plugins."io.containerd.cri.v1.images".registry]
      config_path = "/etc/containerd/certs.d"

  [plugins."io.containerd.cri.v1.runtime"]

    [plugins."io.containerd.cri.v1.runtime".cni]
      ${directory}

    [plugins."io.containerd.cri.v1.runtime".containerd]

      [plugins."io.containerd.cri.v1.runtime".containerd.runtimes]

        [plugins."io.containerd.cri.v1.runtime".containerd.runtimes.runc]

          [plugins."io.containerd.cri.v1.runtime".containerd.runtimes.runc.options]
            SystemdCgroup = false
`,
    );
  });

  it("leaves the driver alone where the OSC does not set it", () => {
    expect(fileOf(DEFAULT_CONFIGS[2], criConfig(), "1.6")).toContain("SystemdCgroup = false");
    expect(fileOf(tomlTable({}), criConfig(), "1.6")).not.toContain("SystemdCgroup");
  });

  it("adds the directory of drop-ins to the imports once", () => {
    const imports = (present: readonly string[]) =>
      fileOf(tomlTable({ version: 2n, imports: present }), criConfig(), "1.7").split("\n")[0];
    expect(imports(["/x.toml"])).toBe('imports = ["/x.toml", "/etc/containerd/conf.d/*.toml"]');
    expect(imports(["/etc/containerd/conf.d/*.toml", "/x.toml"])).toBe(
      'imports = ["/etc/containerd/conf.d/*.toml", "/x.toml"]',
    );
    expect(fileOf(tomlTable({ imports: "/x.toml" }), criConfig(), "1.7")).toContain(
      'imports = ["/etc/containerd/conf.d/*.toml"]\n',
    );
  });

  it.each([
    ["0", 0n],
    ["5", 5n],
    ["a text", "2"],
    ["a float", 2],
  ])("is not known for a file whose version is %s", (_, version) => {
    expect(fileOf(tomlTable({ version }), criConfig(), "2.0")).toBe(
      "the version of config.toml must be a whole number from 1 to 4",
    );
  });

  it.each([undefined, criConfig([], { name: "docker" }), criConfig([], { containerd: undefined })])(
    "is nothing where the OSC does not configure containerd",
    (config) => {
      const base = tomlTable({ version: 9n });
      expect(nodeConfig({ base, criConfig: config, containerdVersion: "2.0" })).toEqual({ ok: true, table: base });
    },
  );

  it("does not change the configuration that it is given", () => {
    const before = tomlText(DEFAULT_CONFIGS[2]);
    fileOf(DEFAULT_CONFIGS[2], criConfig([{ path: [CRI, "containerd"], values: { snapshotter: "x" } }]), "1.7");
    expect(tomlText(DEFAULT_CONFIGS[2])).toBe(before);
  });
});

describe("the plugin entries of an OSC", () => {
  it("add to tables key by key, and replace whole tables in them", () => {
    const entries = [
      { path: [ODD, "t"], values: { a: true, sub: { x: true, y: true } } },
      { op: "add", path: [ODD, "t"], values: { b: "text", sub: { z: true } } },
    ];
    expect(plugins(2n, entries)).toBe(
      `plugins."${ODD}".t.a = true\nplugins."${ODD}".t.b = "text"\nplugins."${ODD}".t.sub.z = true`,
    );
  });

  it("make every number a float", () => {
    expect(plugins(2n, [{ path: [ODD], values: { n: 5, list: [1, 2.5], sub: { n: 0.05 } } }])).toBe(
      `plugins."${ODD}".list = [1.0, 2.5]\nplugins."${ODD}".n = 5.0\nplugins."${ODD}".sub.n = 0.05`,
    );
  });

  it.each([
    ["only creates its table", { path: [ODD, "t"] }, `plugins."${ODD}".t = {}`],
    ["adds nothing", { path: [ODD, "t"], values: {} }, `plugins."${ODD}".t = {}`],
    ["has null as a value", { path: [ODD], values: { a: null, b: true } }, `plugins."${ODD}".b = true`],
    ["has a list of tables", { path: [ODD], values: { a: [{ b: null, c: 1 }] } }, `plugins."${ODD}".a = [{ c = 1.0 }]`],
    ["removes what is not there", { op: "remove", path: [ODD, "t", "u"] }, `plugins."${ODD}".t = {}`],
    ["has an empty path", { path: [], values: { [ODD]: { a: true } } }, `plugins."${ODD}".a = true`],
  ])("make what they say of an entry that %s", (_, entry, change) => {
    expect(plugins(2n, [entry])).toBe(change);
  });

  it("remove tables and settings", () => {
    const entries = [
      { op: "remove", path: [CRI, "cni", "bin_dir"] },
      { op: "remove", path: [CRI, "registry"] },
    ];
    expect(plugins(2n, entries).split("\n")).toEqual([
      `plugins."${CRI}".cni = {}`,
      `plugins."${CRI}".cni.bin_dir removed (was "/opt/cni/bin")`,
      `plugins."${CRI}".registry.config_path removed (was "/etc/containerd/certs.d")`,
    ]);
  });

  it("are translated for runtimes alone, and not in a file of version 2", () => {
    const entries = [
      { path: [CRI, "containerd", "runtimes", "x"], values: { a: true } },
      { path: [CRI, "containerd"], values: { b: true } },
    ];
    expect(plugins(2n, entries)).toBe(
      `plugins."${CRI}".containerd.b = true\nplugins."${CRI}".containerd.runtimes.x.a = true`,
    );
    expect(plugins(4n, entries)).toBe(
      `plugins."${RUNTIME}".containerd.runtimes.x.a = true\nplugins."${CRI}".containerd.b = true`,
    );
  });

  const REMOVED = { op: "remove", path: [ODD, "t"] };
  it.each<[string, readonly PluginEntry[], string]>([
    [
      "leads through what was removed",
      [REMOVED, { path: [ODD, "t", "u"] }],
      `[${ODD}, t, u] leads through [${ODD}, t], which is no table`,
    ],
    [
      "removes something below what was removed",
      [REMOVED, { op: "remove", path: [ODD, "t", "u", "v"] }],
      `[${ODD}, t, u, v] leads through [${ODD}, t], which is no table`,
    ],
    [
      "leads through a setting",
      [{ path: [CRI, "sandbox_image", "x"] }],
      `[${CRI}, sandbox_image, x] leads through [${CRI}, sandbox_image], which is no table`,
    ],
    ["has an unknown operation", [{ op: "drop", path: [ODD] }], "entry 0 of plugins has an unknown operation"],
    ["has a text as values", [{ path: [ODD], values: "{}" }], "entry 0 of plugins has values that are no object"],
    [
      "has null in a list",
      [{ path: [ODD], values: { a: { b: [["x", null]] } } }],
      "the values of plugins have a list with null in it, which leaves config.toml empty",
    ],
  ])("fail where one %s", (_, entries, error) => {
    expect(plugins(2n, entries)).toBe(error);
  });

  it.each<[string, readonly PluginEntry[]]>([
    [
      "what was removed is created anew",
      [REMOVED, { path: [ODD, "t"] }, { path: [ODD, "t", "u"], values: { a: true } }],
    ],
    ["the list with null is removed again", [{ path: [ODD, "t"], values: { a: [null] } }, REMOVED]],
    ["a setting is made a table", [{ path: [CRI, "sandbox_image"], values: { a: true } }]],
  ])("do not fail where %s", (_, entries) => {
    expect(plugins(2n, entries)).toMatch(/^plugins\./);
  });

  it("fail where they are nested beyond all reason", () => {
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(20_000)}true${"}".repeat(20_000)}`);
    expect(plugins(2n, [{ path: [ODD], values: deep }])).toBe(
      "entry 0 of plugins has values nested deeper than 200 levels",
    );
    expect(plugins(2n, [{ path: Array.from({ length: 100_000 }, () => "a") }])).toBe(
      "entry 0 of plugins has a path of more than 200 elements",
    );
  });

  it("may be named like members of objects", () => {
    expect(plugins(2n, [{ path: ["__proto__"], values: JSON.parse('{"__proto__":{"constructor":true}}') }])).toBe(
      "plugins.__proto__.__proto__.constructor = true",
    );
  });
});

describe("the default configuration", () => {
  it.each([
    ["1.6.20", 2n],
    ["1.7", 2n],
    ["2.0.2", 3n],
    ["v2.2.1", 3n],
    ["2.3.0", 4n],
    ["2.10", 4n],
    ["3.0", 4n],
    ["unknown", 2n],
  ])("of containerd %s has version %s", (containerd, version) => {
    expect(defaultConfig(containerd).get("version")).toBe(version);
  });

  it.each([2, 3, 4] as const)(
    "of version %s keeps its runtimes when gardener-node-agent is done with it",
    (version) => {
      const file = fileOf(
        DEFAULT_CONFIGS[version],
        criConfig([], { cgroupDriver: "systemd" }),
        version === 2 ? "1.7" : "2.4",
      );
      expect(file).toContain('runtime_type = "io.containerd.runc.v2"');
      expect(file).toContain("SystemdCgroup = true");
      expect(file).toContain('config_path = "/etc/containerd/certs.d"');
      expect(file).toContain("mutation_threshold = 100\n");
      expect(file).toContain("pause_threshold = 0.02\n");
    },
  );
});
