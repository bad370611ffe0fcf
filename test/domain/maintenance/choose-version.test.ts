import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseVersion, type MaintenanceDecision } from "../../../src/domain/maintenance/choose-version.ts";
import { filterVersions } from "../../../src/domain/maintenance/filter-versions.ts";
import type { MachineImageVersion } from "../../../src/domain/profiles/types.ts";
import { classificationAt } from "../../../src/domain/versions/classification.ts";
import { compareImageVersions, parseImageVersion } from "../../../src/domain/versions/image-version.ts";
import type { Pool } from "../../../src/domain/workers/pool.ts";
import { NOW } from "../../support/case-pools.ts";
import { DEPRECATED, EXPIRED, EXPIRES_NOW, IN_PLACE, maintained, PREVIEW, UNAVAILABLE, version } from "./maintained.ts";

function decide(pool: Pool, autoUpdates = true): MaintenanceDecision {
  return chooseVersion(pool, filterVersions(pool), autoUpdates);
}

/** `automatic 2.1.1`, `forced 2.2.0`, `forced, stuck`, or `automatic, stays`. */
function outcome({ action, target, error }: MaintenanceDecision): string {
  return target === undefined ? `${action}, ${error === undefined ? "stays" : "stuck"}` : `${action} ${target.version}`;
}

const CURRENT = version("2.1.0");
const OF_ARM64 = { architectures: ["arm64"] };
const GONE = version("2.1.0", OF_ARM64);
const DEAD = version("2.1.0", EXPIRED);

describe("maintenance is triggered", () => {
  it.each<[string, readonly MachineImageVersion[], boolean, string, string]>([
    [
      "not at all where automatic updates are off",
      [CURRENT, version("2.1.1")],
      false,
      "none, stays",
      'the current version "2.1.0" can stay, and automatic updates of machine images are off',
    ],
    [
      "where they are on",
      [CURRENT, version("2.1.1")],
      true,
      "automatic 2.1.1",
      "automatic updates of machine images are on",
    ],
    [
      "by a version that left the profile",
      [version("2.1.1")],
      false,
      "forced 2.1.1",
      'the current version "2.1.0" is not in the profile',
    ],
    [
      "by a version that does not go with the pool any more",
      [GONE, version("2.1.1")],
      false,
      "forced 2.1.1",
      'the current version "2.1.0" is built for arm64, the pool has amd64',
    ],
    [
      "by an expired version",
      [DEAD, version("2.1.1")],
      false,
      "forced 2.1.1",
      'the current version "2.1.0" is expired since 2026-10-31',
    ],
    [
      "not by one that expires now",
      [version("2.1.0", EXPIRES_NOW)],
      false,
      "none, stays",
      'the current version "2.1.0" can stay, and automatic updates of machine images are off',
    ],
    [
      "not by one that is not available yet",
      [version("2.1.0", UNAVAILABLE)],
      false,
      "none, stays",
      'the current version "2.1.0" can stay, and automatic updates of machine images are off',
    ],
  ])("%s", (_, versions, autoUpdates, expected, reason) => {
    const decision = decide(maintained({ versions }), autoUpdates);
    expect(outcome(decision)).toBe(expected);
    expect(decision.reason).toBe(reason);
  });
});

type Row = readonly [
  situation: string,
  others: readonly MachineImageVersion[],
  patch: string,
  minor: string,
  major: string,
];

describe("an automatic update goes to", () => {
  it.each<Row>([
    ["nothing newer", [version("2.0.9"), version("1.9.9")], "stays", "stays", "stays"],
    ["the highest patch", [version("2.1.1"), version("2.1.10"), version("2.1.9")], "2.1.10", "2.1.10", "2.1.10"],
    [
      "a patch before a higher minor",
      [version("2.1.1"), version("2.2.0"), version("3.0.0")],
      "2.1.1",
      "2.1.1",
      "2.1.1",
    ],
    ["the highest minor", [version("2.2.5"), version("2.3.0"), version("3.0.0")], "stays", "2.3.0", "3.0.0"],
    ["the highest major", [version("3.0.0"), version("4.1.0"), version("4.0.9")], "stays", "stays", "4.1.0"],
    ["no preview", [version("2.1.1", PREVIEW), version("2.2.0", PREVIEW)], "stays", "stays", "stays"],
    ["no expired version", [version("2.1.1", EXPIRED), version("3.0.0", EXPIRED)], "stays", "stays", "stays"],
    [
      "no version that is not available yet",
      [version("2.1.9", UNAVAILABLE), version("2.1.1")],
      "2.1.1",
      "2.1.1",
      "2.1.1",
    ],
    ["a version that expires now", [version("2.1.1", EXPIRES_NOW)], "2.1.1", "2.1.1", "2.1.1"],
    ["one not deprecated", [version("2.1.9", DEPRECATED), version("2.1.1")], "2.1.1", "2.1.1", "2.1.1"],
    ["a deprecated one if need be", [version("2.1.9", DEPRECATED)], "2.1.9", "2.1.9", "2.1.9"],
    ["a deprecated patch before a minor", [version("2.1.9", DEPRECATED), version("2.2.0")], "2.1.9", "2.1.9", "2.1.9"],
    [
      "a version of unknown classification",
      [version("2.1.1", { classification: "golden" })],
      "2.1.1",
      "2.1.1",
      "2.1.1",
    ],
    ["a pre-release", [version("2.1.1-rc1"), version("2.0.0")], "2.1.1-rc1", "2.1.1-rc1", "2.1.1-rc1"],
    ["the release before its pre-release", [version("2.1.1"), version("2.1.1-rc1")], "2.1.1", "2.1.1", "2.1.1"],
    ["no pre-release of the current version", [version("2.1.0-rc1")], "stays", "stays", "stays"],
    ["the first of equal versions", [version("v2.1.1"), version("2.1.1")], "v2.1.1", "v2.1.1", "v2.1.1"],
    ["no version that is not semantic", [version("newest"), version("2.1.1")], "2.1.1", "2.1.1", "2.1.1"],
  ])("%s", (_, others, ...expected) => {
    const found = ["patch", "minor", "major"].map((strategy) =>
      decide(maintained({ strategy, versions: [CURRENT, ...others] })),
    );
    const texts = found.map((decision) => outcome(decision).replace(/^automatic,? /, ""));
    expect(texts).toEqual(expected);
  });
});

describe("a forced update goes to", () => {
  it.each<Row>([
    ["an automatic target if there is one", [version("2.1.1"), version("2.2.0")], "2.1.1", "2.1.1", "2.1.1"],
    ["nothing", [], "stuck", "stuck", "stuck"],
    ["nothing older", [version("2.0.9"), version("1.9.9")], "stuck", "stuck", "stuck"],
    ["the next minor", [version("2.4.0"), version("2.3.1"), version("2.3.7")], "2.3.7", "2.4.0", "2.4.0"],
    ["the next major", [version("4.0.0"), version("3.1.0"), version("3.2.0")], "stuck", "3.2.0", "4.0.0"],
    [
      "an expired minor rather than skipping it",
      [version("2.2.0", EXPIRED), version("2.3.0")],
      "2.2.0",
      "2.3.0",
      "2.3.0",
    ],
    [
      "an expired major rather than skipping it",
      [version("3.0.0", EXPIRED), version("4.0.0")],
      "stuck",
      "3.0.0",
      "4.0.0",
    ],
    ["one not expired in the next minor", [version("2.2.9", EXPIRED), version("2.2.1")], "2.2.1", "2.2.1", "2.2.1"],
    [
      "the highest expired if all are",
      [version("2.2.1", EXPIRED), version("2.2.9", EXPIRED), version("3.1.0", EXPIRED), version("3.0.0", EXPIRED)],
      "2.2.9",
      "3.1.0",
      "stuck",
    ],
    ["no expired patch", [version("2.1.9", EXPIRED)], "stuck", "stuck", "stuck"],
    [
      "no preview and nothing not available yet",
      [version("2.2.0", PREVIEW), version("3.0.0", UNAVAILABLE)],
      "stuck",
      "stuck",
      "stuck",
    ],
    [
      "one not expired although a preview of a nearer minor is there",
      [version("2.2.0", PREVIEW), version("2.3.9", EXPIRED), version("2.3.1")],
      "2.3.1",
      "2.3.1",
      "2.3.1",
    ],
    [
      "one not expired although another major has a nearer minor",
      [version("3.2.0", PREVIEW), version("2.3.9", EXPIRED), version("2.3.1")],
      "2.3.1",
      "2.3.1",
      "2.3.1",
    ],
    [
      "a deprecated one as well as any",
      [version("2.2.9", DEPRECATED), version("2.2.1", EXPIRED)],
      "2.2.9",
      "2.2.9",
      "2.2.9",
    ],
    [
      "a deprecated one of the next minor, not put behind",
      [version("2.3.0"), version("2.2.0", DEPRECATED)],
      "2.2.0",
      "2.3.0",
      "2.3.0",
    ],
  ])("%s", (_, others, ...expected) => {
    const found = ["patch", "minor", "major"].map((strategy) =>
      decide(maintained({ strategy, versions: [DEAD, ...others] }), false),
    );
    const texts = found.map((decision) => outcome(decision).replace(/^forced,? /, ""));
    expect(texts).toEqual(expected);
  });

  it("an older version never, even if it is all there is", () => {
    expect(outcome(decide(maintained({ strategy: "patch", versions: [version("2.0.0")] })))).toBe("forced, stuck");
  });
});

describe("maintenance explains", () => {
  it.each<[string, string, readonly MachineImageVersion[], string]>([
    ["a patch", "minor", [CURRENT, version("2.1.4")], "the highest version of 2.1"],
    ["a minor", "minor", [CURRENT, version("2.4.4")], "the highest version of major version 2"],
    ["a major", "major", [CURRENT, version("4.0.0")], "the highest version of all"],
    [
      "a deprecated target",
      "major",
      [CURRENT, version("2.1.4", DEPRECATED)],
      "the highest version of 2.1, although it is deprecated",
    ],
    ["the next minor", "patch", [DEAD, version("2.4.0")], "the highest version of 2.4, the next minor version"],
    [
      "an expired next major",
      "minor",
      [DEAD, version("4.0.0", EXPIRED)],
      "the highest version of 4, the next major version, although it is expired since 2026-10-31",
    ],
  ])("%s", (_, strategy, versions, choice) => {
    expect(decide(maintained({ strategy, versions })).choice).toBe(choice);
  });

  it("why a pool is stuck", () => {
    const errors = ["patch", "minor", "major"].map(
      (strategy) => decide(maintained({ strategy, versions: [DEAD] })).error,
    );
    const end = 'for this pool: machine image "os" reaches the end of its life, or the profile is misconfigured';
    expect(errors).toEqual([
      `no newer version of 2.1 and no higher minor version of 2 is left ${end}`,
      `no newer version of 2 and no higher major version is left ${end}`,
      `no newer version is left ${end}`,
    ]);
  });

  it("which versions it passes over", () => {
    const versions = [
      version("2.1.0"),
      version("2.0.0"),
      version("2.1.1"),
      version("2.1.2", PREVIEW),
      version("2.1.3", EXPIRED),
      version("2.1.4", UNAVAILABLE),
      version("newest"),
    ];
    const { passedOver } = decide(maintained({ versions }));
    expect(passedOver.map((each) => `${each.version.version} ${each.reason}`)).toEqual([
      "2.1.0 is not newer",
      "2.0.0 is not newer",
      "2.1.2 is a preview",
      "2.1.3 is expired since 2026-10-31",
      "2.1.4 is not available yet",
      "newest is not a semantic version",
    ]);
  });

  it("that a version which is none cannot be followed by another", () => {
    const decision = decide(maintained({ versions: [version("2.1.0")], worker: { image: "os:newest" } }));
    expect(decision.action).toBe("forced");
    expect(decision.target).toBeUndefined();
    expect(decision.error).toBe('the current version "newest" is not a semantic version, so that no version is newer');
  });
});

describe("maintenance of a pool", () => {
  it("treats an unknown strategy like major", () => {
    const versions = [CURRENT, version("3.0.0")];
    expect(["", "golden"].map((strategy) => decide(maintained({ strategy, versions })).strategy)).toEqual([
      "major",
      "major",
    ]);
    expect(outcome(decide(maintained({ strategy: "golden", versions })))).toBe("automatic 3.0.0");
  });

  it("takes a pool with nodes to keep from a version without in-place support", () => {
    const versions = [CURRENT, version("2.1.1", IN_PLACE), version("2.1.2")];
    const pool = maintained({ versions, worker: { updateStrategy: "AutoInPlaceUpdate" } });
    expect(outcome(decide(pool, false))).toBe("forced 2.1.1");
  });

  it("goes only forward, to what the filter chain kept, and never to a preview or what is not available yet", () => {
    const numbers = fc.integer({ min: 0, max: 3 });
    const texts = fc
      .tuple(numbers, numbers, numbers, fc.constantFrom("", "", "-rc1"))
      .map(([major, minor, patch, suffix]) => `${major}.${minor}.${patch}${suffix}`);
    const lives = fc.constantFrom({}, PREVIEW, DEPRECATED, EXPIRED, UNAVAILABLE, OF_ARM64);
    const versions = fc.uniqueArray(
      fc.tuple(texts, lives).map(([text, parts]) => version(text, parts)),
      { selector: (each) => each.version, maxLength: 12 },
    );
    const strategies = fc.constantFrom("patch", "minor", "major");
    fc.assert(
      fc.property(versions, strategies, texts, fc.boolean(), (offered, strategy, current, autoUpdates) => {
        const pool = maintained({ versions: offered, strategy, worker: { image: `os:${current}` } });
        const filtered = filterVersions(pool);
        const { action, target, error } = chooseVersion(pool, filtered, autoUpdates);
        expect(error !== undefined).toBe(action === "forced" && target === undefined);
        if (target !== undefined) {
          const classification = classificationAt(target.written, NOW);
          const [from, to] = [parseImageVersion(current), target.order];
          expect(filtered.kept).toContain(target);
          expect(classification === "expired" ? action : "").not.toBe("automatic");
          expect(["preview", "unavailable"]).not.toContain(classification);
          expect(from && to && compareImageVersions(to, from)).toBeGreaterThan(0);
        }
      }),
    );
  });
});
