import { patched } from "../domain/patches/apply.ts";
import type { Operation } from "../domain/patches/operation.ts";
import type { Registration } from "../webhooks/contract.ts";
import { isObject } from "../wire/json-object.ts";
import { EXIT_FAILED, EXIT_OK } from "./arguments.ts";
import { kubectlText } from "./kubectl-text.ts";
import type { ReviewAnswer } from "./review-answer.ts";
import { type ReadDocument, type ReviewDocument, readReviewDocuments } from "./review-documents.ts";

/** What judging files needs from its surroundings. */
export interface ReviewEnvironment {
  /** Files as the user named them; `-` is standard input. */
  readonly files: readonly string[];
  /** The text of a file or of standard input; rejects with a reason fit for the user. */
  readonly readText: (file: string) => Promise<string>;
  /** Of the enabled webhooks, in the order of the registry. */
  readonly registrations: readonly Registration[];
  /** Asks one webhook, with the facts and rules of the configuration; the same code as behind HTTPS. */
  readonly evaluate: (registration: Registration, document: ReviewDocument) => Promise<ReviewAnswer>;
  /** Prints to standard output. */
  readonly write: (text: string) => void;
}

/**
 * Judges every object of the files, prints each verdict as kubectl would, and returns the exit code: 0 if all are
 * allowed, 1 if one is denied or cannot be judged.
 */
export async function runReview(environment: ReviewEnvironment): Promise<number> {
  const { files, readText, registrations, write } = environment;
  const documents: ReadDocument[] = [];
  for (const file of files.length === 0 ? ["-"] : files) {
    documents.push(...(await readFileDocuments(file, readText, registrations)));
  }
  if (documents.length === 0) {
    write("nothing to review: the input holds no object\n");
    return EXIT_FAILED;
  }
  let isAllAllowed = true;
  for (const document of documents) {
    const result = "problem" in document ? unreadable(document.problem) : await judge(document, environment);
    write(`${documents.length > 1 ? `==> ${document.source}\n` : ""}${result.text}`);
    isAllAllowed &&= result.isAllowed;
  }
  return isAllAllowed ? EXIT_OK : EXIT_FAILED;
}

interface Judged {
  readonly isAllowed: boolean;
  readonly text: string;
}

async function readFileDocuments(
  file: string,
  readText: ReviewEnvironment["readText"],
  registrations: readonly Registration[],
): Promise<readonly ReadDocument[]> {
  const source = file === "-" ? "standard input" : file;
  try {
    const targets = registrations.map(({ target }) => target);
    return readReviewDocuments(source, await readText(file), targets);
  } catch (error) {
    return [{ source, problem: error instanceof Error ? error.message : String(error) }];
  }
}

function unreadable(problem: string): Judged {
  return { isAllowed: false, text: `error: ${problem}\n` };
}

/**
 * Asks the webhooks of the kind one after the other, each about what the ones before it made of the object; the first that
 * does not allow has the last word.
 */
async function judge(document: ReviewDocument, { registrations, evaluate }: ReviewEnvironment): Promise<Judged> {
  const concerned = registrationsFor(document, registrations);
  const [first] = concerned;
  if (first === undefined) {
    return unreadable(`no enabled webhook judges ${document.subject.kind} on ${document.subject.operation}`);
  }
  const warnings: string[] = [];
  let asked = document;
  for (const registration of concerned) {
    const answer = await evaluate(registration, asked);
    if (answer.kind === "fault" || !answer.allowed) {
      return {
        isAllowed: false,
        text: kubectlText(document.subject, registration.name, withWarnings(answer, warnings)),
      };
    }
    warnings.push(...answer.warnings);
    asked = answer.patch === undefined ? asked : mutated(asked, answer.patch);
  }
  const allowed: ReviewAnswer = {
    kind: "verdict",
    allowed: true,
    warnings,
    status: { reason: "", message: "", details: undefined },
  };
  return { isAllowed: true, text: kubectlText(document.subject, first.name, allowed) };
}

/** The same request about the object as a patch leaves it. */
function mutated(document: ReviewDocument, patch: readonly Operation[]): ReviewDocument {
  const { request } = document.review;
  if (!isObject(request) || !isObject(request["object"])) {
    return document;
  }
  const object = patched(request["object"], patch);
  return { ...document, review: { ...document.review, request: { ...request, object } } };
}

function withWarnings(answer: ReviewAnswer, earlier: readonly string[]): ReviewAnswer {
  return answer.kind === "fault" ? answer : { ...answer, warnings: [...earlier, ...answer.warnings] };
}

/** The webhooks that the API server would ask about a review, mutating ones first. */
export function registrationsFor(
  { resource, subject: { operation } }: ReviewDocument,
  registrations: readonly Registration[],
): readonly Registration[] {
  const concerned = registrations.filter(
    ({ target, operations }) =>
      target.group === resource.group &&
      target.resource === resource.resource &&
      operations.some((registered) => registered === operation),
  );
  return [
    ...concerned.filter(({ type }) => type === "mutating"),
    ...concerned.filter(({ type }) => type === "validating"),
  ];
}
