import { describe, expect, it } from "vitest";
import { bootstrapFindings } from "../../../src/domain/osc/bootstrap-rules.ts";
import { fileFindings } from "../../../src/domain/osc/file-rules.ts";
import type { OscReview } from "../../../src/domain/osc/review.ts";
import { unitFindings } from "../../../src/domain/osc/unit-rules.ts";
import { validateOperatingSystemConfig } from "../../../src/domain/osc/validate-operating-system-config.ts";
import type { Finding } from "../../../src/domain/rules/finding.ts";
import { reconcileOsc, reviewOf } from "../../support/osc-builders.ts";

/** As many as fit into the largest body, each with a mistake. */
const COUNT = 300_000;
const object = reconcileOsc({
  files: Array.from({ length: COUNT }, () => ({ path: "a" })),
  units: Array.from({ length: COUNT }, () => ({ command: "x" })),
});

describe("more files and units than a function takes arguments", () => {
  const review = reviewOf(object);

  it.each<[string, (subject: OscReview) => readonly Finding[], number]>([
    ["files", fileFindings, 3 * COUNT - 1],
    ["units", unitFindings, 2 * COUNT],
    ["what nodes need", bootstrapFindings, 0],
  ])("are reviewed: %s", (_, rule, least) => {
    expect(rule(review).length).toBeGreaterThanOrEqual(least);
  });

  it("are reviewed together", () => {
    expect(validateOperatingSystemConfig(review).length).toBeGreaterThan(4 * COUNT);
  });
});
