import type { Registration } from "../webhooks/contract.ts";
import { EXIT_FAILED, EXIT_OK } from "./arguments.ts";
import { type DemoServer, postReview } from "./demo-client.ts";
import { isOsc, type OscDemoOptions, showOsc } from "./demo-osc.ts";
import { kubectlText } from "./kubectl-text.ts";
import { registrationsFor } from "./review.ts";
import type { ReadDocument } from "./review-documents.ts";

/** What the demonstration needs: a server that is ready, and what to send to it. */
export interface DemoOptions extends Pick<OscDemoOptions, "context"> {
  readonly server: DemoServer;
  readonly requests: readonly ReadDocument[];
  /** Of the webhooks that the server serves. */
  readonly registrations: readonly Registration[];
  /** Prints to standard output. */
  readonly write: (text: string) => void;
}

/**
 * Sends the examples one after the other over HTTPS, prints title and verdict of each, and returns the exit code: 0 if
 * every request got a verdict (a denial is one), else 1.
 */
export async function runDemo(options: DemoOptions): Promise<number> {
  const { requests, write } = options;
  let isAllAnswered = requests.length > 0;
  for (const [index, example] of requests.entries()) {
    const { title, text, isAnswered } = await show(example, options);
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

async function show(example: ReadDocument, options: DemoOptions): Promise<Shown> {
  if ("problem" in example) {
    return { title: example.source, text: `error: ${example.problem}\n`, isAnswered: false };
  }
  const title = example.title === "" ? example.source : `${example.title} (${example.source})`;
  const webhooks = registrationsFor(example, options.registrations);
  const [registration] = webhooks;
  if (registration === undefined) {
    return { title, text: `error: no enabled webhook judges ${example.subject.kind}\n`, isAnswered: false };
  }
  if (isOsc(example)) {
    return { title, ...(await showOsc(example, { ...options, webhooks })) };
  }
  const answer = await postReview(options.server, registration.path, example.review, example.uid);
  const text = kubectlText(example.subject, registration.name, answer);
  return { title, text, isAnswered: answer.kind === "verdict" };
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "    ");
}

/** The command that sends one example by hand; `caFile` and `file` as the user would type them. */
export function curlLine(url: string, caFile: string, file: string): string {
  return `curl --silent --cacert ${caFile} -H "Content-Type: application/json" --data-binary @${file} "${url}?timeout=10s"`;
}
