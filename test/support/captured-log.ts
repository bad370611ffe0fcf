import { createLog, type Log } from "../../src/observability/log.ts";

/** A log whose lines can be read. */
export interface CapturedLog {
  readonly log: Log;
  /** Every line so far, parsed. */
  readonly lines: () => readonly Readonly<Record<string, unknown>>[];
  readonly text: () => string;
}

/** Creates a log that writes to memory. */
export function capturedLog(level: "debug" | "info" = "debug"): CapturedLog {
  const written: string[] = [];
  const log = createLog({ level, destination: { write: (line) => void written.push(line) } });
  return {
    log,
    lines: () => written.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>),
    text: () => written.join(""),
  };
}
