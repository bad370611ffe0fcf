import { describe, expect, it } from "vitest";
import { forbidden } from "../../../src/domain/field/error.ts";
import type { RuleId } from "../../../src/domain/rules/catalogue.ts";
import { type Finding, finding } from "../../../src/domain/rules/finding.ts";
import { ENFORCE_ALL, judge, type RuleMode, type RuleSettings, ruleMode } from "../../../src/domain/rules/judge.ts";

function found(rule: RuleId, name = "a", path: readonly (string | number)[] = ["spec"]): Finding {
  return finding(rule, forbidden(path, `about ${name}`), name);
}

function settings(parts: Partial<Omit<RuleSettings, "overrides">>, overrides: Record<string, RuleMode> = {}) {
  return { ...ENFORCE_ALL, ...parts, overrides: new Map(Object.entries(overrides)) } as RuleSettings;
}

/** CAP-SH-17 is marked G, CAP-CP-54 W, CAP-CP-58 Ww. */
const [G, W, WARNING] = ["CAP-SH-17", "CAP-CP-54", "CAP-CP-58"] as const;

describe("ruleMode", () => {
  it.each<[string, RuleId, RuleSettings, RuleMode]>([
    ["G by default", G, ENFORCE_ALL, "enforce"],
    ["G where strict rules only warn", G, settings({ strict: "warn" }), "enforce"],
    ["G with an override", G, settings({}, { [G]: "off" }), "enforce"],
    ["W by default", W, ENFORCE_ALL, "enforce"],
    ["W where strict rules only warn", W, settings({ strict: "warn" }), "warn"],
    ["W where rules about use are off", W, settings({ inUse: "off" }), "enforce"],
    ["W with an override to warn", W, settings({}, { [W]: "warn" }), "warn"],
    ["W with an override to off", W, settings({}, { [W]: "off" }), "off"],
    [
      "W with an override to enforce where strict rules only warn",
      W,
      settings({ strict: "warn" }, { [W]: "enforce" }),
      "enforce",
    ],
    ["W with an override of another rule", W, settings({}, { "CAP-CP-55": "off" }), "enforce"],
    ["Ww by default", WARNING, ENFORCE_ALL, "warn"],
    ["Ww with an override to enforce", WARNING, settings({}, { [WARNING]: "enforce" }), "warn"],
    ["Ww with an override to off", WARNING, settings({}, { [WARNING]: "off" }), "off"],
  ])("of a rule marked %s", (_, rule, given, mode) => {
    expect(ruleMode(rule, given)).toBe(mode);
  });

  it("goes by the mark of the finding where it has one of its own", () => {
    expect(ruleMode(W, ENFORCE_ALL, "Ww")).toBe("warn");
    expect(ruleMode(W, settings({}, { [W]: "off" }), "G")).toBe("enforce");
  });
});

describe("judge", () => {
  it("allows without a word where nothing was found", () => {
    expect(judge([], ENFORCE_ALL)).toEqual({ kind: "allow", warnings: [], warned: [] });
  });

  it.each<[string, Finding, RuleSettings, readonly Finding[], "deny" | "warn" | "silence"]>([
    ["a G finding", found(G), ENFORCE_ALL, [], "deny"],
    ["a G finding that was stored already", found(G), ENFORCE_ALL, [found(G)], "deny"],
    ["a new W finding", found(W), ENFORCE_ALL, [], "deny"],
    ["a W finding that was stored already", found(W), ENFORCE_ALL, [found(W)], "warn"],
    [
      "a W finding that was stored elsewhere",
      found(W, "a", ["spec", 3]),
      ENFORCE_ALL,
      [found(W, "a", ["spec", 0])],
      "warn",
    ],
    ["a W finding about something else than the stored one", found(W, "b"), ENFORCE_ALL, [found(W, "a")], "deny"],
    ["a W finding of another rule than the stored one", found(W), ENFORCE_ALL, [found("CAP-CP-55")], "deny"],
    ["a W finding that is only warned about", found(W), settings({ strict: "warn" }), [], "warn"],
    ["a W finding that is switched off", found(W), settings({}, { [W]: "off" }), [], "silence"],
    ["a stored W finding that is switched off", found(W), settings({}, { [W]: "off" }), [found(W)], "silence"],
    ["a Ww finding", found(WARNING), ENFORCE_ALL, [], "warn"],
    ["a Ww finding of a W rule", { ...found(W), mark: "Ww" }, ENFORCE_ALL, [], "warn"],
    ["a W finding of a G rule", { ...found(G), mark: "W" }, ENFORCE_ALL, [found(G)], "warn"],
  ])("answers %s", (_, given, rules, baseline, answer) => {
    const verdict = judge([given], rules, baseline);
    expect(verdict.kind).toBe(answer === "deny" ? "deny" : "allow");
    expect(verdict.warned).toEqual(answer === "warn" ? [given] : []);
    expect(verdict.warnings).toHaveLength(answer === "warn" ? 1 : 0);
  });

  it("denies with every denial and every warning, each in document order and then by rule", () => {
    const [first, second, third] = [found(G, "a", ["a"]), found("CAP-SH-18", "a", ["b", 9]), found(W, "a", ["b", 10])];
    const [early, late] = [found(WARNING, "a", ["b", 2]), found(WARNING, "a", ["c"])];
    expect(judge([late, third, first, early, second], ENFORCE_ALL)).toEqual({
      kind: "deny",
      findings: [first, second, third],
      warned: [early, late],
      warnings: ["b[2]: Forbidden: about a [CAP-CP-58]", "c: Forbidden: about a [CAP-CP-58]"],
    });
  });

  it("leaves the list of findings as it was", () => {
    const findings = Object.freeze([found(W, "a", ["b"]), found(W, "a", ["a"])]);
    expect(judge(findings, ENFORCE_ALL).kind).toBe("deny");
  });
});
