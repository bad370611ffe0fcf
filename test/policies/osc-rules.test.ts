import { describe, expect, it } from "vitest";
import { document, errorsOf, warningsOf } from "./documents.ts";

const CRI = "io.containerd.grpc.v1.cri";
const NVIDIA = `${CRI}, containerd, runtimes, nvidia`;

/** The beginnings of messages up to the value, and the rule at their end. */
function places(texts: readonly string[]): readonly string[] {
  return texts.map((text) => `${text.split(": ").slice(0, 3).join(": ")} ${/\[[A-Z]+-V-\d+\]$/.exec(text)?.[0]}`);
}

describe("rules about OSCs hold for what a policy puts into one:", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    [
      "integers and null in plugin values",
      [
        "plugins:",
        `- { path: [${CRI}], values: { enable_selinux: true } }`,
        `- { path: [${CRI}], values: { max_concurrent_downloads: 6 } }`,
        `- { path: [${CRI}, cni], values: { conf_dir: } }`,
      ],
      [
        "p.yaml:7: spec.plugins[1].values: Invalid value [OSC-V-30]",
        "p.yaml:8: spec.plugins[2].values: Invalid value [OSC-V-31]",
      ],
    ],
    [
      "settings that gardener-node-agent manages",
      [
        "plugins:",
        `- { path: [${CRI}], values: { sandbox_image: 'a.example/pause:3.10' } }`,
        `- { op: remove, path: [${CRI}, registry] }`,
      ],
      [
        "p.yaml:6: spec.plugins[0].values: Forbidden [OSC-V-32]",
        "p.yaml:7: spec.plugins[1].path: Forbidden [OSC-V-32]",
      ],
    ],
    [
      "tables that would be replaced, paths that are none, values of a removal",
      [
        "plugins:",
        `- { path: [${CRI}], values: { containerd: { snapshotter: native } } }`,
        "- { path: [cri, containerd] }",
        `- { op: remove, path: [${NVIDIA}], values: { a: true } }`,
        "- { path: [] }",
      ],
      [
        "p.yaml:6: spec.plugins[0].values: Invalid value [OSC-V-34]",
        "p.yaml:6: spec.plugins[0].values: Forbidden [OSC-V-32]",
        "p.yaml:7: spec.plugins[1].path[0]: Invalid value [OSC-V-27]",
        "p.yaml:8: spec.plugins[2].values: Forbidden [OSC-V-28]",
        "p.yaml:9: spec.plugins[3].path: Required value [OSC-V-25]",
      ],
    ],
    [
      "a default runtime that does not exist (row 90)",
      [`plugins: [{ path: [${CRI}, containerd], values: { default_runtime_name: nvidia } }]`],
      ["p.yaml:5: spec.plugins[0].values: Invalid value [OSC-V-68]"],
    ],
    [
      "what goes through what was removed (row 88)",
      [
        "plugins:",
        `- { op: remove, path: [${NVIDIA}] }`,
        `- { path: [${NVIDIA}, options], values: { SystemdCgroup: true } }`,
      ],
      ["p.yaml:7: spec.plugins[1].path: Invalid value [OSC-V-67]"],
    ],
    [
      "registries",
      [
        "registries:",
        "- { upstream: Quay.IO, hosts: [{ url: 'ftp://m.example' }] }",
        "- upstream: docker.io",
        "  server: 172.20.4.9:8443",
        "  hosts:",
        "  - url: https://m.example",
        "    capabilities: [pull, referrers]",
        "    caCerts: [/etc//ca.pem]",
        "  - { url: 'https://m.example' }",
        "- { upstream: docker.io, hosts: [{ url: 'https://m.example' }] }",
      ],
      [
        "p.yaml:6: spec.registries[0].hosts[0].url: Unsupported value [OSC-V-15]",
        "p.yaml:6: spec.registries[0].upstream: Invalid value [OSC-V-12]",
        "p.yaml:8: spec.registries[1].server: Required value [OSC-V-13]",
        "p.yaml:11: spec.registries[1].hosts[0].capabilities[1]: Unsupported value [OSC-V-18]",
        "p.yaml:12: spec.registries[1].hosts[0].caCerts[0]: Invalid value [OSC-V-20]",
        "p.yaml:13: spec.registries[1].hosts[1].url: Duplicate value [OSC-V-17]",
        "p.yaml:14: spec.registries[2].upstream: Duplicate value [OSC-V-11]",
      ],
    ],
    [
      "files, content as text included",
      [
        "files:",
        "- { path: relative, content: x }",
        "- { path: /a, permissions: 755, content: x }",
        "- { path: /a, content: '' }",
        "- { path: /b, content: { inline: { encoding: b64, data: 'a$b=' } } }",
        "- { path: /c, content: {} }",
        "- { path: /etc/containerd/config.toml, content: x }",
      ],
      [
        "p.yaml:6: spec.files[0].path: Invalid value [OSC-V-45]",
        "p.yaml:7: spec.files[1].permissions: Invalid value [OSC-V-51]",
        "p.yaml:8: spec.files[2].content: Required value [OSC-V-47]",
        "p.yaml:8: spec.files[2].path: Duplicate value [OSC-V-50]",
        "p.yaml:9: spec.files[3].content.inline.data: Invalid value [OSC-V-48]",
        "p.yaml:10: spec.files[4].content: Required value [OSC-V-46]",
        "p.yaml:11: spec.files[5].path: Forbidden [OSC-V-53]",
      ],
    ],
    [
      "the hosts.toml of a registry that the policy configures",
      [
        "registries: [{ upstream: docker.io, hosts: [{ url: 'https://m.example' }] }]",
        "files: [{ path: /etc/containerd/certs.d/docker.io/hosts.toml, content: x }]",
      ],
      ["p.yaml:6: spec.files[0].path: Forbidden [OSC-V-23]"],
    ],
    [
      "units",
      [
        "units:",
        "- { name: a b.service }",
        "- { name: containerd.service, dropIns: [{ name: 30-env_config.conf, content: x }, { name: x, content: '' }] }",
      ],
      [
        "p.yaml:6: spec.units[0].name: Invalid value [OSC-V-37]",
        "p.yaml:7: spec.units[1].dropIns[0].name: Forbidden [OSC-V-43]",
        "p.yaml:7: spec.units[1].dropIns[1].content: Required value [OSC-V-36]",
        "p.yaml:7: spec.units[1].dropIns[1].name: Invalid value [OSC-V-38]",
      ],
    ],
    [
      "the sandbox image",
      ["sandboxImage: { image: 'https://a.example/pause:3.10' }"],
      ["p.yaml:5: spec.sandboxImage.image: Invalid value [OSC-V-08]"],
    ],
    [
      "the sandbox image after a rewrite",
      ["sandboxImage: { from: registry.k8s.io/, to: 'https://a.example/' }"],
      ["p.yaml:5: spec.sandboxImage.to: Invalid value [OSC-V-08]"],
    ],
    [
      "files for provision OSCs",
      [
        "bootstrap: true",
        "files:",
        "- { path: /a, content: { imageRef: { image: 'i.example/x:1', filePathInImage: /x } } }",
        "- { path: /b, content: '<<MACHINE_NAME>>' }",
        "- { path: /c, content: { inline: { data: '$HOME' }, transmitUnencoded: true } }",
      ],
      [
        "p.yaml:7: spec.files[0].content.imageRef: Forbidden [OSC-V-52]",
        "p.yaml:8: spec.files[1].content: Invalid value [OSC-V-56]",
        "p.yaml:9: spec.files[2].content.transmitUnencoded: Invalid value [OSC-V-57]",
      ],
    ],
  ])("%s", (_, spec, expected) => {
    expect(places(errorsOf(document("one", ...spec)))).toEqual(expected);
  });

  it("in the words of the rule", () => {
    const [error] = errorsOf(document("one", "files: [{ path: /a, permissions: 755, content: x }]"));
    expect(error).toMatch(/^p\.yaml:5: spec\.files\[0\]\.permissions: Invalid value: 755: .*0755.* \[OSC-V-51\]$/);
  });

  it("with the entry of the document, where plugins are emitted for two generations", () => {
    const errors = errorsOf(
      document(
        "one",
        "plugins:",
        `- { path: [${CRI}], values: { enable_selinux: true } }`,
        `- { path: [${CRI}, containerd], values: { snapshotter: native } }`,
        `- { path: [${CRI}], values: { stats_collect_period: 5 } }`,
      ),
    );
    expect(places(errors)).toEqual(["p.yaml:8: spec.plugins[2].values: Invalid value [OSC-V-30]"]);
  });
});

describe("mistakes in a plugin entry", () => {
  const TWO = "{ max_concurrent_downloads: 6, max_container_log_line_size: 5 }";

  it.each([
    ["for two generations", [], `[${CRI}]`],
    ["in the newer spelling", [], "[io.containerd.cri.v1.images]"],
    ["for one generation, which has the settings in two tables", ["generation: v3"], `[${CRI}]`],
  ])("are told each, and once: %s", (_, more, path) => {
    const errors = errorsOf(document("one", `plugins: [{ path: ${path}, values: ${TWO} }]`, ...more));
    expect(errors.map((error) => /"(\w+)" is a whole number/.exec(error)?.[1])).toEqual([
      "max_concurrent_downloads",
      "max_container_log_line_size",
    ]);
  });

  it.each([
    [`path: [${CRI}], values: { sandbox_image: x }`, `[${CRI}, sandbox_image]`, "spec.sandboxImage"],
    [
      "path: [io.containerd.cri.v1.images, registry], values: { config_path: /x }",
      "[io.containerd.cri.v1.images, registry, config_path]",
      "spec.registries",
    ],
    [
      "path: [io.containerd.cri.v1.runtime, containerd, runtimes, runc, options], values: { SystemdCgroup: true }",
      `[${CRI}, containerd, runtimes, runc, options, SystemdCgroup]`,
      "spec.cgroupDriver",
    ],
  ])(
    "are told with the keys of policies, and where it can be in the spelling of the entry: %s",
    (plugin, place, key) => {
      expect(errorsOf(document("one", `plugins: [{ ${plugin} }]`))).toEqual([
        `p.yaml:5: spec.plugins[0].values: Forbidden: changes or drops ${place}, which gardener-node-agent manages; use ${key} [OSC-V-32]`,
      ]);
    },
  );
});

describe("what is only worth a look is a warning:", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    [
      "a certificate that nothing brings along",
      ["registries: [{ upstream: docker.io, hosts: [{ url: 'https://m.example', caCerts: [/etc/ca.pem] }] }]"],
      ["p.yaml:5: spec.registries[0].hosts[0].caCerts[0]: Invalid value [OSC-V-20]"],
    ],
    [
      "a server without hosts",
      ["registries: [{ upstream: ghcr.io, server: 'https://m.example' }]"],
      ["p.yaml:5: spec.registries[0].server: Forbidden [OSC-V-66]"],
    ],
    [
      "a probe of a host that is no address",
      ["registries: [{ upstream: ghcr.io, readinessProbe: true, hosts: [{ url: 'https://m.example' }] }]"],
      ["p.yaml:5: spec.registries[0].readinessProbe: Invalid value [OSC-V-22]"],
    ],
  ])("%s", (_, spec, expected) => {
    expect(places(warningsOf(document("one", ...spec)))).toEqual(expected);
  });

  it("but not that a pinned generation lacks the other one", () => {
    const plugin = `plugins: [{ path: [${CRI}], values: { enable_selinux: true } }]`;
    expect(warningsOf(document("one", "generation: v2", plugin))).toEqual([]);
  });
});

describe("a policy must not write", () => {
  const registry = "registries: [{ upstream: docker.io, hosts: [{ url: 'https://m.example' }] }]";
  const hosts = "files: [{ path: /etc/containerd/certs.d/docker.io/hosts.toml, content: x }]";

  it("the hosts.toml of a registry that another policy configures for the same OSCs", () => {
    const place = "p.yaml:5: spec.files[0].path: Forbidden [OSC-V-23]";
    expect(places(errorsOf(document("one", hosts), document("two", registry)))).toEqual([place]);
    expect(places(errorsOf(document("two", hosts), document("one", registry)))).toEqual([place]);
  });

  it("but may, where the other policy is for other OSCs, or only tried", () => {
    const others = document("one", "match: { pools: [a] }", hosts);
    expect(errorsOf(others, document("two", "match: { pools: [b] }", registry))).toEqual([]);
    expect(errorsOf(document("one", hosts), document("two", "mode: audit", registry))).toEqual([]);
  });
});

describe("a policy may rely on", () => {
  const certificate =
    "registries: [{ upstream: docker.io, hosts: [{ url: 'https://m.example', caCerts: [/etc/ca.pem] }] }]";
  const runtime = `plugins: [{ path: [${NVIDIA}], values: { runtime_type: io.containerd.runc.v2 } }]`;
  const byDefault = `plugins: [{ path: [${CRI}, containerd], values: { default_runtime_name: nvidia } }]`;

  it("files that another policy brings along", () => {
    const file = "files: [{ path: /etc/ca.pem, content: x }]";
    expect(warningsOf(document("one", certificate), document("two", file))).toEqual([]);
    expect(
      warningsOf(document("one", "match: { pools: [a] }", certificate), document("two", "match: { pools: [b] }", file)),
    ).toHaveLength(1);
    expect(warningsOf(document("one", certificate), document("two", "mode: audit", file))).toHaveLength(1);
  });

  it("certificates that the operating systems bring along", () => {
    expect(warningsOf(document("one", certificate), document("two", "caCertificates: [/etc/ca.pem]"))).toEqual([]);
  });

  it("runtimes that another policy adds, or that the operating systems bring along", () => {
    expect(errorsOf(document("one", byDefault), document("two", runtime))).toEqual([]);
    expect(errorsOf(document("one", byDefault), document("two", "knownRuntimes: [nvidia]"))).toEqual([]);
    expect(errorsOf(document("one", byDefault), document("two", "match: { purposes: [provision] }"))).not.toEqual([]);
  });

  it("files of gardenlet, in units", () => {
    const unit = "units: [{ name: containerd.service, filePaths: [/var/lib/kubelet/ca.crt] }]";
    expect(warningsOf(document("one", unit))).toEqual([]);
  });
});
