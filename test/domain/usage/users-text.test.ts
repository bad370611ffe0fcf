import { expect, it } from "vitest";
import { orderedMap } from "../../../src/domain/usage/ordered-map.ts";
import { usersText } from "../../../src/domain/usage/users-text.ts";

function users(entries: Readonly<Record<string, readonly string[]>>) {
  return orderedMap(Object.entries(entries));
}

it.each<[string, Parameters<typeof usersText>[0]]>([
  ["shoot n/a (pool x)", [users({ "n/a": ["x"] })]],
  ["shoot n/a (pools x, y)", [users({ "n/a": ["x", "y"] })]],
  ["shoot n/a (pools v, w, x and 2 more)", [users({ "n/a": ["v", "w", "x", "y", "z"] })]],
  ["shoots m/b (pool x), n/a (pool x)", [users({ "n/a": ["x"] }), users({ "m/b": ["x"] })]],
  [
    "shoots n/a (pool x), n/b (pool x), n/c (pool x), n/d (pool x), n/e (pool x)",
    [users({ "n/e": ["x"], "n/c": ["x"], "n/a": ["x"] }), users({ "n/d": ["x"], "n/b": ["x"] })],
  ],
  [
    "shoots n/a (pool x), n/b (pool x), n/c (pool x), n/d (pool x), n/e (pool x) and 2 more",
    [
      users({ "n/g": ["x"], "n/e": ["x"], "n/c": ["x"], "n/a": ["x"] }),
      users({ "n/f": ["x"], "n/d": ["x"], "n/b": ["x"] }),
    ],
  ],
])("%s", (expected, groups) => {
  expect(usersText(groups)).toBe(expected);
});
