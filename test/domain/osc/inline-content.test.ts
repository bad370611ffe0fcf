import { describe, expect, it } from "vitest";
import { base64Bytes, inlineBytes, inlineData, inlineText } from "../../../src/domain/osc/inline-content.ts";
import type { InlineContent } from "../../../src/domain/osc/types.ts";

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

describe("inlineText", () => {
  it.each<[InlineContent, string | undefined]>([
    [{ encoding: "", data: "grün\n" }, "grün\n"],
    [{ encoding: undefined, data: "a" }, "a"],
    [{ encoding: "", data: undefined }, ""],
    [{ encoding: "b64", data: "Z3LDvG4K" }, "grün\n"],
    [{ encoding: "b64", data: "Z3LDvG\n4K" }, "grün\n"],
    [{ encoding: "b64", data: undefined }, ""],
    [{ encoding: "b64", data: "a$b=" }, undefined],
    [{ encoding: "b64", data: "/w==" }, undefined],
    [{ encoding: "gzip", data: "a" }, undefined],
  ])("of %j is %j", (content, text) => {
    expect(inlineText(content)).toBe(text);
  });
});

describe("inlineData", () => {
  it.each([
    ["grün\n", "b64", "Z3LDvG4K"],
    ["grün\n", "", "grün\n"],
    ["grün\n", undefined, "grün\n"],
  ])("of %j in encoding %j is %j", (text, encoding, data) => {
    expect(inlineData(text, encoding)).toBe(data);
    expect(inlineText({ encoding, data })).toBe(text);
  });
});
