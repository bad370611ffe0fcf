import { expect, it } from "vitest";
import { readReviewDocuments } from "../../src/cli/review-documents.ts";
import { isObject } from "../../src/wire/json-object.ts";
import { BUILT } from "./registered-webhooks.ts";

const TARGETS = BUILT.map(({ registration }) => registration.target);

/** The spec of an object that a file holds. */
function specOf(...lines: readonly string[]): unknown {
  const head = ["apiVersion: extensions.gardener.cloud/v1alpha1", "kind: OperatingSystemConfig", "spec:"];
  const [document] = readReviewDocuments("a.yaml", [...head, ...lines.map((line) => `  ${line}`)].join("\n"), TARGETS);
  if (document === undefined || "problem" in document) {
    throw new Error(document?.problem);
  }
  const { request } = document.review;
  const object = isObject(request) ? request["object"] : undefined;
  return isObject(object) ? object["spec"] : undefined;
}

it.each([
  ["0644", 420],
  ["0755", 493],
  ["00", 0],
  ["-010", -8],
  ["0o644", 420],
  ["420", 420],
  ["644", 644],
  ["0", 0],
  ["0.5", 0.5],
  ["08", 8],
  ['"0644"', "0644"],
  ["yes", true],
  ["n", false],
  ["On", true],
  ["NO", false],
  ["off", false],
  ["true", true],
  ['"yes"', "yes"],
  ["yesterday", "yesterday"],
  ["2026-11-01", "2026-11-01"],
  ["12:30", "12:30"],
  ["~", null],
])("reads %s as kubectl does, which knows YAML 1.1", (written, value) => {
  expect(specOf(`key: ${written}`)).toEqual({ key: value });
});

it("knows merge keys", () => {
  expect(specOf("a: &a { b: 1 }", "c: { <<: *a, d: 2 }")).toEqual({ a: { b: 1 }, c: { b: 1, d: 2 } });
});
