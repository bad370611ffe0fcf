import { request } from "node:https";
import { type ReviewAnswer, readAnswer, readFault } from "./review-answer.ts";

/** A running server. */
export interface DemoServer {
  /** Origin of the webhook listener, such as `https://127.0.0.1:9443`. */
  readonly baseUrl: string;
  /** PEM of the CA to trust. */
  readonly ca: string;
}

/** Milliseconds that one answer may take; the server's own deadline is below. */
const ANSWER_TIMEOUT_MS = 15_000;

/** Posts a review to the path of a webhook, as the API server does. Transport errors come back as faults. */
export function postReview(
  { baseUrl, ca }: DemoServer,
  path: string,
  review: Readonly<Record<string, unknown>>,
  uid: string,
): Promise<ReviewAnswer> {
  const body = JSON.stringify(review);
  return new Promise((resolve) => {
    const fail = (error: Error): void => resolve({ kind: "fault", message: error.message });
    const call = request(
      `${baseUrl}${path}?timeout=10s`,
      {
        method: "POST",
        ca,
        agent: false,
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
        headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", fail);
        response.on("end", () =>
          resolve(interpret(response.statusCode ?? 0, Buffer.concat(chunks).toString("utf8"), uid)),
        );
      },
    );
    call.on("error", fail);
    call.end(body);
  });
}

function interpret(httpStatus: number, text: string, uid: string): ReviewAnswer {
  if (httpStatus < 200 || httpStatus > 206) {
    return readFault(httpStatus, text);
  }
  try {
    return readAnswer(JSON.parse(text), uid);
  } catch {
    return { kind: "fault", message: "the answer is not JSON" };
  }
}
