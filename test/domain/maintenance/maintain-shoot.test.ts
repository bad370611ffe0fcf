import { describe, expect, it } from "vitest";
import { maintainShoot, type ShootMaintenance } from "../../../src/domain/maintenance/maintain-shoot.ts";
import { compileProfile } from "../../../src/domain/profiles/compile.ts";
import type { Worker } from "../../../src/domain/workers/types.ts";
import { NOW, shootSpec, worker } from "../../support/case-pools.ts";
import { cloudProfileSpec, machineType } from "../../support/profiles.ts";
import { EXPIRED, version } from "./maintained.ts";

const PROFILE = compileProfile(
  cloudProfileSpec({
    machineTypes: [machineType({ architecture: "amd64" })],
    machineImages: [
      { name: "os", updateStrategy: "patch", versions: [version("1.0.0"), version("1.0.1")] },
      { name: "old", updateStrategy: "major", versions: [version("1.0.0", EXPIRED)] },
    ],
  }),
);

function maintenanceOf(workers: readonly Worker[], autoUpdates = true): ShootMaintenance {
  return maintainShoot({ spec: shootSpec(workers), profile: PROFILE, autoUpdates, now: NOW });
}

/** A line per pool. */
function lines({ maintained, aborted, skipped }: ShootMaintenance): readonly string[] {
  return [
    ...maintained.map(({ pool, decision: { action, target, error } }) =>
      [pool.worker.name, action, target?.version ?? "stays", ...(error === undefined ? [] : ["stuck"])].join(" "),
    ),
    ...(aborted === undefined ? [] : [`${aborted.pool.worker.name} aborted: ${aborted.reason}`]),
    ...skipped.map((pool) => `${pool.worker.name} skipped`),
  ];
}

const FIRST = worker({ name: "first" });
const LAST = worker({ name: "last" });

describe("maintainShoot", () => {
  it("has nothing to do for a shoot without pools", () => {
    expect(maintenanceOf([])).toEqual({ maintained: [], aborted: undefined, skipped: [] });
  });

  it("maintains pools in their order", () => {
    expect(lines(maintenanceOf([FIRST, worker({ name: "newest", image: "os:1.0.1" }), LAST]))).toEqual([
      "first automatic 1.0.1",
      "newest automatic stays",
      "last automatic 1.0.1",
    ]);
  });

  it("goes on after a pool for which there is no version", () => {
    expect(lines(maintenanceOf([FIRST, worker({ name: "stuck", image: "old:1.0.0" }), LAST]))).toEqual([
      "first automatic 1.0.1",
      "stuck forced stays stuck",
      "last automatic 1.0.1",
    ]);
  });

  it.each([
    ["a machine type that is gone", worker({ type: "m9" }), 'the profile has no machine type "m9"'],
    ["no machine type", worker({ type: "" }), 'the profile has no machine type ""'],
    ["an image that is gone", worker({ image: "os2:1.0.0" }), 'the profile has no machine image "os2"'],
    ["an image in another spelling", worker({ image: "OS:1.0.0" }), 'the profile has no machine image "OS"'],
    [
      "a name of an object's members",
      worker({ image: "constructor:1" }),
      'the profile has no machine image "constructor"',
    ],
    [
      "no image",
      worker({ machine: { type: "m", image: undefined, architecture: undefined } }),
      "the pool names no machine image",
    ],
  ])("stops at a pool with %s", (_, obstacle, reason) => {
    expect(lines(maintenanceOf([FIRST, { ...obstacle, name: "obstacle" }, LAST]))).toEqual([
      "first automatic 1.0.1",
      `obstacle aborted: ${reason}`,
      "last skipped",
    ]);
  });

  it("does nothing where automatic updates are off and nothing forces them", () => {
    expect(lines(maintenanceOf([FIRST, LAST], false))).toEqual(["first none stays", "last none stays"]);
  });

  it("judges each of several pools of one name by itself", () => {
    const inPlace = { updateStrategy: "AutoInPlaceUpdate" };
    const supported = { inPlaceUpdates: { supported: true, minVersionForUpdate: "1.0.1" } };
    const profile = compileProfile({
      ...PROFILE.spec,
      machineImages: [
        {
          name: "os",
          updateStrategy: "patch",
          versions: [version("1.0.0", supported), version("1.0.1", supported), version("1.0.2", supported)],
        },
      ],
    });
    const spec = shootSpec([worker(inPlace), worker({ ...inPlace, image: "os:1.0.1" })]);
    expect(lines(maintainShoot({ spec, profile, autoUpdates: true, now: NOW }))).toEqual([
      "pool automatic stays",
      "pool automatic 1.0.2",
    ]);
  });
});
