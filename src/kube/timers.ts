/** The passing of time, handed in so that tests decide about it. */
export interface Timers {
  /** Calls back once after a number of milliseconds, unless the returned function is called before. */
  after(ms: number, callback: () => void): () => void;
  /** Milliseconds on a clock that never goes back. */
  now(): number;
}

/** Time as the platform has it. */
export const systemTimers: Timers = {
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  now: () => performance.now(),
};
