import { setTimeout as sleep } from "node:timers/promises";

/** How long and how often to look. */
export interface WaitOptions {
  /** What is waited for, as it completes "gave up waiting for ...". */
  readonly what: string;
  readonly timeoutMs: number;
  /** Pause between two looks; 50 ms by default. */
  readonly intervalMs?: number;
  /** Last words for the error message, such as the end of a log. */
  readonly explain?: () => string;
}

/**
 * Looks until `look` yields something other than `undefined` and returns that.
 * @throws Error after `timeoutMs`, naming the last error of `look`; an error that
 *   `look` marks with {@link Hopeless} ends the wait at once.
 */
export async function waitFor<T>(look: () => Promise<T | undefined>, options: WaitOptions): Promise<T> {
  const deadline = performance.now() + options.timeoutMs;
  let lastError: unknown;
  do {
    try {
      const found = await look();
      if (found !== undefined) {
        return found;
      }
    } catch (error) {
      if (error instanceof Hopeless) {
        throw error;
      }
      lastError = error;
    }
    await sleep(options.intervalMs ?? 50);
  } while (performance.now() < deadline);
  const explanation = options.explain === undefined ? "" : `\n${options.explain()}`;
  throw new Error(`gave up waiting for ${options.what} after ${options.timeoutMs} ms${explanation}`, {
    cause: lastError,
  });
}

/** Thrown inside {@link waitFor} where no further look can succeed. */
export class Hopeless extends Error {
  override readonly name = "Hopeless";
}
