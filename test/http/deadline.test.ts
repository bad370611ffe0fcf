import { describe, expect, it } from "vitest";
import { beforeDeadline, deadlineOf, parseTimeoutMs } from "../../src/http/deadline.ts";

describe("parseTimeoutMs", () => {
  it.each([
    ["10s", 10_000],
    ["1m0s", 60_000],
    ["1m30s", 90_000],
    ["1.5s", 1500],
    ["500ms", 500],
    ["", undefined],
    ["0s", undefined],
    ["-5s", undefined],
    ["10", undefined],
    ["s", undefined],
    ["10s10s", undefined],
    [null, undefined],
  ])("reads %s as %s", (text, milliseconds) => {
    expect(parseTimeoutMs(text)).toBe(milliseconds);
  });
});

describe("deadlineOf", () => {
  it.each([
    ["the caller's timeout minus a tenth", "/x?timeout=5s", 10, 4500],
    ["the registered timeout where the caller allows more", "/x?timeout=30s", 10, 9000],
    ["the registered timeout where the caller says nothing", "/x", 10, 9000],
    ["the registered timeout where the caller's is malformed", "/x?timeout=soon", 10, 9000],
    ["at least 200 ms of margin", "/x?timeout=1s", 10, 800],
    ["at most half of a short timeout as margin", "/x?a=b&timeout=100ms", 10, 50],
  ])("is %s", (_name, url, registeredSeconds, milliseconds) => {
    expect(deadlineOf(1000, url, registeredSeconds)).toBe(1000 + milliseconds);
  });
});

describe("beforeDeadline", () => {
  it("hands over what the work resolves to", async () => {
    await expect(beforeDeadline(performance.now() + 5000, async () => 7)).resolves.toBe(7);
  });

  it("rejects when time is up, aborts the signal, and swallows what comes late", async () => {
    const late = Promise.withResolvers<never>();
    let seen: AbortSignal | undefined;
    const outcome = beforeDeadline(performance.now() + 5, (signal) => {
      seen = signal;
      return late.promise;
    });
    await expect(outcome).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
    expect(seen?.aborted).toBe(true);
    late.reject(new Error("too late"));
  });
});
