import { describe, expect, it } from "vitest";
import { notJsonErrors } from "../../src/documents/json-values.ts";
import { readYaml } from "../../src/documents/yaml-documents.ts";
import { errorText } from "../../src/domain/field/error.ts";

const NO_JSON = "Invalid value: is no value of JSON; write a text in quotes, a finite number, a list or a map";

function errorsOf(text: string): readonly string[] {
  const read = readYaml(text);
  if (!read.ok) {
    throw new Error(JSON.stringify(read.problems));
  }
  return read.documents.flatMap(({ value }) => notJsonErrors(value)).map(errorText);
}

describe("of YAML is no JSON", () => {
  it.each([
    ["an infinite number", "a: .inf", [`a: ${NO_JSON}`]],
    ["no number", "a: [1, .nan]", [`a[1]: ${NO_JSON}`]],
    ["bytes", "a: !!binary aGk=", [`a: ${NO_JSON}`]],
    ["a set", "a: !!set { x }", [`a: ${NO_JSON}`]],
    ["an ordered map", "a: { b: !!omap [c: 1] }", [`a.b: ${NO_JSON}`]],
    ["a date of YAML 1.1", "%YAML 1.1\n---\na: 2020-01-01\n", [`a: ${NO_JSON}`]],
  ])("%s", (_, text, errors) => {
    expect(errorsOf(text)).toEqual(errors);
  });

  it.each([
    "a: [1, 1.5, x, true, null, { b: {} }]",
    "a: 2020-01-01",
    "1: x",
    "__proto__: { a: 1 }",
    "a: &x { b: 1 }\nc: [*x, *x]",
  ])("not %s", (text) => {
    expect(errorsOf(text)).toEqual([]);
  });

  it("what is nested too deeply", () => {
    expect(errorsOf(`${"[".repeat(100)}${"]".repeat(100)}`)).toEqual([
      expect.stringMatching(/Invalid value: is nested more than 64 levels deep$/),
    ]);
  });

  it.each([
    ["a list", "a: &x [*x, *x]", ["a[0]: Invalid value: contains itself", "a[1]: Invalid value: contains itself"]],
    ["a map", "a: &x { b: { c: *x } }", ["a.b.c: Invalid value: contains itself"]],
  ])("%s that contains itself", (_, text, errors) => {
    expect(errorsOf(text)).toEqual(errors);
  });
});
