import { describe, expect, it } from "vitest";
import { sizeFindings } from "../../../src/domain/osc/size-rules.ts";
import { userDataBytes } from "../../../src/domain/rendering/user-data-size.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import {
  CLUSTER,
  imageFile,
  inlineFile,
  mutationReviewOf,
  oscLines,
  oscView,
  plainFile,
  poolOf,
  provisionOsc,
  reconcileOsc,
  reviewOf,
} from "../../support/osc-builders.ts";

const secretFile = (path: string) => ({ path, content: { secretRef: { name: "s", dataKey: "k" } } });

it("has nothing against what gardenlet writes", () => {
  expect(sizeFindings(reviewOf(provisionOsc()))).toEqual([]);
  expect(sizeFindings(reviewOf(reconcileOsc()))).toEqual([]);
});

describe("OSC-V-60: user data", () => {
  const { files } = provisionOsc()["spec"] as { readonly files: readonly RawObject[] };
  /** A provision OSC with user data of so many bytes, which base64 makes multiples of four apart. */
  const withFile = (length: number) => provisionOsc({ files: [...files, plainFile("/a", "x".repeat(length))] });
  const limits = (userDataBytes: number, byProvider: readonly (readonly [string, number])[] = []) => ({
    limits: { userDataBytes, userDataBytesByProvider: new Map(byProvider), osOverheadBytes: 100 },
  });
  const bytes = (object: RawObject) => userDataBytes(oscView(object), 100);

  it.each([
    ["at the limit", 0, ["OSC-V-60 (Ww) spec.files Invalid"]],
    ["below the limit by a byte", 1, ["OSC-V-60 (Ww) spec.files Invalid"]],
    ["above the limit by a byte", -1, ["OSC-V-60 spec.files Invalid"]],
  ])("%s", (_, room, expected) => {
    const object = withFile(9000);
    expect(oscLines(sizeFindings(reviewOf(object, undefined, limits(bytes(object) + room))))).toEqual(expected);
  });

  it("is warned of from 87.5 % on", () => {
    const object = withFile(9000);
    const whole = (bytes(object) / 7) * 8;
    expect(sizeFindings(reviewOf(object, undefined, limits(Math.ceil(whole))))).toEqual([]);
    expect(sizeFindings(reviewOf(object, undefined, limits(Math.floor(whole) - 1)))).toHaveLength(1);
  });

  it("says how many bytes there are (row 54)", () => {
    const object = withFile(14 * 1024);
    const [finding] = sizeFindings(reviewOf(object));
    expect(finding?.error.detail).toContain(`${userDataBytes(oscView(object), 1500)} bytes, more than the 16384`);
  });

  it("has a limit of its own for a provider", () => {
    const object = withFile(9000);
    const members = limits(100_000, [["local", 1000]]);
    expect(oscLines(sizeFindings(reviewOf(object, undefined, members)))).toEqual(["OSC-V-60 spec.files Invalid"]);
    const pool = poolOf(oscView(object), { ...CLUSTER, providerType: "aws" });
    expect(sizeFindings(reviewOf(object, undefined, { ...members, pool }))).toEqual([]);
    const unknown = { ...pool, cluster: undefined };
    expect(sizeFindings(reviewOf(object, undefined, { ...members, pool: unknown }))).toEqual([]);
  });

  it("is not that of a reconcile OSC", () => {
    expect(sizeFindings(reviewOf(reconcileOsc(), undefined, limits(10)))).toEqual([]);
  });

  it("is another mistake when it is refused than when it is warned of", () => {
    const keys = [limits(bytes(withFile(0))), limits(10)].map((members) =>
      sizeFindings(reviewOf(withFile(0), undefined, members)).map(({ key }) => key),
    );
    expect(keys).toEqual([['"near"'], ['"exceeded"']]);
  });

  it("that was too large before is not the fault of our own mutation", () => {
    const [input, result] = [withFile(100), withFile(9000)];
    const touched = { files: [files.length] };
    expect(oscLines(sizeFindings(mutationReviewOf(input, result, touched, limits(5000))))).toEqual([
      "OSC-V-60 spec.files Invalid",
    ]);
    expect(sizeFindings(mutationReviewOf(input, result, touched, limits(100)))).toEqual([]);
  });
});

describe("OSC-V-61: the Secret for the nodes", () => {
  const { files } = reconcileOsc()["spec"] as { readonly files: readonly RawObject[] };
  const withBytes = (bytes: number) => reconcileOsc({ files: [...files, plainFile("/a", "x".repeat(bytes))] });
  const lines = (object: RawObject) => oscLines(sizeFindings(reviewOf(object)));

  it.each([
    ["of half a MiB", 524_288, []],
    ["of 700 kB", 700_000, []],
    ["above 80 %", 770_000, ["OSC-V-61 (Ww) spec Invalid"]],
    ["near the limit", 945_000, ["OSC-V-61 (Ww) spec Invalid"]],
    ["above the limit", 960_000, ["OSC-V-61 spec Invalid"]],
  ])("%s", (_, bytes, expected) => {
    expect(lines(withBytes(bytes))).toEqual(expected);
  });

  it("counts base64 as it is written", () => {
    expect(lines(reconcileOsc({ files: [...files, inlineFile("/a", "x".repeat(540_000))] }))).toEqual([]);
    expect(lines(reconcileOsc({ files: [...files, inlineFile("/a", "x".repeat(720_000))] }))).toHaveLength(1);
  });

  it("counts units, containerd and what the OS extension adds", () => {
    const large = "x".repeat(960_000);
    const containerd = { sandboxImage: "a", plugins: [{ path: ["a"], values: { a: large } }] };
    expect(lines(reconcileOsc({ units: [{ name: "a.service", content: large }] }))).toHaveLength(1);
    expect(lines(reconcileOsc({ criConfig: { name: "containerd", containerd } }))).toHaveLength(1);
    expect(lines({ ...reconcileOsc(), status: { extensionFiles: [plainFile("/a", large)] } })).toHaveLength(1);
  });

  it("does not count what never gets there", () => {
    const large = "x".repeat(960_000);
    expect(lines(reconcileOsc({ providerConfig: { a: large } }, { annotations: { a: large } }))).toEqual([]);
    expect(oscLines(sizeFindings(reviewOf(provisionOsc({ files: [plainFile("/a", large)] }))))).toEqual([
      "OSC-V-60 spec.files Invalid",
    ]);
  });

  it("is warned of once where other Secrets add to it", () => {
    expect(lines(reconcileOsc({ files: [...files, secretFile("/a"), secretFile("/b")] }))).toEqual([
      "OSC-V-61 (Ww) spec Invalid",
    ]);
  });

  it("has different keys for what is refused and what is warned of", () => {
    const object = reconcileOsc({ files: [secretFile("/a"), plainFile("/b", "x".repeat(960_000))] });
    const keys = [object, withBytes(770_000)].map((each) => sizeFindings(reviewOf(each)).map(({ key }) => key));
    expect(keys).toEqual([['"exceeded"', '"unknown"'], ['"near"']]);
  });

  it("that was too large before is not the fault of our own mutation", () => {
    const touched = { files: [4] };
    const result = withBytes(990_000);
    expect(oscLines(sizeFindings(mutationReviewOf(withBytes(1000), result, touched)))).toEqual([
      "OSC-V-61 spec Invalid",
    ]);
    expect(sizeFindings(mutationReviewOf(withBytes(960_000), result, touched))).toEqual([]);
    const secret = reconcileOsc({ files: [secretFile("/a")] });
    expect(sizeFindings(mutationReviewOf(secret, secret, touched))).toEqual([]);
  });
});

describe("OSC-V-64: Secrets of the OS extension", () => {
  const status = { extensionFiles: [imageFile("/a", "i"), secretFile("/b"), secretFile("/c")] };

  it.each([
    ["reconcile", reconcileOsc()],
    ["provision", provisionOsc()],
  ])("are warned of in %s OSCs", (_, object) => {
    expect(oscLines(sizeFindings(reviewOf({ ...object, status })))).toEqual([
      "OSC-V-64 status.extensionFiles[1].content.secretRef Invalid",
      "OSC-V-64 status.extensionFiles[2].content.secretRef Invalid",
    ]);
  });

  it("are not the fault of our own mutation", () => {
    const object = { ...reconcileOsc(), status };
    expect(sizeFindings(mutationReviewOf(object, object, { files: [0] }))).toEqual([]);
  });
});
