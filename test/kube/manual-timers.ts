import type { Timers } from "../../src/kube/timers.ts";

interface Pending {
  readonly due: number;
  readonly ms: number;
  readonly callback: () => void;
}

/** Time that passes only when a test says so. */
export class ManualTimers implements Timers {
  #now = 0;
  #pending: Pending[] = [];

  after(ms: number, callback: () => void): () => void {
    const pending = { due: this.#now + ms, ms, callback };
    this.#pending.push(pending);
    return () => {
      this.#pending = this.#pending.filter((other) => other !== pending);
    };
  }

  now(): number {
    return this.#now;
  }

  /** The delays that are waited for, in milliseconds. */
  get waiting(): readonly number[] {
    return this.#pending.map(({ ms }) => ms);
  }

  elapse(ms: number): void {
    this.#now += ms;
    const due = this.#pending.filter((pending) => pending.due <= this.#now);
    this.#pending = this.#pending.filter((pending) => pending.due > this.#now);
    for (const { callback } of due) {
      callback();
    }
  }
}
