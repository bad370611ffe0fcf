import { z } from "zod";
import type { Operation } from "../domain/patches/operation.ts";

/** One field error of a refusal. */
export interface StatusCause {
  readonly field: string;
  readonly message: string;
}

/** Why a request is refused; empty texts stand for what was not sent. */
export interface ReviewStatus {
  readonly reason: string;
  readonly message: string;
  readonly details:
    | { readonly kind: string; readonly name: string; readonly causes: readonly StatusCause[] }
    | undefined;
}

/** What a webhook answered to an AdmissionReview: a verdict, or no verdict and the reason. */
export type ReviewAnswer =
  | {
      readonly kind: "verdict";
      readonly allowed: boolean;
      readonly warnings: readonly string[];
      readonly status: ReviewStatus;
      /** What a mutating webhook changes; absent where it changes nothing. */
      readonly patch?: readonly Operation[];
    }
  | { readonly kind: "fault"; readonly message: string };

const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? "");

/** The patch as the API server decodes it: base64 of JSON. */
const Patch = z
  .base64()
  .transform((text) => jsonOrUndefined(Buffer.from(text, "base64").toString("utf8")))
  .pipe(
    z.array(
      z.discriminatedUnion("op", [
        z.object({ op: z.enum(["test", "add", "replace"]), path: z.string(), value: z.unknown() }),
        z.object({ op: z.literal("remove"), path: z.string() }),
      ]),
    ),
  );

const AnswerBody = z.object({
  response: z.object({
    uid: z.string(),
    allowed: z.boolean(),
    warnings: z.array(z.string()).nullish(),
    patch: Patch.nullish(),
    status: z
      .object({
        reason: Text,
        message: Text,
        details: z
          .object({
            kind: Text,
            name: Text,
            causes: z.array(z.object({ field: Text, message: Text })).nullish(),
          })
          .nullish(),
      })
      .nullish(),
  }),
});

const StatusBody = z.object({ kind: z.literal("Status"), message: Text });

const NO_STATUS: ReviewStatus = { reason: "", message: "", details: undefined };

/** Reads the body of an HTTP 200 answer as the API server does: anything but a complete review of that uid is a fault. */
export function readAnswer(body: unknown, uid: string): ReviewAnswer {
  const parsed = AnswerBody.safeParse(body);
  if (!parsed.success) {
    return { kind: "fault", message: "the answer is not an AdmissionReview with a response" };
  }
  const { allowed, warnings, status, patch, uid: answered } = parsed.data.response;
  if (answered !== uid) {
    return { kind: "fault", message: `expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(answered)}` };
  }
  return {
    kind: "verdict",
    allowed,
    warnings: warnings ?? [],
    status: status ? { ...status, details: readDetails(status.details) } : NO_STATUS,
    ...(patch ? { patch } : {}),
  };
}

function readDetails(
  details:
    | { readonly kind: string; readonly name: string; readonly causes?: readonly StatusCause[] | null | undefined }
    | null
    | undefined,
): ReviewStatus["details"] {
  return details ? { kind: details.kind, name: details.name, causes: details.causes ?? [] } : undefined;
}

/** Reads the body of an HTTP answer that is no success: the message of its Status, or the body itself. */
export function readFault(httpStatus: number, text: string): ReviewAnswer {
  const parsed = StatusBody.safeParse(jsonOrUndefined(text));
  return { kind: "fault", message: parsed.success ? parsed.data.message : `HTTP ${httpStatus}: ${text}` };
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
