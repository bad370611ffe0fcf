/**
 * Bodies from this size on are decided one after another, with a turn of the event loop between them: parsing 17 MB
 * blocks it for about 32 ms, and a dozen of those in a row would delay every small request behind them. 4 MiB is 8 ms.
 */
export const LARGE_BODY_BYTES = 4 * 1024 * 1024;

/** Runs jobs one per turn of the event loop, in the order in which they came. */
export type Queue = (job: () => void) => void;

/** Creates an empty queue. Jobs must not throw. */
export function createQueue(): Queue {
  const jobs: (() => void)[] = [];
  const next = (): void => {
    jobs.shift()?.();
    if (jobs.length > 0) {
      setImmediate(next);
    }
  };
  return (job) => {
    jobs.push(job);
    if (jobs.length === 1) {
      setImmediate(next);
    }
  };
}
