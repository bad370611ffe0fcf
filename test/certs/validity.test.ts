import { expect, it } from "vitest";
import { invalidityOf } from "../../src/certs/validity.ts";

const PERIOD = { notBefore: Date.UTC(2026, 0, 1), notAfter: Date.UTC(2026, 1, 1) };

it.each([
  ["before", PERIOD.notBefore - 1, "not valid before 2026-01-01T00:00:00Z"],
  ["at the beginning", PERIOD.notBefore, undefined],
  ["at the end", PERIOD.notAfter, undefined],
  ["after", PERIOD.notAfter + 1, "expired on 2026-02-01T00:00:00Z"],
])("a certificate %s", (_when, now, reason) => {
  expect(invalidityOf(PERIOD, now)).toBe(reason);
});
