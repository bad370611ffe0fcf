import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBodyBuffers } from "../../src/http/body-buffers.ts";
import { createBodyExpiry } from "../../src/http/body-expiry.ts";
import { createBudget, type Lease } from "../../src/http/budget.ts";
import { type BodyReading, readBody } from "../../src/http/request-body.ts";

function reading(bodyBytes = 1_000_000): BodyReading {
  const limits = { bodyBytes, inFlightBytes: 10_000_000, inFlightRequests: 100 };
  return {
    bodyBytes,
    budget: createBudget(limits),
    buffers: createBodyBuffers(),
    expiry: createBodyExpiry(),
    makeRoom: () => undefined,
    deadline: () => Number.POSITIVE_INFINITY,
  };
}

/** A request whose pieces come when they are pushed. */
function requestWith(headers: IncomingHttpHeaders = {}): IncomingMessage {
  return Object.assign(new Readable({ read: () => undefined }), { headers }) as IncomingMessage;
}

/** Reads a body and copies it before its memory is given back, as the route does. */
function bodyOf(request: IncomingMessage, how: BodyReading): Promise<string> {
  return new Promise((resolve) => {
    readBody(request, how, ({ body, lease }) => {
      const text = "code" in body ? `fault: ${body.code}` : body.toString("latin1");
      if (!("code" in body)) {
        how.buffers.giveBack(body);
      }
      lease?.release();
      resolve(text);
    });
  });
}

function pushAll(request: IncomingMessage, pieces: readonly string[]): void {
  for (const piece of [...pieces.map((text) => Buffer.from(text, "latin1")), null]) {
    request.push(piece);
  }
}

describe("a body", () => {
  it.each([
    ["in no piece", []],
    ["in one piece", ["abc"]],
    ["in several pieces", ["abc", "d", "efg"]],
    ["in large pieces", ["a".repeat(70_000), "b".repeat(70_000), "c"]],
  ])("is read %s, with its length declared or not", async (_how, pieces) => {
    const whole = pieces.join("");
    const [declared, chunked] = [requestWith({ "content-length": String(whole.length) }), requestWith()];
    pushAll(declared, pieces);
    pushAll(chunked, pieces);
    const how = reading();
    expect(await Promise.all([bodyOf(declared, how), bodyOf(chunked, how)])).toEqual([whole, whole]);
  });

  it("is not cut where more comes than was declared", async () => {
    const request = requestWith({ "content-length": "4" });
    pushAll(request, ["abc", "defg", "h".repeat(100_000)]);
    expect(await bodyOf(request, reading())).toBe(`abcdefg${"h".repeat(100_000)}`);
  });

  it("is refused where it is too large, and gives its memory back", async () => {
    const how = reading(10);
    const request = requestWith();
    const { buffers, ...others } = how;
    const given: number[] = [];
    const giveBack = (body: Buffer): void => {
      given.push(body.length);
      buffers.giveBack(body);
    };
    pushAll(request, ["abc", "def", "ghijk"]);
    expect(await bodyOf(request, { ...others, buffers: { take: buffers.take, giveBack } })).toBe("fault: bodyTooLarge");
    expect(given).toEqual([3, 6]);
  });

  it("is refused for lack of room only if no room can be made", async () => {
    const how = { ...reading(), budget: createBudget({ bodyBytes: 10, inFlightBytes: 10, inFlightRequests: 2 }) };
    const held: Lease[] = [];
    const read = (text: string, makeRoom: () => void): Promise<string> => {
      const request = requestWith({ "content-length": String(text.length) });
      pushAll(request, [text]);
      return new Promise((resolve) => {
        readBody(request, { ...how, makeRoom }, ({ body, lease }) => {
          held.push(...(lease === undefined ? [] : [lease]));
          resolve("code" in body ? `fault: ${body.code}` : body.toString("latin1"));
        });
      });
    };
    const release = (): void => {
      for (const lease of held.splice(0)) {
        lease.release();
      }
    };
    expect(await read("a".repeat(8), release)).toBe("a".repeat(8));
    expect(await read("b".repeat(8), release)).toBe("b".repeat(8));
    expect(await read("c".repeat(8), () => undefined)).toBe("fault: bytesInFlight");
    expect(await read("d", () => undefined)).toBe("fault: requestsInFlight");
    expect(await read("e", release)).toBe("e");
  });

  it("never mixes with others that are read at the same time", async () => {
    const piece = fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 40_000 }));
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 24 }), fc.boolean(), async (pieces, isDeclared) => {
        const how = reading();
        for (let round = 0; round < 2; round += 1) {
          const wanted = [0, 1, 2, 3].map((to) =>
            pieces.map(([index, length]) => (index === to ? letters(to, length) : "")),
          );
          const requests = wanted.map((texts) =>
            requestWith(isDeclared ? { "content-length": String(texts.join("").length) } : {}),
          );
          const bodies = requests.map((request) => bodyOf(request, how));
          for (const [index, length] of pieces) {
            requests[index]?.push(letters(index, length));
            await new Promise(setImmediate);
          }
          for (const request of requests) {
            request.push(null);
          }
          expect(await Promise.all(bodies)).toEqual(wanted.map((texts) => texts.join("")));
        }
      }),
      { numRuns: 50 },
    );
  });
});

function letters(which: number, length: number): string {
  return "abcd".charAt(which).repeat(length + 1);
}
