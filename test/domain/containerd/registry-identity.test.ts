import { describe, expect, it } from "vitest";
import { hostIdentity, type RegistryContent, sameRegistry } from "../../../src/domain/containerd/registry-identity.ts";

const URL = "https://m.example";

describe("sameRegistry", () => {
  it.each<[string, RegistryContent, RegistryContent]>([
    ["default capabilities", { hosts: [{ url: URL, capabilities: ["pull", "resolve"] }] }, { hosts: [{ url: URL }] }],
    ["no capabilities", { hosts: [{ url: URL, capabilities: [] }] }, { hosts: [{ url: URL }] }],
    ["no certificates", { hosts: [{ url: URL, caCerts: [] }] }, { hosts: [{ url: URL }] }],
    ["no override", { hosts: [{ url: URL, overridePath: false }] }, { hosts: [{ url: URL, overridePath: undefined }] }],
    ["no probe", { readinessProbe: false }, {}],
    ["no server", { server: "" }, { server: undefined }],
    ["no hosts", { hosts: [] }, {}],
  ])("takes %s for the default", (_, a, b) => {
    expect(sameRegistry(a, b)).toBe(true);
    expect(sameRegistry(b, a)).toBe(true);
  });

  it.each<[string, RegistryContent, RegistryContent]>([
    ["server", { server: URL }, {}],
    ["probe", { readinessProbe: true }, {}],
    ["order of hosts", { hosts: [{ url: "a" }, { url: "b" }] }, { hosts: [{ url: "b" }, { url: "a" }] }],
    ["number of hosts", { hosts: [{ url: "a" }] }, { hosts: [{ url: "a" }, { url: "a" }] }],
    ["order of capabilities", { hosts: [{ capabilities: ["resolve", "pull"] }] }, { hosts: [{}] }],
    ["certificates", { hosts: [{ caCerts: ["/a.pem"] }] }, { hosts: [{}] }],
    ["override", { hosts: [{ overridePath: true }] }, { hosts: [{}] }],
    ["case of URLs", { hosts: [{ url: "HTTPS://a" }] }, { hosts: [{ url: "https://a" }] }],
  ])("tells registries apart by %s", (_, a, b) => {
    expect(sameRegistry(a, b)).toBe(false);
    expect(sameRegistry(b, a)).toBe(false);
  });
});

describe("hostIdentity", () => {
  it.each([
    ["https://Mirror.Example", "https://mirror.example"],
    ["HTTPS://m.example/", "https://m.example"],
    ["https://m.example/v2/Hub/", "https://m.example/v2/Hub"],
    ["https://m.example//", "https://m.example/"],
    ["http://M.example?A=B", "http://m.example?A=B"],
    ["no url", "no url"],
    ["", ""],
  ])("of %j is %j", (url, identity) => {
    expect(hostIdentity(url)).toBe(identity);
  });
});
