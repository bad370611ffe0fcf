import { request } from "node:https";
import type { Registration } from "../webhooks/contract.ts";
import { EXIT_FAILED, EXIT_OK } from "./arguments.ts";
import { kubectlText } from "./kubectl-text.ts";
import { registrationsFor } from "./review.ts";
import { type ReviewAnswer, readAnswer, readFault } from "./review-answer.ts";
import type { ReadDocument, ReviewDocument } from "./review-documents.ts";

/** What the demonstration needs: a server that is ready, and what to send to it. */
export interface DemoOptions {
  /** Origin of the webhook listener, such as `https://127.0.0.1:9443`. */
  readonly baseUrl: string;
  /** PEM of the CA to trust. */
  readonly ca: string;
  readonly requests: readonly ReadDocument[];
  /** Of the webhooks that the server serves. */
  readonly registrations: readonly Registration[];
  /** Prints to standard output. */
  readonly write: (text: string) => void;
}

/** Milliseconds that one example may take; the server's own deadline is below. */
const ANSWER_TIMEOUT_MS = 15_000;

/**
 * Sends the examples one after the other over HTTPS, prints title and verdict of each, and returns the exit code: 0 if
 * every request got a verdict (a denial is one), else 1.
 */
export async function runDemo({ baseUrl, ca, requests, registrations, write }: DemoOptions): Promise<number> {
  let isAllAnswered = requests.length > 0;
  for (const [index, example] of requests.entries()) {
    const { title, text, isAnswered } = await show(example, { baseUrl, ca, registrations });
    write(`\n[${index + 1}/${requests.length}] ${title}\n${indented(text)}`);
    isAllAnswered &&= isAnswered;
  }
  return isAllAnswered ? EXIT_OK : EXIT_FAILED;
}

interface Shown {
  readonly title: string;
  readonly text: string;
  readonly isAnswered: boolean;
}

type Server = Pick<DemoOptions, "baseUrl" | "ca" | "registrations">;

async function show(example: ReadDocument, server: Server): Promise<Shown> {
  if ("problem" in example) {
    return { title: example.source, text: `error: ${example.problem}\n`, isAnswered: false };
  }
  const title = example.title === "" ? example.source : `${example.title} (${example.source})`;
  const [registration] = registrationsFor(example, server.registrations);
  if (registration === undefined) {
    return { title, text: `error: no enabled webhook judges ${example.subject.kind}\n`, isAnswered: false };
  }
  const answer = await send(example, `${server.baseUrl}${registration.path}`, server.ca);
  const text = kubectlText(example.subject, registration.name, answer);
  return { title, text, isAnswered: answer.kind === "verdict" };
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "    ");
}

/** Posts a review as the API server does. Transport errors come back as faults. */
function send({ review, uid }: Pick<ReviewDocument, "review" | "uid">, url: string, ca: string): Promise<ReviewAnswer> {
  const body = JSON.stringify(review);
  return new Promise((resolve) => {
    const fail = (error: Error): void => resolve({ kind: "fault", message: error.message });
    const call = request(
      `${url}?timeout=10s`,
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

/** The command that sends one example by hand; `caFile` and `file` as the user would type them. */
export function curlLine(url: string, caFile: string, file: string): string {
  return `curl --silent --cacert ${caFile} -H "Content-Type: application/json" --data-binary @${file} "${url}?timeout=10s"`;
}
