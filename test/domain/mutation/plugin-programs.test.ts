import { expect, it } from "vitest";
import { pluginPrograms } from "../../../src/domain/mutation/plugin-programs.ts";
import type { DesiredPlugin } from "../../../src/domain/policies/types.ts";
import {
  CRI,
  NEW_RUNTIMES,
  NVIDIA_DEFAULT_EMITTED,
  RUNTIME,
  RUNTIMES,
  removal,
} from "../../support/plugin-builders.ts";

const ODD = "io.containerd.x.v1.x";

function add(path: readonly string[], values?: Readonly<Record<string, unknown>>): DesiredPlugin {
  return values === undefined ? { path } : { path, values };
}

/** Indexes of the entries of each program. */
function programs(entries: readonly DesiredPlugin[]): readonly (readonly number[])[] {
  return pluginPrograms(entries).map((program) => program.map((entry) => entries.indexOf(entry)));
}

it.each<[string, readonly DesiredPlugin[], readonly (readonly number[])[]]>([
  ["none", [], []],
  ["those of P5, which do not meet", NVIDIA_DEFAULT_EMITTED, [[0], [1], [2], [3]]],
  ["settings of one table", [add([ODD], { a: true }), add([ODD], { b: true })], [[0], [1]]],
  ["a table and what is beside it", [add([ODD, "a"]), add([ODD, "aa"]), add([ODD], { b: true })], [[0], [1], [2]]],
  ["a table that is created anew", [removal(ODD, "a"), add([ODD, "a"], { x: true })], [[0, 1]]],
  [
    "a table that is created anew, and its parts",
    [removal(ODD, "a"), add([ODD, "a"]), add([ODD, "a", "b"], { x: true })],
    [[0, 1, 2]],
  ],
  [
    "the same setting twice",
    [add([ODD], { a: true }), add([ODD], { c: true }), add([ODD], { a: false })],
    [[0, 2], [1]],
  ],
  ["a setting and its table", [add([ODD], { a: { b: true } }), add([ODD, "a"], { c: true })], [[0, 1]]],
  [
    "two that a third one joins",
    [add([ODD, "a"], { x: true }), add([ODD, "b"], { x: true }), removal(ODD)],
    [[0, 1, 2]],
  ],
  [
    "two that a third one has joined",
    [removal(ODD), add([ODD, "b"], { x: true }), add([ODD, "a"], { x: true })],
    [[0, 1, 2]],
  ],
  ["a runtime in both spellings", [removal(...RUNTIMES, "x"), add([...NEW_RUNTIMES, "x"], { a: true })], [[0, 1]]],
  ["a plugin and a runtime that is elsewhere later on", [removal(CRI), add([...RUNTIMES, "x"], { a: true })], [[0, 1]]],
  ["a plugin and a runtime that is there later on", [add([...RUNTIMES, "x"], { a: true }), removal(RUNTIME)], [[0, 1]]],
])("entries that only make sense together are found: %s", (_, entries, expected) => {
  expect(programs(entries)).toEqual(expected);
});
