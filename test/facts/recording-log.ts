import type { FactsLog } from "../../src/facts/contract.ts";

/** A log line as it was written. */
export interface LogLine {
  readonly level: keyof FactsLog;
  readonly message: string;
  readonly fields: object;
}

/** A log that can be read. */
export function recordingLog(): FactsLog & { readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  const at = (level: keyof FactsLog) => (fields: object, message: string) => {
    lines.push({ level, message, fields });
  };
  return { lines, debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
