import { parseTime } from "../wire/field-shapes.ts";

/** How a subcommand prints what it found out. */
export type Output = "text" | "json";

/** The output that `--output` asks for. */
export function readOutput(values: ReadonlyMap<string, string>): Output {
  return values.get("output") === "json" ? "json" : "text";
}

/** The moment that `--at` asks for, in milliseconds since the epoch, if it does; a text tells what is wrong with it. */
export function readMoment(values: ReadonlyMap<string, string>): number | undefined | string {
  const written = values.get("at");
  const moment = written === undefined ? undefined : parseTime(written);
  return written === undefined || moment !== undefined
    ? moment
    : `--at must be a time such as 2027-01-31T00:00:00Z, not ${JSON.stringify(written)}`;
}

/** A moment as RFC 3339 text, to the second. */
export function momentText(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(/\.\d{3}Z$/, "Z");
}
