import { isObject } from "../../src/wire/json-object.ts";

/**
 * What a JSON Schema has against a value, as paths. Knows the keywords that our own schemas use, and throws at any other,
 * so that none is passed over.
 * Source: JSON Schema, draft 2020-12.
 */
export function schemaProblems(schema: unknown, value: unknown, path = "$"): readonly string[] {
  if (!isObject(schema)) {
    throw new Error(`the schema of ${path} is no object`);
  }
  return Object.entries(schema).flatMap(([keyword, expected]) => {
    const check = CHECKS.get(keyword);
    if (check === undefined) {
      throw new Error(`the schema of ${path} has the keyword ${keyword}, which is not known here`);
    }
    return check({ schema, expected, value, path });
  });
}

interface Question {
  readonly schema: Readonly<Record<string, unknown>>;
  /** What the keyword says. */
  readonly expected: unknown;
  readonly value: unknown;
  readonly path: string;
}

type Check = (question: Question) => readonly string[];

const NOTHING: Check = () => [];

const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["$schema", NOTHING],
  ["title", NOTHING],
  ["description", NOTHING],
  ["type", typeProblems],
  ["enum", (question) => unless(listOf(question.expected).includes(question.value), question)],
  ["const", (question) => unless(question.expected === question.value, question)],
  ["pattern", (question) => textProblems(question, (text) => new RegExp(String(question.expected), "u").test(text))],
  ["minLength", (question) => textProblems(question, (text) => text.length >= Number(question.expected))],
  ["minimum", (question) => numberProblems(question, (number) => number >= Number(question.expected))],
  ["maximum", (question) => numberProblems(question, (number) => number <= Number(question.expected))],
  ["anyOf", anyOfProblems],
  ["items", itemProblems],
  ["required", requiredProblems],
  ["properties", propertyProblems],
  ["additionalProperties", additionalProblems],
]);

function unless(isFine: boolean, { path }: Question): readonly string[] {
  return isFine ? [] : [path];
}

function typeProblems(question: Question): readonly string[] {
  const types = Array.isArray(question.expected) ? listOf(question.expected) : [question.expected];
  return unless(
    types.some((type) => isOfType(type, question.value)),
    question,
  );
}

function isOfType(type: unknown, value: unknown): boolean {
  switch (type) {
    case "object":
      return isObject(value);
    case "array":
      return Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    case "null":
      return value === null;
    default:
      return typeof value === type;
  }
}

function textProblems(question: Question, isFine: (text: string) => boolean): readonly string[] {
  return unless(typeof question.value !== "string" || isFine(question.value), question);
}

function numberProblems(question: Question, isFine: (number: number) => boolean): readonly string[] {
  return unless(typeof question.value !== "number" || isFine(question.value), question);
}

function anyOfProblems(question: Question): readonly string[] {
  const { expected, value, path } = question;
  return unless(
    listOf(expected).some((option) => schemaProblems(option, value, path).length === 0),
    question,
  );
}

function itemProblems({ expected, value, path }: Question): readonly string[] {
  return Array.isArray(value)
    ? value.flatMap((item, index) => schemaProblems(expected, item, `${path}[${index}]`))
    : [];
}

function requiredProblems({ expected, value, path }: Question): readonly string[] {
  return isObject(value)
    ? listOf(expected).flatMap((key) => (Object.hasOwn(value, String(key)) ? [] : [`${path}.${String(key)}`]))
    : [];
}

function propertyProblems({ expected, value, path }: Question): readonly string[] {
  const members = isObject(value) ? Object.entries(value) : [];
  return members.flatMap(([key, member]) =>
    isObject(expected) && Object.hasOwn(expected, key) ? schemaProblems(expected[key], member, `${path}.${key}`) : [],
  );
}

function additionalProblems({ schema, expected, value, path }: Question): readonly string[] {
  if (expected !== false) {
    throw new Error(`the schema of ${path} has additionalProperties that are not false, which is not known here`);
  }
  const { properties } = schema;
  const keys = isObject(value) ? Object.keys(value) : [];
  return keys.flatMap((key) => (isObject(properties) && Object.hasOwn(properties, key) ? [] : [`${path}.${key}`]));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
