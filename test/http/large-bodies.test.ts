import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createQueue } from "../../src/http/large-bodies.ts";

it("runs one job per turn of the event loop, in order, and goes on after a pause", async () => {
  const queue = createQueue();
  const done: string[] = [];
  for (const name of ["first", "second", "third"]) {
    queue(() => void done.push(name));
  }
  expect(done).toEqual([]);
  await turn();
  expect(done).toEqual(["first"]);
  await turn();
  expect(done).toEqual(["first", "second"]);
  await turn();
  queue(() => void done.push("fourth"));
  await turn();
  expect(done).toEqual(["first", "second", "third", "fourth"]);
});
