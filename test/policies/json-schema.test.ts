import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { policySchemaDocument } from "../../src/commands/policy-schema.ts";
import { policyJsonSchema } from "../../src/policies/json-schema.ts";
import { PolicyDocument } from "../../src/policies/schema.ts";
import { isObject } from "../../src/wire/json-object.ts";
import { caseFiles } from "../support/case-file.ts";
import { schemaProblems } from "../support/json-schema-check.ts";

const COMMITTED = readFileSync(join(import.meta.dirname, "../../docs/policy.schema.json"), "utf8");

interface Node {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly additionalProperties?: boolean;
}

/** All nodes of a schema by the path that leads to them. */
function nodes(node: Node, path = ""): readonly (readonly [string, Node])[] {
  return [
    [path, node],
    ...Object.entries(node.properties ?? {}).flatMap(([key, member]) => nodes(member, `${path}.${key}`)),
    ...(node.items === undefined ? [] : nodes(node.items, `${path}[]`)),
    ...(node.anyOf ?? []).flatMap((option) => nodes(option, `${path}|`)),
  ];
}

const NODES = nodes(policyJsonSchema() as Node);

it("docs/policy.schema.json is what `gardengate policy-schema` prints", () => {
  expect(COMMITTED).toBe(policySchemaDocument());
});

it("has every key of the schema", () => {
  const keys = Object.keys(PolicyDocument.shape.spec.shape);
  const [, spec] = NODES.find(([path]) => path === ".spec") ?? [];
  expect(Object.keys(spec?.properties ?? {})).toEqual(keys);
});

it("explains every key of spec, in sentences", () => {
  const keys = NODES.filter(([path]) => /^\.spec\..*[a-z]$/i.test(path));
  expect(keys.length).toBeGreaterThan(60);
  expect(keys.filter(([, { description = "" }]) => !/^[A-Z].*\.$/s.test(description)).map(([path]) => path)).toEqual(
    [],
  );
});

it("has no key that docs/policies.md does not explain", () => {
  const text = readFileSync(join(import.meta.dirname, "../../docs/policies.md"), "utf8");
  const words = new Set([...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = ""]) => code.split(/[^A-Za-z0-9]+/)));
  const keys = new Set(NODES.flatMap(([, { properties }]) => Object.keys(properties ?? {})));
  expect([...keys].filter((key) => !words.has(key))).toEqual([]);
});

it("does not take unknown keys", () => {
  const maps = NODES.filter(([, { properties }]) => properties !== undefined);
  expect(maps.filter(([, { additionalProperties }]) => additionalProperties !== false).map(([path]) => path)).toEqual(
    [],
  );
});

it("does not offer null", () => {
  const offering = NODES.filter(([, { type = [] }]) => [type].flat().includes("null"));
  expect(offering.map(([path]) => path)).toEqual([]);
});

describe("as an editor sees it,", () => {
  const SCHEMA: unknown = JSON.parse(COMMITTED);
  const EXAMPLES = join(import.meta.dirname, "../../examples");

  /** Every policy document among the examples, and in the cases of the webhooks. */
  const DOCUMENTS: readonly (readonly [string, unknown])[] = [
    ...readdirSync(EXAMPLES, { recursive: true, encoding: "utf8" })
      .filter((file) => /(?:^|\/)policies\/[^/]+\.yaml$/.test(file))
      .sort()
      .flatMap((file) => yamlDocuments(join(EXAMPLES, file)).map((document) => [file, document] as const)),
    ...caseFiles().flatMap(({ sentence, policies }) => policies.map((document) => [sentence, document] as const)),
  ];

  function yamlDocuments(file: string): readonly unknown[] {
    const documents = parseAllDocuments(readFileSync(file, "utf8"));
    return Array.isArray(documents) ? documents.map((document): unknown => document.toJS()) : [];
  }

  it("all documents of the examples and cases are in order", () => {
    expect(DOCUMENTS.length).toBeGreaterThan(40);
    expect(
      DOCUMENTS.flatMap(([file, document]) => schemaProblems(SCHEMA, document).map((path) => `${file}: ${path}`)),
    ).toEqual([]);
  });

  it("none of their keys may be misspelt", () => {
    const misspellings = DOCUMENTS.flatMap(([file, document]) =>
      misspelt(document).map(([key, changed]) => ({ file, key, problems: schemaProblems(SCHEMA, changed) })),
    );
    expect(misspellings.length).toBeGreaterThan(500);
    expect(misspellings.filter(({ problems }) => problems.length === 0)).toEqual([]);
  });

  it.each([
    ["a priority that is no whole number", { priority: 0.5 }],
    ["a priority that is a text", { priority: "5" }],
    ["a mode that there is not", { mode: "dry-run" }],
    ["a version range that is a number", { match: { kubernetes: 1.3 } }],
    ["plugin values that are a text", { plugins: [{ path: ["io.containerd.grpc.v1.cri"], values: "{}" }] }],
    ["plugins without a path", { plugins: [{ values: {} }] }],
    ["a file without content", { files: [{ path: "/a" }] }],
    ["permissions that are no octal number", { files: [{ path: "/a", permissions: "rwx", content: "" }] }],
    ["a list that is none", { registries: { upstream: "docker.io" } }],
    ["a key without a value", { bootstrap: null }],
  ])("%s is a mistake", (_, spec) => {
    const document = { apiVersion: "policy.gardengate.dev/v1alpha1", kind: "OperatingSystemConfigPolicy" };
    expect(schemaProblems(SCHEMA, { ...document, metadata: { name: "p" }, spec })).not.toEqual([]);
  });
});

/** A document once for each of its keys, which is misspelt there; keys that users choose themselves are left alone. */
function misspelt(value: unknown, key = ""): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) =>
      misspelt(item, key).map(([path, changed]) => [`[${index}]${path}`, value.with(index, changed)] as const),
    );
  }
  if (!isObject(value) || key === "values" || key === "matchLabels") {
    return [];
  }
  return Object.entries(value).flatMap(([name, member]) => {
    const { [name]: _misspelt, ...others } = value;
    return [
      [`.${name}`, { ...others, [`${name}s`]: member }] as const,
      ...misspelt(member, name).map(([path, changed]) => [`.${name}${path}`, { ...value, [name]: changed }] as const),
    ];
  });
}
