/**
 * Where a server is in its life:
 * `serving`; `draining`, when it still decides but closes each connection after the answer; `closing`, when it only
 * finishes what it has begun.
 */
export type Phase = "serving" | "draining" | "closing";

/** The phase that routes obey and lifecycle advances, and the count of requests at hand. */
export class Gate {
  #phase: Phase = "serving";
  #atHand = 0;
  #idle: (() => void) | undefined;

  get phase(): Phase {
    return this.#phase;
  }

  /** Goes on to a later phase; there is no way back. */
  advance(phase: "draining" | "closing"): void {
    this.#phase = phase;
  }

  enter(): void {
    this.#atHand += 1;
  }

  leave(): void {
    this.#atHand -= 1;
    if (this.#atHand === 0) {
      this.#idle?.();
    }
  }

  /** Resolves when no request is at hand. */
  async whenIdle(): Promise<void> {
    if (this.#atHand > 0) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
    }
  }
}
