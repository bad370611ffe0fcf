import { expect, it } from "vitest";
import { nearestName } from "../../../src/domain/field/nearest-name.ts";

it.each([
  ["prot", ["port", "path"], "port"],
  ["PORT", ["port"], "port"],
  ["drainSecond", ["drainSeconds", "timeoutSeconds"], "drainSeconds"],
  ["", ["port"], undefined],
  ["x", ["port"], undefined],
  ["metrics", ["server", "log"], undefined],
  ["serv", ["serve", "render"], "serve"],
])("%j among %j is %j", (typed, known, nearest) => {
  expect(nearestName(typed, known)).toBe(nearest);
});
