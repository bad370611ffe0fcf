/** When a request must be answered, in milliseconds of `performance.now()`. */
export type Deadline = number;

/**
 * What is left for the way back: a tenth of the time, at least 200 ms (the API server's clock started before ours), but
 * never more than half.
 */
function marginMs(timeoutMs: number): number {
  return Math.min(timeoutMs / 2, Math.max(200, timeoutMs / 10));
}

/** Go prints the duration as `10s`, `1m0s` or `500ms`; hours exceed what Kubernetes allows. Source: Go, time.Duration.String. */
const DURATION = /^(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s)?$|^(\d+)ms$/;

/** Reads a duration in milliseconds; undefined where it is absent, malformed or not positive. */
export function parseTimeoutMs(text: string | null): number | undefined {
  const match = text === null ? null : DURATION.exec(text);
  if (match === null) {
    return undefined;
  }
  const [, minutes = "0", seconds = "0", milliseconds = "0"] = match;
  const total = Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(milliseconds);
  return total > 0 ? total : undefined;
}

/** The moment by which to answer: the `timeout` in the caller's URL, at most the registered one, minus a margin. */
export function deadlineOf(startedAt: number, url: string, registeredSeconds: number): Deadline {
  const mark = url.indexOf("?");
  const timeout = mark === -1 ? null : new URLSearchParams(url.slice(mark)).get("timeout");
  const timeoutMs = Math.min(parseTimeoutMs(timeout) ?? Number.POSITIVE_INFINITY, registeredSeconds * 1000);
  return startedAt + timeoutMs - marginMs(timeoutMs);
}

/** Thrown by {@link beforeDeadline}; a fault of class `deadlineExceeded`. */
export class DeadlineExceededError extends Error {
  readonly code = "DEADLINE_EXCEEDED";

  constructor() {
    super("deadline exceeded");
    this.name = "DeadlineExceededError";
  }
}

/**
 * Waits for something, but not longer than the deadline, even if it ignores its signal; then rejects with
 * {@link DeadlineExceededError}. Only called when there is something to wait for, so that other requests need no timer.
 */
export async function beforeDeadline<T>(deadline: Deadline, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const expired = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => {
      const error = new DeadlineExceededError();
      controller.abort(error);
      expired.reject(error);
    },
    Math.max(0, deadline - performance.now()),
  );
  try {
    return await Promise.race([work(controller.signal), expired.promise]);
  } finally {
    clearTimeout(timer);
  }
}
