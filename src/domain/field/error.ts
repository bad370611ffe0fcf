import { type FieldPath, pathText } from "./path.ts";

/** The cause types of Kubernetes field errors. Source: k8s.io/apimachinery/pkg/util/validation/field/errors.go. */
export type FieldErrorType =
  | "FieldValueRequired"
  | "FieldValueInvalid"
  | "FieldValueNotSupported"
  | "FieldValueForbidden"
  | "FieldValueDuplicate"
  | "FieldValueNotFound"
  | "FieldValueTypeInvalid"
  | "FieldValueTooLong"
  | "FieldValueTooMany";

/** One mistake of a user: what kind, where, the offending value, and what to do about it. Made by the functions below. */
export interface FieldError {
  readonly type: FieldErrorType;
  readonly path: FieldPath;
  /** Absent where the type has no value to show (Required, Forbidden) or the finding is about a whole object. */
  readonly badValue?: unknown;
  /** Lower-case, no full stop at the end; may be empty where the type says everything. */
  readonly detail: string;
}

const TYPE_WORDS: Readonly<Record<FieldErrorType, string>> = {
  FieldValueRequired: "Required value",
  FieldValueInvalid: "Invalid value",
  FieldValueNotSupported: "Unsupported value",
  FieldValueForbidden: "Forbidden",
  FieldValueDuplicate: "Duplicate value",
  FieldValueNotFound: "Not found",
  FieldValueTypeInvalid: "Invalid value",
  FieldValueTooLong: "Too long",
  FieldValueTooMany: "Too many",
};

/** The value is missing or empty. */
export function required(path: FieldPath, detail: string): FieldError {
  return { type: "FieldValueRequired", path, detail };
}

/** The value is malformed, or contradicts something else. Leave `badValue` undefined for a whole object. */
export function invalid(path: FieldPath, badValue: unknown, detail: string): FieldError {
  return { type: "FieldValueInvalid", path, ...(badValue === undefined ? {} : { badValue }), detail };
}

/** How many allowed values a message lists; enumerations of Kubernetes are shorter, those of users need not be. */
const ALLOWED_SHOWN = 30;

/** The value is outside an enumeration; `allowed` is listed in the given order. */
export function notSupported(path: FieldPath, badValue: unknown, allowed: readonly string[], hint = ""): FieldError {
  const supported = allowed.length === 0 ? "" : `supported values: ${quotedList(allowed)}`;
  const detail = [supported, hint].filter((part) => part !== "").join("; ");
  return { type: "FieldValueNotSupported", path, badValue, detail };
}

function quotedList(allowed: readonly string[]): string {
  const shown = allowed.slice(0, ALLOWED_SHOWN).map((value) => JSON.stringify(value));
  const rest = allowed.length - shown.length;
  return rest > 0 ? `${shown.join(", ")} and ${rest} more` : shown.join(", ");
}

/** The value is well-formed but not allowed in this state. */
export function forbidden(path: FieldPath, detail: string): FieldError {
  return { type: "FieldValueForbidden", path, detail };
}

/** The value repeats an earlier one; the path is that of the later one. */
export function duplicate(path: FieldPath, badValue: unknown, detail = ""): FieldError {
  return { type: "FieldValueDuplicate", path, badValue, detail };
}

/** The value has the wrong JSON type. */
export function typeInvalid(path: FieldPath, badValue: unknown, detail: string): FieldError {
  return { type: "FieldValueTypeInvalid", path, ...(badValue === undefined ? {} : { badValue }), detail };
}

/** Longest bad value that a message quotes, in UTF-16 code units; the rest is cut, since messages are read on a terminal. */
const QUOTED_LENGTH = 200;

function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? "null";
  return text.length <= QUOTED_LENGTH ? text : `${text.slice(0, QUOTED_LENGTH)}…`;
}

/** The finding without its path, as kubectl prints it after the field: `Invalid value: "x": detail`. */
export function errorBody(error: FieldError): string {
  const parts = [TYPE_WORDS[error.type]];
  if ("badValue" in error) {
    parts.push(quoted(error.badValue));
  }
  if (error.detail !== "") {
    parts.push(error.detail);
  }
  return parts.join(": ");
}

/** The whole finding: `spec.x: Invalid value: "x": detail`. */
export function errorText(error: FieldError): string {
  const path = pathText(error.path);
  return path === "" ? errorBody(error) : `${path}: ${errorBody(error)}`;
}
