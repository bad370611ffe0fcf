import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoffMs } from "../../src/kube/backoff.ts";
import { linesOf } from "../../src/kube/lines.ts";

async function* streamOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) {
    yield bytes.subarray(start, start + size);
  }
}

async function collected(lines: AsyncIterable<string>): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const line of lines) {
    found.push(line);
  }
  return found;
}

describe("lines of a stream", () => {
  it("do not depend on how the bytes arrive", async () => {
    const line = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\n", ""));
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 7 }), async (lines, size) => {
        const bytes = new TextEncoder().encode(lines.map((text) => `${text}\n`).join(""));
        expect(await collected(linesOf(streamOf(bytes, size)))).toEqual(lines);
      }),
    );
  });

  it("include an unfinished last one", async () => {
    const bytes = new TextEncoder().encode("one\ntwö");
    expect(await collected(linesOf(streamOf(bytes, 1)))).toEqual(["one", "twö"]);
  });
});

describe("backoff", () => {
  it.each<[number, number, number]>([
    [0, 0, 400],
    [0, 1, 800],
    [3, 1, 6_400],
    [9, 1, 30_000],
    [9, 0, 15_000],
    [5_000, 1, 30_000],
  ])("attempt %i with jitter %f waits %i ms", (attempt, random, expected) => {
    expect(backoffMs(attempt, random)).toBe(expected);
  });
});
