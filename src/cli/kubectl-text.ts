import type { ReviewAnswer, ReviewStatus, StatusCause } from "./review-answer.ts";

/** The object that a verdict is about, as kubectl names it. */
export interface VerdictSubject {
  readonly operation: "CREATE" | "UPDATE" | "DELETE" | "CONNECT";
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  readonly dryRun: boolean;
}

/**
 * What `kubectl apply` prints, on standard output and error together, when a webhook gives this answer, save the words
 * `error when creating "FILE": ` before messages that are not about fields. Ends with a line feed. Source: k8s.io/kubectl/pkg/cmd/util/helpers.go (checkErr, MultilineError), k8s.io/cli-runtime/pkg/printers/name.go,
 * and for what the API server adds k8s.io/apiserver/pkg/admission/plugin/webhook/errors/statuserror.go.
 */
export function kubectlText(subject: VerdictSubject, webhook: string, answer: ReviewAnswer): string {
  if (answer.kind === "fault") {
    return faultText(webhook, answer.message);
  }
  const verdict = answer.allowed ? allowedText(subject) : denialText(webhook, answer.status);
  return warningsText(answer.warnings) + verdict;
}

/** The client prints equal warnings once, in the order of their arrival, before the result. */
function warningsText(warnings: readonly string[]): string {
  return [...new Set(warnings)].map((warning) => `Warning: ${warning}\n`).join("");
}

const DONE: Readonly<Record<VerdictSubject["operation"], string>> = {
  CREATE: "created",
  UPDATE: "configured",
  DELETE: "deleted",
  CONNECT: "connected",
};

function allowedText({ operation, group, kind, name, dryRun }: VerdictSubject): string {
  const resource = group === "" ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`;
  return `${resource}/${name} ${DONE[operation]}${dryRun ? " (server dry run)" : ""}\n`;
}

/** What the user reads under failurePolicy Fail when the webhook gives no verdict. */
function faultText(webhook: string, message: string): string {
  return (
    "Error from server (InternalError): Internal error occurred: " +
    `failed calling webhook ${quoted(webhook)}: failed to call webhook: ${message}\n`
  );
}

function denialText(webhook: string, status: ReviewStatus): string {
  const message = deniedMessage(webhook, status);
  if (status.reason !== "Invalid") {
    return `Error from server${status.reason === "" ? "" : ` (${status.reason})`}: ${message}\n`;
  }
  const { details } = status;
  if (details === undefined) {
    return `The request is invalid: ${message}\n`;
  }
  const isNamed = details.kind !== "" || details.name !== "";
  const head = isNamed ? `The ${details.kind} ${quoted(details.name)} is invalid` : "The request is invalid";
  if (details.causes.length === 0) {
    return isNamed ? `${head}\n` : `${head}: ${message}\n`;
  }
  return causesText(`${head}: `, details.causes);
}

/** One cause stays on the line, several become bullets in the order in which they came; repeated ones are left out. */
function causesText(head: string, causes: readonly StatusCause[]): string {
  const [first, ...others] = new Set(causes.map(({ field, message }) => `${field}: ${message}`));
  return others.length === 0
    ? `${head}${first ?? ""}\n`
    : `${head}\n${[first, ...others].map((text) => `* ${text}\n`).join("")}`;
}

/** The API server puts the webhook's name before its words. */
function deniedMessage(webhook: string, { message, reason }: ReviewStatus): string {
  const words = message === "" ? reason : message;
  return `admission webhook ${quoted(webhook)} denied the request${words === "" ? " without explanation" : `: ${words}`}`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
