import type { z } from "zod";
import { type FieldError, forbidden, invalid, notSupported, required, typeInvalid } from "../domain/field/error.ts";
import type { FieldPath } from "../domain/field/path.ts";
import { type Parsed, parsed, unparsed } from "../domain/parsed.ts";
import { isObject } from "./json-object.ts";

/** One finding of zod; its paths are those of the document, since schemas mirror it. */
type Issue = z.core.$ZodIssue;

/**
 * Reads a value with a schema. Errors are those of {@link fieldErrors}; never throws, whatever the JSON value is.
 * `base` is the path of the value in its document.
 */
export function parseWith<T>(schema: z.ZodType<T>, value: unknown, base: FieldPath = []): Parsed<T> {
  const result = schema.safeParse(value, { reportInput: true });
  return result.success ? parsed(result.data) : unparsed(fieldErrors(result.error.issues, base));
}

/**
 * Turns the issues of a schema into field errors below a base path, one to one; only an issue about several unknown
 * keys becomes one error per key. Parse with `reportInput: true`, otherwise every wrong type looks like a missing value.
 */
function fieldErrors(issues: readonly Issue[], base: FieldPath = []): readonly FieldError[] {
  return issues.flatMap((issue) => errorsOf(issue, below(base, issue.path)));
}

function below(base: FieldPath, path: readonly PropertyKey[]): FieldPath {
  return [...base, ...path.map((segment) => (typeof segment === "number" ? segment : String(segment)))];
}

function errorsOf(issue: Issue, path: FieldPath): readonly FieldError[] {
  switch (issue.code) {
    case "invalid_type":
      return [wrongType(path, issue.input, issue.expected)];
    case "unrecognized_keys":
      return issue.keys.map((key) => forbidden([...path, key], "unknown field"));
    case "invalid_value":
      return [outsideEnumeration(path, issue.input, issue.values)];
    case "too_small":
    case "too_big":
      return [outOfRange(path, issue)];
    case "invalid_union":
      return [noAlternative(path, issue)];
    default:
      return [invalid(path, shown(issue.input), detailOf(issue.message))];
  }
}

function wrongType(path: FieldPath, input: unknown, expected: string): FieldError {
  if (input === undefined) {
    return required(path, `must be ${article(expected)}`);
  }
  const instead = isScalar(input) ? "" : `, not ${container(input)}`;
  return typeInvalid(path, shown(input), `must be ${article(expected)}${instead}`);
}

const TYPE_NOUNS: Readonly<Record<string, string>> = {
  array: "a list",
  int: "an integer",
  object: "an object",
  record: "an object",
  nonoptional: "set",
};

function article(expected: string): string {
  return TYPE_NOUNS[expected] ?? `a ${expected}`;
}

function outsideEnumeration(path: FieldPath, input: unknown, values: readonly unknown[]): FieldError {
  const allowed = values.map(String);
  if (input === undefined) {
    return required(path, `supported values: ${quotedList(allowed)}`);
  }
  return isScalar(input)
    ? notSupported(path, input, allowed)
    : typeInvalid(path, undefined, `must be one of ${quotedList(allowed)}, not ${container(input)}`);
}

function quotedList(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(", ");
}

function container(input: unknown): string {
  return Array.isArray(input) ? "a list" : "an object";
}

function outOfRange(path: FieldPath, issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): FieldError {
  const hasLength = issue.origin === "string" || issue.origin === "array";
  if (issue.code === "too_small" && hasLength && issue.minimum === 1) {
    return required(path, "must not be empty");
  }
  const [word, bound] = issue.code === "too_small" ? ["at least", issue.minimum] : ["at most", issue.maximum];
  const exclusive = issue.inclusive === false ? " (exclusive)" : "";
  const unit = issue.origin === "string" ? " characters" : issue.origin === "array" ? " entries" : "";
  return invalid(path, shown(issue.input), `must ${hasLength ? "have" : "be"} ${word} ${bound}${unit}${exclusive}`);
}

function noAlternative(path: FieldPath, issue: z.core.$ZodIssueInvalidUnion): FieldError {
  if (issue.discriminator === undefined) {
    return invalid(path, shown(issue.input), "fits none of the alternatives");
  }
  const value = memberOf(issue.input, issue.discriminator);
  const allowed = ("options" in issue ? (issue.options ?? []) : []).map(String);
  return outsideEnumeration(path, value, allowed);
}

function memberOf(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Scalars are quoted in messages; a container could be megabytes, or nested too deeply to be printed. */
function shown(input: unknown): unknown {
  return isScalar(input) ? input : undefined;
}

function isScalar(input: unknown): boolean {
  return typeof input !== "object" || input === null;
}

function detailOf(message: string): string {
  return message.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()).replace(/\.$/, "");
}
