import { describe, expect, it } from "vitest";
import { registryFindings } from "../../../src/domain/osc/registry-rules.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { containerdOsc, oscLines, reviewOf } from "../../support/osc-builders.ts";

const H = "spec.criConfig.containerd.registries[0].hosts";

function lines(hosts: readonly unknown[], registry: RawObject = {}): readonly string[] {
  const registries = [{ upstream: "quay.io", hosts, ...registry }];
  return oscLines(registryFindings(reviewOf(containerdOsc({ registries }))));
}

function urls(...texts: readonly string[]): readonly RawObject[] {
  return texts.map((url) => ({ url }));
}

describe("OSC-V-17, the hosts of a registry", () => {
  const twice = (index: number) => `OSC-V-17 ${H}[${index}].url Duplicate`;
  const alike = (index: number) => `OSC-V-17 (Ww) ${H}[${index}].url Duplicate`;
  const slash = (index: number) => `OSC-V-17 (Ww) ${H}[${index}].url Invalid`;

  it.each<[string, readonly string[], readonly string[]]>([
    ["differ", ["https://a.example", "https://b.example", "http://a.example", "https://a.example:8443"], []],
    ["are the same (row 24)", ["https://a.example", "https://a.example"], [twice(1)]],
    [
      "are the same, thrice",
      ["https://a.example", "https://b.example", "https://a.example", "https://a.example"],
      [twice(2), twice(3)],
    ],
    ["differ in a slash and in case (row 24)", ["https://A.example/", "https://a.example"], [alike(1), slash(0)]],
    ["differ in the case of the path", ["https://a.example/V2", "https://a.example/v2"], []],
    ["differ in the slash of a path", ["https://a.example/v2", "https://a.example/v2/"], [alike(1)]],
    ["have more slashes", ["https://a.example/v2", "https://a.example/v2//"], []],
  ])("%s", (_, texts, expected) => {
    expect(lines(urls(...texts))).toEqual(expected);
  });

  it("may be those of another registry", () => {
    const registries = ["quay.io", "ghcr.io"].map((upstream) => ({ upstream, hosts: urls("https://a.example") }));
    expect(registryFindings(reviewOf(containerdOsc({ registries })))).toEqual([]);
  });

  it.each([
    ["https://a.example/", [slash(0)]],
    ["https://a.example", []],
    ["https://a.example/v2/", []],
    ["https://a.example//", []],
  ])("%s, with a path that is a slash or not", (url, expected) => {
    expect(lines(urls(url))).toEqual(expected);
  });

  it("are not the same for having no URL", () => {
    expect(lines([{}, {}])).toEqual([`OSC-V-14 ${H}[0].url Required`, `OSC-V-14 ${H}[1].url Required`]);
  });
});

describe("the capabilities of a registry host", () => {
  const capable = (url: string, ...capabilities: readonly string[]) => [{ url, capabilities }];
  const MIRROR = "https://mirror.example";
  const unknown = (index: number) => `OSC-V-18 ${H}[0].capabilities[${index}] NotSupported`;
  const repeated = (index: number) => `OSC-V-19 ${H}[0].capabilities[${index}] Duplicate`;
  const pushed = (index: number) => `OSC-V-19 ${H}[0].capabilities[${index}] Invalid`;

  it.each<[readonly string[], readonly string[]]>([
    [[], []],
    [["pull"], []],
    [["pull", "resolve"], []],
    [["pull", "referrers"], [unknown(1)]],
    [
      ["Pull", ""],
      [unknown(0), unknown(1)],
    ],
    [
      ["pull", "resolve", "pull", "pull"],
      [repeated(2), repeated(3)],
    ],
    [
      ["x", "x"],
      [unknown(0), unknown(1), repeated(1)],
    ],
    [["pull", "push"], [pushed(1)]],
    [
      ["push", "push"],
      [repeated(1), pushed(0)],
    ],
  ])("%j of a mirror (OSC-V-18 and 19, row 25)", (capabilities, expected) => {
    expect(lines(capable(MIRROR, ...capabilities))).toEqual(expected);
  });

  it.each<[string, RawObject, boolean]>([
    ["https://quay.io", {}, true],
    ["https://QUAY.io:443/", {}, true],
    ["https://quay.io:8443", {}, false],
    ["https://cdn.quay.io", {}, false],
    ["https://cdn.quay.io", { server: "https://cdn.quay.io" }, true],
    ["https://quay.io", { server: "https://cdn.quay.io" }, true],
    ["https://registry-1.docker.io", { upstream: "docker.io" }, true],
    ["https://registry-1.docker.io", { upstream: "quay.io" }, false],
    ["http://depot:5000", { upstream: "depot:5000" }, true],
    ["https://depot", { upstream: "depot:443" }, true],
    ["https://depot:443", { upstream: "depot:443" }, true],
    ["http://depot:80", { upstream: "depot:80" }, true],
    ["http://depot", { upstream: "depot:443" }, false],
    ["http://quay.io", {}, true],
    ["http://quay.io:443", {}, true],
    ["https://quay.io", { upstream: "_default" }, false],
  ])("push to %s of %j is told to be to the upstream or not (OSC-V-19)", (url, registry, isOrigin) => {
    const found = lines(capable(url, "push"), registry).filter((line) => line.startsWith("OSC-V-19"));
    expect(found).toEqual(isOrigin ? [] : [pushed(0)]);
  });
});

describe("OSC-V-21, overridePath", () => {
  const OVERRIDDEN = [`OSC-V-21 ${H}[0].overridePath Invalid`];

  it.each<[string, boolean | null, readonly string[]]>([
    ["https://mirror.example/v2/quay", true, []],
    ["https://mirror.example", true, OVERRIDDEN],
    ["https://mirror.example:443", true, OVERRIDDEN],
    ["https://mirror.example", false, []],
    ["https://mirror.example", null, []],
  ])("%s with %j", (url, overridePath, expected) => {
    expect(lines([{ url, overridePath }])).toEqual(expected);
  });
});
