import type { IncomingMessage, ServerResponse } from "node:http";
import type { DecidedVerdict } from "../domain/verdict.ts";
import { type Observer, type WebhookEvents, webhookEvents } from "../observability/events.ts";
import type { Webhook } from "../webhooks/contract.ts";
import type { AdmissionReview } from "../wire/admission-review.ts";
import { type BodyBuffers, createBodyBuffers } from "./body-buffers.ts";
import { type BodyExpiry, createBodyExpiry } from "./body-expiry.ts";
import { type Budget, createBudget, type Lease, type Limits } from "./budget.ts";
import { type Deadline, DeadlineExceededError, deadlineOf } from "./deadline.ts";
import { type Fault, fault, faultClass, internalFault, statusBody } from "./errors.ts";
import { type DecisionContext, evaluate, type Outcome, type VerdictReason } from "./evaluate.ts";
import type { Gate } from "./gate.ts";
import { createQueue, LARGE_BODY_BYTES, type Queue } from "./large-bodies.ts";
import { type BodyOutcome, type BodyReading, discardBody, readBody, refusalByHeaders } from "./request-body.ts";
import { type VerdictBody, verdictBody } from "./respond.ts";
import { parseReview } from "./review-body.ts";
import type { AdmissionListener } from "./server.ts";
import { createTurn, type Turn } from "./turn.ts";

/** What all admission routes of a server share. */
export interface AdmissionContext {
  readonly decisions: DecisionContext;
  readonly limits: Limits;
  readonly observer: Observer;
  readonly gate: Gate;
}

/** One listener per webhook, by path; all behave alike, the chapter is a parameter. */
export function admissionListeners(
  webhooks: readonly Webhook[],
  context: AdmissionContext,
): ReadonlyMap<string, AdmissionListener> {
  const budget = createBudget(context.limits);
  const buffers = createBodyBuffers();
  const largeBodies = createQueue();
  const turn = createTurn();
  const expiry = createBodyExpiry();
  return new Map(
    webhooks.map((webhook) => {
      const events = webhookEvents(context.observer, webhook.registration.name);
      const route: Route = { webhook, events, budget, buffers, expiry, turn, largeBodies, context };
      return [webhook.registration.path, (request, response) => serve(route, request, response)];
    }),
  );
}

interface Route {
  readonly webhook: Webhook;
  readonly events: WebhookEvents;
  readonly budget: Budget;
  readonly buffers: BodyBuffers;
  readonly expiry: BodyExpiry;
  readonly turn: Turn;
  readonly largeBodies: Queue;
  readonly context: AdmissionContext;
}

/** One request under way. */
interface Call {
  readonly route: Route;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly startedAt: number;
}

/** What is known of a call when it is answered. */
interface Progress {
  readonly lease: Lease | undefined;
  readonly bodyBytes: number;
  readonly review: AdmissionReview | undefined;
}

const NOTHING_READ: Progress = { lease: undefined, bodyBytes: 0, review: undefined };

function serve(route: Route, request: IncomingMessage, response: ServerResponse): void {
  const { gate, limits } = route.context;
  const call: Call = { route, request, response, startedAt: performance.now() };
  gate.enter();
  route.events.started();
  const refusal = gate.phase === "closing" ? late() : refusalByHeaders(request.headers, limits.bodyBytes);
  if (refusal === undefined) {
    readBody(request, bodyReading(call), (outcome) => continueWith(call, outcome));
  } else {
    answerFault(call, refusal, NOTHING_READ);
  }
}

function late(): Fault {
  return fault("draining", "server is shutting down; try again");
}

function bodyReading(call: Call): BodyReading {
  const { budget, buffers, expiry, turn, context } = call.route;
  const { bodyBytes } = context.limits;
  return { bodyBytes, budget, buffers, expiry, makeRoom: turn.settle, deadline: () => deadlineOfCall(call) };
}

/** Asked only when something has to be waited for. */
function deadlineOfCall({ route, request, startedAt }: Call): Deadline {
  return deadlineOf(startedAt, request.url ?? "", route.webhook.registration.timeoutSeconds);
}

function continueWith(call: Call, { body, lease }: BodyOutcome): void {
  if ("code" in body) {
    answerFault(call, body, { ...NOTHING_READ, lease });
  } else if (body.length < LARGE_BODY_BYTES) {
    call.route.turn.decide(() => review(call, lease, body, parseReview));
  } else {
    call.route.largeBodies(() =>
      review(call, lease, body, () =>
        performance.now() > deadlineOfCall(call) ? deadlineExceeded() : parseReview(body),
      ),
    );
  }
}

/** What is read does not refer to the body, whose memory the next request can use then. */
function review(
  call: Call,
  lease: Lease | undefined,
  body: Buffer,
  read: (body: Buffer) => AdmissionReview | Fault,
): void {
  const review = attempt(() => read(body));
  const bodyBytes = body.length;
  call.route.buffers.giveBack(body);
  if ("code" in review) {
    answerFault(call, review, { lease, bodyBytes, review: undefined });
    return;
  }
  const progress = { lease, bodyBytes, review };
  const rendered = attempt(() => judge(call, review));
  if (rendered instanceof Promise) {
    void rendered.catch(thrownFault).then((settled) => answer(call, settled, progress));
  } else {
    answer(call, rendered, progress);
  }
}

/** A verdict with the body that tells it. */
interface RenderedVerdict {
  readonly verdict: DecidedVerdict;
  readonly reason: VerdictReason;
  readonly body: VerdictBody;
}

function judge(call: Call, review: AdmissionReview): RenderedVerdict | Fault | Promise<RenderedVerdict | Fault> {
  const { webhook, context } = call.route;
  const outcome = evaluate(webhook, review.request, context.decisions, () => deadlineOfCall(call));
  return outcome instanceof Promise ? outcome.then((settled) => render(review, settled)) : render(review, outcome);
}

function render(review: AdmissionReview, outcome: Outcome): RenderedVerdict | Fault {
  return outcome.kind === "fault" ? outcome.fault : { ...outcome, body: verdictBody(review, outcome.verdict) };
}

/** The one place that catches, with `catch` of the promise above: whatever is thrown before the answer is a fault. */
function attempt<T>(work: () => T): T | Fault {
  try {
    return work();
  } catch (error) {
    return thrownFault(error);
  }
}

function thrownFault(error: unknown): Fault {
  return error instanceof DeadlineExceededError ? deadlineExceeded() : internalFault(error);
}

function deadlineExceeded(): Fault {
  return fault("deadlineExceeded", "deadline exceeded");
}

function answer(
  call: Call,
  rendered: RenderedVerdict | Fault,
  progress: Progress & { readonly review: AdmissionReview },
): void {
  if ("code" in rendered) {
    answerFault(call, rendered, progress);
    return;
  }
  call.route.turn.answer(() => answerVerdict(call, rendered, progress));
}

function answerVerdict(
  call: Call,
  { verdict, reason, body }: RenderedVerdict,
  progress: Progress & { readonly review: AdmissionReview },
): void {
  send(call, 200, body.text, undefined);
  finish(call, progress);
  call.route.events.decided({
    request: progress.review.request,
    verdict: verdict.kind,
    reason,
    code: verdict.kind === "deny" ? 422 : 200,
    denied: verdict.kind === "deny" ? verdict.findings : [],
    warned: verdict.warned,
    effects: verdict.effects ?? [],
    warningsCut: body.warningsCut,
    bodyBytes: progress.bodyBytes,
    durationMs: performance.now() - call.startedAt,
  });
}

function answerFault(call: Call, fault: Fault, progress: Progress): void {
  const { httpStatus, retryAfterSeconds, severity } = faultClass(fault.code);
  send(call, httpStatus, statusBody(fault), retryAfterSeconds);
  finish(call, progress);
  call.route.events.faulted({
    request: progress.review?.request,
    fault: fault.code,
    severity,
    message: fault.message,
    code: httpStatus,
    cause: fault.cause,
    bodyBytes: progress.bodyBytes,
    durationMs: performance.now() - call.startedAt,
  });
}

function finish({ route }: Call, { lease }: Progress): void {
  lease?.release();
  route.context.gate.leave();
}

/** Writes an answer in one piece. A connection that shall end is read to the end of the body first. */
function send(call: Call, httpStatus: number, text: string, retryAfterSeconds: number | undefined): void {
  const { request, response, route } = call;
  const bytes = Buffer.byteLength(text);
  // What is plain ASCII is copied rather than encoded, and goes out together with the headers.
  const encoding = bytes === text.length ? "latin1" : "utf8";
  const headers: Record<string, string | number> = { "content-type": "application/json", "content-length": bytes };
  if (retryAfterSeconds !== undefined) {
    headers["retry-after"] = retryAfterSeconds;
  }
  if (route.context.gate.phase === "serving") {
    response.writeHead(httpStatus, headers).end(text, encoding);
    return;
  }
  headers["connection"] = "close";
  discardBody(request, () => response.writeHead(httpStatus, headers).end(text, encoding));
}
