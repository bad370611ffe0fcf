import { type FieldError, invalid } from "../domain/field/error.ts";
import { at, type FieldPath } from "../domain/field/path.ts";

/** Depth from which on a value is no configuration any more. */
const DEEPEST = 64;

/** What of a value that was read from YAML is no JSON: infinite numbers, dates, bytes, sets, and what contains itself. */
export function notJsonErrors(value: unknown): readonly FieldError[] {
  const errors: FieldError[] = [];
  collect(value, { path: [], ancestors: new Set(), errors });
  return errors;
}

interface Walk {
  readonly path: FieldPath;
  readonly ancestors: Set<unknown>;
  readonly errors: FieldError[];
}

function collect(value: unknown, { path, ancestors, errors }: Walk): void {
  const children = childrenOf(value);
  if (children === undefined) {
    errors.push(
      invalid(path, undefined, "is no value of JSON; write a text in quotes, a finite number, a list or a map"),
    );
    return;
  }
  if (ancestors.has(value)) {
    errors.push(invalid(path, undefined, "contains itself"));
    return;
  }
  if (children.length > 0 && path.length >= DEEPEST) {
    errors.push(invalid(path, undefined, `is nested more than ${DEEPEST} levels deep`));
    return;
  }
  ancestors.add(value);
  for (const [key, child] of children) {
    collect(child, { path: at(path, key), ancestors, errors });
  }
  ancestors.delete(value);
}

type Child = readonly [key: string | number, value: unknown];

/** What a value of JSON consists of; undefined for all other values. */
function childrenOf(value: unknown): readonly Child[] | undefined {
  if (Array.isArray(value)) {
    return [...value.entries()];
  }
  if (typeof value === "object" && value !== null) {
    return Object.getPrototypeOf(value) === Object.prototype ? Object.entries(value) : undefined;
  }
  return typeof value === "number" && !Number.isFinite(value) ? undefined : [];
}
