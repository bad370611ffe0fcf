import { describe, expect, it } from "vitest";
import { createBodyBuffers } from "../../src/http/body-buffers.ts";

const MEBIBYTE = 1024 * 1024;

describe("buffers for bodies", () => {
  it("have the length that was asked for", () => {
    const buffers = createBodyBuffers();
    expect([1, 65_536, 65_537, 20 * MEBIBYTE].map((bytes) => buffers.take(bytes).length)).toEqual([
      1,
      65_536,
      65_537,
      20 * MEBIBYTE,
    ]);
  });

  it("are used again when they are given back, also for shorter bodies", () => {
    const buffers = createBodyBuffers();
    const first = buffers.take(1000);
    buffers.giveBack(first.subarray(0, 10));
    expect(buffers.take(2000).buffer).toBe(first.buffer);
  });

  it("are nobody else's before", () => {
    const buffers = createBodyBuffers();
    const first = buffers.take(1000);
    expect(buffers.take(1000).buffer).not.toBe(first.buffer);
  });

  it("are not lent twice when they are given back twice", () => {
    const buffers = createBodyBuffers();
    const first = buffers.take(1000);
    buffers.giveBack(first);
    buffers.giveBack(first);
    expect(buffers.take(1000).buffer).not.toBe(buffers.take(1000).buffer);
  });

  it("never take over memory of others, such as the socket's", () => {
    const buffers = createBodyBuffers();
    const foreign = Buffer.allocUnsafeSlow(65_536);
    buffers.giveBack(foreign);
    expect(buffers.take(1000).buffer).not.toBe(foreign.buffer);
  });

  it("are let go of beyond 8 MiB", () => {
    const buffers = createBodyBuffers();
    const taken = Array.from({ length: 10 }, () => buffers.take(MEBIBYTE));
    for (const buffer of taken) {
      buffers.giveBack(buffer);
    }
    const known = new Set(taken.map(({ buffer }) => buffer));
    const again = Array.from({ length: 10 }, () => buffers.take(MEBIBYTE));
    expect(again.filter(({ buffer }) => known.has(buffer))).toHaveLength(8);
  });
});
