import fc from "fast-check";
import jsonPatch from "fast-json-patch";
import { describe, expect, it } from "vitest";
import type { FieldPath } from "../../../src/domain/field/path.ts";
import { PatchEditor } from "../../../src/domain/patches/patch-editor.ts";
import { deepFreeze } from "../../support/case-freeze.ts";
import { jsonValues } from "../../support/json-values.ts";

type Json = Readonly<Record<string, unknown>>;

/** The editor of a frozen object, so that whatever changes the original fails. */
function editorOf(document: Json): PatchEditor {
  return new PatchEditor(deepFreeze(document));
}

/** What the library makes of the operations, starting from a copy of the original. */
function replayed(document: Json, { operations }: PatchEditor): unknown {
  // Through JSON, as on the wire: operations must not share what they hold.
  return jsonPatch.applyPatch(structuredClone(document), JSON.parse(JSON.stringify(operations)), true).newDocument;
}

describe("get", () => {
  const document = { a: { b: [null, { c: 0 }] }, text: "x" };

  it.each<[FieldPath, unknown]>([
    [[], document],
    [["a", "b", 1, "c"], 0],
    [["a", "b", 0], null],
    [["a", "b", 0, "c"], undefined],
    [["a", "b", 2], undefined],
    [["a", "b", "length", "x"], undefined],
    [["text", 0], undefined],
    [["toString"], undefined],
    [["__proto__"], undefined],
    [["a", "constructor", "prototype"], undefined],
  ])("of %j", (path, value) => {
    expect(editorOf(document).get(path)).toEqual(value);
  });

  it("knows own members that are named like members of all objects", () => {
    const own = JSON.parse('{"__proto__":{"x":1},"toString":2}');
    expect(editorOf(own).get(["__proto__", "x"])).toBe(1);
    expect(editorOf(own).get(["toString"])).toBe(2);
  });
});

describe("set", () => {
  it.each<[string, Json, FieldPath, unknown, readonly unknown[]]>([
    ["replaces a member", { a: 1 }, ["a"], 2, [{ op: "replace", path: "/a", value: 2 }]],
    ["adds a member", { a: {} }, ["a", "b"], 1, [{ op: "add", path: "/a/b", value: 1 }]],
    ["replaces a null", { a: null }, ["a"], 1, [{ op: "replace", path: "/a", value: 1 }]],
    ["sets to null", { a: 1 }, ["a"], null, [{ op: "replace", path: "/a", value: null }]],
    ["makes missing parents", {}, ["a", "b", "c"], 1, [{ op: "add", path: "/a", value: { b: { c: 1 } } }]],
    ["makes a null parent", { a: null }, ["a", "b"], 1, [{ op: "replace", path: "/a", value: { b: 1 } }]],
    ["replaces an entry", { a: [1, 2] }, ["a", 1], 3, [{ op: "replace", path: "/a/1", value: 3 }]],
    ["adds an entry at the end", { a: [1] }, ["a", 1], 2, [{ op: "add", path: "/a/1", value: 2 }]],
    ["sets a member of an entry", { a: [{}] }, ["a", 0, "b"], 1, [{ op: "add", path: "/a/0/b", value: 1 }]],
    ["escapes names", { "a/b": {} }, ["a/b", "~"], 1, [{ op: "add", path: "/a~1b/~0", value: 1 }]],
    ["knows the empty name", { "": {} }, ["", ""], 1, [{ op: "add", path: "//", value: 1 }]],
    ["knows names of all objects", {}, ["toString"], 1, [{ op: "add", path: "/toString", value: 1 }]],
    ["has parents of such names", {}, ["valueOf", "a"], 1, [{ op: "add", path: "/valueOf", value: { a: 1 } }]],
    ["takes `-` of an object for a name", { a: {} }, ["a", "-"], 1, [{ op: "add", path: "/a/-", value: 1 }]],
    ["records nothing for an equal value", { a: { b: 1, c: 2 } }, ["a"], { c: 2, b: 1 }, []],
    ["records nothing for an equal text", { a: { b: "x" } }, ["a", "b"], "x", []],
  ])("%s", (_, document, path, value, operations) => {
    const editor = editorOf(document);
    editor.set(path, value);
    expect(editor.operations).toEqual(operations);
    expect(editor.get(path)).toEqual(value);
    expect(editor.result).toEqual(replayed(document, editor));
    expect(editor.isChanged).toBe(operations.length > 0);
  });

  it.each<[string, Json, FieldPath, unknown]>([
    ["the whole object", { a: 1 }, [], {}],
    ["a member of a text", { a: "text" }, ["a", "b"], 1],
    ["a member below a text", { a: "text" }, ["a", "b", "c"], 1],
    ["an entry beyond the end", { a: [1] }, ["a", 2], 1],
    ["a member of an entry beyond the end", { a: [1] }, ["a", 2, "b"], 1],
    ["an entry of a list that is missing", {}, ["a", 0], 1],
    ["an entry of a list that is null", { a: null }, ["a", 0, "b"], 1],
    ["a name in a list", { a: [] }, ["a", "b"], 1],
    ["a negative index", { a: [1] }, ["a", -1], 1],
    ["no value", { a: 1 }, ["a"], undefined],
    ["a value without a value in it", { a: 1 }, ["a"], { b: [undefined] }],
    ["__proto__", {}, ["__proto__"], 1],
    ["a member below __proto__", {}, ["__proto__", "polluted"], true],
    ["a member below __proto__ of its own", JSON.parse('{"__proto__":{"a":1}}'), ["__proto__", "a"], 2],
    ["__proto__ of a member", { a: {} }, ["a", "__proto__", "polluted"], true],
  ])("refuses %s", (_, document, path, value) => {
    const editor = editorOf(document);
    expect(() => editor.set(path, value)).toThrow();
    expect(editor.operations).toEqual([]);
    expect(editor.isChanged).toBe(false);
    expect(editor.result).toEqual(document);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  it("does not tell the object in what it throws", () => {
    const editor = editorOf({ secret: "hunter2", list: [] });
    expect(() => editor.set(["list", 1], "hunter2")).toThrow(
      /^add of \/list\/1 cannot be applied: OPERATION_VALUE_OUT_OF_BOUNDS$/,
    );
  });

  it("keeps members that are named like members of all objects", () => {
    const document = JSON.parse('{"a":{"__proto__":{"x":1},"constructor":2}}') as Json;
    const editor = editorOf(document);
    editor.set(["a", "b"], 1);
    expect(JSON.stringify(editor.result)).toBe('{"a":{"__proto__":{"x":1},"constructor":2,"b":1}}');
  });
});

describe("append", () => {
  it.each<[string, Json, readonly unknown[], readonly unknown[]]>([
    ["nothing", {}, [], []],
    ["nothing to a list", { list: [1] }, [], []],
    ["to a list that is missing", {}, [1, 2], [{ op: "add", path: "/list", value: [1, 2] }]],
    ["to a list that is null", { list: null }, [1], [{ op: "replace", path: "/list", value: [1] }]],
    ["to an empty list", { list: [] }, [1], [{ op: "add", path: "/list/-", value: 1 }]],
    [
      "to a list",
      { list: [1] },
      [2, 1],
      [
        { op: "add", path: "/list/-", value: 2 },
        { op: "add", path: "/list/-", value: 1 },
      ],
    ],
  ])("%s", (_, document, values, operations) => {
    const editor = editorOf(document);
    editor.append(["list"], values);
    expect(editor.operations).toEqual(operations);
    expect(editor.get(["list"]) ?? []).toEqual([
      ...((document["list"] as unknown[] | null | undefined) ?? []),
      ...values,
    ]);
    expect(editor.result).toEqual(replayed(document, editor));
  });

  it.each([[{ list: {} }], [{ list: "text" }], [{ list: 0 }]])("refuses %j, which has no list there", (document) => {
    expect(() => editorOf(document).append(["list"], [1])).toThrow("/list is no list");
  });

  it("makes the parents of a list that is missing", () => {
    const editor = editorOf({ spec: {} });
    editor.append(["spec", "containerd", "registries"], [1]);
    expect(editor.operations).toEqual([{ op: "add", path: "/spec/containerd", value: { registries: [1] } }]);
  });
});

describe("insert", () => {
  it.each([0, 1, 2])("before the entry %i, the end included", (index) => {
    const document = { list: ["a", "b"] };
    const editor = editorOf(document);
    editor.insert(["list"], index, "new");
    expect(editor.operations).toEqual([{ op: "add", path: `/list/${index}`, value: "new" }]);
    expect(editor.result).toEqual({ list: ["a", "b"].toSpliced(index, 0, "new") });
    expect(editor.result).toEqual(replayed(document, editor));
  });

  it.each<[Json, number]>([
    [{ list: ["a"] }, 2],
    [{ list: ["a"] }, -1],
    [{ list: { 0: "a" } }, 0],
    [{ list: null }, 0],
    [{}, 0],
  ])("refuses %j at %i", (document, index) => {
    expect(() => editorOf(document).insert(["list"], index, "new")).toThrow();
  });
});

describe("remove", () => {
  it.each<[Json, FieldPath, Json]>([
    [{ a: 1, b: 2 }, ["a"], { b: 2 }],
    [{ a: null }, ["a"], {}],
    [{ list: [1, 2, 3] }, ["list", 1], { list: [1, 3] }],
    [{ toString: 1 }, ["toString"], {}],
  ])("from %j at %j", (document, path, result) => {
    const editor = editorOf(document);
    editor.remove(path);
    expect(editor.operations).toEqual([{ op: "remove", path: `/${path.join("/")}` }]);
    expect(editor.result).toEqual(result);
    expect(editor.result).toEqual(replayed(document, editor));
  });

  it.each<[Json, FieldPath]>([
    [{}, ["a"]],
    [{}, ["toString"]],
    [{}, ["a", "b"]],
    [{ a: 1 }, []],
    [{ list: [1] }, ["list", 1]],
    [{ list: [1] }, ["list", "-"]],
  ])("refuses what %j does not have at %j", (document, path) => {
    expect(() => editorOf(document).remove(path)).toThrow("cannot be removed");
  });
});

describe("guard", () => {
  const document = { list: [{ name: "a" }, { name: "b" }] };

  it("demands what is there, once, and is no change", () => {
    const editor = editorOf(document);
    editor.guard(["list", 1, "name"]);
    editor.guard(["list", 1, "name"]);
    expect(editor.operations).toEqual([{ op: "test", path: "/list/1/name", value: "b" }]);
    expect(editor.isChanged).toBe(false);
    expect(editor.result).toEqual(document);
  });

  it("makes a patch fail on another object", () => {
    const editor = editorOf(document);
    editor.guard(["list", 1, "name"]);
    editor.set(["list", 1, "enable"], true);
    expect(() => replayed({ list: [{ name: "b" }, { name: "a" }] }, editor)).toThrow(jsonPatch.JsonPatchError);
  });

  it.each<[FieldPath]>([[["list", 2, "name"]], [["list", 0, "toString"]], [[]]])(
    "refuses what is not there: %j",
    (path) => {
      expect(() => editorOf(document).guard(path)).toThrow();
    },
  );

  it("is asked for again after entries have moved", () => {
    const editor = editorOf({ ...document, other: { name: "x" } });
    editor.guard(["other", "name"]);
    editor.guard(["list", 0, "name"]);
    editor.insert(["list"], 0, { name: "new" });
    editor.guard(["list", 0, "name"]);
    editor.remove(["list", 0]);
    editor.guard(["list", 0, "name"]);
    editor.guard(["other", "name"]);
    expect(editor.operations.map((operation) => ("value" in operation ? operation.value : operation.op))).toEqual([
      "x",
      "a",
      { name: "new" },
      "new",
      "remove",
      "a",
    ]);
  });

  it("stays what it was when the value is edited later", () => {
    const editor = editorOf({ a: { b: { c: 1 } } });
    editor.set(["a", "b", "d"], 1);
    editor.guard(["a", "b"]);
    editor.set(["a", "b", "e"], 1);
    expect(editor.operations[1]).toEqual({ op: "test", path: "/a/b", value: { c: 1, d: 1 } });
    expect(editor.result).toEqual(replayed({ a: { b: { c: 1 } } }, editor));
  });
});

describe("an editor", () => {
  it("copies nothing until it edits, and then only what lies above the edit", () => {
    const document = { a: { b: { c: 1 }, d: {} }, e: {} };
    const editor = editorOf(document);
    expect(editor.result).toBe(document);
    editor.set(["a", "b", "c"], 2);
    expect(editor.get(["a", "d"])).toBe(document.a.d);
    expect(editor.get(["e"])).toBe(document.e);
    expect(document).toEqual({ a: { b: { c: 1 }, d: {} }, e: {} });
  });

  it("never changes values that were put in, nor what the operations say of them", () => {
    const value = deepFreeze({ list: [{ name: "a" }] });
    const editor = editorOf({});
    editor.set(["put"], value);
    editor.append(["put", "list"], [{ name: "b" }]);
    editor.set(["put", "list", 0, "name"], "c");
    expect(value).toEqual({ list: [{ name: "a" }] });
    expect(editor.operations[0]).toEqual({ op: "add", path: "/put", value: { list: [{ name: "a" }] } });
    expect(editor.result).toEqual({ put: { list: [{ name: "c" }, { name: "b" }] } });
  });

  it("does not mix up what was taken from one place and put into another", () => {
    const document = { a: { list: [1] } };
    const editor = editorOf(document);
    editor.append(["a", "list"], [2]);
    editor.set(["b"], editor.get(["a"]));
    editor.append(["a", "list"], [3]);
    editor.append(["b", "list"], [4]);
    expect(editor.result).toEqual({ a: { list: [1, 2, 3] }, b: { list: [1, 2, 4] } });
    expect(editor.result).toEqual(replayed(document, editor));
  });

  it("takes over what another one made of an equal value, and edits no value of it", () => {
    const document = { a: { list: [1] }, b: 1 };
    const other = editorOf({ a: { list: [1] } });
    other.guard(["a", "list", 0]);
    other.append(["a", "list"], [2]);
    const made = deepFreeze(other.get(["a"]));
    const editor = editorOf(document);
    editor.guard(["a", "list", 0]);
    editor.adopt(["a"], other.operations, made);
    expect(editor.isChanged).toBe(true);
    expect(editor.get(["a"])).toBe(made);
    editor.append(["a", "list"], [3]);
    editor.guard(["a", "list", 0]);
    expect(made).toEqual({ list: [1, 2] });
    expect(editor.operations).toEqual([
      { op: "test", path: "/a/list/0", value: 1 },
      ...other.operations,
      { op: "add", path: "/a/list/-", value: 3 },
    ]);
    expect(editor.result).toEqual(replayed(document, editor));
  });

  it.each<[FieldPath]>([[[]], [["absent", "a"]], [["b", "c"]]])("takes nothing over at %j", (path) => {
    expect(() => editorOf({ b: 1 }).adopt(path, [], 1)).toThrow();
  });

  it("puts something into itself as it was before", () => {
    const editor = editorOf({ a: { b: 1 } });
    editor.set(["a", "c"], 2);
    editor.set(["a", "b"], editor.get(["a"]));
    expect(editor.result).toEqual({ a: { b: { b: 1, c: 2 }, c: 2 } });
    expect(editor.result).toEqual(replayed({ a: { b: 1 } }, editor));
  });

  it("records operations that make of the object what its result is", () => {
    fc.assert(
      fc.property(documents, fc.array(edits, { maxLength: 12 }), (document, list) => {
        const before = JSON.stringify(document);
        const editor = editorOf(document);
        for (const edit of list) {
          tryEdit(() => edit(editor));
        }
        expect(editor.result).toEqual(replayed(document, editor));
        expect(JSON.stringify(document)).toBe(before);
      }),
    );
  });
});

const KEYS = ["a", "b", "toString", "x/y", "~", ""];

const documents: fc.Arbitrary<Json> = fc.dictionary(
  fc.constantFrom(...KEYS),
  fc.oneof(
    jsonValues({ maxDepth: 2 }),
    fc.array(fc.dictionary(fc.constantFrom(...KEYS), jsonValues({ maxDepth: 1 })), { maxLength: 3 }),
  ),
);

const paths: fc.Arbitrary<FieldPath> = fc.array(
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...KEYS) }, { weight: 1, arbitrary: fc.nat({ max: 3 }) }),
  { maxLength: 4 },
);

const edits: fc.Arbitrary<(editor: PatchEditor) => void> = fc
  .record({
    kind: fc.constantFrom("set", "append", "insert", "remove", "guard", "move"),
    path: paths,
    from: paths,
    index: fc.nat({ max: 3 }),
    value: jsonValues({ maxDepth: 2 }),
  })
  .map(({ kind, path, from, index, value }) => (editor: PatchEditor) => {
    switch (kind) {
      case "set":
        return editor.set(path, value);
      case "append":
        return editor.append(path, [value, value]);
      case "insert":
        return editor.insert(path, index, value);
      case "remove":
        return editor.remove(path);
      case "guard":
        return editor.guard(path);
      default:
        return editor.set(path, editor.get(from));
    }
  });

/** Most edits of an arbitrary object are impossible; what they record nevertheless would show in the result. */
function tryEdit(edit: () => void): void {
  try {
    edit();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(Error);
  }
}
