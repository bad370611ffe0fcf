import { describe, expect, it } from "vitest";
import { errorText } from "../../../src/domain/field/error.ts";
import { registryFindings } from "../../../src/domain/osc/registry-rules.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { containerdOsc, reviewOf } from "../../support/osc-builders.ts";

/** Rules and types of what is found about a registry, its `server` or the `url` of its host. */
function found(registry: RawObject): readonly string[] {
  const registries = [{ upstream: "quay.io", hosts: [{ url: "https://depot.air.example" }], ...registry }];
  return registryFindings(reviewOf(containerdOsc({ registries }))).map(
    ({ rule, mark, error }) => `${rule}${mark ? ` (${mark})` : ""} ${error.type.replace("FieldValue", "")}`,
  );
}

function texts(registry: RawObject): readonly string[] {
  const registries = [{ upstream: "quay.io", hosts: [{ url: "https://depot.air.example" }], ...registry }];
  return registryFindings(reviewOf(containerdOsc({ registries }))).map(({ error }) =>
    errorText(error).replace("spec.criConfig.containerd.registries[0].", ""),
  );
}

const REQUIRED = ["OSC-V-13 Required"];
const SCHEME = "OSC-V-13 NotSupported";
const HOST = "OSC-V-13 Invalid";
const PREFIX = "OSC-V-15 NotSupported";
const SURPLUS = "OSC-V-16 Invalid";

describe("the server of a registry", () => {
  it.each<[string, readonly string[]]>([
    ["https://quay.io", []],
    ["http://quay.io", []],
    ["https://quay.io:443/v2", []],
    ["https://quay.io/", []],
    ["https://[fd12::5]:443", []],
    ["http://:80", []],
    ["http://quay.io:", []],
    ["depot.air.example:8443", [SCHEME, HOST]],
    ["quay.io", [SCHEME, HOST]],
    ["", [SCHEME, HOST]],
    ["/v2", [SCHEME, HOST]],
    ["ftp://quay.io", [SCHEME]],
    ["//m.example", [SCHEME]],
    ["https://", [HOST]],
    ["https:/quay.io", [HOST]],
    ["https:quay.io", [HOST]],
    ["HTTPS://", [HOST]],
    ["172.20.4.9:8443", REQUIRED],
    ["http://a:80:90", REQUIRED],
    ["http://[10.0.0.9]", REQUIRED],
    ["http://a b", REQUIRED],
    ["http://a/%zz", REQUIRED],
    [" https://quay.io", REQUIRED],
    ["HTTPS://quay.io", [PREFIX]],
    ["https://u:p@quay.io", [SURPLUS]],
    ["https://@quay.io", [SURPLUS]],
    ["https://quay.io?ns=x", [SURPLUS]],
    ["https://quay.io?", [SURPLUS]],
    ["https://quay.io#x", [SURPLUS]],
    ["https://quay.io:0", [SURPLUS]],
    ["https://quay.io:65536", [SURPLUS]],
    ["https://quay.io:65535", []],
    ["HTTPS://u@quay.io:0?#", [PREFIX, SURPLUS]],
    ["ftp://u@quay.io", [SCHEME, SURPLUS]],
  ])("%j (OSC-V-13, 15 and 16, rows 20, 21, 86 and 87)", (server, expected) => {
    expect(found({ server })).toEqual(expected);
  });

  it("may be absent", () => {
    expect(found({ server: null })).toEqual([]);
  });
});

const URL_REQUIRED = "OSC-V-14 Required";
const URL_HOST = "OSC-V-14 Invalid";

describe("the URL of a registry host", () => {
  it.each<[string, readonly string[]]>([
    ["https://depot.air.example", []],
    ["http://10.43.7.20:5000", []],
    ["https://mirror.corp.example/v2/dockerhub", []],
    ["ftp://depot.air.example", [PREFIX]],
    ["//depot.air.example", [PREFIX]],
    ["HTTPS://m.example", [PREFIX]],
    ["Http://m.example", [PREFIX]],
    ["", [URL_HOST, PREFIX]],
    ["depot.air.example", [URL_HOST, PREFIX]],
    ["depot.air.example:8443", [URL_HOST, PREFIX]],
    ["https://", [URL_HOST]],
    ["https:///x", [URL_HOST]],
    ["10.0.0.9:5000", [URL_REQUIRED, PREFIX]],
    ["https://a b", [URL_REQUIRED]],
    ["https://svc:pw@depot.air.example", [SURPLUS]],
    ["https://depot.air.example?a=b", [SURPLUS]],
    ["https://depot.air.example#a", [SURPLUS]],
    ["https://depot.air.example:70000", [SURPLUS]],
    [`https://depot.air.example:${"9".repeat(400)}`, [SURPLUS]],
    ["https://depot.air.example:00443", []],
  ])("%j (OSC-V-14, 15 and 16, rows 22, 23 and 85)", (url, expected) => {
    expect(found({ hosts: [{ url }] })).toEqual(expected);
  });

  it("has to be there (OSC-V-14)", () => {
    expect(found({ hosts: [{}, { url: null }, null] })).toEqual([URL_REQUIRED, URL_REQUIRED, URL_REQUIRED]);
  });
});

describe("messages about URLs", () => {
  it("say what to write", () => {
    const registry = { server: "depot.air.example:8443", hosts: [{ url: "10.0.0.9:5000" }, { url: "https://m:0?x" }] };
    expect(texts(registry)).toEqual([
      'server: Unsupported value: "depot.air.example:8443": supported values: "http://", "https://"; begin with one of them',
      'server: Invalid value: "depot.air.example:8443": has no host; write https://host[:port]',
      "hosts[0].url: Required value: cannot be read as a URL; write https://host[:port]",
      'hosts[0].url: Unsupported value: "10.0.0.9:5000": supported values: "http://", "https://"; containerd puts https:// before anything else',
      'hosts[1].url: Invalid value: "https://m:0?x": leave out the query, which containerd does not send; use a port from 1 to 65535',
    ]);
  });

  it.each([
    "https://svc:pw@depot.air.example",
    "ftp://svc:pw@depot.air.example#x",
    "//svc:pw@depot.air.example/a@b",
    "https://svc:pw@",
    "https://svc:p%w@depot.air.example",
    "https://s@vc:pw@depot.air.example/",
  ])("do not repeat the password of %s", (url) => {
    const messages = texts({ server: url, hosts: [{ url }, { url }], readinessProbe: true });
    expect(messages.length).toBeGreaterThan(2);
    expect(messages.filter((message) => /pw|p%w/.test(message))).toEqual([]);
  });
});
