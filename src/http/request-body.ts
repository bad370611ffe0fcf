import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { BodyExpiry, PendingBody } from "./body-expiry.ts";
import type { Budget, Lease } from "./budget.ts";
import type { Deadline } from "./deadline.ts";
import { type Fault, fault } from "./errors.ts";

/** Says what is wrong with a request before its body is read, if anything. */
export function refusalByHeaders(headers: IncomingHttpHeaders, bodyBytes: number): Fault | undefined {
  if (!isJson(headers["content-type"])) {
    return fault("unsupportedContentType", "content type must be application/json");
  }
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    return fault("unsupportedEncoding", "content encoding must be identity; compressed bodies are not read");
  }
  return declaredLength(headers) > bodyBytes ? tooLarge(bodyBytes) : undefined;
}

const JSON_TYPE = "application/json";

/** Parameters such as `; charset=utf-8` are allowed. */
function isJson(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === JSON_TYPE) {
    return contentType === JSON_TYPE;
  }
  return contentType.split(";", 1)[0]?.trim().toLowerCase() === JSON_TYPE;
}

/** Zero for chunked bodies, which are counted while they come. */
function declaredLength(headers: IncomingHttpHeaders): number {
  return Number(headers["content-length"] ?? 0);
}

function tooLarge(bodyBytes: number): Fault {
  return fault("bodyTooLarge", `body must be at most ${bodyBytes} bytes`);
}

/** What reading a body needs to know. */
export interface BodyReading {
  readonly bodyBytes: number;
  readonly budget: Budget;
  readonly expiry: BodyExpiry;
  /** Asked only for a body that does not come in one piece. */
  readonly deadline: () => Deadline;
}

/** A body that was read, or why not; what it holds of the budget is the receiver's to release. */
export interface BodyOutcome {
  readonly body: Buffer | Fault;
  readonly lease: Lease | undefined;
}

/**
 * Reads a body whole, within the limits. The budget is asked when the first bytes arrive, and then for all that are
 * declared, so that large bodies do not starve each other half-way and silent connections hold nothing. The deadline is
 * watched only if the body does not come in one piece; a body that never starts is the server's request timeout's.
 */
export function readBody(stream: IncomingMessage, reading: BodyReading, done: (outcome: BodyOutcome) => void): void {
  const { bodyBytes, budget, deadline, expiry } = reading;
  const declared = declaredLength(stream.headers);
  const chunks: Buffer[] = [];
  let received = 0;
  let lease: Lease | undefined;
  let pending: PendingBody | undefined;

  // The listeners stay until the stream goes, which is sooner than taking them off; what comes after is let go by.
  let isFinished = false;
  const finish = (body: Buffer | Fault): void => {
    isFinished = true;
    if (pending !== undefined) {
      expiry.unwatch(pending);
    }
    done({ body, lease });
  };
  const shortage = (): Fault | undefined => {
    if (received > bodyBytes) {
      return tooLarge(bodyBytes);
    }
    lease ??= budget.enter();
    if (lease === undefined) {
      return fault("requestsInFlight", "too many requests in flight; try again");
    }
    const isReserved = lease.extendTo(Math.max(declared, received));
    return isReserved ? undefined : fault("bytesInFlight", "too many bytes in flight; try again");
  };
  const onChunk = (chunk: Buffer): void => {
    if (isFinished) {
      return;
    }
    received += chunk.length;
    const refusal = shortage();
    if (refusal !== undefined) {
      finish(refusal);
      return;
    }
    chunks.push(chunk);
    if (pending === undefined && received !== declared) {
      pending = { deadline, expire };
      expiry.watch(pending);
    }
  };
  const expire = (): void => finish(fault("deadlineExceeded", "deadline exceeded while the body was read"));
  const onEnd = (): void => {
    if (!isFinished) {
      finish(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    }
  };
  const onGone = (): void => {
    if (!isFinished) {
      finish(fault("callerGone", "connection closed before the body was complete"));
    }
  };

  stream.on("data", onChunk).on("end", onEnd).on("close", onGone);
}

/** Lets the rest of a body go by, then calls back: a connection closed with unread bytes is reset, and the answer lost. */
export function discardBody(stream: IncomingMessage, done: () => void): void {
  if (stream.readableEnded || stream.destroyed) {
    done();
    return;
  }
  stream.once("end", done).resume();
}
