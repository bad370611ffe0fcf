import { describe, expect, it } from "vitest";
import { forbidden, invalid } from "../../../src/domain/field/error.ts";
import {
  compareFindings,
  type Finding,
  finding,
  findingBody,
  findingIdentity,
  findingText,
} from "../../../src/domain/rules/finding.ts";

describe("a finding", () => {
  const found = finding("CAP-SH-17", invalid(["spec", "x"], "a", "clashes"), "pool", "m5");

  it("reads with its rule id at the end", () => {
    expect(findingBody(found)).toBe('Invalid value: "a": clashes [CAP-SH-17]');
    expect(findingText(found)).toBe('spec.x: Invalid value: "a": clashes [CAP-SH-17]');
  });

  it("is known by rule and names, wherever it stands", () => {
    const moved = finding("CAP-SH-17", invalid(["spec", "y", 7], "b", "clashes still"), "pool", "m5");
    expect(findingIdentity(moved)).toBe(findingIdentity(found));
  });

  it.each<[string, Finding]>([
    ["another rule", finding("CAP-SH-32", found.error, "pool", "m5")],
    ["other names", finding("CAP-SH-17", found.error, "pool", "m6")],
    ["names that join to the same text", finding("CAP-SH-17", found.error, 'pool"/"m5')],
    ["fewer names", finding("CAP-SH-17", found.error, "pool")],
  ])("is another one with %s", (_, other) => {
    expect(findingIdentity(other)).not.toBe(findingIdentity(found));
  });
});

describe("compareFindings", () => {
  const at = (path: readonly (string | number)[], rule: Finding["rule"], detail = "x") =>
    finding(rule, forbidden(path, detail));

  it.each<[string, Finding, Finding]>([
    ["the path before the rule", at(["a", 2], "CAP-SH-20"), at(["a", 10], "CAP-SH-10")],
    ["the rule id where paths are equal", at(["a"], "CAP-SH-18"), at(["a"], "CRI-V-01")],
    ["the text where rules are equal, too", at(["a"], "CAP-SH-18", "a"), at(["a"], "CAP-SH-18", "b")],
  ])("goes by %s", (_, first, second) => {
    expect([second, first].sort(compareFindings)).toEqual([first, second]);
    expect(compareFindings(first, first)).toBe(0);
  });
});
