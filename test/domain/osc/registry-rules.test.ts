import { describe, expect, it } from "vitest";
import { errorText } from "../../../src/domain/field/error.ts";
import { registryFindings, secondWriterFindings } from "../../../src/domain/osc/registry-rules.ts";
import { validateOperatingSystemConfig } from "../../../src/domain/osc/validate-operating-system-config.ts";
import type { Finding } from "../../../src/domain/rules/finding.ts";
import { ENFORCE_ALL, judge } from "../../../src/domain/rules/judge.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { containerdOsc, inlineFile, oscLines, provisionOsc, reviewOf } from "../../support/osc-builders.ts";

const R = "spec.criConfig.containerd.registries";
const HOSTS = [{ url: "https://depot.air.example" }];

function found(object: RawObject): readonly Finding[] {
  const review = reviewOf(object);
  return [...registryFindings(review), ...secondWriterFindings(review)];
}

function lines(registries: readonly unknown[], spec: RawObject = {}): readonly string[] {
  return oscLines(found(containerdOsc({ registries }, spec)));
}

describe("the upstream of a registry", () => {
  it.each([
    "docker.io",
    "registry-1.docker.io",
    "depot:7000",
    "172.20.4.9:8443",
    "localhost",
    "localhost:1",
    "depot:65535",
    "_default",
    "1.2.3",
    "a".repeat(253),
  ])("may be %s (OSC-V-12, row 18)", (upstream) => {
    expect(lines([{ upstream, hosts: HOSTS }])).toEqual([]);
  });

  it.each([
    "Quay.IO",
    "ghcr.io/acme",
    "[fd12::5]:443",
    "fd12::5",
    "depot:07000",
    "depot:70000",
    "depot:65536",
    "depot:0",
    "depot:",
    "depot:x",
    ":443",
    "",
    "_default:443",
    "_other",
    "*.quay.io",
    "https://quay.io",
    "quay.io\n",
    "quay.io:443\n",
    "quay.io.",
    "a".repeat(254),
    ":".repeat(100_000),
  ])("is not %j (OSC-V-12, rows 17 and 19)", (upstream) => {
    expect(lines([{ upstream, hosts: HOSTS }])).toEqual([`OSC-V-12 ${R}[0].upstream Invalid`]);
  });

  it("has to be there (OSC-V-12)", () => {
    expect(lines([{ hosts: HOSTS }, null])).toEqual([
      `OSC-V-12 ${R}[0].upstream Required`,
      `OSC-V-12 ${R}[1].upstream Required`,
    ]);
  });

  it("is there once, character by character (OSC-V-11)", () => {
    const upstreams = ["docker.io", "quay.io", "registry-1.docker.io", "docker.io", "docker.io", "docker.io:443"];
    expect(lines(upstreams.map((upstream) => ({ upstream, hosts: HOSTS })))).toEqual([
      `OSC-V-11 ${R}[3].upstream Duplicate`,
      `OSC-V-11 ${R}[4].upstream Duplicate`,
    ]);
  });

  it("may be exempt from _default without hosts and server", () => {
    expect(lines([{ upstream: "registry.inside.example" }])).toEqual([]);
  });
});

describe("OSC-V-66", () => {
  it.each<[string, RawObject, readonly string[]]>([
    ["a server without hosts (row 84)", { server: "https://m.example" }, [`OSC-V-66 ${R}[0].server Forbidden`]],
    ["a server with hosts", { server: "https://m.example", hosts: HOSTS }, []],
    ["hosts without server", { hosts: HOSTS }, []],
  ])("%s", (_, registry, expected) => {
    expect(lines([{ upstream: "ghcr.io", ...registry }])).toEqual(expected);
  });
});

describe("OSC-V-23", () => {
  const hostsToml = (upstream: string) => inlineFile(`/etc/containerd/certs.d/${upstream}/hosts.toml`, "x");
  const REGISTRIES = [
    { upstream: "quay.io", hosts: HOSTS },
    { upstream: "_default", hosts: HOSTS },
    { upstream: "depot:7000", hosts: HOSTS },
  ];

  it.each<[string, readonly string[], readonly number[]]>([
    ["hosts.toml of another upstream", ["ghcr.io", "quay.io:443"], []],
    ["hosts.toml of an upstream with a registry", ["ghcr.io", "quay.io"], [1]],
    ["hosts.toml of several, _default and ports included", ["depot:7000", "_default"], [0, 1]],
  ])("%s", (_, upstreams, forbidden) => {
    expect(lines(REGISTRIES, { files: upstreams.map(hostsToml) })).toEqual(
      forbidden.map((index) => `OSC-V-23 spec.files[${index}].path Forbidden`),
    );
  });

  it("other files of an upstream", () => {
    const files = [inlineFile("/etc/containerd/certs.d/quay.io/ca.pem", "x"), inlineFile("/etc/hosts.toml", "x"), {}];
    expect(lines(REGISTRIES, { files })).toEqual([]);
  });

  it("hosts.toml in a provision OSC, where registries are not looked at", () => {
    const criConfig = { name: "containerd", containerd: { registries: [{ upstream: "Quay.IO" }] } };
    const osc = provisionOsc({ criConfig, files: [hostsToml("quay.io"), hostsToml("Quay.IO")] });
    expect(found(osc)).toEqual([]);
  });
});

describe("registries", () => {
  const mistaken = (members: RawObject) =>
    containerdOsc({ registries: [{ upstream: "quay.io", hosts: [{ url: "ftp://depot.air.example" }], ...members }] });

  it("may be absent", () => {
    expect(lines([])).toEqual([]);
  });

  it("keep their old mistakes by upstream and URL, wherever they stand (section 2.5)", () => {
    const stored = mistaken({});
    const [moved] = [{ upstream: "ghcr.io", hosts: HOSTS }].map((first) =>
      containerdOsc({ registries: [first, { upstream: "quay.io", hosts: [{ url: "ftp://depot.air.example" }] }] }),
    );
    const verdict = judge(
      validateOperatingSystemConfig(reviewOf(moved ?? {}, stored)),
      ENFORCE_ALL,
      validateOperatingSystemConfig(reviewOf(stored)),
    );
    expect(verdict.kind).toBe("allow");
    expect(verdict.warned.map(({ rule }) => rule)).toContain("OSC-V-15");
  });

  it("do not hand a mistake on to another upstream", () => {
    const stored = mistaken({});
    const verdict = judge(
      validateOperatingSystemConfig(reviewOf(mistaken({ upstream: "ghcr.io" }), stored)),
      ENFORCE_ALL,
      validateOperatingSystemConfig(reviewOf(stored)),
    );
    expect(verdict.kind).toBe("deny");
  });

  it("say what to write", () => {
    const osc = containerdOsc(
      { registries: [{ upstream: "Quay.IO" }, { upstream: "quay.io", server: "https://m.example" }] },
      { files: [inlineFile("/etc/containerd/certs.d/quay.io/hosts.toml", "x")] },
    );
    expect(found(osc).map(({ error }) => errorText(error))).toEqual([
      `${R}[0].upstream: Invalid value: "Quay.IO": must be _default or host[:port] in lower case, without scheme and path, port 1 to 65535`,
      `${R}[1].server: Forbidden: containerd 1.x ignores a server without hosts and asks the upstream; write it as a host too`,
      'spec.files[0].path: Forbidden: gardener-node-agent writes it for upstream "quay.io"; keep the file or the registry',
    ]);
  });

  it("can be many", () => {
    const many = Array.from({ length: 50_000 }, (_, index) => ({
      upstream: `r${index}`,
      hosts: [{ url: "https://depot.air.example", caCerts: ["ca.pem"] }],
    }));
    const files = many.map(({ upstream }) => inlineFile(`/etc/containerd/certs.d/${upstream}/ca.pem`, "x"));
    expect(lines(many, { files })).toEqual([]);
  });
});
