import { describe, expect, it } from "vitest";
import type { VersionLife } from "../../../src/domain/profiles/types.ts";
import { lifeText } from "../../../src/domain/versions/life-text.ts";

const NOW = Date.parse("2026-11-01T00:00:00Z");
const PAST = Date.parse("2026-02-28T12:00:00Z");

function life(parts: Partial<VersionLife>): VersionLife {
  return { classification: undefined, expirationDate: undefined, lifecycle: [], ...parts };
}

describe("lifeText", () => {
  it.each<[string, Partial<VersionLife>, string]>([
    ["nothing set", {}, "is supported"],
    ["a preview", { classification: "preview" }, "is a preview"],
    ["a deprecated version", { classification: "deprecated", expirationDate: NOW + 1 }, "is deprecated"],
    ["a passed expiration date", { classification: "supported", expirationDate: PAST }, "is expired since 2026-02-28"],
    ["a written expired before its date", { classification: "expired", expirationDate: NOW + 1 }, "is expired"],
    ["an expired stage", { lifecycle: [{ classification: "expired", startTime: PAST }] }, "is expired"],
    ["a first stage to come", { lifecycle: [{ classification: "preview", startTime: NOW }] }, "is not available yet"],
    ["an unknown text", { classification: "golden" }, "has an unknown classification"],
    ["a date that no calendar has", { expirationDate: -1e300 }, "is expired since an unknown date"],
  ])("of %s", (_, parts, expected) => {
    expect(lifeText(life(parts), NOW)).toBe(expected);
  });
});
