import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isMap, isScalar, type Pair, parseDocument, stringify } from "yaml";
import { readBlockYaml } from "../../src/domain/osc/block-yaml.ts";
import { editCgroupDriver, kubeletConfigAt } from "../../src/domain/osc/kubelet-config.ts";

/** Pieces of which every interesting YAML can be made, and mostly nonsense is. */
const PIECES = [
  ...["a", "cgroupDriver", "kind", "systemd", "text", ": ", ":", "\n", "\n", "\r\n", "  ", " ", "\t", "- ", "-"],
  ...['"', "'", "\\", "{", "}", "[", "]", ", ", "|\n", ">-\n", "#", " #", "&a ", "*a", "! ", "? ", "<<: ", "~", "null"],
  ...["---\n", "...\n", "%YAML 1.2\n", "@", "`", "cgroupDriver: systemd\n", "  cgroupDriver: cgroupfs\n"],
  ...["kind: KubeletConfiguration\n", "map:\n", "  memory.available: 100Mi\n", "map: {memory.available: 5%}\n"],
];

const noise = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join(""));
const texts = fc.oneof(
  noise,
  noise.map((text) => `kind: KubeletConfiguration\n${text}`),
);

const words = fc.oneof(
  fc.constantFrom(
    "systemd",
    "5%",
    "100Mi",
    "2001:db8::1",
    "",
    "null",
    "it's",
    'say "x"',
    "a: b",
    "# c",
    "- d",
    "{e}",
    "x ".repeat(60),
  ),
  fc.string(),
);
const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    words,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b.c", "cgroupDriver", "d e"), tie("value"), { maxKeys: 3 }),
  ),
})).value;

/** Kubelet configurations with anything in them, as JSON. */
const configs = fc
  .record({
    before: fc.dictionary(fc.constantFrom("authentication", "b"), values),
    driver: fc.option(fc.constantFrom("systemd", "cgroupfs"), { nil: undefined }),
    after: fc.dictionary(fc.constantFrom("clusterDNS", "logging", "z"), values),
  })
  .map(({ before, driver, after }) => ({
    ...before,
    ...(driver === undefined ? {} : { cgroupDriver: driver }),
    kind: "KubeletConfiguration",
    ...after,
  }));

const styles = fc.record({
  lineWidth: fc.constantFrom(0, 20, 80),
  indent: fc.constantFrom(2, 4),
  indentSeq: fc.boolean(),
  singleQuote: fc.constantFrom(null, true, false),
} as const);

/** The members of the outermost mapping as the library reads them; undefined where it finds mistakes. */
function membersOf(text: string): readonly Pair[] | undefined {
  const options = { schema: "failsafe", uniqueKeys: false, strict: false, logLevel: "silent" } as const;
  const documents = [
    parseDocument(text, { version: "1.2", ...options }),
    parseDocument(text, { version: "1.1", ...options }),
  ];
  const [document] = documents;
  if (document === undefined || documents.some(({ errors }) => errors.length > 0)) {
    return undefined;
  }
  return isMap(document.contents) ? document.contents.items : [];
}

/** The text of the only member with a key, undefined for none or null; anything else is told in other words. */
function textOf(members: readonly Pair[], key: string): string | undefined {
  const values = members.filter((pair) => isScalar(pair.key) && pair.key.value === key).map(({ value }) => value);
  const [value] = values;
  if (values.length !== 1) {
    return values.length === 0 ? undefined : "several members";
  }
  if (!isScalar(value)) {
    return value === null ? undefined : "no scalar";
  }
  const isNull = value.type === "PLAIN" && ["", "~", "null"].includes(String(value.value));
  return isNull || value.value === null ? undefined : String(value.value);
}

describe("the reader of block YAML", () => {
  it("reads nothing rather than something wrong", () => {
    fc.assert(
      fc.property(texts, fc.constantFrom("cgroupDriver", "kind", "a"), (text, key) => {
        const scalar = readBlockYaml(text)?.scalar(key);
        const members = scalar && membersOf(text);
        fc.pre(scalar !== undefined && members !== undefined);
        expect(scalar?.text).toBe(textOf(members ?? [], key));
      }),
      { numRuns: 300 },
    );
  });

  it("reads whatever a library writes in block style", () => {
    fc.assert(
      fc.property(configs, styles, (config, style) => {
        const text = stringify(config, style);
        fc.pre(!/[\p{Cc}\u2028\u2029\uFEFF\uFFFD]/u.test(text.replaceAll("\n", "")));
        expect(readBlockYaml(text)?.scalar("cgroupDriver")).toEqual({ text: config.cgroupDriver });
      }),
    );
  });
});

describe("the kubelet's configuration", () => {
  it("is read fast as it is read slowly", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          texts,
          fc.tuple(configs, styles).map(([config, style]) => stringify(config, style)),
        ),
        (text) => {
          const yaml = readBlockYaml(text);
          const [driver, kind] = [yaml?.scalar("cgroupDriver"), yaml?.scalar("kind")];
          const config = kubeletConfigAt(0, { encoding: "", data: text });
          expect(config.kind === "readable" ? { text: config.cgroupDriver } : undefined).toEqual(
            kind?.text === "KubeletConfiguration" ? driver : undefined,
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it("has the other driver after an edit, and everything else as before", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          texts,
          fc.tuple(configs, styles).map(([config, style]) => stringify(config, style)),
        ),
        (text) => {
          const edited = editCgroupDriver(text, "cgroupfs");
          // The library takes a text behind a comment for a key.
          const before = edited === undefined || text.includes("#") ? undefined : membersOf(text);
          fc.pre(edited !== undefined && before !== undefined);
          const after = membersOf(edited ?? "") ?? [];
          const rest = (members: readonly Pair[] = []) =>
            members
              .filter(({ key }) => !isScalar(key) || key.value !== "cgroupDriver")
              .map((pair) => JSON.stringify(pair));
          expect(textOf(after, "cgroupDriver")).toBe("cgroupfs");
          expect(rest(after)).toEqual(rest(before));
          expect(editCgroupDriver(edited ?? "", "cgroupfs")).toBe(edited);
        },
      ),
      { numRuns: 300 },
    );
  });
});
