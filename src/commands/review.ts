import { runReview } from "../cli/review.ts";
import { readAnswer, readFault } from "../cli/review-answer.ts";
import { compose } from "../compose.ts";
import type { Settings } from "../config/settings.ts";
import type { Edge } from "./outcome.ts";

/** Judges files by the facts, policies and rules of a configuration, with the code that answers over HTTPS; the exit code. */
export async function reviewFiles(settings: Settings, files: readonly string[], edge: Edge): Promise<number> {
  const quiet = { ...settings, log: { level: "error" as const } };
  const { app, facts, policies, webhooks } = await compose(quiet, edge);
  await policies.start();
  await facts.start();
  const code = await runReview({
    files,
    readText: edge.readText,
    registrations: webhooks.map(({ registration }) => registration),
    evaluate: async ({ path }, document) => {
      const answer = await app.admission.inject({
        method: "POST",
        url: path,
        headers: { "content-type": "application/json" },
        payload: JSON.stringify(document.review),
      });
      return answer.statusCode === 200
        ? readAnswer(answer.json(), document.uid)
        : readFault(answer.statusCode, answer.payload);
    },
    write: edge.write,
  });
  await facts[Symbol.asyncDispose]();
  await policies[Symbol.asyncDispose]();
  return code;
}
