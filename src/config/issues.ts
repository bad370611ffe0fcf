import type { z } from "zod";
import {
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
  typeInvalid,
} from "../domain/field/error.ts";
import { at, type FieldPath } from "../domain/field/path.ts";
import { nearestName } from "./nearest.ts";
import { knownKeys } from "./schema.ts";

/** Turns what the schema found into field errors; unknown keys become one Forbidden each, with the nearest known key. */
export function configErrors(issues: readonly z.core.$ZodIssue[]): readonly FieldError[] {
  return issues.flatMap(errorsOf);
}

function errorsOf(issue: z.core.$ZodIssue): readonly FieldError[] {
  const path = issue.path.map((segment) => (typeof segment === "number" ? segment : String(segment)));
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => forbidden(at(path, key), unknownKeyDetail(path, key)));
    case "invalid_value":
      return [notSupported(path, issue.input, issue.values.map(String))];
    case "invalid_type":
      return [typeInvalid(path, printable(issue.input), `must be ${EXPECTED_WORDS[issue.expected] ?? issue.expected}`)];
    case "too_small":
      return issue.input === "" ? [required(path, issue.message)] : [invalid(path, issue.input, issue.message)];
    default:
      return [invalid(path, printable(issue.input), issue.message)];
  }
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

/** Whole sections are not quoted in messages. */
function printable(value: unknown): unknown {
  return typeof value === "object" && value !== null ? undefined : value;
}

function unknownKeyDetail(path: FieldPath, key: string): string {
  const known = knownKeys(path);
  const nearest = nearestName(key, known);
  return nearest === undefined
    ? `unknown key; known here: ${known.join(", ")}`
    : `unknown key; did you mean ${JSON.stringify(nearest)}?`;
}

/** Reports the later of two equal list entries. */
export function duplicateErrors(path: FieldPath, values: readonly string[]): readonly FieldError[] {
  return values.flatMap((value, index) => (values.indexOf(value) < index ? [duplicate(at(path, index), value)] : []));
}
