import { z } from "zod";

/**
 * The shapes that fields of Kubernetes objects have in a read view. They accept what Go's decoder accepts: null and
 * absent mean the zero value, also for the entries of a list.
 * Source: capabilities contract, section 1.4; encoding/json, Unmarshal.
 */

/** A string that Go holds as plain `string`: null and absent are the empty string. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

/** A string that Go holds by pointer: null and absent are undefined, an explicit empty string stays one. */
export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);

/** A truth value held by pointer. */
export const optionalFlag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? undefined);

/** A truth value held plainly: null and absent are false. */
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);

/** A list: null and absent are empty. */
export function list<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .nullish()
    .transform((items): readonly z.output<Item>[] => items ?? []);
}

/** An object held plainly: null and absent are the object without any field set. */
export function struct<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.preprocess((value) => value ?? {}, z.object(shape));
}

/** An object held by pointer: null and absent are undefined. */
export function optionalStruct<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z
    .object(shape)
    .nullish()
    .transform((value) => value ?? undefined);
}

/** A point in time held by pointer: RFC 3339 text, as milliseconds since the epoch. */
export const optionalTime = z
  .string()
  .nullish()
  .transform((value, context) => {
    if (value === null || value === undefined) {
      return undefined;
    }
    const moment = parseTime(value);
    if (moment === undefined) {
      context.addIssue({ code: "custom", input: value, message: "must be a time such as 2027-01-31T00:00:00Z" });
      return z.NEVER;
    }
    return moment;
  });

const RFC_3339 = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:[.,](\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/;

/**
 * Milliseconds since the epoch of an RFC 3339 time, or undefined for anything that Go's `time.Parse` refuses; days
 * that do not exist are refused, too, which `Date.parse` lets roll over.
 */
export function parseTime(value: string): number | undefined {
  const match = RFC_3339.exec(value);
  if (match === null) {
    return undefined;
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const [zoneHours, zoneMinutes] = [Number(match[9] ?? 0), Number(match[10] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59 || zoneHours > 24 || zoneMinutes > 59) {
    return undefined;
  }
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) {
    return undefined;
  }
  date.setUTCHours(hour, minute, second, Number((match[7] ?? "0").slice(0, 3).padEnd(3, "0")));
  const zoneMs = (zoneHours * 60 + zoneMinutes) * 60_000;
  return date.getTime() - (match[8] === "-" ? -zoneMs : zoneMs);
}
