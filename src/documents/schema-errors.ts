import { z } from "zod";
import { type FieldError, forbidden, invalid, notSupported, required, typeInvalid } from "../domain/field/error.ts";
import { nearestName } from "../domain/field/nearest-name.ts";
import { at, type FieldPath } from "../domain/field/path.ts";

type Issue = z.core.$ZodIssue;

/**
 * Turns what a schema found in a document into field errors; ask the schema to report inputs. Unknown keys become one
 * Forbidden each, with the nearest key that the schema knows there.
 */
export function schemaErrors(issues: readonly Issue[], schema: z.ZodType): readonly FieldError[] {
  return issues.flatMap((issue) => errorsOf(issue, [], schema));
}

function errorsOf(issue: Issue, parent: FieldPath, schema: z.ZodType): readonly FieldError[] {
  const path = [...parent, ...issue.path.map((segment) => (typeof segment === "number" ? segment : String(segment)))];
  if (issue.input === undefined && issue.code !== "unrecognized_keys") {
    return [required(path, missingDetail(issue))];
  }
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => forbidden(at(path, key), unknownKeyDetail(knownKeys(schema, path), key)));
    case "invalid_value":
      return [notSupported(path, printable(issue.input), issue.values.map(String))];
    case "invalid_type":
      return [typeInvalid(path, printable(issue.input), typeDetail(issue.expected, issue.input))];
    case "invalid_union": {
      const branch = meantBranch(issue.errors);
      return branch === undefined
        ? [invalid(path, printable(issue.input), issue.message)]
        : branch.flatMap((inner) => errorsOf(inner, path, schema));
    }
    case "too_small":
      return issue.input === "" ? [required(path, issue.message)] : [invalid(path, issue.input, issue.message)];
    default:
      return [invalid(path, printable(issue.input), issue.message)];
  }
}

/** The one alternative that the value has the type of, if there is just one. */
function meantBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const meant = branches.filter(
    (issues) => !issues.some(({ code, path }) => code === "invalid_type" && path.length === 0),
  );
  return meant.length === 1 ? meant[0] : undefined;
}

const EXPECTED_WORDS: Readonly<Partial<Record<string, string>>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "a map",
  record: "a map",
  string: "a text",
};

function typeDetail(expected: string, input: unknown): string {
  const isPlain = typeof input === "number" || typeof input === "boolean";
  return `must be ${EXPECTED_WORDS[expected] ?? expected}${expected === "string" && isPlain ? "; put it in quotes" : ""}`;
}

function missingDetail(issue: Issue): string {
  switch (issue.code) {
    case "invalid_value":
      return `write ${issue.values.map(String).join(" or ")}`;
    case "invalid_type":
      return typeDetail(issue.expected, undefined);
    default:
      return issue.message;
  }
}

/** Whole sections are not quoted in messages. */
function printable(value: unknown): unknown {
  return typeof value === "object" && value !== null ? undefined : value;
}

/** What to say about a key that is not known, given those that are. */
function unknownKeyDetail(known: readonly string[], key: string): string {
  const nearest = nearestName(key, known);
  return nearest === undefined
    ? `unknown key; known here: ${known.join(", ")}`
    : `unknown key; did you mean ${JSON.stringify(nearest)}?`;
}

/** The keys that a document may have at a path, for hints at misspelt ones; empty where keys are free. */
export function knownKeys(schema: z.ZodType, path: FieldPath): readonly string[] {
  let candidates: readonly unknown[] = alternatives(schema);
  for (const segment of path) {
    candidates = candidates.flatMap((candidate) => alternatives(childOf(candidate, segment)));
  }
  return [
    ...new Set(
      candidates.flatMap((candidate) => (candidate instanceof z.ZodObject ? Object.keys(candidate.shape) : [])),
    ),
  ];
}

function childOf(schema: unknown, segment: string | number): unknown {
  if (schema instanceof z.ZodObject) {
    const shape: Readonly<Record<string, unknown>> = schema.shape;
    return Object.hasOwn(shape, segment) ? shape[segment] : undefined;
  }
  return schema instanceof z.ZodArray && typeof segment === "number" ? schema.element : undefined;
}

/** A schema without what makes it optional, or the members of a union. */
function alternatives(schema: unknown): readonly unknown[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return alternatives(schema.unwrap());
  }
  return schema instanceof z.ZodUnion ? schema.options.flatMap(alternatives) : [schema];
}
