import { describe, expect, it } from "vitest";
import type { CapabilityDefinition } from "../../../src/domain/capabilities/types.ts";
import { AMD, configOf, findingsOf, flavor, type Json, L, linesOf, os, profileOf } from "./mapped.ts";

const ARCHITECTURE = { name: "architecture", values: ["amd64"] };
const required = ["CAP-PC-23 Required spec.machineCapabilities"];

describe("accelerated networking (CAP-PC-23)", () => {
  it.each<[string, readonly CapabilityDefinition[], readonly Json[], readonly string[]]>([
    ["not defined", [ARCHITECTURE], [{ id: "x" }], required],
    ["not defined, but accelerated", [ARCHITECTURE], [{ id: "x", acceleratedNetworking: true }], []],
    ["not defined, not accelerated", [ARCHITECTURE], [{ id: "x", acceleratedNetworking: false }], required],
    ["not defined, mapped by flavor", [ARCHITECTURE], [{ capabilityFlavors: [flavor(AMD, { id: "x" })] }], []],
    ["without basic", [ARCHITECTURE, { name: "azure-networking", values: ["accelerated"] }], [{ id: "x" }], required],
    ["with basic", [ARCHITECTURE, { name: "azure-networking", values: ["basic"] }], [{ id: "x" }], []],
    ["no capabilities", L, [{ id: "x" }], []],
  ])("%s", (_, definitions, versions, expected) => {
    const spec = profileOf("azure", definitions, os([], definitions.length === 0 ? ["amd64"] : []));
    expect(linesOf(spec, configOf("azure", versions))).toEqual(expected);
  });

  it("is one finding for all entries", () => {
    const versions = [{ id: "x" }, { version: "1.0.1", id: "x" }, { version: "1.0.2", id: "x" }];
    const found = findingsOf(profileOf("azure", [ARCHITECTURE], os([])), configOf("azure", versions));
    const trap = found.filter(({ rule }) => rule === "CAP-PC-23");
    expect(trap).toHaveLength(1);
    expect(trap[0]?.error.detail).toContain('version "1.0.0" of machine image "os" and 2 more');
  });
});
