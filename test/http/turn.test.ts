import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createTurn, LONGEST_WAIT_MS, MOST_WAITING, type Turn } from "../../src/http/turn.ts";

/** A turn whose clock and end are in the hands of the test, and what happened in it, in order. */
class ObservedTurn {
  readonly events: string[] = [];
  now = 0;
  readonly #ends: (() => void)[] = [];
  readonly #turn: Turn = createTurn({ now: () => this.now, atEnd: (callback) => void this.#ends.push(callback) });

  get endsAwaited(): number {
    return this.#ends.length;
  }

  end(): void {
    for (const callback of this.#ends.splice(0)) {
      callback();
    }
  }

  settle(): void {
    this.#turn.settle();
  }

  /** A request that is decided in so many milliseconds. */
  request(name: string, ms = 0): void {
    this.#turn.decide(() => {
      this.events.push(`decide ${name}`);
      this.now += ms;
      this.answer(name);
    });
  }

  answer(name: string): void {
    this.#turn.answer(() => this.events.push(`answer ${name}`));
  }
}

describe("a turn", () => {
  it("decides at its end what arrived in it, and answers behind that", () => {
    const turn = new ObservedTurn();
    turn.request("a");
    turn.request("b");
    expect(turn.events).toEqual([]);
    expect(turn.endsAwaited).toBe(1);
    turn.end();
    expect(turn.events).toEqual(["decide a", "decide b", "answer a", "answer b"]);
    turn.request("c");
    turn.end();
    expect(turn.events.slice(4)).toEqual(["decide c", "answer c"]);
  });

  it("answers before the first of its answers has waited for too long", () => {
    const turn = new ObservedTurn();
    turn.request("a", 5);
    turn.request("b", LONGEST_WAIT_MS);
    turn.request("c", LONGEST_WAIT_MS / 2);
    turn.request("d", LONGEST_WAIT_MS / 4);
    turn.end();
    expect(turn.events).toEqual([
      ...["decide a", "decide b", "answer a", "answer b"],
      ...["decide c", "decide d", "answer c", "answer d"],
    ]);
  });

  it("does not wait for its end when much has arrived, or when it is asked not to", () => {
    const turn = new ObservedTurn();
    for (let index = 0; index < MOST_WAITING; index += 1) {
      turn.request(String(index));
    }
    expect(turn.events).toHaveLength(2 * MOST_WAITING);
    turn.request("late");
    expect(turn.endsAwaited).toBe(1);
    turn.settle();
    expect(turn.events.slice(-2)).toEqual(["decide late", "answer late"]);
    turn.end();
    expect(turn.events).toHaveLength(2 * MOST_WAITING + 2);
  });

  it("answers at once what was not decided in it", () => {
    const turn = new ObservedTurn();
    turn.request("a");
    turn.answer("slow");
    expect(turn.events).toEqual(["answer slow"]);
  });

  it("ends with the turn of the event loop", async () => {
    const turn = createTurn();
    const decided: string[] = [];
    turn.decide(() => decided.push("a"));
    await Promise.resolve();
    expect(decided).toEqual([]);
    await turnOfTheLoop();
    expect(decided).toEqual(["a"]);
  });
});
