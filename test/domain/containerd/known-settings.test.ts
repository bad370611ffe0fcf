import { describe, expect, it } from "vitest";
import { DEFAULT_CONFIGS } from "../../../src/domain/containerd/default-configs.ts";
import { isKnownTable, scalarOnPath } from "../../../src/domain/containerd/known-settings.ts";
import { isTomlTable, type TomlTable, type TomlValue } from "../../../src/domain/containerd/toml-table.ts";

/** The paths of everything below a table, and whether it is a table. */
function pathsIn(table: TomlTable, above: readonly string[] = []): readonly (readonly [readonly string[], boolean])[] {
  return [...table].flatMap(([key, value]) => {
    const path = [...above, key];
    return [[path, isTomlTable(value)], ...(isTomlTable(value) ? pathsIn(value, path) : [])];
  });
}

function pluginsOf(config: TomlTable): TomlTable {
  const plugins: TomlValue | undefined = config.get("plugins");
  return isTomlTable(plugins) ? plugins : new Map();
}

describe.each([2, 3, 4] as const)("in the default configuration of version %s", (version) => {
  const paths = pathsIn(pluginsOf(DEFAULT_CONFIGS[version]));

  it("every setting is known to be no table", () => {
    const settings = paths.filter(([, isTable]) => !isTable).map(([path]) => path);
    expect(settings.length).toBeGreaterThan(40);
    expect(settings.filter((path) => scalarOnPath(path)?.length !== path.length)).toEqual([]);
  });

  it("no table is taken for a setting", () => {
    const tables = paths.filter(([, isTable]) => isTable).map(([path]) => path);
    expect(tables.filter((path) => scalarOnPath(path) !== undefined)).toEqual([]);
  });
});

describe("a setting that is no table", () => {
  it.each<[readonly string[], number | undefined]>([
    [["io.containerd.grpc.v1.cri", "sandbox_image"], 2],
    [["io.containerd.grpc.v1.cri", "sandbox_image", "x", "y"], 2],
    [["io.containerd.grpc.v1.cri", "containerd", "runtimes", "any name", "runtime_type", "x"], 5],
    [["io.containerd.cri.v1.runtime", "containerd", "runtimes", "__proto__", "options", "Root"], 6],
    [["io.containerd.grpc.v1.cri", "constructor"], undefined],
    [["io.containerd.grpc.v1.cri"], undefined],
    [["*"], undefined],
    [["__proto__", "x"], undefined],
    [[], undefined],
  ])("on %j is its element %s", (path, length) => {
    expect(scalarOnPath(path)?.length).toBe(length);
  });
});

it.each(["containerd", "registry", "cni", "runtimes", "options", "pinned_images", "image_decryption"])(
  "%s is a table that is not to be replaced",
  (table) => {
    expect(isKnownTable(table)).toBe(true);
    expect(isKnownTable(`${table}s`)).toBe(false);
  },
);
