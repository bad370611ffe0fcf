import { describe, expect, it } from "vitest";
import { areSelectorsDisjoint, compileLabelSelector } from "../../../src/domain/policies/label-selector.ts";
import type { LabelRequirement, LabelSelector } from "../../../src/domain/policies/types.ts";

function selector(
  ...requirements: readonly (readonly [string, LabelRequirement["operator"], ...(readonly string[])])[]
): LabelSelector {
  return compileLabelSelector(
    requirements.map(([key, operator, ...values]) => ({ key, operator, values: new Set(values) })),
  );
}

const GOLD = { tier: "gold", env: "prod" };

describe("a label selector", () => {
  it.each([
    ["no requirement", selector()],
    ["In", selector(["tier", "In", "gold", "silver"])],
    ["NotIn with another value", selector(["tier", "NotIn", "silver"])],
    ["NotIn without the label", selector(["region", "NotIn", "north"])],
    ["Exists", selector(["env", "Exists"])],
    ["DoesNotExist", selector(["region", "DoesNotExist"])],
    ["several", selector(["tier", "In", "gold"], ["env", "In", "prod"], ["region", "DoesNotExist"])],
  ])("with %s matches", (_, compiled) => {
    expect(compiled.matches(GOLD)).toBe(true);
  });

  it.each([
    ["In with another value", selector(["tier", "In", "silver"])],
    ["In without the label", selector(["region", "In", "north"])],
    ["NotIn", selector(["tier", "NotIn", "gold"])],
    ["Exists without the label", selector(["region", "Exists"])],
    ["DoesNotExist", selector(["tier", "DoesNotExist"])],
    ["one of several", selector(["tier", "In", "gold"], ["env", "In", "dev"])],
    ["a label that every object inherits", selector(["constructor", "Exists"])],
  ])("with %s does not match", (_, compiled) => {
    expect(compiled.matches(GOLD)).toBe(false);
  });
});

describe("two label selectors", () => {
  it.each([
    ["other values", selector(["tier", "In", "gold"]), selector(["tier", "In", "silver"])],
    ["one wants the label, one does not", selector(["tier", "Exists"]), selector(["tier", "DoesNotExist"])],
    ["a value and no label", selector(["tier", "In", "gold"]), selector(["tier", "DoesNotExist"])],
    ["a value that the other one excludes", selector(["tier", "In", "gold"]), selector(["tier", "NotIn", "gold"])],
  ])("exclude each other: %s", (_, a, b) => {
    expect(areSelectorsDisjoint(a, b)).toBe(true);
    expect(areSelectorsDisjoint(b, a)).toBe(true);
  });

  it.each([
    ["other labels", selector(["tier", "In", "gold"]), selector(["env", "In", "prod"])],
    ["a common value", selector(["tier", "In", "gold", "silver"]), selector(["tier", "In", "silver"])],
    ["values of which one is excluded", selector(["tier", "In", "a", "b"]), selector(["tier", "NotIn", "a"])],
    ["a value and the label", selector(["tier", "In", "gold"]), selector(["tier", "Exists"])],
    ["excluded values", selector(["tier", "NotIn", "a"]), selector(["tier", "NotIn", "b"])],
    ["no label, and not these values", selector(["tier", "DoesNotExist"]), selector(["tier", "NotIn", "b"])],
    ["nothing", selector(), selector()],
  ])("do not: %s", (_, a, b) => {
    expect(areSelectorsDisjoint(a, b)).toBe(false);
    expect(areSelectorsDisjoint(b, a)).toBe(false);
  });
});
