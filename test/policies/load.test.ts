import { describe, expect, it } from "vitest";
import { DEFAULT_CA_CERTIFICATES, type Policy } from "../../src/domain/policies/types.ts";
import { loadPolicies } from "../../src/policies/load.ts";
import { document, errorsOf, loaded, warningsOf } from "./documents.ts";

const CRI = "io.containerd.grpc.v1.cri";
const RUNTIME = "io.containerd.cri.v1.runtime";

function policyOf(...spec: readonly string[]): Policy | undefined {
  return loaded(document("one", ...spec)).set.policies[0];
}

describe("compiles a document:", () => {
  it("defaults", () => {
    expect(policyOf("sandboxImage: { image: 'a.example/pause:3.10' }")).toEqual({
      name: "one",
      priority: 0,
      mode: "enforce",
      match: {},
      conflict: "keep",
      bootstrap: false,
      registries: [],
      plugins: [],
      sandboxImage: { kind: "image", image: "a.example/pause:3.10" },
      files: [],
      units: [],
      cgroupDriver: undefined,
    });
  });

  it("keys without values are like absent ones, empty lists match everything", () => {
    const nulls = policyOf(
      "priority:",
      "match: { pools: , osTypes: [] }",
      "registries:",
      "files: [{ path: /a, content: x }]",
    );
    expect(nulls).toMatchObject({ priority: 0, match: {}, registries: [], files: [{ path: "/a" }] });
  });

  it("flags and selectors", () => {
    const policy = policyOf(
      "priority: -5",
      "mode: audit",
      "conflict: replace",
      "bootstrap: true",
      "match:",
      "  purposes: [reconcile, provision]",
      "  namespaces: ['shoot--a--*', garden]",
      "  providerTypes: [aws]",
      "  osVersions: '>=1592'",
      "  kubernetes: '>=1.34'",
      "  shootLabels:",
      "    matchLabels: { tier: gold }",
      "    matchExpressions: [{ key: example.com/x, operator: DoesNotExist }]",
      "files: [{ path: /a, content: x }]",
    );
    expect(policy).toMatchObject({
      priority: -5,
      mode: "audit",
      conflict: "replace",
      bootstrap: true,
      match: {
        purposes: ["reconcile", "provision"],
        namespaces: [{ text: "shoot--a--*" }, { text: "garden" }],
        providerTypes: ["aws"],
        osVersions: { text: ">=1592" },
        kubernetes: { text: ">=1.34" },
      },
    });
    expect(policy?.match.kubernetes?.constraint.admits("1.34.0-alpha.1")).toBe(true);
    expect(policy?.match.namespaces?.[0]?.matches("shoot--a--lab")).toBe(true);
    expect(policy?.match.shootLabels?.matches({ tier: "gold" })).toBe(true);
    expect(policy?.match.shootLabels?.matches({ tier: "gold", "example.com/x": "" })).toBe(false);
  });

  it("registries, without what says the default", () => {
    const policy = policyOf(
      "registries:",
      "- upstream: docker.io",
      "  server: https://registry-1.docker.io",
      "  readinessProbe: false",
      "  hosts:",
      "  - { url: 'http://10.1.2.3', capabilities: [pull, resolve], caCerts: [], overridePath: false }",
      "  - { url: 'https://b.example/x', capabilities: [pull], caCerts: [/etc/ssl/certs/ca-certificates.crt], overridePath: true }",
      "- { upstream: quay.io, hosts: [], readinessProbe: , server: }",
      "- { upstream: ghcr.io, hosts: [{ url: 'http://10.1.2.3', capabilities: [] }], readinessProbe: true }",
    );
    expect(policy?.registries.map(({ entry }) => entry)).toEqual([
      {
        upstream: "docker.io",
        server: "https://registry-1.docker.io",
        hosts: [
          { url: "http://10.1.2.3" },
          {
            url: "https://b.example/x",
            capabilities: ["pull"],
            caCerts: ["/etc/ssl/certs/ca-certificates.crt"],
            overridePath: true,
          },
        ],
      },
      { upstream: "quay.io" },
      { upstream: "ghcr.io", hosts: [{ url: "http://10.1.2.3" }], readinessProbe: true },
    ]);
  });

  it.each([
    [
      "auto",
      [
        { path: [CRI], values: { device_ownership_from_security_context: true } },
        { path: [RUNTIME], values: { device_ownership_from_security_context: true } },
      ],
    ],
    ["v2", [{ path: [CRI], values: { device_ownership_from_security_context: true } }]],
    ["v3", [{ path: [RUNTIME], values: { device_ownership_from_security_context: true } }]],
  ])("plugins for generation %s", (generation, expected) => {
    const policy = policyOf(
      `generation: ${generation}`,
      `plugins: [{ op: add, path: [${CRI}], values: { device_ownership_from_security_context: true } }]`,
    );
    expect(policy?.plugins).toEqual(expected);
  });

  it("plugins that remove, and such that make a table", () => {
    const path = [CRI, "containerd", "runtimes", "x"];
    const policy = policyOf(
      "plugins:",
      `- { op: remove, path: [${path.join(", ")}] }`,
      `- { path: [${path.join(", ")}], values: {} }`,
    );
    expect(policy?.plugins).toEqual([{ op: "remove", path }, { path }]);
  });

  it("a rewrite of the sandbox image", () => {
    expect(policyOf("sandboxImage: { from: registry.k8s.io/, to: m.example/k8s/ }")?.sandboxImage).toEqual({
      kind: "rewrite",
      from: "registry.k8s.io/",
      to: "m.example/k8s/",
    });
  });

  it.each([
    ["0o644", 420],
    ["420", 420],
    ['"0644"', 420],
    ["'0o644'", 420],
    ["0o4755", 2541],
    ["0o000", 0],
  ])("permissions %s", (written, expected) => {
    const policy = policyOf(`files: [{ path: /a, permissions: ${written}, content: x }]`);
    expect(policy?.files[0]?.entry["permissions"]).toBe(expected);
  });

  it("files of every content", () => {
    const policy = policyOf(
      "files:",
      "- { path: /a, content: 'text' }",
      "- { path: /b, content: { inline: { data: text } } }",
      "- { path: /c, content: { inline: { encoding: b64, data: dGV4dA== } } }",
      "- { path: /d, content: { secretRef: { name: s, dataKey: k } } }",
      "- { path: /e, content: { imageRef: { image: 'i.example/x:1', filePathInImage: /x } } }",
      "- { path: /etc/containerd/conf.d/1.toml, content: 'version = 3' }",
    );
    expect(policy?.files.map(({ entry }) => entry["content"])).toEqual([
      { inline: { encoding: "", data: "text" } },
      { inline: { encoding: "", data: "text" } },
      { inline: { encoding: "b64", data: "dGV4dA==" } },
      { secretRef: { name: "s", dataKey: "k" } },
      { imageRef: { image: "i.example/x:1", filePathInImage: "/x" } },
      { inline: { encoding: "", data: "version = 3" } },
    ]);
    expect(policy?.files.map(({ isContainerdDropIn }) => isContainerdDropIn)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  it("units", () => {
    const policy = policyOf(
      "units:",
      "- { name: containerd.service, filePaths: [/a] }",
      "- { name: x.service, command: start, enable: true, content: y, dropIns: [{ name: 1.conf, content: z }] }",
    );
    expect(policy?.units).toEqual([
      {
        name: "containerd.service",
        entry: { name: "containerd.service", filePaths: ["/a"] },
        dropIns: [],
        filePaths: ["/a"],
      },
      {
        name: "x.service",
        entry: {
          name: "x.service",
          command: "start",
          enable: true,
          content: "y",
          dropIns: [{ name: "1.conf", content: "z" }],
        },
        dropIns: [{ name: "1.conf", content: "z" }],
        filePaths: [],
      },
    ]);
  });

  it.each([
    ["{ driver: systemd }", { driver: "systemd", change: "never", requireKubeletFile: true }],
    [
      "{ driver: cgroupfs, change: whenHibernated, requireKubeletFile: false }",
      { driver: "cgroupfs", change: "whenHibernated", requireKubeletFile: false },
    ],
  ])("the cgroup driver %s", (written, expected) => {
    expect(policyOf(`cgroupDriver: ${written}`)?.cgroupDriver).toEqual(expected);
  });

  it("tables, which make no policy", () => {
    const { policies, tables } = loaded(
      document(
        "tables",
        "containerdVersions: [{ osType: gardenlinux, osVersions: '>=1877', version: '2.1' }, { osType: ubuntu, version: 1.7.27 }]",
        "osSupport:",
        "- { image: old, cri: [] }",
        "- { image: suse-chost, versions: 15.x, cri: [containerd], containerRuntimes: [gvisor], strict: true, cgroup: v1, setsFailCgroupV1: true }",
        "knownRuntimes: [crun]",
        "caCertificates: [/etc/ca.pem]",
      ),
      document("more", "knownRuntimes: [crun, youki]"),
    ).set;
    expect(policies).toEqual([]);
    expect(tables).toMatchObject({
      containerdVersions: [
        { osType: "gardenlinux", osVersions: { text: ">=1877" }, containerd: "2.1" },
        { osType: "ubuntu", osVersions: undefined, containerd: "1.7.27" },
      ],
      osSupport: [
        {
          image: "old",
          versions: undefined,
          cri: [],
          containerRuntimes: undefined,
          strict: false,
          cgroup: undefined,
          setsFailCgroupV1: false,
        },
        {
          image: "suse-chost",
          versions: { text: "15.x" },
          cri: ["containerd"],
          containerRuntimes: ["gvisor"],
          strict: true,
          cgroup: "v1",
          setsFailCgroupV1: true,
        },
      ],
      knownRuntimes: ["crun", "youki"],
      caCertificates: [...DEFAULT_CA_CERTIFICATES, "/etc/ca.pem"],
    });
  });
});

describe("brings documents together:", () => {
  const file = "files: [{ path: /a, content: x }]";

  it("by descending priority, then by name, whatever the order of the files", () => {
    const texts = [
      document("b", file),
      document("a", file),
      document("last", "priority: -1", file),
      document("first", "priority: 1", file),
    ];
    const names = (order: readonly string[]) =>
      loadPolicies(order.map((text, index) => ({ name: `${index}.yaml`, text })));
    for (const outcome of [names(texts), names(texts.toReversed())]) {
      expect(outcome.ok && outcome.set.policies.map(({ name }) => name)).toEqual(["first", "a", "b", "last"]);
    }
  });

  it("from YAML with several documents, from JSON, and from files of comments", () => {
    const json = JSON.stringify({
      apiVersion: "policy.gardengate.dev/v1alpha1",
      kind: "OperatingSystemConfigPolicy",
      metadata: { name: "json" },
      spec: { files: [{ path: "/a", content: "x" }] },
    });
    const outcome = loadPolicies([
      { name: "a.yaml", text: `---\n${document("one", file)}\n---\n# nothing\n---\n${document("two", file)}\n` },
      { name: "b.json", text: json.replaceAll("{", "{\n\t") },
      { name: "c.yaml", text: "# nothing yet\n" },
      { name: "d.yaml", text: "" },
    ]);
    expect(outcome.ok && outcome.set.policies.map(({ name }) => name)).toEqual(["json", "one", "two"]);
  });

  it("none is a set, too", () => {
    expect(loadPolicies([])).toMatchObject({ ok: true, warnings: [], set: { policies: [] } });
  });

  it("with anchors and merge keys", () => {
    const policy = policyOf(
      "registries:",
      "- upstream: docker.io",
      "  hosts: [&mirror { url: 'https://m.example', caCerts: [/etc/ssl/certs/ca-certificates.crt] }]",
      "- upstream: quay.io",
      "  hosts: [{ <<: *mirror, url: 'https://m.example/quay' }]",
    );
    expect(policy?.registries[1]?.entry.hosts).toEqual([
      { url: "https://m.example/quay", caCerts: ["/etc/ssl/certs/ca-certificates.crt"] },
    ]);
  });

  it("frozen, with everything in it", () => {
    const { set } = loaded(
      document(
        "one",
        "match: { pools: ['a*'], shootLabels: { matchLabels: { a: b } } }",
        "registries: [{ upstream: docker.io, hosts: [{ url: 'https://m.example', capabilities: [pull] }] }]",
        `plugins: [{ path: [${CRI}, cni], values: { x: [a], y: { z: true } } }]`,
        "files: [{ path: /a, content: { secretRef: { name: s, dataKey: k } } }]",
        "units: [{ name: a.service, dropIns: [{ name: a.conf, content: b }], filePaths: [/a] }]",
        "osSupport: [{ image: x, cri: [] }]",
        "containerdVersions: [{ osType: x, version: '2.0' }]",
      ),
    );
    expect(thawed(set, "set")).toEqual([]);
  });
});

/** What of a value could be changed. Sets are not looked at, since they cannot be frozen. */
function thawed(value: unknown, name: string): readonly string[] {
  if (typeof value !== "object" || value === null || value instanceof Set) {
    return [];
  }
  const inside = Object.entries(value).flatMap(([key, member]) => thawed(member, `${name}.${key}`));
  return Object.isFrozen(value) ? inside : [name, ...inside];
}

describe("refuses a document that does not fit:", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    [
      "misspelt keys",
      ["registris: []", "match: { pool: [a] }", "files: [{ path: /a, contents: x, content: { inlin: {} } }]"],
      [
        'p.yaml:5: spec.registris: Forbidden: unknown key; did you mean "registries"?',
        'p.yaml:6: spec.match.pool: Forbidden: unknown key; did you mean "pools"?',
        'p.yaml:7: spec.files[0].content.inlin: Forbidden: unknown key; did you mean "inline"?',
        'p.yaml:7: spec.files[0].contents: Forbidden: unknown key; did you mean "content"?',
      ],
    ],
    [
      "keys that JavaScript gives a meaning",
      ["__proto__: 1", "files: [{ path: /a, content: x, constructor: 1 }]"],
      [
        "p.yaml:5: spec.__proto__: Forbidden: unknown key; known here: priority, mode, match, conflict, bootstrap, generation, registries, plugins, sandboxImage, files, units, cgroupDriver, containerdVersions, osSupport, knownRuntimes, caCertificates",
        "p.yaml:6: spec.files[0].constructor: Forbidden: unknown key; known here: path, permissions, content",
      ],
    ],
    [
      "words outside an enumeration",
      ["mode: dry-run", "conflict: merge", "generation: v4", "cgroupDriver: { driver: cgroups, change: yes }"],
      [
        'p.yaml:5: spec.mode: Unsupported value: "dry-run": supported values: "enforce", "audit"',
        'p.yaml:6: spec.conflict: Unsupported value: "merge": supported values: "keep", "replace", "prependHosts", "appendHosts", "deny"',
        'p.yaml:7: spec.generation: Unsupported value: "v4": supported values: "auto", "v2", "v3"',
        'p.yaml:8: spec.cgroupDriver.change: Unsupported value: "yes": supported values: "never", "whenHibernated", "always"',
        'p.yaml:8: spec.cgroupDriver.driver: Unsupported value: "cgroups": supported values: "systemd", "cgroupfs"',
      ],
    ],
    [
      "values of other types",
      ["match: { kubernetes: 1.31, pools: gpu }", "bootstrap: yes", "priority: high", "registries: {}"],
      [
        "p.yaml:5: spec.match.kubernetes: Invalid value: 1.31: must be a text; put it in quotes",
        'p.yaml:5: spec.match.pools: Invalid value: "gpu": must be a list',
        'p.yaml:6: spec.bootstrap: Invalid value: "yes": must be true or false',
        'p.yaml:7: spec.priority: Invalid value: "high": must be a number',
        "p.yaml:8: spec.registries: Invalid value: must be a list",
      ],
    ],
    [
      "missing values",
      ["registries: [{ hosts: [{}] }]", "files: [{ path: /a }]", "units: [{ name: '' }]", "cgroupDriver: {}"],
      [
        "p.yaml:5: spec.registries[0].hosts[0].url: Required value: must be a text",
        "p.yaml:5: spec.registries[0].upstream: Required value: must be a text",
        "p.yaml:6: spec.files[0].content: Required value: must be a text, or a map with one of inline, secretRef and imageRef",
        "p.yaml:7: spec.units[0].name: Required value: must not be empty",
        "p.yaml:8: spec.cgroupDriver.driver: Required value: write systemd or cgroupfs",
      ],
    ],
    [
      "ranges and label selectors that are none",
      [
        "match:",
        "  kubernetes: new",
        "  osVersions: '>=1<2'",
        "  shootLabels:",
        "    matchLabels: { 'not a label': x, tier: 1 }",
        "    matchExpressions:",
        "    - { key: a, operator: In }",
        "    - { key: a, operator: Exists, values: [x] }",
        "    - { key: /a, operator: Is }",
        "files: [{ path: /a, content: x }]",
      ],
      [
        'p.yaml:13: spec.match.shootLabels.matchExpressions[2].operator: Unsupported value: "Is": supported values: "In", "NotIn", "Exists", "DoesNotExist"',
      ],
    ],
    [
      "ranges and label selectors that are none, in words that fit",
      [
        "match:",
        "  kubernetes: new",
        "  osVersions: '>=1<2'",
        "  shootLabels:",
        "    matchLabels: { 'not a label': x, tier: 1 }",
        "    matchExpressions:",
        "    - { key: a, operator: In }",
        "    - { key: a, operator: Exists, values: [x] }",
        "    - { key: /a, operator: Exists }",
        "files: [{ path: /a, content: x }]",
      ],
      [
        'p.yaml:6: spec.match.kubernetes: Invalid value: "new": must be a version range such as ">=1.31, <1.34"',
        'p.yaml:7: spec.match.osVersions: Invalid value: ">=1<2": must be a version range such as ">=1.31, <1.34"',
        'p.yaml:9: spec.match.shootLabels.matchLabels.not a label: Invalid value: "not a label": must be the name of a label, such as example.com/tier',
        "p.yaml:9: spec.match.shootLabels.matchLabels.tier: Invalid value: 1: must be a text; put it in quotes",
        "p.yaml:11: spec.match.shootLabels.matchExpressions[0].values: Required value: In needs at least one value",
        "p.yaml:12: spec.match.shootLabels.matchExpressions[1].values: Forbidden: Exists takes no values; leave the key out",
        'p.yaml:13: spec.match.shootLabels.matchExpressions[2].key: Invalid value: "/a": must be the name of a label, such as example.com/tier',
      ],
    ],
    [
      "octal that YAML reads as decimal, and numbers like it",
      [
        "priority: 010",
        "files:",
        "- { path: /a, permissions: 0644, content: x }",
        "- { path: /b, permissions: 0899, content: x }",
      ],
      [
        'p.yaml:5: spec.priority: Invalid value: "010": is octal in YAML 1.1 and decimal in YAML 1.2; write the number without leading zeros, or a text in quotes',
        'p.yaml:7: spec.files[0].permissions: Invalid value: "0644": is octal in YAML 1.1 and decimal in YAML 1.2; write 0o644 or "0644", or decimal as 420',
        'p.yaml:8: spec.files[1].permissions: Invalid value: "0899": is octal in YAML 1.1 and decimal in YAML 1.2; write the number without leading zeros, or a text in quotes',
      ],
    ],
    [
      "permissions that are none",
      [
        "files:",
        '- { path: /a, permissions: "644", content: x }',
        "- { path: /b, permissions: rw-r--r--, content: x }",
        "- { path: /c, permissions: 1.5, content: x }",
      ],
      [
        'p.yaml:6: spec.files[0].permissions: Invalid value: "644": write octal as 0o644 or "0644", or decimal as 420',
        'p.yaml:7: spec.files[1].permissions: Invalid value: "rw-r--r--": write octal as 0o644 or "0644", or decimal as 420',
        'p.yaml:8: spec.files[2].permissions: Invalid value: 1.5: write octal as 0o644 or "0644", or decimal as 420',
      ],
    ],
    [
      "versions of containerd that are none",
      ["containerdVersions: [{ osType: a, version: new }, { osType: b, version: '2' }, { osType: c, version: 2.1 }]"],
      ["p.yaml:5: spec.containerdVersions[2].version: Invalid value: 2.1: must be a text; put it in quotes"],
    ],
    [
      "versions of containerd that are none, as texts",
      ["containerdVersions: [{ osType: a, version: new }, { osType: b, version: '2' }]"],
      [
        'p.yaml:5: spec.containerdVersions[0].version: Invalid value: "new": must be a version such as "2.1.4" or "1.7"',
        'p.yaml:5: spec.containerdVersions[1].version: Invalid value: "2": must be a version such as "2.1.4" or "1.7"',
      ],
    ],
  ])("%s", (_, spec, errors) => {
    expect(errorsOf(document("one", ...spec))).toEqual(errors);
  });

  it("version, kind and name", () => {
    expect(
      errorsOf("apiVersion: policy.gardengate.dev/v1\nkind: Policy\nmetadata: { name: Corp_1, labels: {} }\nspec: {}"),
    ).toEqual([
      'p.yaml:1: apiVersion: Unsupported value: "policy.gardengate.dev/v1": supported values: "policy.gardengate.dev/v1alpha1"',
      'p.yaml:2: kind: Unsupported value: "Policy": supported values: "OperatingSystemConfigPolicy"',
      "p.yaml:3: metadata.labels: Forbidden: unknown key; known here: name",
      'p.yaml:3: metadata.name: Invalid value: "Corp_1": must be at most 63 lower-case letters, digits, - and ., such as corporate-mirrors',
    ]);
  });

  it.each([
    ["an empty map", "{}", ["apiVersion", "kind", "metadata", "spec"]],
    [
      "a document without a name",
      "apiVersion: policy.gardengate.dev/v1alpha1\nkind: OperatingSystemConfigPolicy\nmetadata:\nspec: {}",
      ["metadata"],
    ],
  ])("%s", (_, text, missing) => {
    const paths = errorsOf(text).map((error) => error.split(": ")[1]);
    expect(paths).toEqual(missing);
  });

  it.each([
    ["a list", "[1]", ["p.yaml:1: Invalid value: must be a map"]],
    ["a text", "hello", ['p.yaml:1: Invalid value: "hello": must be a map']],
    [
      "an unclosed list",
      "a: [1",
      ["p.yaml:1: is not YAML: Flow sequence in block collection must be sufficiently indented and end with a ]"],
    ],
    ["a repeated key", "a: 1\na: 2", ["p.yaml:2: is not YAML: Map keys must be unique"]],
  ])("%s", (_, text, errors) => {
    expect(errorsOf(text)).toEqual(errors);
  });

  it("tells everything at once, file by file, and nothing is in force", () => {
    const outcome = loadPolicies([
      { name: "b.yaml", text: document("b", "mode: no") },
      { name: "a.yaml", text: "a: [1" },
      { name: "c.yaml", text: document("c", "files: [{ path: /a, content: x }]") },
    ]);
    expect(outcome.ok ? [] : outcome.errors.map((error) => error.split(": ")[0])).toEqual(["b.yaml:5", "a.yaml:1"]);
  });
});

describe("refuses documents together:", () => {
  it("two of one name, naming both files", () => {
    const outcome = loadPolicies([
      { name: "a.yaml", text: document("corp", "files: [{ path: /a, content: x }]") },
      { name: "b.yaml", text: document("corp", "knownRuntimes: [crun]") },
    ]);
    expect(outcome).toEqual({
      ok: false,
      errors: [
        'b.yaml:3: metadata.name: Duplicate value: "corp": is also the name of the policy at a.yaml:3; give one of them another name',
      ],
    });
  });

  it.each<[string, readonly string[], readonly string[], string]>([
    [
      "another value of a plugin setting",
      [`plugins: [{ path: [${CRI}], values: { enable_selinux: true } }]`],
      ["plugins:", `- { path: [${CRI}, cni] }`, `- { path: [${CRI}], values: { enable_selinux: false } }`],
      `p.yaml:13: spec.plugins[1]: Invalid value: contradicts policy one (p.yaml:5) of the same priority about [${CRI}, enable_selinux]; set priority or match apart`,
    ],
    [
      "what one removes and the other one adds",
      [`plugins: [{ op: remove, path: [${CRI}, containerd, runtimes, kata] }]`],
      [`plugins: [{ path: [${CRI}, containerd, runtimes, kata], values: { runtime_type: io.containerd.kata.v2 } }]`],
      `p.yaml:11: spec.plugins[0]: Invalid value: contradicts policy one (p.yaml:5) of the same priority about [${RUNTIME}, containerd, runtimes, kata]; set priority or match apart`,
    ],
    [
      "another sandbox image",
      ["sandboxImage: { image: 'a.example/pause:1' }"],
      ["sandboxImage: { from: a.example/, to: b.example/ }"],
      "p.yaml:11: spec.sandboxImage: Invalid value: contradicts policy one (p.yaml:5) of the same priority about the sandbox image; set priority or match apart",
    ],
    [
      "another cgroup driver",
      ["cgroupDriver: { driver: systemd }"],
      ["cgroupDriver: { driver: cgroupfs }"],
      "p.yaml:11: spec.cgroupDriver: Invalid value: contradicts policy one (p.yaml:5) of the same priority about the cgroup driver; set priority or match apart",
    ],
    [
      "another content of a file",
      ["files:", "- { path: /b, content: x }", "- { path: /a, content: x }"],
      ["files: [{ path: /a, content: y }]"],
      "p.yaml:13: spec.files[0]: Invalid value: contradicts policy one (p.yaml:7) of the same priority about /a; set priority or match apart",
    ],
  ])("%s", (_, one, two, error) => {
    const documents = [document("one", ...one), document("two", ...two)];
    expect(errorsOf(...documents).filter((text) => text.includes("contradicts"))).toEqual([error]);
    expect(errorsOf(document("one", ...one), document("two", "priority: 1", ...two))).toEqual([]);
  });

  it("but only warns where one of them is in audit mode", () => {
    const documents = [
      document("one", "files: [{ path: /a, content: x }]"),
      document("two", "mode: audit", "files: [{ path: /a, content: y }]"),
    ];
    expect(warningsOf(...documents)).toEqual([
      "p.yaml:12: spec.files[0]: Invalid value: contradicts policy one (p.yaml:5) of the same priority about /a; set priority or match apart",
    ]);
  });

  it("and only warns about registries, which are settled by name", () => {
    const registry = (url: string) => `registries: [{ upstream: docker.io, hosts: [{ url: '${url}' }] }]`;
    const { set, warnings } = loaded(
      document("zeta", registry("https://z.example")),
      document("alpha", registry("https://a.example")),
    );
    expect(set.policies.map(({ name }) => name)).toEqual(["alpha", "zeta"]);
    expect(warnings).toEqual([
      "p.yaml:11: spec.registries[0]: Invalid value: docker.io is said otherwise by policy zeta (p.yaml:5) of the same priority; by name order alpha wins; set priority or match apart",
    ]);
  });

  it("two versions of containerd for one operating system", () => {
    const errors = errorsOf(
      document("one", "containerdVersions: [{ osType: gardenlinux, osVersions: '>=1877', version: '2.1' }]"),
      document(
        "two",
        "containerdVersions:",
        "- { osType: ubuntu, version: '1.7' }",
        "- { osType: gardenlinux, osVersions: '<1877', version: '1.7' }",
        "- { osType: gardenlinux, version: '1.7' }",
      ),
    );
    expect(errors).toEqual([
      'p.yaml:14: spec.containerdVersions[2].version: Invalid value: "1.7": contradicts the entry at p.yaml:5; give both ranges that exclude each other',
    ]);
  });
});
