import { isAscii } from "node:buffer";
import { pathText } from "../domain/field/path.ts";
import { AdmissionReview, plainReview } from "../wire/admission-review.ts";
import { type Fault, fault } from "./errors.ts";

/**
 * Parses the body of a request. Plain `JSON.parse`: it makes own members of keys like `__proto__`, which are legal in
 * Kubernetes, and objects are handed on as parsed.
 */
export function parseReview(body: Buffer): AdmissionReview | Fault {
  const json = parseJson(textOf(body));
  if ("fault" in json) {
    return json.fault;
  }
  return plainReview(json.value) ?? checkedReview(json.value);
}

/** Nearly all bodies are plain ASCII, which needs no decoding. */
function textOf(body: Buffer): string {
  return isAscii(body) ? body.toString("latin1") : body.toString("utf8");
}

function checkedReview(value: unknown): AdmissionReview | Fault {
  const review = AdmissionReview.safeParse(value);
  return review.success ? review.data : notAReview(review.error.issues);
}

type Json = { readonly value: unknown } | { readonly fault: Fault };

function parseJson(text: string): Json {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) {
      return { fault: fault("notJson", `body is not JSON${position(error)}`) };
    }
    throw error;
  }
}

/** Only the position: the engine's own text quotes the body, which may be secret. */
function position({ message }: SyntaxError): string {
  const found = /\bat position (\d+)/.exec(message)?.[1];
  return found === undefined ? "" : `: error at position ${found}`;
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function notAReview(issues: readonly Issue[]): Fault {
  const texts = issues.map(({ path, message }) => {
    const field = pathText(path.map((segment) => (typeof segment === "number" ? segment : String(segment))));
    return field === "" ? message : `${field}: ${message}`;
  });
  return fault("notAnAdmissionReview", `body is not an AdmissionReview: ${texts.join(", ")}`);
}
