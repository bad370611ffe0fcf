import { describe, expect, it } from "vitest";
import { childOf, D2, FUTURE, type Json, linesOf, PAST, parentOf } from "./reviewed.ts";

const AT = "spec.kubernetes.versions[0]";

function withKubernetes(...versions: readonly Json[]) {
  return childOf({ kubernetes: { versions } });
}

const LATE = "2027-01-01T00:00:00Z";
const EXPIRED = withKubernetes({ version: "1.33.6", expirationDate: PAST });
const RENDERED = parentOf(D2, {
  kubernetes: { versions: [{ version: "1.34.2" }, { version: "1.33.6", expirationDate: PAST }] },
});

describe("Kubernetes versions", () => {
  it.each<[string, Parameters<typeof linesOf>[0], Parameters<typeof linesOf>[1], readonly string[]]>([
    ["another expiration date", withKubernetes({ version: "1.33.6", expirationDate: FUTURE }), {}, []],
    [
      "a version that the parent does not have",
      withKubernetes({ version: "1.33.7", expirationDate: FUTURE }),
      {},
      [`CAP-NCP-24 Invalid ${AT} "1.33.7"`],
    ],
    ["no expiration date", withKubernetes({ version: "1.33.6" }), {}, [`CAP-NCP-24 Invalid ${AT} "1.33.6"`]],
    [
      "a classification",
      withKubernetes({ version: "1.33.6", expirationDate: FUTURE, classification: "" }),
      {},
      [`CAP-NCP-24 Forbidden ${AT}.classification`],
    ],
    [
      "an expiration date of the latest version",
      withKubernetes({ version: "1.34.2", expirationDate: FUTURE }),
      {},
      ['CAP-NCP-17 Invalid rendered.kubernetes.versions[].expirationDate "1.34.2"'],
    ],
    ["a date in the past, at creation", EXPIRED, {}, []],
    ["a date in the past that stays", EXPIRED, { old: EXPIRED, rendered: RENDERED }, []],
    [
      "a date that moves within the past",
      withKubernetes({ version: "1.33.6", expirationDate: "2026-09-01T00:00:00Z" }),
      { old: EXPIRED, rendered: RENDERED },
      [`CAP-NCP-24 Invalid ${AT} "1.33.6"`],
    ],
    [
      "a date in the past before anything is rendered",
      EXPIRED,
      { old: EXPIRED },
      [`CAP-NCP-24 Invalid ${AT} "1.33.6"`],
    ],
    [
      "a date that moves into the future",
      withKubernetes({ version: "1.33.6", expirationDate: LATE }),
      { old: EXPIRED, rendered: RENDERED },
      [],
    ],
  ])("%s", (_, spec, parts, expected) => {
    expect(linesOf(spec, parts)).toEqual(expected);
  });
});
