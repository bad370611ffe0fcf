import type { Glob } from "./types.ts";

/** A piece of a pattern: a character of its own, any one character, or any characters. */
type Token = string;

const ANY_TEXT = "*";
const ANY_CHARACTER = "?";

/**
 * Compiles a pattern in which `*` stands for any characters and `?` for one; everything else, upper and lower case
 * included, stands for itself. Matching takes time in proportion to the lengths of text and pattern multiplied, at worst.
 */
export function compileGlob(text: string): Glob {
  if (!text.includes(ANY_TEXT) && !text.includes(ANY_CHARACTER)) {
    return Object.freeze<Glob>({ text, matches: (value) => value === text });
  }
  return Object.freeze<Glob>({ text, matches: (value) => matchesPattern(text, value) });
}

/** Greedy matching that only ever goes back to the last star, which is all that is needed. */
function matchesPattern(pattern: string, value: string): boolean {
  let position = 0;
  let index = 0;
  let star = -1;
  let afterStar = 0;
  while (index < value.length) {
    const token = pattern[position];
    if (token === ANY_TEXT) {
      star = position;
      afterStar = index;
      position += 1;
    } else if (token === ANY_CHARACTER || token === value[index]) {
      position += 1;
      index += 1;
    } else if (star >= 0) {
      position = star + 1;
      afterStar += 1;
      index = afterStar;
    } else {
      return false;
    }
  }
  return isAllStars(pattern, position);
}

function isAllStars(pattern: string, from: number): boolean {
  for (let position = from; position < pattern.length; position += 1) {
    if (pattern[position] !== ANY_TEXT) {
      return false;
    }
  }
  return true;
}

/** Whether some text matches both patterns. Exact; most pairs differ before their first wildcard or behind their last. */
export function globsIntersect(a: Glob, b: Glob): boolean {
  if (a.text === b.text) {
    return true;
  }
  return !beginDifferently(a.text, b.text) && !endDifferently(a.text, b.text) && canBeFollowed(a.text, b.text);
}

/** Whether some text matches a pattern of each list. Names, of which lists can be long, are looked up among each other. */
export function globListsIntersect(a: readonly Glob[], b: readonly Glob[]): boolean {
  const others = new Set(b.map(({ text }) => text));
  const otherPatterns = b.filter(hasWildcard);
  return a.some((one) => others.has(one.text) || (hasWildcard(one) ? b : otherPatterns).some(meets(one)));
}

function meets(one: Glob): (other: Glob) => boolean {
  return (other) => globsIntersect(one, other);
}

function hasWildcard({ text }: Glob): boolean {
  return WILDCARD.test(text);
}

const WILDCARD = /[*?]/;

/** Whether the characters before the first wildcards contradict each other. */
function beginDifferently(a: string, b: string): boolean {
  const shared = Math.min(literalLength(a), literalLength(b));
  return a.slice(0, shared) !== b.slice(0, shared);
}

function literalLength(pattern: string): number {
  const wildcard = pattern.search(WILDCARD);
  return wildcard < 0 ? pattern.length : wildcard;
}

/** Whether the characters behind the last wildcards contradict each other. */
function endDifferently(a: string, b: string): boolean {
  const shared = Math.min(literalTail(a), literalTail(b));
  return a.slice(a.length - shared) !== b.slice(b.length - shared);
}

function literalTail(pattern: string): number {
  return pattern.length - 1 - Math.max(pattern.lastIndexOf(ANY_TEXT), pattern.lastIndexOf(ANY_CHARACTER));
}

/**
 * Follows both patterns at once, and keeps for every position in the first one the positions in the second one that can
 * be reached with the same text.
 */
function canBeFollowed(a: string, b: string): boolean {
  const first = tokensOf(a);
  const second = tokensOf(b);
  let reachable = closed(new Array<boolean>(second.length + 1).fill(false).with(0, true), second);
  for (const token of first) {
    reachable = token === ANY_TEXT ? fromFirst(reachable) : closed(stepped(token, reachable, second), second);
  }
  return reachable[second.length] ?? false;
}

function tokensOf(text: string): readonly Token[] {
  return text.split("").filter((token, index, all) => token !== ANY_TEXT || all[index - 1] !== ANY_TEXT);
}

/** A star of the first pattern takes whatever the second one asks for, from the first position that is reachable. */
function fromFirst(reachable: readonly boolean[]): boolean[] {
  const first = reachable.indexOf(true);
  return reachable.map((_, position) => first >= 0 && position >= first);
}

/** One character of the first pattern meets one of the second, or a star of the second, which stays. */
function stepped(token: Token, reachable: readonly boolean[], second: readonly Token[]): boolean[] {
  const next = new Array<boolean>(second.length + 1).fill(false);
  for (const [position, other] of second.entries()) {
    if (reachable[position] !== true) {
      continue;
    }
    if (other === ANY_TEXT) {
      next[position] = true;
    } else if (other === token || other === ANY_CHARACTER || token === ANY_CHARACTER) {
      next[position + 1] = true;
    }
  }
  return next;
}

/** A star of the second pattern may also stand for nothing. */
function closed(reachable: boolean[], second: readonly Token[]): boolean[] {
  for (const [position, other] of second.entries()) {
    if (reachable[position] === true && other === ANY_TEXT) {
      reachable[position + 1] = true;
    }
  }
  return reachable;
}
