/**
 * Decides together what arrived together: requests that were read in one turn of the event loop are decided at its end,
 * one after another, and answered then. Each of the three is done several times in a row, with its code and data at hand,
 * and a caller that waits for several answers is woken once.
 */
export interface Turn {
  /** Runs a decision at the end of this turn, or as soon as {@link MOST_WAITING} wait. */
  readonly decide: (decision: () => void) => void;
  /** Writes an answer: behind the decisions of this turn if it comes from one of them, otherwise at once. */
  readonly answer: (write: () => void) => void;
  /** Runs all that waits now. */
  readonly settle: () => void;
}

/** Decisions that wait at most: enough to gain by it, few enough for their bodies to stay in the processor's cache. */
export const MOST_WAITING = 16;

/** Milliseconds for which an answer waits at most while others are decided, but for the decision at hand. */
export const LONGEST_WAIT_MS = 1;

/** What a turn takes from its surroundings; given by tests. */
export interface TurnSurroundings {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Calls back when what has arrived is read. */
  readonly atEnd: (callback: () => void) => void;
}

const EVENT_LOOP: TurnSurroundings = { now: () => performance.now(), atEnd: (callback) => void setImmediate(callback) };

/** Creates a turn in which nothing waits. Decisions and writes must not throw. */
export function createTurn({ now, atEnd }: TurnSurroundings = EVENT_LOOP): Turn {
  let decisions: (() => void)[] = [];
  let answers: (() => void)[] = [];
  let firstAnswerAt = 0;
  let isDeciding = false;
  let isAwaited = false;
  const write = (): void => {
    const ready = answers;
    answers = [];
    for (const answer of ready) {
      answer();
    }
  };
  const settle = (): void => {
    const waiting = decisions;
    decisions = [];
    isDeciding = true;
    for (const decision of waiting) {
      decision();
    }
    isDeciding = false;
    write();
  };
  const end = (): void => {
    isAwaited = false;
    settle();
  };
  return {
    decide: (decision) => {
      decisions.push(decision);
      if (decisions.length >= MOST_WAITING) {
        settle();
      } else if (!isAwaited) {
        isAwaited = true;
        atEnd(end);
      }
    },
    answer: (answer) => {
      if (!isDeciding) {
        answer();
        return;
      }
      if (answers.length === 0) {
        firstAnswerAt = now();
      }
      answers.push(answer);
      if (now() - firstAnswerAt >= LONGEST_WAIT_MS) {
        write();
      }
    },
    settle,
  };
}
