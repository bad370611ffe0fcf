import { describe, expect, it } from "vitest";
import { filterVersions } from "../../src/domain/maintenance/filter-versions.ts";
import { maintainShoot, type ShootMaintenance } from "../../src/domain/maintenance/maintain-shoot.ts";
import { maintainedPools, type ShootInMaintenance } from "../../src/domain/maintenance/maintained-pool.ts";
import { compileProfile } from "../../src/domain/profiles/compile.ts";
import { withDecodingDefaults } from "../../src/domain/profiles/decoding-defaults.ts";
import type { RawObject } from "../../src/wire/admission-review.ts";
import { cloudProfileView } from "../../src/wire/cloud-profile.ts";
import { shootView } from "../../src/wire/shoot.ts";
import { parsedValue } from "../support/parsed.ts";
import { recordedVerdicts } from "../support/recorded-verdicts.ts";

/** Dates of the recorded cases lie far before or after this moment. */
const NOW = Date.parse("2026-11-01T00:00:00Z");

interface RecordedPool {
  readonly worker: string;
  readonly currentVersion: string;
  readonly image: string;
  /** Both absent where Gardener stops at this pool. */
  readonly filteredVersions?: readonly string[] | null;
  readonly shouldUpdate?: { readonly update: boolean; readonly expired: boolean };
  /** The message about the pool; absent also where the shoot's maintenance was aborted at a later pool. */
  readonly update: { readonly successful: boolean } | null;
  /** The newly chosen version. */
  readonly version: string | null;
}

interface RecordedMaintenance {
  readonly id: string;
  readonly request: {
    readonly cloudProfile: RawObject;
    readonly workers: readonly RawObject[];
    readonly shoot: { readonly spec: RawObject };
    readonly autoUpdate: boolean;
  };
  readonly expect: { readonly error: string | null; readonly results: readonly RecordedPool[] };
}

const RECORDED = recordedVerdicts<RecordedMaintenance>("maintenance.jsonl");

function shootOf({ request }: RecordedMaintenance): ShootInMaintenance {
  const { cloudProfile, shoot, workers, autoUpdate } = request;
  const { spec } = parsedValue(shootView({ spec: { ...shoot.spec, provider: { type: "local", workers } } }));
  const profile = compileProfile(withDecodingDefaults(parsedValue(cloudProfileView(cloudProfile)).spec));
  return { spec, profile, autoUpdates: autoUpdate, now: NOW };
}

/** The shoot with image names spelled as in the profile; Gardener finds them in any case. */
function respelled(shoot: ShootInMaintenance): ShootInMaintenance {
  const names = new Map([...shoot.profile.machineImages.keys()].map((name) => [name.toLowerCase(), name]));
  const workers = shoot.spec.workers.map((worker) => {
    const { image } = worker.machine;
    const name = image && (names.get(image.name.toLowerCase()) ?? image.name);
    return image && name ? { ...worker, machine: { ...worker.machine, image: { ...image, name } } } : worker;
  });
  return { ...shoot, spec: { ...shoot.spec, workers } };
}

function isSpelledOtherwise(recorded: RecordedMaintenance): boolean {
  const shoot = shootOf(recorded);
  return JSON.stringify(respelled(shoot).spec) !== JSON.stringify(shoot.spec);
}

/** What happens to a pool in one line: why it is looked at, and where it goes. */
function outcome(trigger: string, version: string | null | undefined): string {
  return `${trigger}, ${version ? `updated to ${version}` : "keeps its version"}`;
}

function ourOutcome({ maintained, aborted }: ShootMaintenance, index: number): string {
  const decision = maintained[index]?.decision;
  const trigger = decision?.action ?? (index === maintained.length ? `aborted, ${aborted?.reason}` : "not looked at");
  return outcome(trigger, decision?.target?.version);
}

/** Gardener's aborts carry no index: it stops at the first pool whose machine type or image is missing. */
function gardenerOutcomes({ expect: { error, results } }: RecordedMaintenance): readonly string[] {
  const stop =
    error === null ? results.length : results.findIndex(({ worker, image }) => isNamedBy(error, worker, image));
  return results.map(({ shouldUpdate, version }, index) => {
    if (index >= stop) {
      return outcome(index === stop ? "aborted" : "not looked at", version);
    }
    const trigger = shouldUpdate?.update ? (shouldUpdate.expired ? "forced" : "automatic") : "none";
    return outcome(trigger, version);
  });
}

function isNamedBy(error: string, worker: string, image: string): boolean {
  return error.includes(`of worker "${worker}"`) || error.includes(`no machineImage with name "${image}"`);
}

function differences(recorded: RecordedMaintenance): readonly string[] {
  const ours = maintainShoot(shootOf(recorded));
  return gardenerOutcomes(recorded).flatMap((gardener, index) => {
    const own = ourOutcome(ours, index);
    const pool = recorded.expect.results[index]?.worker;
    const isEqual = own.replace(/^aborted, .*, keeps/, "aborted, keeps") === gardener;
    return isEqual ? [] : [`${recorded.id} ${pool}: ${own} (Gardener: ${gardener})`];
  });
}

describe("maintenance agrees with Gardener", () => {
  it("has verdicts to agree with", () => {
    expect(RECORDED).toHaveLength(238);
  });

  it.each(RECORDED)("$id on the versions to choose from", (recorded) => {
    const pools = maintainedPools(respelled(shootOf(recorded)));
    for (const [index, { filteredVersions }] of recorded.expect.results.entries()) {
      const pool = pools[index];
      const kept = pool && filterVersions(pool).kept.map(({ version }) => version);
      expect(filteredVersions === undefined ? undefined : kept).toEqual(filteredVersions);
    }
  });

  it.each(RECORDED.filter((recorded) => !isSpelledOtherwise(recorded)))("$id on the version chosen", (recorded) => {
    expect(differences(recorded)).toEqual([]);
    const { maintained, aborted } = maintainShoot(shootOf(recorded));
    const failures = maintained.map(({ decision }) => decision.error !== undefined);
    const recordedFailures = recorded.expect.results.map(({ update }) => update?.successful === false);
    expect(aborted === undefined ? failures : recordedFailures.fill(false)).toEqual(recordedFailures);
  });

  it("looks image names up exactly, and differs in nothing else", async () => {
    const lines = RECORDED.flatMap(differences);
    const text = ["# Gardener ignores the case of image names, gardengate does not", ...lines, ""].join("\n");
    await expect(text).toMatchFileSnapshot("deviations/maintenance.txt");
  });
});
