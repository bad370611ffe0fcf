import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadPolicies, type PolicyFile } from "../../src/policies/load.ts";

const PROJECT = join(import.meta.dirname, "../..");
const DIRECTORY = join(PROJECT, "examples/policies");
const CRI = "io.containerd.grpc.v1.cri";

const FILES: readonly PolicyFile[] = readdirSync(DIRECTORY)
  .filter((name) => name.endsWith(".yaml"))
  .sort()
  .map((name) => ({ name, text: readFileSync(join(DIRECTORY, name), "utf8") }));

function example(prefix: string) {
  const load = loadPolicies(FILES.filter(({ name }) => name.startsWith(prefix)));
  if (!load.ok) {
    throw new Error(load.errors.join("\n"));
  }
  return load.set;
}

describe("the examples", () => {
  it("are the thirteen of the contract", () => {
    expect(FILES.map(({ name }) => name.slice(0, 3))).toEqual(
      Array.from({ length: 13 }, (_, index) => `p${String(index + 1).padStart(2, "0")}`),
    );
  });

  it.each(FILES)("$name loads by itself, without a warning", (file) => {
    expect(loadPolicies([file])).toMatchObject({ ok: true, warnings: [] });
  });

  it("load together, without a warning", () => {
    expect(loadPolicies(FILES)).toMatchObject({ ok: true, warnings: [] });
  });

  it.each(FILES)("$name names its schema, its effect on nodes and its danger", ({ text }) => {
    expect(text).toMatch(/^# yaml-language-server: \$schema=\.\.\/\.\.\/docs\/policy\.schema\.json\n/);
    expect(text).toMatch(/^# Nodes: /m);
    expect(text).toMatch(/Danger: (green|amber|red)\b/);
  });

  it("are explained in docs/policies.md, each with a link", () => {
    const text = readFileSync(join(PROJECT, "docs/policies.md"), "utf8");
    expect(
      FILES.filter(({ name }) => !text.includes(`(../examples/policies/${name})`)).map(({ name }) => name),
    ).toEqual([]);
  });
});

describe("become what the contract says:", () => {
  it("P1, mirrors with fallback", () => {
    const [policy] = example("p01").policies;
    expect(policy?.registries.map(({ upstream }) => upstream)).toEqual(["docker.io", "ghcr.io", "quay.io"]);
    expect(policy?.registries[1]?.entry).toEqual({
      upstream: "ghcr.io",
      server: "https://ghcr.io",
      hosts: [
        {
          url: "https://mirror.corp.example/v2/ghcr",
          capabilities: ["pull"],
          overridePath: true,
          caCerts: ["/etc/containerd/certs.d-ca/corp.pem"],
        },
      ],
    });
    expect(policy?.files.map(({ path, entry }) => [path, entry["permissions"]])).toEqual([
      ["/etc/containerd/certs.d-ca/corp.pem", 420],
    ]);
  });

  it("P2, a cache before the mirrors", () => {
    expect(example("p02").policies[0]).toMatchObject({
      conflict: "prependHosts",
      registries: [
        { entry: { upstream: "docker.io", readinessProbe: true, hosts: [{ url: "http://10.43.7.20:5000" }] } },
      ],
    });
  });

  it("P3, the depot for everything, from the first pull on", () => {
    const server = "https://depot.air.example";
    expect(example("p03").policies[0]).toMatchObject({
      bootstrap: true,
      registries: [
        { entry: { upstream: "_default", server, hosts: [{ url: server, caCerts: ["/var/lib/depot/ca.pem"] }] } },
      ],
      files: [{ path: "/var/lib/depot/ca.pem" }],
    });
  });

  it("P4, single entries", () => {
    expect(example("p04").policies[0]?.plugins).toEqual([
      {
        path: [CRI, "containerd", "runtimes", "nvidia"],
        values: { runtime_type: "io.containerd.runc.v2", privileged_without_host_devices: false },
      },
      {
        path: [CRI, "containerd", "runtimes", "nvidia", "options"],
        values: { BinaryName: "/usr/bin/nvidia-container-runtime", SystemdCgroup: true },
      },
    ]);
  });

  it("P5, P4's entries, then the default in both generations", () => {
    expect(example("p05").policies[0]?.plugins.slice(2)).toEqual([
      { path: [CRI, "containerd"], values: { default_runtime_name: "nvidia" } },
      { path: ["io.containerd.cri.v1.runtime", "containerd"], values: { default_runtime_name: "nvidia" } },
    ]);
  });

  it("P6, runtimes that need no runc", () => {
    expect(example("p06").policies[0]?.plugins.map(({ path }) => path.slice(3))).toEqual([
      ["runsc"],
      ["runsc", "options"],
      ["kata"],
    ]);
  });

  it("P7, a rewrite", () => {
    expect(example("p07").policies[0]?.sandboxImage).toEqual({
      kind: "rewrite",
      from: "registry.k8s.io/",
      to: "mirror.corp.example/k8s/",
    });
  });

  it.each([
    ["p08", true],
    ["p13", false],
  ])("%s, discarded layers in both generations: %s", (prefix, value) => {
    expect(example(prefix).policies[0]?.plugins).toEqual([
      { path: [CRI, "containerd"], values: { discard_unpacked_layers: value } },
      { path: ["io.containerd.cri.v1.images"], values: { discard_unpacked_layers: value } },
    ]);
  });

  it("P9, a drop-in and the table that allows it", () => {
    const { policies, tables } = example("p09");
    expect(policies).toMatchObject([{ files: [{ isContainerdDropIn: true }] }]);
    expect(tables.containerdVersions.map(({ containerd }) => containerd)).toEqual(["1.7", "2.1"]);
  });

  it("P10, a setting of the root table in both generations", () => {
    expect(example("p10").policies[0]?.plugins).toEqual([
      { path: [CRI], values: { device_ownership_from_security_context: true } },
      { path: ["io.containerd.cri.v1.runtime"], values: { device_ownership_from_security_context: true } },
    ]);
  });

  it("P11, systemd from 1.31 on", () => {
    const [policy] = example("p11").policies;
    expect(policy?.cgroupDriver).toEqual({ driver: "systemd", change: "never", requireKubeletFile: true });
    expect(policy?.match.kubernetes?.constraint.admits("1.31.0-rc.1")).toBe(true);
    expect(policy?.match.kubernetes?.constraint.admits("1.30.9")).toBe(false);
  });

  it("P12, an entry without hosts", () => {
    expect(example("p12").policies[0]?.registries.map(({ entry }) => entry)).toEqual([
      { upstream: "registry.inside.example" },
    ]);
  });

  it("P13 comes before P8", () => {
    const both = [...FILES.filter(({ name }) => /^p(08|13)/.test(name))];
    const load = loadPolicies(both);
    expect(load.ok && load.set.policies.map(({ name }) => name)).toEqual([
      "undo-discard-unpacked-layers",
      "discard-unpacked-layers",
    ]);
  });
});
