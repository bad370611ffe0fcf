import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { policySchemaDocument } from "../../src/commands/policy-schema.ts";
import { policyJsonSchema } from "../../src/policies/json-schema.ts";
import { PolicyDocument } from "../../src/policies/schema.ts";

const COMMITTED = readFileSync(join(import.meta.dirname, "../../docs/policy.schema.json"), "utf8");

interface Node {
  readonly type?: string;
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
  expect(NODES.filter(([, { type }]) => type === "null")).toEqual([]);
});
