import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileProfile } from "../../src/domain/profiles/compile.ts";
import { type Finding, findingText } from "../../src/domain/rules/finding.ts";
import type { ShootReview } from "../../src/domain/workers/pool.ts";
import { poolFindings } from "../../src/domain/workers/pool-rules.ts";
import type { Worker } from "../../src/domain/workers/types.ts";
import { cloudProfiles, shootReviews } from "../support/case-arbitraries.ts";

/** What may not be found any more once a suggestion was followed: machine type and image go together. */
const SETTLED = /^CAP-SH-(1[2-9]|30|32)$/;

/** Pools with a suggested image version, and with a suggested machine type, put in. */
function followed(text: string, pool: Worker): readonly Worker[] {
  const [, versions = ""] = /image versions that fit [^:]+: ([^;[]+)/.exec(text) ?? [];
  const [, types = ""] = /machine types that fit machine image [^ ]+ ([^;[]+)/.exec(text) ?? [];
  return [
    ...namesIn(versions).map((name) => withImage(pool, name)),
    ...namesIn(types).map((name) => withType(pool, name)),
  ];
}

function namesIn(list: string): readonly string[] {
  return list.split(", ").flatMap((name) => (name.trim() === "" ? [] : [name.trim()]));
}

function withImage(pool: Worker, suggestion: string): Worker {
  const [name = "", version = ""] = suggestion.split(":");
  return { ...pool, machine: { ...pool.machine, image: { name, version, providerConfig: undefined } } };
}

/** A type of another architecture comes with it in brackets. */
function withType(pool: Worker, suggestion: string): Worker {
  const [, type = "", architecture] = /^(\S+)(?: \((\w+)\))?$/.exec(suggestion) ?? [];
  const { machine } = pool;
  return { ...pool, machine: { ...machine, type, architecture: architecture ?? machine.architecture } };
}

/** Of the rest, what a suggestion must not bring about: forbidden changes, and losses that were not there before. */
function others(findings: readonly Finding[]): readonly string[] {
  return findings.filter(({ rule }) => rule === "CAP-SH-20" || rule === "CAP-SH-31").map(findingText);
}

function withPool(review: ShootReview, pool: Worker): ShootReview {
  return { ...review, spec: { ...review.spec, workers: [pool] } };
}

describe("suggestions", () => {
  it("always fit: a pool that follows one has no finding about its machine", () => {
    let count = 0;
    fc.assert(
      fc.property(cloudProfiles, shootReviews, (spec, review) => {
        const profile = compileProfile(spec);
        const [pool] = review.spec.workers;
        const all = poolFindings(review, profile);
        for (const found of all) {
          // A pool that is not known by its type yet is judged by that first; its versions are only said to fit the rest.
          const texts = found.rule === "CAP-SH-31" || pool === undefined ? [] : followed(findingText(found), pool);
          for (const changed of texts) {
            count += 1;
            const left = poolFindings(withPool(review, changed), profile);
            expect(left.filter(({ rule }) => SETTLED.test(rule)).map(findingText), findingText(found)).toEqual([]);
            expect(
              others(left).filter((text) => !others(all).includes(text)),
              findingText(found),
            ).toEqual([]);
          }
        }
      }),
      { numRuns: 3000 },
    );
    expect(count).toBeGreaterThan(100);
  });
});
