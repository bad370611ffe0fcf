import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deliverWarnings } from "../../src/http/warnings.ts";

function words(count: number): string {
  return Array.from({ length: count }, () => "word").join(" ");
}

describe("deliverWarnings", () => {
  it.each([
    ["no text", [], []],
    ["a plain text", ["pool is outdated [CAP-SH-30]"], ["pool is outdated [CAP-SH-30]"]],
    ["a newline", ["one\ntwo"], ["one two"]],
    ["control characters in a row", ["a\u0000\u001b\t\r\n\u007f\u0085b"], ["a b"]],
    ["line separators", ["a\u2028b\u2029c"], ["a b c"]],
    ["blanks at both ends", ["  a  "], ["a"]],
    ["empty texts", ["", " \n ", "\u0000"], []],
    ["repetitions, also after cleaning", ["a b", "a\nb", "c", "a b"], ["a b", "c"]],
    ["an emoji", ["🚧 under construction"], ["🚧 under construction"]],
    ["half an emoji", ["a\ud83d"], ["a\ufffd"]],
  ])("cleans %s", (_name, texts, delivered) => {
    expect(deliverWarnings(texts)).toEqual({ texts: delivered, cut: 0 });
  });

  it("keeps a text of 256 characters, counting emoji once", () => {
    const text = "🚧".repeat(256);
    expect(deliverWarnings([text])).toEqual({ texts: [text], cut: 0 });
  });

  it("cuts a long text before a word and keeps the rule id", () => {
    const { texts, cut } = deliverWarnings([`${words(60)} [CAP-SH-30]`]);
    expect(texts).toEqual([`${words(48)}… [CAP-SH-30]`]);
    expect(cut).toBe(1);
  });

  it("cuts a text of 10 000 characters without blanks between characters", () => {
    const { texts } = deliverWarnings([`${"🚧".repeat(10_000)} [CAP-SH-30]`]);
    expect(texts).toEqual([`${"🚧".repeat(243)}… [CAP-SH-30]`]);
    expect(Array.from(texts[0] ?? "")).toHaveLength(256);
  });

  it("drops what exceeds the total and says how many", () => {
    const many = Array.from({ length: 30 }, (_, index) => `${String(index).padStart(2, "0")} ${"x".repeat(250)}`);
    const { texts, cut } = deliverWarnings(many);
    expect(texts).toHaveLength(17);
    expect(texts.at(-1)).toBe("14 more warnings dropped for lack of room");
    expect(cut).toBe(14);
  });

  it("always stays within the limits of the wire", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.string({ unit: "grapheme", maxLength: 700 }),
      fc.tuple(fc.lorem({ maxCount: 90 }), fc.constant(" [CAP-SH-17]")).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 40 }), (texts) => {
        const delivered = deliverWarnings(texts).texts;
        const lengths = delivered.map((warning) => Array.from(warning).length);
        expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(256);
        expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(4096);
        expect(delivered.every((warning) => warning !== "" && !/\p{Cc}/u.test(warning))).toBe(true);
        expect(new Set(delivered).size).toBe(delivered.length);
      }),
    );
  });
});
