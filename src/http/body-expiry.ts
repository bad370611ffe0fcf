import type { Deadline } from "./deadline.ts";

/** A body that is being waited for. */
export interface PendingBody {
  /** Asked at the first look only, which most bodies are too fast for. */
  readonly deadline: () => Deadline;
  readonly expire: () => void;
}

/** Ends waits whose deadline has passed. */
export interface BodyExpiry {
  readonly watch: (pending: PendingBody) => void;
  readonly unwatch: (pending: PendingBody) => void;
}

/** Milliseconds between looks; half of the smallest margin that a deadline leaves. */
const LOOK_MS = 100;

/**
 * Watches over all pending bodies with one timer: one of its own for every body that comes in two pieces would cost as
 * much as reading it. The timer runs only while something is pending.
 */
export function createBodyExpiry(): BodyExpiry {
  const pending = new Set<PendingBody>();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    if (pending.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    for (const body of pending) {
      if (performance.now() >= body.deadline()) {
        pending.delete(body);
        body.expire();
      }
    }
  };
  return {
    watch: (body) => {
      pending.add(body);
      timer ??= setInterval(look, LOOK_MS).unref();
    },
    unwatch: (body) => {
      pending.delete(body);
    },
  };
}
