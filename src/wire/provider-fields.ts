import type { FieldShape } from "../domain/providers/schema.ts";
import { asObject } from "./json-object.ts";

/** The members of a JSON object whose shape has been checked. */
export type Members = Readonly<Record<string, unknown>>;

/** A member of an object; undefined where it is absent or null. */
export function memberIn(members: Members, name: string): unknown {
  return Object.hasOwn(members, name) ? (members[name] ?? undefined) : undefined;
}

/** A text; undefined where it is absent. */
export function optionalTextIn(members: Members, name: string): string | undefined {
  const value = memberIn(members, name);
  return typeof value === "string" ? value : undefined;
}

/** A text; empty where it is absent. */
export function textIn(members: Members, name: string): string {
  return optionalTextIn(members, name) ?? "";
}

/** A truth value; undefined where it is absent. */
export function optionalFlagIn(members: Members, name: string): boolean | undefined {
  const value = memberIn(members, name);
  return typeof value === "boolean" ? value : undefined;
}

/** The objects of a list; an entry that is null is the object without members. */
export function listIn(members: Members, name: string): readonly Members[] {
  const value = memberIn(members, name);
  return Array.isArray(value) ? value.map((entry: unknown) => asObject(entry) ?? {}) : [];
}

/**
 * Whether a field says anything, which its zero value does not.
 * Source: k8s.io/apimachinery/pkg/api/equality, by which provider-openstack compares.
 */
export function isSet(shape: FieldShape, value: unknown): boolean {
  if (value === undefined || value === null) {
    return false;
  }
  if (typeof shape === "string") {
    return shape.startsWith("optional") || !isZero(value);
  }
  if ("object" in shape) {
    const members = asObject(value) ?? {};
    return Object.entries(shape.object).some(([name, inner]) => isSet(inner, memberIn(members, name)));
  }
  return "optionalObject" in shape || !isZero(value);
}

function isZero(value: unknown): boolean {
  if (typeof value === "object" && value !== null) {
    return Object.keys(value).length === 0;
  }
  return value === "" || value === 0 || value === false;
}
