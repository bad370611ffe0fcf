import { describe, expect, it } from "vitest";
import { z } from "zod";
import { errorText } from "../../src/domain/field/error.ts";
import { parseWith } from "../../src/wire/issues.ts";

const Schema = z.strictObject({
  name: z.string().min(1),
  mode: z.enum(["files", "selfSigned"]),
  port: z.int().min(1).max(65_535),
  list: z.array(z.string()),
  nested: z.strictObject({ flag: z.boolean() }),
  choice: z.discriminatedUnion("kind", [z.object({ kind: z.literal("a") }), z.object({ kind: z.literal("b") })]),
  either: z.union([z.string(), z.number()]),
  word: z.string().regex(/^[a-z]+$/, "must be lower-case letters"),
});

const GOOD = {
  name: "n",
  mode: "files",
  port: 1,
  list: [],
  nested: { flag: true },
  choice: { kind: "a" },
  either: 1,
  word: "w",
};

describe("turns issues into field errors", () => {
  it.each<[string, object, readonly string[]]>([
    ["missing text", { name: undefined }, ["c.name: Required value: must be a string"]],
    ["empty text", { name: "" }, ["c.name: Required value: must not be empty"]],
    ["null", { name: null }, ["c.name: Invalid value: null: must be a string"]],
    ["wrong scalar", { name: 7 }, ["c.name: Invalid value: 7: must be a string"]],
    ["object for a text", { name: {} }, ["c.name: Invalid value: must be a string, not an object"]],
    ["fraction for an integer", { port: 1.5 }, ["c.port: Invalid value: 1.5: must be an integer"]],
    ["number too small", { port: 0 }, ["c.port: Invalid value: 0: must be at least 1"]],
    ["number too big", { port: 70_000 }, ["c.port: Invalid value: 70000: must be at most 65535"]],
    ["wrong list entry", { list: ["x", false] }, ["c.list[1]: Invalid value: false: must be a string"]],
    [
      "outside an enumeration",
      { mode: "none" },
      ['c.mode: Unsupported value: "none": supported values: "files", "selfSigned"'],
    ],
    ["missing enumeration", { mode: undefined }, ['c.mode: Required value: supported values: "files", "selfSigned"']],
    [
      "list for an enumeration",
      { mode: ["files"] },
      ['c.mode: Invalid value: must be one of "files", "selfSigned", not a list'],
    ],
    [
      "unknown fields, one by one",
      { extra: 1, nested: { flag: true, more: 2 } },
      ["c.extra: Forbidden: unknown field", "c.nested.more: Forbidden: unknown field"],
    ],
    [
      "unknown alternative",
      { choice: { kind: "z" } },
      ['c.choice.kind: Unsupported value: "z": supported values: "a", "b"'],
    ],
    ["missing alternative", { choice: {} }, ['c.choice.kind: Required value: supported values: "a", "b"']],
    ["no fitting alternative", { either: true }, ["c.either: Invalid value: true: fits none of the alternatives"]],
    ["pattern", { word: "W" }, ['c.word: Invalid value: "W": must be lower-case letters']],
    ["default message of the schema library", { nested: 1 }, ["c.nested: Invalid value: 1: must be an object"]],
  ])("%s", (_name, change, expected) => {
    const result = parseWith(Schema, { ...GOOD, ...change }, ["c"]);
    expect(result.ok ? [] : result.errors.map(errorText).sort()).toEqual([...expected].sort());
  });

  it("for the whole document", () => {
    const result = parseWith(Schema, []);
    expect(result.ok ? [] : result.errors.map(errorText)).toEqual(["Invalid value: must be an object, not a list"]);
  });
});
