import { describe, expect, it } from "vitest";
import { readYaml, type YamlDocument } from "../../src/documents/yaml-documents.ts";

function documentsOf(text: string): readonly YamlDocument[] {
  const read = readYaml(text);
  if (!read.ok) {
    throw new Error(JSON.stringify(read.problems));
  }
  return read.documents;
}

describe("reads a text", () => {
  it.each([
    ["of several documents", "a: 1\n---\nb: 2\n---\nc: 3\n", [{ a: 1 }, { b: 2 }, { c: 3 }]],
    ["with empty documents", "---\n---\na: 1\n---\n# nothing\n", [{ a: 1 }]],
    ["of comments", "# nothing\n", []],
    ["that is empty", "", []],
    ["of JSON, with tabs", '{\n\t"a":\t[1, null]\n}', [{ a: [1, null] }]],
    ["with YAML 1.2 booleans and octals", "a: yes\nb: true\nc: 0o17", [{ a: "yes", b: true, c: 15 }]],
    ["with merge keys", "a: &x { b: 1, c: 2 }\nd: { <<: *x, c: 3 }", [{ a: { b: 1, c: 2 }, d: { b: 1, c: 3 } }]],
  ])("%s", (_, text, values) => {
    expect(documentsOf(text).map(({ value }) => value)).toEqual(values);
  });

  it("keeps keys that JavaScript gives a meaning as keys", () => {
    const [document] = documentsOf("__proto__: { a: 1 }");
    expect(Object.keys(document?.value ?? {})).toEqual(["__proto__"]);
  });
});

describe("tells the line", () => {
  const TEXT = "first: 1\n---\nlist:\n- a: 1\n- &x\n  b: 2\nalias: *x\n";

  it.each<[string, readonly (string | number)[], number]>([
    ["of the document", [], 3],
    ["of a key", ["list"], 3],
    ["of an entry", ["list", 1], 6],
    ["of a key in an entry", ["list", 1, "b"], 6],
    ["of what an alias stands for", ["alias", "b"], 6],
    ["of the parent of what is absent", ["list", 0, "c", "d"], 4],
    ["of the parent of an entry that is absent", ["list", 7], 3],
    ["of the document for a key that is absent", ["other"], 3],
  ])("%s", (_, path, line) => {
    expect(documentsOf(TEXT)[1]?.lineOf(path)).toBe(line);
  });
});

it("finds numbers with leading zeros, wherever they are", () => {
  const [document] = documentsOf("a: 0644\nb: [1, { c: 007 }]\nd: '0644'\ne: 0o644\nf: 0.5\ng: 0\nh: -010\ni: &n 01\n");
  expect(document?.zeroLedNumbers).toEqual([
    { path: ["a"], source: "0644" },
    { path: ["b", 1, "c"], source: "007" },
    { path: ["h"], source: "-010" },
    { path: ["i"], source: "01" },
  ]);
});

describe("tells what is wrong with", () => {
  it.each([
    ["a list that is not closed", "a: 1\nb: [1", 2, /^Flow sequence/],
    ["a repeated key", "a: 1\nb:\n  c: 1\n  c: 2", 4, /unique/],
    ["an alias without anchor", "a: *x", 1, /x/],
    ["a broken second document", "a: 1\n---\nb: [", 3, /./],
    ["a tag that is not known", "a: !!js/function 1", 1, /tag/i],
  ])("%s", (_, text, line, message) => {
    const read = readYaml(text);
    expect(read).toMatchObject({ ok: false, problems: [{ line, message: expect.stringMatching(message) }] });
  });

  it("aliases that expand beyond reason", () => {
    const levels = Array.from(
      { length: 12 },
      (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index}, `.repeat(9)}]`,
    );
    expect(readYaml(`a0: &a0 x\n${levels.join("\n")}`)).toMatchObject({ ok: false });
  });

  it("five errors at most", () => {
    const read = readYaml(Array.from({ length: 50 }, () => "a: 1").join("\n"));
    expect(read.ok ? [] : read.problems).toHaveLength(5);
  });

  it("lists that are nested too deeply, without an exception", () => {
    expect(readYaml("[".repeat(100_000)).ok).toBe(false);
  });
});
