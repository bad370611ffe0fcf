import { describe, expect, it } from "vitest";
import { readBlockYaml } from "../../../src/domain/osc/block-yaml.ts";

const KEY = "driver";

/** The scalar `driver`, or why there is none. */
function read(text: string, ...path: readonly string[]): string | undefined {
  const yaml = readBlockYaml(text);
  if (yaml === undefined) {
    return "unreadable text";
  }
  const scalar = yaml.scalar(...(path.length > 0 ? path : [KEY]));
  return scalar === undefined ? "no scalar" : scalar.text;
}

describe("a scalar of the outermost mapping", () => {
  it.each<[string, string, string | undefined]>([
    ["is read", "a: b\ndriver: systemd\nc: d\n", "systemd"],
    ["may be in the last line without a line break", "a: b\ndriver: systemd", "systemd"],
    ["may have a document mark before it", "---\ndriver: systemd\n", "systemd"],
    ["may have blanks around it", "driver:   systemd  \n", "systemd"],
    ["may have a blank before the colon", "driver : systemd\n", "systemd"],
    ["may have a comment behind it", "driver: systemd # as ever\n", "systemd"],
    ["may contain a number sign", "driver: sys#temd\n", "sys#temd"],
    ["may contain a colon", "driver: a:b\n", "a:b"],
    ["may be in double quotes", 'driver: "sys\\ttemd"\n', "sys\ttemd"],
    ["may be in single quotes", "driver: 'it''s'\n", "it's"],
    ["may have a key in quotes", '"driver": systemd\n', "systemd"],
    ["may have a comment behind quotes", 'driver: "systemd" # "\n', "systemd"],
    ["may end in CRLF", "a: b\r\ndriver: systemd\r\n", "systemd"],
    ["is none where it is empty", "driver:\na: b\n", undefined],
    ["is none where it is null", "driver: null\n", undefined],
    ["is none where it is a tilde", "driver: ~\n", undefined],
    ["is none where there is only a comment", "driver: # systemd\n", undefined],
    ["is none where it is absent", "a: b\n", undefined],
    ["is the empty text in quotes", "driver: ''\n", ""],
    ["is not that of a nested mapping", "a:\n  driver: cgroupfs\n", undefined],
    ["is not that of a list", "a:\n- driver: cgroupfs\n", undefined],
    ["is not that in a comment", "# driver: cgroupfs\na: b\n", undefined],
    ["is not that in a block of text", "a: |\n  driver: cgroupfs\n\n  x\nb: c\n", undefined],
    ["is not that in a folded text", "a: >-\n\n  driver: cgroupfs\n", undefined],
    ["is not that in a text in quotes", 'a: "\ndriver: cgroupfs\n"\n', undefined],
    ["is not that in a list of texts", "a:\n- |\n  driver: cgroupfs\n- 'x\n\n  driver: y'\n", undefined],
    ["is not that in braces", "a: {\ndriver: cgroupfs\n}\n", undefined],
    ["stands after a text of several lines", "a: b\n  c\ndriver: systemd\n", "systemd"],
    ["stands after braces with quotes and comments", 'a: {b: "}", # }\n  c: it\'s}\ndriver: systemd\n', "systemd"],
    ["stands after an item in brackets", "a:\n- [b, [c]]\n-\n  - d\ndriver: systemd\n", "systemd"],
  ])("%s", (_, text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe("something else than a scalar on one line", () => {
  it.each([
    ["a mapping", "driver:\n  a: b\n"],
    ["a list", "driver:\n- systemd\n"],
    ["a mapping in braces", "driver: {}\n"],
    ["a list in brackets", "driver: [systemd]\n"],
    ["a block of text", "driver: |\n  systemd\n"],
    ["a text that goes on below", "driver: sys\n  temd\n"],
    ["a text that goes on below an empty line", "driver: systemd\n\n  x\n"],
    ["a text that begins below", "driver:\n  systemd\n"],
    ["a text in quotes that goes on below", 'driver: "sys\n  temd"\n'],
    ["one of two members with the same key", "driver: systemd\ndriver: systemd\n"],
    ["one of two members with the same key in another spelling", "driver: systemd\n'driver': systemd\n"],
    ["a text with escapes that JSON does not know", 'driver: "\\x41"\n'],
  ])("is no scalar: %s", (_, text) => {
    expect(read(text)).toBe("no scalar");
  });
});

describe("what this reader does not know", () => {
  it.each([
    ["an anchor", "a: &x b\n"],
    ["an alias", "a: *x\n"],
    ["a tag", "a: !!str b\n"],
    ["an item with an anchor", "a:\n- &x b\n"],
    ["a merge key", "a: b\n<<: c\n"],
    ["a complex key", "? a\n: b\n"],
    ["a key in braces", "{a: b}: c\n"],
    ["an empty key", ": a\n"],
    ["a directive", "%YAML 1.2\n---\na: b\n"],
    ["a second document", "a: b\n---\nc: d\n"],
    ["the end of a document", "a: b\n...\n"],
    ["a mapping in braces", '{"a": "b"}\n'],
    ["a list", "- a\n- b\n"],
    ["a text", "just words\n"],
    ["a text among the members", "a: b\nwords\n"],
    ["a list among the members", "a: b\n- c\n"],
    ["an indented mapping", "  a: b\n  c: d\n"],
    ["a tab before a key", "a:\n\tb: c\n"],
    ["a tab in an empty line", "a: b\n\t\n"],
    ["a text in quotes that does not end", 'a: "b\nc: d\n'],
    ["a text in single quotes that does not end", "a: 'b''\n"],
    ["braces that do not end", "a: {b: c\nd: e\n"],
    ["words behind quotes", 'a: "b" c\n'],
    ["words behind braces", "a: {} c\n"],
    ["a member in a value", "a: b: c\n"],
    ["a dash in a value", "a: - b\n"],
    ["an indicator at the beginning of a value", "a: @b\n"],
    ["a block of text with a strange header", "a: |x\n"],
    ["a block of text at the very end without a line break", "a: |\n  b"],
    ["a lone carriage return", "a: b\rc: d\n"],
    ["a line break of YAML 1.1", "a: b\u2028c: d\n"],
    ["a control character", "a: b\u0007\n"],
    ["a byte order mark", "\uFEFFa: b\n"],
    ["bytes that were no UTF-8", "a: \uFFFD\n"],
  ])("makes a text unreadable: %s", (_, text) => {
    expect(readBlockYaml(text)).toBeUndefined();
  });

  it("is not what is empty", () => {
    expect(read("")).toBeUndefined();
    expect(read("# nothing\n\n")).toBeUndefined();
  });
});

describe("a scalar of a nested mapping", () => {
  const text = [
    "controllers:",
    "  other:",
    "    version: 1.0.0",
    "  config:",
    "",
    "    # the version",
    '    version: "1.33.4" # of the kubelet',
    "    list:",
    "    - version: 2.0.0",
    "    deep:",
    "        version: 3.0.0",
    "version: 4.0.0",
    "",
  ].join("\n");

  it.each([
    [["controllers", "config", "version"], "1.33.4"],
    [["controllers", "other", "version"], "1.0.0"],
    [["controllers", "config", "deep", "version"], "3.0.0"],
    [["controllers", "version"], undefined],
    [["controllers", "missing", "version"], undefined],
    [["version"], "4.0.0"],
    [["controllers", "config", "list", "version"], "no scalar"],
    [["version", "version"], "no scalar"],
  ])("is found by its path: %j", (path, expected) => {
    expect(read(text, ...path)).toBe(expected);
  });

  it("is none where one of its parents is empty", () => {
    expect(read("a:\nb: c\n", "a", "x")).toBeUndefined();
    expect(read("a:\nb: c\n", "x", "y")).toBeUndefined();
  });
});

describe("a mapping of texts", () => {
  it.each<[string, string, readonly (readonly [string, string])[]]>([
    [
      "in block style",
      "m:\n  cpu: 80m\n  pid: '20k'\nz: y\n",
      [
        ["cpu", "80m"],
        ["pid", "20k"],
      ],
    ],
    [
      "in braces",
      "m: {cpu: 80m, \"pid\": '20k', 'a':5%}\n",
      [
        ["cpu", "80m"],
        ["pid", "20k"],
        ["a", "5%"],
      ],
    ],
    [
      "in braces on several lines",
      "m: {\n  cpu: 80m,\n  pid: 20k\n}\n",
      [
        ["cpu", "80m"],
        ["pid", "20k"],
      ],
    ],
    ["that is empty", "m: {}\n", []],
    ["that is null", "m: null\nz: y\n", []],
    ["that has a null", "m:\n  cpu:\n", [["cpu", ""]]],
    ["that is absent", "z: y\n", []],
    ["named like members of objects", "m: {__proto__: a}\n", [["__proto__", "a"]]],
    ["named like members of objects in block style", "m:\n  __proto__: a\n", [["__proto__", "a"]]],
  ])("is read: %s", (_, text, expected) => {
    const texts = readBlockYaml(text)?.texts("m");
    expect([...(texts ?? [["unreadable", ""]])]).toEqual(expected);
  });

  it.each([
    ["a list", "m:\n- cpu\n"],
    ["a text", "m: cpu\n"],
    ["a mapping of mappings", "m:\n  cpu:\n    a: b\n"],
    ["a mapping of mappings in braces", "m: {cpu: {a: b}}\n"],
    ["a repeated key", "m:\n  cpu: 1\n  cpu: 2\n"],
    ["a repeated key in braces", "m: {cpu: 1, cpu: 2}\n"],
    ["a repeated mapping", "m: {}\nm: {}\n"],
    ["a key without value", "m: {cpu}\n"],
    ["a key without blank", "m: {cpu:1}\n"],
    ["a comma at the end", "m: {cpu: 1,}\n"],
    ["brackets", "m: [cpu]\n"],
  ])("is anything else: %s", (_, text) => {
    expect(readBlockYaml(text)).toBeDefined();
    expect(readBlockYaml(text)?.texts("m")).toBeUndefined();
  });
});

describe("the place of a member", () => {
  it("is its line without the line break", () => {
    const text = "a: b\r\ndriver: systemd # as ever\r\nc: d\r\n";
    const member = readBlockYaml(text)?.top(KEY);
    expect(text.slice(member?.start, member?.end)).toBe("driver: systemd # as ever");
  });

  it("is not told of a member that is nested, missing or repeated", () => {
    expect(readBlockYaml("a:\n  driver: b\n")?.top(KEY)).toBeUndefined();
    expect(readBlockYaml("driver: a\ndriver: b\n")?.top(KEY)).toBeUndefined();
  });
});

describe("hostile texts", () => {
  it.each([
    ["many dashes", "a:\n".concat("- ".repeat(200_000), "b\n")],
    ["many brackets", `a: ${"[".repeat(400_000)}\n`],
    ["many quotes", `a: ${'"'.repeat(400_000)}\n`],
    ["many texts that do not end", "a: 'b\n".repeat(100_000)],
    ["many blanks", `a:${" ".repeat(400_000)}b:\n`],
    ["many colons", `a${" :".repeat(200_000)}\n`],
    ["many number signs", `a: ${"#".repeat(400_000)}\n`],
    ["many members", "a: b\n".repeat(100_000)],
    ["many members of a mapping", `m:\n${"  a: b\n".repeat(100_000)}`],
  ])(
    "take linear time: %s",
    (_, text) => {
      const yaml = readBlockYaml(text);
      expect([undefined, "no scalar", "b"]).toContain(yaml?.scalar("a")?.text ?? (yaml && "no scalar"));
      yaml?.texts("m");
    },
    2000,
  );
});
