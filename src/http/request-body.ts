import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { BodyBuffers } from "./body-buffers.ts";
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
  readonly buffers: BodyBuffers;
  readonly expiry: BodyExpiry;
  /** Ends what can be ended at once, before a body is refused because of what others hold. */
  readonly makeRoom: () => void;
  /** Asked only for a body that does not come in one piece. */
  readonly deadline: () => Deadline;
}

/** A body that was read, or why not; its memory and what it holds of the budget are the receiver's to give back. */
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
  const body = new PendingRequestBody(stream, reading, done);
  // The listeners stay until the stream goes, which is sooner than taking them off; what comes after is let go by.
  stream
    .on("data", (chunk: Buffer) => body.add(chunk))
    .on("end", () => body.end())
    .on("close", () => body.abandon());
}

/** A body that is being read. */
class PendingRequestBody implements PendingBody {
  readonly #reading: BodyReading;
  readonly #done: (outcome: BodyOutcome) => void;
  readonly #declared: number;
  /** Where the pieces are put together, or the only piece so far. */
  #memory: Buffer | undefined = undefined;
  #received = 0;
  #pieces = 0;
  #lease: Lease | undefined = undefined;
  #isWatched = false;
  #isFinished = false;

  constructor({ headers }: IncomingMessage, reading: BodyReading, done: (outcome: BodyOutcome) => void) {
    this.#reading = reading;
    this.#done = done;
    this.#declared = declaredLength(headers);
  }

  deadline(): Deadline {
    return this.#reading.deadline();
  }

  expire(): void {
    this.#fail(fault("deadlineExceeded", "deadline exceeded while the body was read"));
  }

  add(chunk: Buffer): void {
    if (this.#isFinished) {
      return;
    }
    const received = this.#received + chunk.length;
    const refusal = this.#refusal(received);
    if (refusal !== undefined) {
      this.#fail(refusal);
      return;
    }
    this.#append(chunk);
    if (!this.#isWatched && received !== this.#declared) {
      this.#isWatched = true;
      this.#reading.expiry.watch(this);
    }
  }

  end(): void {
    if (!this.#isFinished) {
      this.#finish((this.#memory ?? NOTHING).subarray(0, this.#received));
    }
  }

  /** Says that nothing more will come. */
  abandon(): void {
    if (!this.#isFinished) {
      this.#fail(fault("callerGone", "connection closed before the body was complete"));
    }
  }

  #refusal(received: number): Fault | undefined {
    const { bodyBytes, makeRoom } = this.#reading;
    if (received > bodyBytes) {
      return tooLarge(bodyBytes);
    }
    if (this.#shortage(received) === undefined) {
      return undefined;
    }
    makeRoom();
    return this.#shortage(received);
  }

  #shortage(received: number): Fault | undefined {
    this.#lease ??= this.#reading.budget.enter();
    if (this.#lease === undefined) {
      return fault("requestsInFlight", "too many requests in flight; try again");
    }
    const isReserved = this.#lease.extendTo(Math.max(this.#declared, received));
    return isReserved ? undefined : fault("bytesInFlight", "too many bytes in flight; try again");
  }

  /** A body in one piece stays where it is. */
  #append(chunk: Buffer): void {
    const received = this.#received + chunk.length;
    if (this.#pieces === 0) {
      this.#memory = chunk;
    } else {
      const memory = this.#roomFor(received);
      memory.set(chunk, this.#received);
    }
    this.#pieces += 1;
    this.#received = received;
  }

  /** Memory for all that is declared, or else for twice of what is there, with what is there. */
  #roomFor(bytes: number): Buffer {
    const present = this.#memory ?? NOTHING;
    if (this.#pieces > 1 && present.length >= bytes) {
      return present;
    }
    const { buffers } = this.#reading;
    const room = buffers.take(Math.max(bytes, this.#declared, 2 * present.length));
    room.set(present.subarray(0, this.#received));
    buffers.giveBack(present);
    this.#memory = room;
    return room;
  }

  #fail(cause: Fault): void {
    if (this.#memory !== undefined) {
      this.#reading.buffers.giveBack(this.#memory);
    }
    this.#finish(cause);
  }

  #finish(body: Buffer | Fault): void {
    this.#isFinished = true;
    this.#memory = undefined;
    if (this.#isWatched) {
      this.#reading.expiry.unwatch(this);
    }
    this.#done({ body, lease: this.#lease });
  }
}

const NOTHING = Buffer.alloc(0);

/** Lets the rest of a body go by, then calls back: a connection closed with unread bytes is reset, and the answer lost. */
export function discardBody(stream: IncomingMessage, done: () => void): void {
  if (stream.readableEnded || stream.destroyed) {
    done();
    return;
  }
  stream.once("end", done).resume();
}
