import type { FieldError } from "../domain/field/error.ts";

/** Something to say about a document: a mistake, which keeps all policies from being used, or what is worth a look. */
export interface Remark {
  readonly severity: "error" | "warning";
  /** The path is one of the document. */
  readonly error: FieldError;
  /** The rule about OSCs that is violated, where it is one. */
  readonly rule?: string;
}

/** A mistake. */
export function mistake(error: FieldError): Remark {
  return { severity: "error", error };
}

/** Something worth a look. */
export function caution(error: FieldError): Remark {
  return { severity: "warning", error };
}
