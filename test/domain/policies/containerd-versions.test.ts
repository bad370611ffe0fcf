import { describe, expect, it } from "vitest";
import { mergesContainerdDropIns } from "../../../src/domain/policies/containerd-versions.ts";
import { type ContainerdVersionEntry, NO_POLICIES } from "../../../src/domain/policies/types.ts";
import { compileVersionRange } from "../../../src/domain/policies/version-range.ts";
import { oscView, poolOf, reconcileOsc } from "../../support/osc-builders.ts";

const POOL = poolOf(oscView(reconcileOsc()));

function entry(osType: string, range: string | undefined, containerd: string): ContainerdVersionEntry {
  return { osType, osVersions: range === undefined ? undefined : compileVersionRange(range), containerd };
}

function merges(osVersion: string | undefined, ...containerdVersions: readonly ContainerdVersionEntry[]): boolean {
  return mergesContainerdDropIns({ ...NO_POLICIES.tables, containerdVersions }, { ...POOL, osVersion });
}

describe("mergesContainerdDropIns", () => {
  it.each<[string, boolean]>([
    ["2.0", true],
    ["2.1.4", true],
    ["2", true],
    ["v2.0.0", true],
    ["10.0.0", true],
    ["2.0.0-rc.1", true],
    ["1.7", false],
    ["1.7.29", false],
    ["0.2", false],
    ["", false],
    ["two", false],
    ["20x", false],
  ])("of %j is %s", (containerd, expected) => {
    expect(merges("1592.1.0", entry("gardenlinux", undefined, containerd))).toBe(expected);
  });

  it("is not proven by an empty table, nor by another operating system", () => {
    expect(merges("1592.1.0")).toBe(false);
    expect(merges("1592.1.0", entry("ubuntu", undefined, "2.1"))).toBe(false);
  });

  it("goes by the version of the operating system", () => {
    const table = [entry("gardenlinux", "<1592", "1.7"), entry("gardenlinux", ">=1592", "2.1")];
    expect(merges("1592.1.0", ...table)).toBe(true);
    expect(merges("1443.3.0", ...table)).toBe(false);
    expect(merges("2000.0.0", entry("gardenlinux", "<1592", "2.1"))).toBe(false);
  });

  it("is not proven where entries contradict each other", () => {
    expect(merges("1592.1.0", entry("gardenlinux", undefined, "2.1"), entry("gardenlinux", ">=1592", "1.7"))).toBe(
      false,
    );
  });

  it("of a version that is not known is proven by entries for all versions alone", () => {
    expect(merges(undefined, entry("gardenlinux", undefined, "2.1"))).toBe(true);
    expect(merges(undefined, entry("gardenlinux", ">=1592", "2.1"))).toBe(false);
    expect(merges(undefined, entry("gardenlinux", undefined, "2.1"), entry("gardenlinux", "<1592", "1.7"))).toBe(false);
  });
});
