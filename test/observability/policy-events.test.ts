import { expect, it } from "vitest";
import { createMetrics } from "../../src/observability/metrics.ts";
import { policyEvents } from "../../src/observability/policy-events.ts";
import { policy } from "../support/policy-builders.ts";

it("counts reloads, and tells how many policies are in force", async () => {
  const metrics = createMetrics({ version: "1.2.3", withProcessMetrics: false });
  const events = policyEvents(metrics);
  events.onChange([policy({ name: "a" }), policy({ name: "b", mode: "audit" }), policy({ name: "c" })]);
  events.onReload("loaded");
  events.onReload("failed");
  events.onReload("failed");
  const text = await metrics.expose("prometheus");
  expect(text).toContain('gardengate_policies{mode="enforce"} 2');
  expect(text).toContain('gardengate_policies{mode="audit"} 1');
  expect(text).toContain('gardengate_policy_reloads_total{outcome="loaded"} 1');
  expect(text).toContain('gardengate_policy_reloads_total{outcome="failed"} 2');
  events.onChange([]);
  expect(await metrics.expose("prometheus")).toContain('gardengate_policies{mode="audit"} 0');
});

it("has its series before anything happens, so that the first failure is seen as an increase", async () => {
  const metrics = createMetrics({ version: "1.2.3", withProcessMetrics: false });
  const events = policyEvents(metrics);
  const text = await metrics.expose("prometheus");
  expect(text).toContain('gardengate_policy_reloads_total{outcome="loaded"} 0');
  expect(text).toContain('gardengate_policy_reloads_total{outcome="failed"} 0');
  expect(text).toContain("gardengate_policies_problems 0");
  events.onProblems(3);
  expect(await metrics.expose("prometheus")).toContain("gardengate_policies_problems 3");
});
