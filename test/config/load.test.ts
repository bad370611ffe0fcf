import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type ConfigOutcome, loadConfig, parseConfig } from "../../src/config/load.ts";
import type { Settings } from "../../src/config/settings.ts";

const SHOOTS = "shoots.validate.gardengate.dev";
const PROFILES = "cloudprofiles.validate.gardengate.dev";
const CONTEXT = { file: "etc/config.yaml", cwd: "/srv", webhookNames: [SHOOTS, PROFILES] };

function parse(...lines: readonly string[]): ConfigOutcome {
  return parseConfig(lines.join("\n"), CONTEXT);
}

function settingsOf(...lines: readonly string[]): Settings {
  const outcome = parse(...lines);
  if (!outcome.ok) {
    throw new Error(outcome.problems.join("\n"));
  }
  return outcome.settings;
}

function problemsOf(...lines: readonly string[]): readonly string[] {
  const outcome = parse(...lines);
  return outcome.ok ? [] : outcome.problems;
}

const DEFAULTS: Settings = {
  server: {
    bindAddress: "127.0.0.1",
    port: 9443,
    operationsPort: 9444,
    certificates: { mode: "files", directory: "/srv/etc/certs" },
    shutdown: { drainSeconds: 12, timeoutSeconds: 30 },
    limits: { bodyBytes: 33554432, inFlightBytes: 134217728, inFlightRequests: 256 },
  },
  log: { level: "info" },
  facts: { source: "directory", directory: "/srv/etc/facts", shoots: "watch" },
  policies: { directory: "/srv/etc/policies", isRequired: false },
  webhooks: { enabled: [SHOOTS, PROFILES] },
  rules: { strict: "deny", inUse: "deny", overrides: new Map() },
  featureGates: {
    CloudProfileCapabilities: true,
    VersionClassificationLifecycle: false,
    InPlaceNodeUpdates: false,
  },
  operatingSystemConfigs: {
    guardsCgroupDriver: true,
    limits: { userDataBytes: 16384, userDataBytesByProvider: new Map(), osOverheadBytes: 1500 },
  },
};

it.each([
  ["an empty file", ""],
  ["a file of comments", "# nothing yet\n"],
  ["an empty map", "{}"],
  ["only version and kind", "apiVersion: config.gardengate.dev/v1alpha1\nkind: GardengateConfiguration\n"],
  [
    "keys without values",
    "server:\nlog:\nfacts:\nrules:\n  overrides:\nfeatureGates:\noperatingSystemConfigs:\n  limits:\n",
  ],
])("completes %s with the defaults", (_, text) => {
  expect(parseConfig(text, CONTEXT)).toEqual({ ok: true, settings: DEFAULTS });
});

it("reads the complete document", () => {
  const settings = settingsOf(
    "apiVersion: config.gardengate.dev/v1alpha1",
    "kind: GardengateConfiguration",
    "server:",
    "  bindAddress: '::'",
    "  port: 0",
    "  operationsPort: 0",
    "  certificates: { mode: selfSigned, directory: /tmp/certs, hosts: [gardengate.garden, 10.0.0.1, 'fd00::1'] }",
    "  shutdown: { drainSeconds: 0, timeoutSeconds: 1.5 }",
    "  limits: { bodyBytes: 1048576, inFlightBytes: 1048576, inFlightRequests: 1 }",
    "log: { level: debug }",
    "facts: { source: kubernetes, kubeconfig: ../kubeconfig, shoots: off }",
    "policies: { directory: ./rules }",
    "webhooks:",
    "  enabled:",
    `  - ${PROFILES}`,
    "rules: { strict: warn, inUse: off, overrides: { CAP-CP-54: warn, CAP-CP-11: off, CAP-SH-32: enforce, CAP-SH-30: off } }",
    "featureGates: { CloudProfileCapabilities: false, VersionClassificationLifecycle: true, InPlaceNodeUpdates: true }",
    "operatingSystemConfigs:",
    "  cgroupDriverGuard: false",
    "  limits: { userDataBytes: 65536, userDataBytesByProvider: { aws: 16384, local: 131072 }, osOverheadBytes: 0 }",
  );
  expect(settings).toEqual({
    server: {
      bindAddress: "::",
      port: 0,
      operationsPort: 0,
      certificates: {
        mode: "selfSigned",
        directory: "/tmp/certs",
        hosts: ["gardengate.garden", "10.0.0.1", "fd00::1"],
      },
      shutdown: { drainSeconds: 0, timeoutSeconds: 1.5 },
      limits: { bodyBytes: 1048576, inFlightBytes: 1048576, inFlightRequests: 1 },
    },
    log: { level: "debug" },
    facts: { source: "kubernetes", kubeconfig: "/srv/kubeconfig", shoots: "off" },
    policies: { directory: "/srv/etc/rules", isRequired: true },
    webhooks: { enabled: [PROFILES] },
    rules: {
      strict: "warn",
      inUse: "off",
      overrides: new Map([
        ["CAP-CP-54", "warn"],
        ["CAP-CP-11", "off"],
        ["CAP-SH-32", "enforce"],
        ["CAP-SH-30", "off"],
      ]),
    },
    featureGates: {
      CloudProfileCapabilities: false,
      VersionClassificationLifecycle: true,
      InPlaceNodeUpdates: true,
    },
    operatingSystemConfigs: {
      guardsCgroupDriver: false,
      limits: {
        userDataBytes: 65536,
        userDataBytesByProvider: new Map([
          ["aws", 16384],
          ["local", 131072],
        ]),
        osOverheadBytes: 0,
      },
    },
  });
});

it("reads JSON as well", () => {
  const text = JSON.stringify({ server: { port: 8443 } });
  expect(parseConfig(text, CONTEXT)).toMatchObject({ ok: true, settings: { server: { port: 8443 } } });
});

it("leaves the kubeconfig to the environment when none is named", () => {
  expect(settingsOf("facts: { source: kubernetes }").facts).toEqual({
    source: "kubernetes",
    kubeconfig: undefined,
    shoots: "watch",
  });
});

it("serves webhooks in the order of the registry", () => {
  expect(settingsOf(`webhooks: { enabled: [${PROFILES}, ${SHOOTS}] }`).webhooks.enabled).toEqual([SHOOTS, PROFILES]);
});

describe("webhooks.role", () => {
  const SEED = "operatingsystemconfigs.validate.gardengate.dev";
  const context = {
    file: "config.yaml",
    cwd: "/srv",
    webhookNames: [SHOOTS, SEED],
    webhookRoles: new Map([
      [SHOOTS, "garden"],
      [SEED, "seed"],
    ] as const),
  };
  const outcomeOf = (...lines: readonly string[]) => parseConfig(lines.join("\n"), context);

  it.each([
    ["garden", [SHOOTS]],
    ["seed", [SEED]],
  ])("%s serves the webhooks of that cluster", (role, enabled) => {
    expect(outcomeOf(`webhooks: { role: ${role} }`)).toMatchObject({ ok: true, settings: { webhooks: { enabled } } });
  });

  it("has to be told where facts come from one API server, which does not serve the kinds of both", () => {
    expect(outcomeOf("facts: { source: kubernetes }")).toEqual({
      ok: false,
      problems: [
        "config.yaml:1: webhooks.role: Required value: say garden or seed: the API server that facts come from serves the kinds of one of them",
      ],
    });
    expect(outcomeOf("facts: { source: kubernetes }", `webhooks: { enabled: [${SEED}] }`)).toMatchObject({ ok: true });
    expect(outcomeOf("facts: { source: directory }")).toMatchObject({ ok: true });
  });

  it("must be that of the webhooks that are named", () => {
    expect(outcomeOf(`webhooks: { role: garden, enabled: [${SEED}] }`)).toEqual({
      ok: false,
      problems: [
        'config.yaml:1: webhooks.role: Invalid value: "garden": webhooks.enabled names webhooks of the other role; leave one of the two out',
      ],
    });
  });
});

it.each<[string, readonly string[], readonly string[]]>([
  [
    "a misspelt key",
    ["server:", "  prot: 9443"],
    ['etc/config.yaml:2: server.prot: Forbidden: unknown key; did you mean "port"?'],
  ],
  [
    "a key that resembles none",
    ["log:", "  level: info", "  file: /var/log/gardengate"],
    ["etc/config.yaml:3: log.file: Forbidden: unknown key; known here: level"],
  ],
  [
    "an unknown key at the top",
    ["metrics: {}"],
    [
      "etc/config.yaml:1: metrics: Forbidden: unknown key; known here: apiVersion, kind, server, log, facts, policies, webhooks, rules, featureGates, operatingSystemConfigs",
    ],
  ],
  [
    "a key that JavaScript gives a meaning",
    ["server:", "  __proto__: { port: 1 }", "  constructor: 1"],
    [
      "etc/config.yaml:2: server.__proto__: Forbidden: unknown key; known here: bindAddress, port, operationsPort, certificates, shutdown, limits",
      "etc/config.yaml:3: server.constructor: Forbidden: unknown key; known here: bindAddress, port, operationsPort, certificates, shutdown, limits",
    ],
  ],
  [
    "another version",
    ["apiVersion: config.gardengate.dev/v2", "kind: Gardengate"],
    [
      'etc/config.yaml:1: apiVersion: Unsupported value: "config.gardengate.dev/v2": supported values: "config.gardengate.dev/v1alpha1"',
      'etc/config.yaml:2: kind: Unsupported value: "Gardengate": supported values: "GardengateConfiguration"',
    ],
  ],
  [
    "ports out of range",
    ["server:", "  port: 70000", "  operationsPort: -1"],
    [
      "etc/config.yaml:2: server.port: Invalid value: 70000: must be between 0 and 65535",
      "etc/config.yaml:3: server.operationsPort: Invalid value: -1: must be between 0 and 65535",
    ],
  ],
  [
    "values of other types",
    ["server: { port: '9443', operationsPort: 1.5, limits: [] }", "log: verbose", "webhooks: { enabled: all }"],
    [
      "etc/config.yaml:1: server.limits: Invalid value: must be a map",
      "etc/config.yaml:1: server.operationsPort: Invalid value: 1.5: must be a whole number",
      'etc/config.yaml:1: server.port: Invalid value: "9443": must be a number',
      'etc/config.yaml:2: log: Invalid value: "verbose": must be a map',
      'etc/config.yaml:3: webhooks.enabled: Invalid value: "all": must be a list',
    ],
  ],
  [
    "one port for two listeners",
    ["server:", "  port: 9444"],
    ["etc/config.yaml:1: server.operationsPort: Invalid value: 9444: must differ from server.port"],
  ],
  [
    "a budget below the largest body",
    ["server:", "  limits:", "    inFlightBytes: 1048576", "    inFlightRequests: 0"],
    [
      "etc/config.yaml:3: server.limits.inFlightBytes: Invalid value: 1048576: must be at least server.limits.bodyBytes (33554432), or the largest body could never be read",
      "etc/config.yaml:4: server.limits.inFlightRequests: Invalid value: 0: must be at least 1",
    ],
  ],
  [
    "seconds that make no sense",
    ["server: { shutdown: { drainSeconds: -1, timeoutSeconds: 3600 } }"],
    [
      "etc/config.yaml:1: server.shutdown.drainSeconds: Invalid value: -1: must not be negative",
      "etc/config.yaml:1: server.shutdown.timeoutSeconds: Invalid value: 3600: must be at most 600 seconds",
    ],
  ],
  [
    "an address that is none",
    ["server: { bindAddress: 'http://localhost' }"],
    ['etc/config.yaml:1: server.bindAddress: Invalid value: "http://localhost": must be an IP address or a host name'],
  ],
  [
    "unknown, repeated and missing webhooks",
    ["webhooks:", "  enabled:", "  - shoot.validate.gardengate.dev", `  - ${SHOOTS}`, `  - ${SHOOTS}`],
    [
      'etc/config.yaml:3: webhooks.enabled[0]: Unsupported value: "shoot.validate.gardengate.dev": supported values: "shoots.validate.gardengate.dev", "cloudprofiles.validate.gardengate.dev"',
      'etc/config.yaml:5: webhooks.enabled[2]: Duplicate value: "shoots.validate.gardengate.dev"',
    ],
  ],
  [
    "no webhook at all",
    ["webhooks: { enabled: [] }"],
    [
      "etc/config.yaml:1: webhooks.enabled: Required value: name at least one webhook, or leave the key out to serve all of them",
    ],
  ],
  [
    "overrides that cannot be",
    [
      "rules:",
      "  overrides:",
      "    CAP-SH-17: warn",
      "    CAP-CP-54: deny",
      "    CAP-SH-30: enforce",
      "    CAP-SH-71: off",
      "    __proto__: off",
      "    CRI-V-04: warn",
      "    CAP-SH-21: warn",
      "    CAP-SH-01: warn",
    ],
    [
      "etc/config.yaml:3: rules.overrides.CAP-SH-17: Forbidden: Gardener enforces this rule (mark G), so it cannot be switched here",
      'etc/config.yaml:4: rules.overrides.CAP-CP-54: Unsupported value: "deny": supported values: "enforce", "warn", "off"',
      'etc/config.yaml:5: rules.overrides.CAP-SH-30: Unsupported value: "enforce": supported values: "warn", "off"; this rule only ever warns (mark Ww)',
      'etc/config.yaml:6: rules.overrides.CAP-SH-71: Forbidden: unknown rule; did you mean "CAP-SH-11"?',
      "etc/config.yaml:7: rules.overrides.__proto__: Forbidden: unknown rule",
      "etc/config.yaml:8: rules.overrides.CRI-V-04: Forbidden: no finding has this id; it goes by CAP-SH-18",
      "etc/config.yaml:9: rules.overrides.CAP-SH-21: Forbidden: no finding has this id; it goes by CRI-V-01 and CRI-V-02",
      "etc/config.yaml:10: rules.overrides.CAP-SH-01: Forbidden: no finding has this id",
    ],
  ],
  [
    "keys that another key makes meaningless",
    ["facts: { source: kubernetes, directory: facts }", "server: { certificates: { hosts: [a.example] } }"],
    [
      "etc/config.yaml:1: facts.directory: Forbidden: has a meaning only with facts.source: directory",
      "etc/config.yaml:2: server.certificates.hosts: Forbidden: has a meaning only with server.certificates.mode: selfSigned",
    ],
  ],
  [
    "a watch of shoots that is neither on nor off",
    ["facts: { shoots: true }"],
    ['etc/config.yaml:1: facts.shoots: Unsupported value: true: supported values: "watch", "off"'],
  ],
  [
    "the protection of shoots that are not watched",
    [
      "facts: { shoots: off }",
      "rules:",
      "  inUse: warn",
      "  overrides: { CAP-CP-86: enforce, CAP-CP-87: off, CAP-CP-54: warn }",
    ],
    [
      "etc/config.yaml:3: rules.inUse: Forbidden: has a meaning only with facts.shoots: watch",
      "etc/config.yaml:4: rules.overrides.CAP-CP-86: Forbidden: has a meaning only with facts.shoots: watch",
    ],
  ],
  [
    "an empty path",
    ["facts: { directory: '' }"],
    ["etc/config.yaml:1: facts.directory: Required value: must not be empty"],
  ],
  [
    "limits of user data that cannot be",
    [
      "operatingSystemConfigs:",
      "  cgroupDriverGuard: no",
      "  limits:",
      "    userDataBytes: 100",
      "    userDataBytesByProvider: { aws: 16Ki, gcp: 1, __proto__: 1 }",
      "    osOverheadBytes: -1",
    ],
    [
      'etc/config.yaml:2: operatingSystemConfigs.cgroupDriverGuard: Invalid value: "no": must be true or false',
      "etc/config.yaml:4: operatingSystemConfigs.limits.userDataBytes: Invalid value: 100: must be at least 1024 bytes",
      "etc/config.yaml:5: operatingSystemConfigs.limits.userDataBytesByProvider.__proto__: Invalid value: 1: must be at least 1024 bytes",
      'etc/config.yaml:5: operatingSystemConfigs.limits.userDataBytesByProvider.aws: Invalid value: "16Ki": must be a whole number of bytes',
      "etc/config.yaml:5: operatingSystemConfigs.limits.userDataBytesByProvider.gcp: Invalid value: 1: must be at least 1024 bytes",
      "etc/config.yaml:6: operatingSystemConfigs.limits.osOverheadBytes: Invalid value: -1: must not be negative",
    ],
  ],
  [
    "an overhead that leaves no room for user data",
    ["operatingSystemConfigs: { limits: { osOverheadBytes: 16384 } }"],
    [
      "etc/config.yaml:1: operatingSystemConfigs.limits.osOverheadBytes: Invalid value: 16384: must be less than operatingSystemConfigs.limits.userDataBytes (16384), or no user data fits",
    ],
  ],
  [
    "contradictions beside malformed values",
    ["server: { port: many, operationsPort: 9443, limits: { bodyBytes: 999999999 } }"],
    [
      "etc/config.yaml:1: server.limits.inFlightBytes: Invalid value: 134217728: must be at least server.limits.bodyBytes (999999999), or the largest body could never be read",
      'etc/config.yaml:1: server.port: Invalid value: "many": must be a number',
    ],
  ],
  ["a list", ["- server: {}"], ["etc/config.yaml:1: Invalid value: must be a map"]],
  ["a text", ["hello"], ['etc/config.yaml:1: Invalid value: "hello": must be a map']],
  ["a repeated key", ["log: {}", "log: {}"], ["etc/config.yaml:2: Map keys must be unique"]],
  ["two documents", ["log: {}", "---", "log: {}"], ["etc/config.yaml:3: only one document is expected in this file"]],
  [
    "broken YAML",
    ["server:", "  port: [1"],
    ["etc/config.yaml:2: Flow sequence in block collection must be sufficiently indented and end with a ]"],
  ],
  [
    "an alias without anchor",
    ["log: *nowhere"],
    ["etc/config.yaml:1: Unresolved alias (the anchor must be set before the alias): nowhere"],
  ],
])("reports %s", (_, lines, problems) => {
  expect(problemsOf(...lines)).toEqual(problems);
});

it("follows aliases to the lines they stand for", () => {
  expect(problemsOf("server: &s", "  shutdown: &d { drainSeconds: -1 }", "log: { level: loud }")).toEqual([
    "etc/config.yaml:2: server.shutdown.drainSeconds: Invalid value: -1: must not be negative",
    'etc/config.yaml:3: log.level: Unsupported value: "loud": supported values: "silent", "fatal", "error", "warn", "info", "debug", "trace"',
  ]);
});

async function scratch(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "gardengate-config-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}

it("loads a file, and resolves paths from its directory", async () => {
  const cwd = await scratch();
  await mkdir(join(cwd, "etc"));
  await writeFile(join(cwd, "etc", "config.yaml"), "facts: { directory: ../facts }\n");
  const outcome = await loadConfig({ ...CONTEXT, cwd });
  expect(outcome).toMatchObject({ ok: true, settings: { facts: { directory: join(cwd, "facts") } } });
});

it("tells what is wrong with a file that cannot be read", async () => {
  const cwd = await scratch();
  await mkdir(join(cwd, "directory"));
  await expect(loadConfig({ ...CONTEXT, cwd, file: "missing.yaml" })).resolves.toEqual({
    ok: false,
    problems: ["missing.yaml: no such file"],
  });
  await expect(loadConfig({ ...CONTEXT, cwd, file: "directory" })).resolves.toEqual({
    ok: false,
    problems: ["directory: is a directory; name the configuration file in it"],
  });
});
