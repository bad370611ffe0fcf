import { describe, expect, it } from "vitest";
import type { VersionLife } from "../../../src/domain/profiles/types.ts";
import { classificationAt, isActive, isExpired } from "../../../src/domain/versions/classification.ts";

const NOW = 1_000;

function life(parts: Partial<VersionLife>): VersionLife {
  return { classification: undefined, expirationDate: undefined, lifecycle: [], ...parts };
}

function stage(classification: string, startTime?: number) {
  return { classification, startTime };
}

describe("classificationAt", () => {
  it.each<[string, Partial<VersionLife>, string]>([
    ["nothing set", {}, "supported"],
    ["a classification", { classification: "deprecated" }, "deprecated"],
    ["an expiration to come", { expirationDate: NOW + 1 }, "supported"],
    ["an expiration at this moment", { expirationDate: NOW }, "supported"],
    ["an expiration just passed", { expirationDate: NOW - 1 }, "expired"],
    ["a classification and a passed expiration", { classification: "preview", expirationDate: 0 }, "expired"],
    ["a classification and an expiration to come", { classification: "preview", expirationDate: 2_000 }, "preview"],
    ["a written expired", { classification: "expired" }, "expired"],
    ["a first stage without start", { lifecycle: [stage("preview")] }, "preview"],
    ["a first stage to come", { lifecycle: [stage("preview", NOW + 1)] }, "unavailable"],
    ["a first stage that starts at this moment", { lifecycle: [stage("preview", NOW)] }, "unavailable"],
    [
      "the last stage begun",
      { lifecycle: [stage("preview"), stage("supported", 1), stage("expired", 9_999)] },
      "supported",
    ],
    ["stages out of order", { lifecycle: [stage("expired", 5), stage("supported", 1)] }, "supported"],
    ["a lifecycle beside a classification", { classification: "expired", lifecycle: [stage("preview")] }, "preview"],
    ["an unknown text", { classification: "golden" }, "unknown"],
    ["the empty text", { classification: "" }, "unknown"],
    ["a written unavailable", { lifecycle: [stage("unavailable")] }, "unavailable"],
    ["a name of an object's members", { classification: "constructor" }, "unknown"],
  ])("with %s", (_, parts, expected) => {
    expect(classificationAt(life(parts), NOW)).toBe(expected);
  });

  it("calls everything but expired and unavailable active", () => {
    const lives = ["preview", "supported", "deprecated", "golden"].map((classification) => life({ classification }));
    expect(lives.every((each) => isActive(each, NOW) && !isExpired(each, NOW))).toBe(true);
    expect(isActive(life({ expirationDate: 1 }), NOW)).toBe(false);
    expect(isExpired(life({ expirationDate: 1 }), NOW)).toBe(true);
    expect(isActive(life({ lifecycle: [stage("supported", 9_999)] }), NOW)).toBe(false);
    expect(isExpired(life({ lifecycle: [stage("supported", 9_999)] }), NOW)).toBe(false);
  });
});
