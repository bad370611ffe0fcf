import { describe, expect, it } from "vitest";
import type { MachineImageVersion } from "../../../src/domain/profiles/types.ts";
import { machineImageFindings } from "../../../src/domain/workers/machine-image-rules.ts";
import type { Worker } from "../../../src/domain/workers/types.ts";
import { NOW, pool, profile, texts, worker } from "../../support/case-pools.ts";
import { imageVersion, machineType } from "../../support/profiles.ts";

function found(versions: readonly MachineImageVersion[], now: Worker, old?: Worker): readonly string[] {
  const of = profile({
    machineTypes: [machineType({ name: "m", architecture: "amd64" })],
    machineImages: [{ name: "os", updateStrategy: "minor", versions }],
  });
  return texts(machineImageFindings(pool(of, now, old)));
}

function version(text: string, parts: Partial<MachineImageVersion> = {}): MachineImageVersion {
  return imageVersion({ version: text, architectures: ["amd64"], ...parts });
}

const EXPIRED = { expirationDate: NOW - 1000 };
const GOOD = version("9.0.0");
const SUGGESTION = 'image versions that fit machine type "m": os:9.0.0';
const denied = (reasons: string) =>
  `machine.image: Invalid value: "os:1.0.0": worker pool "pool": machine image version ${reasons}; ${SUGGESTION} [CAP-SH-16]`;

describe("CAP-SH-16", () => {
  it.each<[string, Partial<MachineImageVersion>, readonly string[]]>([
    ["an active version", {}, []],
    ["a version in preview", { classification: "preview" }, []],
    ["a deprecated version", { classification: "deprecated" }, []],
    ["a version that expires now (row 44)", { expirationDate: NOW }, []],
    ["a version that has expired (row 44)", EXPIRED, [denied("is expired since 2026-10-31")]],
    ["a version classified as expired", { classification: "expired" }, [denied("is expired")]],
    [
      "a version classified as expired before its date",
      { classification: "expired", expirationDate: NOW + 1 },
      [denied("is expired")],
    ],
    [
      "a version expired by its lifecycle",
      { lifecycle: [{ classification: "expired", startTime: NOW - 1 }] },
      [denied("is expired")],
    ],
    [
      "a version not begun (row 62)",
      { lifecycle: [{ classification: "preview", startTime: NOW }] },
      [denied("is not available yet")],
    ],
    ["another architecture (row 40)", { architectures: ["arm64"] }, [denied("is built for arm64, the pool has amd64")]],
    ["no architecture", { architectures: [] }, [denied("is built for no architecture, the pool has amd64")]],
    [
      "two obstacles",
      { architectures: ["arm64"], classification: "expired" },
      [denied("is built for arm64, the pool has amd64, is expired")],
    ],
  ])("of a new pool with %s", (_, parts, expected) => {
    expect(found([version("1.0.0", parts), GOOD], worker())).toEqual(expected);
  });

  it.each<[string, string, Partial<MachineImageVersion>, boolean]>([
    ["an expired version upwards (row 45)", "os:0.9.0", EXPIRED, true],
    ["an expired version that differs in its suffix alone", "os:1.0.0-rc.1", EXPIRED, true],
    ["an expired version downwards (row 46)", "os:1.0.1", EXPIRED, false],
    ["an expired version of another image upwards", "other:0.9.0", EXPIRED, true],
    ["an expired version from one that is not semantic", "os:latest", EXPIRED, true],
    [
      "a version that is not begun, upwards",
      "os:0.9.0",
      { lifecycle: [{ classification: "preview", startTime: NOW + 1 }] },
      false,
    ],
  ])("of an existing pool that moves to %s", (_, old, parts, isAllowed) => {
    expect(found([version("1.0.0", parts), GOOD], worker(), worker({ image: old }))).toHaveLength(isAllowed ? 0 : 1);
  });

  it("is not asked of an unchanged pool (row 49), but of one with another architecture", () => {
    const versions = [version("1.0.0", { ...EXPIRED, architectures: ["amd64"] }), GOOD];
    expect(found(versions, worker(), worker())).toEqual([]);
    const other = worker({ machine: { ...worker().machine, architecture: "arm64" } });
    expect(found(versions, other, worker())).toHaveLength(1);
  });

  const inPlace = (minVersionForUpdate?: string, supported = true) => ({
    inPlaceUpdates: { supported, minVersionForUpdate },
  });

  it.each<[string, string | undefined, Partial<MachineImageVersion>, string | undefined]>([
    ["a new pool, no support", undefined, {}, "does not support in-place updates"],
    ["a new pool, support denied", undefined, inPlace(undefined, false), "does not support in-place updates"],
    ["a new pool, support", undefined, inPlace(), undefined],
    ["an existing pool, recent enough", "os:0.9.0", inPlace("0.9.0"), undefined],
    ["an existing pool, recent enough but for the suffix", "os:0.9.0-rc.1", inPlace("0.9.0"), undefined],
    [
      "an existing pool, too old",
      "os:0.8.9",
      inPlace("0.9.0"),
      "cannot be reached in place from version 0.8.9 (at least 0.9.0 is needed)",
    ],
    [
      "an existing pool, no minimum",
      "os:0.9.0",
      inPlace(),
      "cannot be reached in place from version 0.9.0 (at least none is needed)",
    ],
  ])("of in-place pools: %s", (_, oldImage, parts, reason) => {
    const now = worker({ updateStrategy: "ManualInPlaceUpdate" });
    const old = oldImage === undefined ? undefined : worker({ image: oldImage, updateStrategy: "ManualInPlaceUpdate" });
    const [text] = found([version("1.0.0", parts)], now, old);
    expect(text?.includes(reason ?? "")).toBe(reason === undefined ? undefined : true);
  });
});

describe("CAP-SH-15 and CAP-SH-31", () => {
  it.each(["os:1.0", "os:v1.0.0", "os:1.0.0 ", "OS:1.0.0", "constructor:name"])(
    "a version is found by its exact text: %s (rows 42, 43)",
    (image) => {
      expect(found([version("1.0.0"), GOOD], worker({ image }))).toHaveLength(1);
    },
  );

  it("refuse a version that is not there, and offer others", () => {
    expect(found([GOOD], worker())).toEqual([
      `machine.image.version: Unsupported value: "1.0.0": worker pool "pool": the profile has no machine image os:1.0.0; ${SUGGESTION} [CAP-SH-15]`,
    ]);
  });

  it("warn an unchanged pool whose version is gone (row 53)", () => {
    expect(found([GOOD], worker(), worker())).toEqual([
      `machine.image.version: Unsupported value: "1.0.0": worker pool "pool" can get no more nodes: machine image os:1.0.0 left the profile; ${SUGGESTION} [CAP-SH-31]`,
    ]);
  });
});
