import { type DestinationStream, type LevelWithSilent, type Logger, pino } from "pino";

/** The logger that every room receives; nobody imports a global one. */
export type Log = Logger;

/** What the operator chooses about logging. */
export interface LogOptions {
  readonly level: LevelWithSilent;
  /** Where lines go; standard output unless given. */
  readonly destination?: DestinationStream;
}

/**
 * Keys that may carry secrets or the contents of files. Events never pass whole objects; this is the second fence, for
 * the day when somebody does. Depths one to three, since redaction paths have no "anywhere" wildcard.
 */
const SECRET_KEYS = ["data", "stringData", "content", "token", "password", "extra"];
const REDACTED_PATHS = SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`, `*.*.*.${key}`]);

/** How far a chain of causes is followed; longer ones are loops or noise. */
const CAUSE_DEPTH = 4;

/** An error as it is logged: never its other properties, which in HTTP clients hold bodies and headers. */
interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string | number;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** Describes anything that was thrown, an Error or not. */
function loggedError(thrown: unknown, depth = CAUSE_DEPTH): LoggedError {
  if (!(thrown instanceof Error)) {
    return { type: typeof thrown, message: String(thrown) };
  }
  const code = "code" in thrown && isCode(thrown.code) ? { code: thrown.code } : {};
  const stack = thrown.stack === undefined ? {} : { stack: thrown.stack };
  const cause = thrown.cause === undefined || depth <= 1 ? {} : { cause: loggedError(thrown.cause, depth - 1) };
  return { type: thrown.name, message: thrown.message, ...code, ...stack, ...cause };
}

function isCode(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** Makes the JSON logger: level as text, time in ISO 8601, secrets redacted, errors without their properties. */
export function createLog({ level, destination }: LogOptions): Log {
  const options = {
    level,
    // Neither process nor machine: what collects the lines knows both, and `name` is that of the object.
    base: null,
    messageKey: "msg",
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: REDACTED_PATHS, censor: "[redacted]" },
    serializers: { err: (thrown: unknown) => loggedError(thrown) },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
