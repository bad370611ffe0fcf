import { describe, expect, it } from "vitest";
import { hostsToml, hostsTomlPath, type RegistryHosts } from "../../../src/domain/containerd/hosts-toml.ts";
import type { RegistryEntry } from "../../../src/domain/policies/types.ts";

const MARK = "# managed by gardener-node-agent\n";

describe("hosts.toml, byte for byte as gardener-node-agent writes it", () => {
  it.each<{ what: string; registry: RegistryHosts; text: string }>([
    { what: "neither server nor host", registry: {}, text: MARK },
    { what: "an empty server", registry: { server: "", hosts: [] }, text: MARK },
    {
      what: "a server alone",
      registry: { server: "https://ghcr.io" },
      text: `${MARK}server = "https://ghcr.io"\n\n`,
    },
    {
      what: "a host alone, with the default capabilities",
      registry: { hosts: [{ url: "http://10.43.7.20:5000" }] },
      text: `${MARK}[host."http://10.43.7.20:5000"]\n  capabilities = ["pull","resolve"]\n\n`,
    },
    {
      what: "empty lists as absent ones",
      registry: { hosts: [{ url: "http://10.43.7.20:5000", capabilities: [], caCerts: [], overridePath: false }] },
      text: `${MARK}[host."http://10.43.7.20:5000"]\n  capabilities = ["pull","resolve"]\n\n`,
    },
    {
      what: "everything, two hosts in order",
      registry: {
        server: "https://registry-1.docker.io",
        hosts: [
          {
            url: "https://mirror.corp.example/v2/dockerhub",
            capabilities: ["pull", "resolve", "push"],
            caCerts: ["/etc/containerd/certs.d-ca/corp.pem", "other.pem"],
            overridePath: true,
          },
          { url: "https://depot.air.example", capabilities: ["pull"] },
        ],
      },
      text: `${MARK}server = "https://registry-1.docker.io"

[host."https://mirror.corp.example/v2/dockerhub"]
  capabilities = ["pull","resolve","push"]
  ca = ["/etc/containerd/certs.d-ca/corp.pem","other.pem"]
  override_path = true

[host."https://depot.air.example"]
  capabilities = ["pull"]

`,
    },
    {
      what: "marks of Go strings and of JSON in what valid objects cannot have",
      registry: {
        server: 'https://a"b\\c\td\u0001\u00a0\ufeff\u{e0001}é',
        hosts: [{ url: 'x"\n', caCerts: ["<&>\u2028"] }],
      },
      text: `${MARK}server = "https://a\\"b\\\\c\\td\\x01\\u00a0\\ufeff\\U000e0001é"

[host."x\\"\\n"]
  capabilities = ["pull","resolve"]
  ca = ["\\u003c\\u0026\\u003e\\u2028"]

`,
    },
    {
      what: "a host without an address",
      registry: { hosts: [{}] },
      text: `${MARK}[host.""]\n  capabilities = ["pull","resolve"]\n\n`,
    },
  ])("$what", ({ registry, text }) => {
    expect(hostsToml(registry)).toBe(text);
  });

  it("takes an entry of a policy", () => {
    const entry: RegistryEntry = { upstream: "quay.io", hosts: [{ url: "https://m.example", overridePath: true }] };

    expect(hostsToml(entry)).toContain("override_path = true");
  });
});

describe("path of hosts.toml", () => {
  it.each([
    ["docker.io", "/etc/containerd/certs.d/docker.io/hosts.toml"],
    ["_default", "/etc/containerd/certs.d/_default/hosts.toml"],
    ["depot:7000", "/etc/containerd/certs.d/depot:7000/hosts.toml"],
  ])("%s", (upstream, path) => {
    expect(hostsTomlPath(upstream)).toBe(path);
  });
});
