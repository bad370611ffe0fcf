import { describe, expect, it } from "vitest";
import { createBudget } from "../../src/http/budget.ts";

const LIMITS = { bodyBytes: 100, inFlightBytes: 100, inFlightRequests: 2 };

describe("a budget", () => {
  it("has as many places as requests may be in flight", () => {
    const budget = createBudget(LIMITS);
    const first = budget.enter();
    expect([first, budget.enter(), budget.enter()].map((lease) => lease !== undefined)).toEqual([true, true, false]);
    first?.release();
    expect(budget.enter()).toBeDefined();
  });

  it("counts the bytes of all leases, and each one's only once", () => {
    const budget = createBudget(LIMITS);
    const [first, second] = [budget.enter(), budget.enter()];
    expect([first?.extendTo(40), first?.extendTo(60), second?.extendTo(40)]).toEqual([true, true, true]);
    expect([second?.extendTo(41), first?.extendTo(61)]).toEqual([false, false]);
    first?.release();
    expect(second?.extendTo(100)).toBe(true);
  });

  it("lets a body pass that alone exceeds it", () => {
    const budget = createBudget(LIMITS);
    const lease = budget.enter();
    expect(lease?.extendTo(500)).toBe(true);
    expect(budget.enter()?.extendTo(1)).toBe(false);
  });
});
