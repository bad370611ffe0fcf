import { describe, expect, it } from "vitest";
import { base64Bytes, inlineBytes } from "../../../src/domain/osc/inline-content.ts";

describe("base64Bytes", () => {
  it.each<[string, readonly number[]]>([
    ["", []],
    ["AA==", [0]],
    ["AAE=", [0, 1]],
    ["AAEC", [0, 1, 2]],
    ["+/+/", [251, 255, 191]],
    ["AB==", [0]],
    ["A\r\nAE\n=", [0, 1]],
    ["\n", []],
  ])("%j", (data, bytes) => {
    expect(base64Bytes(data)).toEqual(Buffer.from(bytes));
  });

  it.each([
    "A",
    "AA",
    "AAE",
    "A===",
    "=AAE",
    "A=AE",
    "AA==AA==",
    "AAE-",
    "AA_E",
    "AA E",
    "AAÉ=",
    "ŁŁŁŁ",
    "AAE\u0000",
    "😀",
  ])("%j is no base64", (data) => {
    expect(base64Bytes(data)).toBeUndefined();
  });
});

describe("inlineBytes", () => {
  it.each<[string | undefined, string | undefined, string | undefined]>([
    ["", "aé", "aé"],
    [undefined, "a", "a"],
    ["", undefined, ""],
    ["b64", "YcOp", "aé"],
    ["b64", undefined, ""],
    ["b64", "a", undefined],
    ["gzip", "a", undefined],
  ])("of encoding %j and data %j", (encoding, data, text) => {
    expect(inlineBytes({ encoding, data })?.toString()).toBe(text);
  });
});
