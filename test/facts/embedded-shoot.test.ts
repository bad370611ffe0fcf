import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { errorText } from "../../src/domain/field/error.ts";
import { embeddedShoot } from "../../src/facts/embedded-shoot.ts";

function compressed(value: unknown): string {
  return packed(JSON.stringify(value));
}

function packed(text: string | Uint8Array): string {
  return brotliCompressSync(text).toString("base64");
}

function shootIn(spec: unknown): unknown {
  const shoot = embeddedShoot({ spec });
  return shoot.ok ? shoot.value : shoot.errors.map(errorText);
}

describe("finds the Shoot", () => {
  it.each<[string, unknown]>([
    ["as it is", { shoot: { a: 1 } }],
    ["compressed", { compressedShoot: compressed({ a: 1 }) }],
    ["compressed, though it is there as it was, too", { shoot: { a: 2 }, compressedShoot: compressed({ a: 1 }) }],
    ["compressed, with a placeholder", { shoot: {}, compressedShoot: compressed({ a: 1 }) }],
    ["as it is, with nothing compressed", { shoot: { a: 1 }, compressedShoot: "" }],
    ["as it is, with null compressed", { shoot: { a: 1 }, compressedShoot: null }],
    ["compressed, with other things compressed badly", { compressedShoot: compressed({ a: 1 }), compressedSeed: "!" }],
  ])("%s", (_name, spec) => {
    expect(shootIn(spec)).toEqual({ a: 1 });
  });

  it("compressed a hundredfold, with text beyond ASCII", () => {
    const shoot = { spec: { purpose: "größer 🚀", filler: "x".repeat(1_500_000) } };
    const compressedShoot = compressed(shoot);
    expect(compressedShoot.length).toBeLessThan(1_000);
    expect(shootIn({ compressedShoot })).toEqual(shoot);
  });
});

describe("refuses", () => {
  it.each<[string, unknown, string]>([
    ["no spec", undefined, "spec.shoot: Required value: must be set"],
    ["a spec that is a list", [], "spec.shoot: Required value: must be set"],
    ["no Shoot", { seed: {} }, "spec.shoot: Required value: must be set"],
    ["null", { shoot: null }, "spec.shoot: Required value: must be set"],
    ["a text", { shoot: "x" }, "spec.shoot: Invalid value: must be an object"],
    ["a list", { shoot: [] }, "spec.shoot: Invalid value: must be an object"],
    ["a number", { compressedShoot: 1 }, "spec.compressedShoot: Invalid value: must be a text in base64"],
    ["an object", { shoot: {}, compressedShoot: {} }, "spec.compressedShoot: Invalid value: must be a text in base64"],
  ])("%s", (_name, spec, message) => {
    expect(shootIn(spec)).toEqual([message]);
  });

  const broken = "spec.compressedShoot: Invalid value: is not Brotli-compressed data in base64";

  it.each<[string, string]>([
    ["what is not base64", "%%%"],
    ["what is not compressed", Buffer.from('{"a": 1}').toString("base64")],
    ["another compression", gzipSync('{"a": 1}').toString("base64")],
    ["half of it", compressed({ filler: "abc".repeat(1000), more: [1, 2, 3] }).slice(0, 20)],
  ])("%s", (_name, compressedShoot) => {
    expect(shootIn({ compressedShoot })).toEqual([broken]);
  });

  it.each<[string, string]>([
    ["text that is not JSON", packed("a: 1")],
    ["JSON that is a list", compressed([])],
    ["nothing", packed("")],
    ["bytes that are not UTF-8", packed(Uint8Array.of(0xff, 0xfe))],
  ])("%s", (_name, compressedShoot) => {
    expect(shootIn({ compressedShoot })).toEqual([
      "spec.compressedShoot: Invalid value: is no JSON object after decompression",
    ]);
  });

  it("a few hundred bytes that would fill the memory, before they do", () => {
    const large = Buffer.alloc(64 * 1024 * 1024, " ");
    const bomb = brotliCompressSync(large, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
    expect(bomb.length).toBeLessThan(4_096);
    expect(shootIn({ compressedShoot: bomb.toString("base64") })).toEqual([
      "spec.compressedShoot: Invalid value: is larger than 16777216 bytes after decompression",
    ]);
  });
});
