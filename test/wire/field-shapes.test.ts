import { describe, expect, it } from "vitest";
import { parseTime } from "../../src/wire/field-shapes.ts";

describe("parses RFC 3339 times as Go does", () => {
  it.each<[string, number | undefined]>([
    ["1970-01-01T00:00:00Z", 0],
    ["2027-01-01T00:00:00Z", 1798761600000],
    ["2027-01-01T02:30:00+02:30", 1798761600000],
    ["2026-12-31T23:00:00-01:00", 1798761600000],
    ["1970-01-01T00:00:00.5Z", 500],
    ["1970-01-01T00:00:00,123456789Z", 123],
    ["0001-01-01T00:00:00Z", -62135596800000],
    ["2024-02-29T00:00:00Z", 1709164800000],
    ["2023-02-29T00:00:00Z", undefined],
    ["2023-13-01T00:00:00Z", undefined],
    ["2023-00-10T00:00:00Z", undefined],
    ["2023-01-01T24:00:00Z", undefined],
    ["2023-01-01T00:00:60Z", undefined],
    ["2023-01-01T00:00:00", undefined],
    ["2023-01-01t00:00:00z", undefined],
    ["2023-01-01 00:00:00Z", undefined],
    ["2023-01-01", undefined],
    ["", undefined],
  ])("%j", (value, expected) => {
    expect(parseTime(value)).toBe(expected);
  });
});
