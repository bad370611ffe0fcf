import { describe, expect, it } from "vitest";
import { z } from "zod";
import { knownKeys, schemaErrors } from "../../src/documents/schema-errors.ts";
import { errorText } from "../../src/domain/field/error.ts";

const Inner = z.strictObject({ alpha: z.string().nullish(), beta: z.int().nullish() });
const Schema = z.strictObject({
  name: z.string(),
  mode: z.enum(["on", "off"]).nullish(),
  size: z.int("must be a whole number").min(1, "must be at least 1").nullish(),
  title: z.string().min(1, "must not be empty").nullish(),
  list: z.array(Inner).nullish(),
  either: z.union([z.string(), Inner], "must be a text or a map").nullish(),
  many: z.union([z.int(), z.string().regex(/^x/, "must begin with x")], "must be a number or a text").nullish(),
});

function errorsOf(value: unknown): readonly string[] {
  const parsed = Schema.safeParse(value, { reportInput: true });
  return parsed.success ? [] : schemaErrors(parsed.error.issues, Schema).map(errorText);
}

describe("turns into a field error", () => {
  it.each<[string, unknown, readonly string[]]>([
    ["an unknown key", { name: "a", moed: "on" }, ['moed: Forbidden: unknown key; did you mean "mode"?']],
    [
      "an unknown key that resembles none",
      { name: "a", list: [{ xxxxxx: 1 }] },
      ["list[0].xxxxxx: Forbidden: unknown key; known here: alpha, beta"],
    ],
    [
      "an unknown key in one branch of a union",
      { name: "a", either: { alpa: "x" } },
      ['either.alpa: Forbidden: unknown key; did you mean "alpha"?'],
    ],
    ["a missing key", {}, ["name: Required value: must be a text"]],
    [
      "a word outside an enumeration",
      { name: "a", mode: "of" },
      ['mode: Unsupported value: "of": supported values: "on", "off"'],
    ],
    ["a number for a text", { name: 1.1 }, ["name: Invalid value: 1.1: must be a text; put it in quotes"]],
    ["a list for a text", { name: [] }, ["name: Invalid value: must be a text"]],
    ["an empty text", { name: "a", title: "" }, ["title: Required value: must not be empty"]],
    ["a number that is too small", { name: "a", size: 0 }, ["size: Invalid value: 0: must be at least 1"]],
    ["a fraction", { name: "a", size: 1.5 }, ["size: Invalid value: 1.5: must be a whole number"]],
    [
      "what no branch of a union takes",
      { name: "a", either: 1 },
      ["either: Invalid value: 1: must be a text or a map"],
    ],
    [
      "what the one branch of its type refuses",
      { name: "a", many: "y" },
      ['many: Invalid value: "y": must begin with x'],
    ],
    ["a document that is none", "x", ['Invalid value: "x": must be a map']],
  ])("%s", (_, value, errors) => {
    expect(errorsOf(value)).toEqual(errors);
  });

  it("one for each unknown key, __proto__ included", () => {
    expect(errorsOf(JSON.parse('{"name": "a", "__proto__": 1, "nam": 1}'))).toEqual([
      "__proto__: Forbidden: unknown key; known here: name, mode, size, title, list, either, many",
      'nam: Forbidden: unknown key; did you mean "name"?',
    ]);
  });
});

it.each<[readonly (string | number)[], readonly string[]]>([
  [[], ["name", "mode", "size", "title", "list", "either", "many"]],
  [
    ["list", 3],
    ["alpha", "beta"],
  ],
  [["either"], ["alpha", "beta"]],
  [["name"], []],
  [["constructor"], []],
  [["list", "x"], []],
])("knows the keys at %j", (path, keys) => {
  expect(knownKeys(Schema, path)).toEqual(keys);
});
