import { describe, expect, it } from "vitest";
import { document, errorsOf, warningsOf } from "./documents.ts";

const FILE = "files: [{ path: /a, content: x }]";
const MIRROR = "registries: [{ upstream: docker.io, hosts: [{ url: 'https://m.example' }] }]";

type Row = readonly [name: string, spec: readonly string[], texts: readonly string[]];

function refuses(rows: readonly Row[]): void {
  it.each(rows)("refuses %s", (_, spec, errors) => {
    expect(errorsOf(document("one", ...spec))).toEqual(errors);
  });
}

function accepts(rows: readonly (readonly [name: string, spec: readonly string[]])[]): void {
  it.each(rows)("accepts %s", (_, spec) => {
    expect(errorsOf(document("one", ...spec))).toEqual([]);
  });
}

describe("keys without an effect", () => {
  refuses([
    [
      "a policy that wants nothing",
      ["match: { pools: [a] }"],
      [
        "p.yaml:4: spec: Required value: wants nothing; name at least one of registries, plugins, sandboxImage, files, units, cgroupDriver, or a table",
      ],
    ],
    [
      "a policy of empty lists",
      ["files: []", "knownRuntimes: []"],
      [
        "p.yaml:4: spec: Required value: wants nothing; name at least one of registries, plugins, sandboxImage, files, units, cgroupDriver, or a table",
      ],
    ],
    [
      "selectors and flags beside tables alone",
      [
        "knownRuntimes: [crun]",
        "match: { seeds: [a] }",
        "priority: 1",
        "mode: audit",
        "conflict: keep",
        "bootstrap: false",
      ],
      [
        "p.yaml:6: spec.match: Forbidden: has no effect here, since tables hold for all shoots; leave it out",
        "p.yaml:7: spec.priority: Forbidden: has no effect here, since tables hold for all shoots; leave it out",
        "p.yaml:8: spec.mode: Forbidden: has no effect here, since tables hold for all shoots; leave it out",
        "p.yaml:9: spec.conflict: Forbidden: has no effect here, since tables hold for all shoots; leave it out",
        "p.yaml:10: spec.bootstrap: Forbidden: has no effect here, since tables hold for all shoots; leave it out",
      ],
    ],
    [
      "hosts to be added without registries",
      ["conflict: prependHosts", FILE],
      ["p.yaml:5: spec.conflict: Forbidden: prependHosts is about registries, and there are none here"],
    ],
    [
      "a generation without plugins",
      ["generation: v3", FILE],
      ["p.yaml:5: spec.generation: Forbidden: is about plugins, and there are none here"],
    ],
    [
      "bootstrap without registries and files",
      ["bootstrap: true", "sandboxImage: { image: 'a.example/pause:3.10' }"],
      ["p.yaml:5: spec.bootstrap: Forbidden: is about registries and files, and there are none here"],
    ],
  ]);

  accepts([
    ["a table beside a policy", [FILE, "knownRuntimes: [crun]", "priority: 1"]],
    ["flags that say the default", ["mode: enforce", "conflict: keep", "bootstrap: false", FILE]],
  ]);

  it("warns of a selector that is an empty list", () => {
    expect(warningsOf(document("one", "match: { pools: [], seeds: [a] }", FILE))).toEqual([
      "p.yaml:5: spec.match.pools: Forbidden: an empty list matches everything; leave the key out to say so",
    ]);
  });
});

describe("purposes", () => {
  refuses([
    [
      "provision alone without bootstrap",
      ["match: { purposes: [provision] }", FILE],
      [
        "p.yaml:5: spec.match.purposes[0]: Forbidden: nothing of a policy goes into provision OSCs without bootstrap: true",
      ],
    ],
    [
      "bootstrap for reconcile alone",
      ["match: { purposes: [reconcile] }", "bootstrap: true", FILE],
      [
        "p.yaml:6: spec.bootstrap: Forbidden: is about provision OSCs, which match.purposes leaves out; leave match.purposes out",
      ],
    ],
    [
      "registries that reach provision OSCs only",
      ["match: { purposes: [provision] }", "bootstrap: true", MIRROR],
      [
        "p.yaml:7: spec.registries: Forbidden: nodes keep mirrors of provision OSCs for good unless reconcile OSCs have them too; add reconcile to match.purposes",
      ],
    ],
    [
      "parts that provision OSCs do not have",
      [
        "match: { purposes: [provision] }",
        "bootstrap: true",
        "files: [{ path: /etc/containerd/conf.d/a.toml, content: 'version = 3' }]",
        "sandboxImage: { image: 'a.example/pause:3.10' }",
        "units: [{ name: a.service, enable: true }]",
        "cgroupDriver: { driver: systemd }",
      ],
      [
        "p.yaml:7: spec.files[0].path: Forbidden: goes into reconcile OSCs only; add reconcile to match.purposes",
        "p.yaml:8: spec.sandboxImage: Forbidden: goes into reconcile OSCs only; add reconcile to match.purposes",
        "p.yaml:9: spec.units: Forbidden: goes into reconcile OSCs only; add reconcile to match.purposes",
        "p.yaml:10: spec.cgroupDriver: Forbidden: goes into reconcile OSCs only; add reconcile to match.purposes",
      ],
    ],
  ]);

  accepts([
    ["bootstrap without purposes", ["bootstrap: true", MIRROR]],
    ["bootstrap for both", ["match: { purposes: [provision, reconcile] }", "bootstrap: true", MIRROR]],
    ["files for provision alone", ["match: { purposes: [provision] }", "bootstrap: true", FILE]],
  ]);

  it("warns of provision beside reconcile without bootstrap", () => {
    expect(warningsOf(document("one", "match: { purposes: [reconcile, provision] }", FILE))).toEqual([
      "p.yaml:5: spec.match.purposes[1]: Forbidden: nothing of a policy goes into provision OSCs without bootstrap: true",
    ]);
  });
});

describe("mirrors for everything", () => {
  refuses([
    [
      "one that falls back to the internet",
      ["registries: [{ upstream: _default, hosts: [{ url: 'https://depot.example' }] }]"],
      [
        'p.yaml:5: spec.registries[0].server: Required value: without it containerd falls back to the internet; write "https://depot.example"',
      ],
    ],
    [
      "one that falls back to another server",
      [
        "registries:",
        "- upstream: _default",
        "  server: https://other.example",
        "  hosts: [{ url: 'https://depot.example' }, { url: 'https://depot2.example' }]",
      ],
      [
        'p.yaml:7: spec.registries[0].server: Invalid value: "https://other.example": must be one of the hosts, since containerd asks it last; write "https://depot.example"',
      ],
    ],
    [
      "one without mirrors",
      ["registries: [{ upstream: _default, server: 'https://depot.example' }]"],
      ["p.yaml:5: spec.registries[0].hosts: Required value: _default needs a mirror to ask"],
    ],
  ]);

  accepts([
    [
      "one whose server is a host, in another spelling",
      [
        "registries:",
        "- upstream: _default",
        "  server: https://Depot.example/",
        "  hosts: [{ url: 'https://first.example' }, { url: 'https://depot.example' }]",
      ],
    ],
    ["other upstreams without a server", [MIRROR]],
  ]);

  it("warns of one that is combined with what is there, whose server stays", () => {
    const registry =
      "- { upstream: _default, server: 'https://depot.example', hosts: [{ url: 'https://depot.example' }] }";
    expect(warningsOf(document("one", "conflict: prependHosts", "registries:", registry))).toEqual([
      'p.yaml:5: spec.conflict: Invalid value: "prependHosts": keeps the server of an entry for _default that is there already, which may be on the internet; use replace',
    ]);
    expect(warningsOf(document("one", "conflict: replace", "registries:", registry))).toEqual([]);
  });
});

describe("the sandbox image", () => {
  refuses([
    [
      "a rewrite that is not idempotent (row 80)",
      ["sandboxImage: { from: a.io/, to: a.io/mirror/ }"],
      [
        'p.yaml:5: spec.sandboxImage.to: Invalid value: "a.io/mirror/": begins with from (a.io/), so that each write would be rewritten again; give image instead, or a registry of another name',
      ],
    ],
    [
      "a rewrite that may not be idempotent",
      ["sandboxImage: { from: a.io/k8s/, to: a.io/ }"],
      [
        'p.yaml:5: spec.sandboxImage.to: Invalid value: "a.io/": is the beginning of from (a.io/k8s/), so that a write can be rewritten again; give image instead',
      ],
    ],
    [
      "a rewrite to the same",
      ["sandboxImage: { from: a.io/, to: a.io/ }"],
      ['p.yaml:5: spec.sandboxImage.to: Invalid value: "a.io/": is the same as from, so that nothing would change'],
    ],
    [
      "prefixes in the middle of a name",
      ["sandboxImage: { from: registry.k8s, to: mirror.example }"],
      [
        'p.yaml:5: spec.sandboxImage.from: Invalid value: "registry.k8s": must end with /, so that whole names are replaced; write "registry.k8s/"',
        'p.yaml:5: spec.sandboxImage.to: Invalid value: "mirror.example": must end with /, so that whole names are replaced; write "mirror.example/"',
      ],
    ],
    [
      "half a rewrite",
      ["sandboxImage: { from: registry.k8s.io/ }"],
      ["p.yaml:5: spec.sandboxImage.to: Required value: a rewrite needs both from and to, such as registry.k8s.io/"],
    ],
    [
      "an image and a rewrite",
      ["sandboxImage: { image: 'a.example/pause:3.10', from: a.io/, to: b.io/ }"],
      [
        "p.yaml:5: spec.sandboxImage.from: Forbidden: stands beside image; give either image, or from and to",
        "p.yaml:5: spec.sandboxImage.to: Forbidden: stands beside image; give either image, or from and to",
      ],
    ],
    [
      "neither",
      ["sandboxImage: {}"],
      ["p.yaml:5: spec.sandboxImage: Required value: give either image, or from and to"],
    ],
  ]);

  accepts([
    ["a rewrite", ["sandboxImage: { from: registry.k8s.io/, to: mirror.example/k8s/ }"]],
    ["an image", ["sandboxImage: { image: 'mirror.example/k8s/pause:3.10' }"]],
  ]);
});

describe("drop-ins for containerd's configuration", () => {
  refuses([
    [
      "one without a version",
      ["files:", "- path: /etc/containerd/conf.d/a.toml", "  content: |", "    [debug]", "    level = 'info'"],
      [
        "p.yaml:7: spec.files[0].content: Invalid value: must begin with version = 3, which is what every containerd 2 reads",
      ],
    ],
    [
      "one with a table of version 2, in base64",
      [
        "files:",
        "- path: /etc/containerd/conf.d/a.toml",
        "  content:",
        "    inline:",
        "      encoding: b64",
        `      data: ${Buffer.from('version = 3\n[plugins."io.containerd.grpc.v1.cri".cni]\n').toString("base64")}`,
      ],
      [
        "p.yaml:10: spec.files[0].content.inline.data: Invalid value: io.containerd.grpc.v1.cri.cni is not read by containerd 2; version 3 has it in io.containerd.cri.v1.runtime.cni",
      ],
    ],
  ]);

  accepts([
    ["one of version 3", ["files: [{ path: /etc/containerd/conf.d/a.toml, content: 'version = 3' }]"]],
    [
      "one that is not in the document",
      ["files: [{ path: /etc/containerd/conf.d/a.toml, content: { secretRef: { name: a, dataKey: b } } }]"],
    ],
    ["other files", ["files: [{ path: /etc/containerd/other/a.toml, content: 'x = 3' }]"]],
  ]);

  it("warns of a name that containerd does not look at", () => {
    expect(warningsOf(document("one", "files: [{ path: /etc/containerd/conf.d/a.conf, content: x }]"))).toEqual([
      'p.yaml:5: spec.files[0].path: Invalid value: "/etc/containerd/conf.d/a.conf": containerd imports files that end in .toml only',
    ]);
  });
});

describe("the cgroup driver", () => {
  refuses([
    [
      "cgroupfs for operating systems that insist on systemd (row 56)",
      [
        "match: { osTypes: [ubuntu, gardenlinux, gardenlinux-fips, memoryone-gardenlinux, coreos, flatcar] }",
        "cgroupDriver: { driver: cgroupfs }",
      ],
      ["gardenlinux", "gardenlinux-fips", "memoryone-gardenlinux", "coreos", "flatcar"].map(
        (osType, index) =>
          `p.yaml:5: spec.match.osTypes[${index + 1}]: Forbidden: ${osType} sets the cgroup driver to systemd whatever the OSC says, in part on one side only; leave it out`,
      ),
    ],
  ]);

  accepts([
    ["cgroupfs for others", ["match: { osTypes: [ubuntu] }", "cgroupDriver: { driver: cgroupfs }"]],
    ["cgroupfs for whatever there is", ["cgroupDriver: { driver: cgroupfs }"]],
    ["systemd", ["match: { osTypes: [gardenlinux] }", "cgroupDriver: { driver: systemd }"]],
  ]);
});
