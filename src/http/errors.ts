/** One class of answers that are no verdict: what the API server is told, and whether it should try again. */
export interface FaultClass {
  readonly httpStatus: number;
  /** The machine-readable reason of the `Status`. Source: k8s.io/apimachinery/pkg/apis/meta/v1/types.go, StatusReason. */
  readonly reason: string;
  /**
   * Seconds after which the API server repeats the request by itself, at most 10 times within its timeout. Only for
   * faults that pass; a bug must not be hit 11 times.
   */
  readonly retryAfterSeconds?: number;
  /** Whose fault it is, which is how loudly it is logged: the caller's or a passing state, or ours. */
  readonly severity: "warn" | "error";
}

/**
 * Every way to answer without a verdict, by stable code. None of them is a denial: the status is never 2xx, so that the
 * operator's `failurePolicy` decides.
 * Source: admission webhook contract, sections 1.8 and 2.5.
 */
const FAULTS = {
  notFound: { httpStatus: 404, reason: "NotFound", severity: "warn" },
  unsupportedContentType: { httpStatus: 415, reason: "UnsupportedMediaType", severity: "warn" },
  unsupportedEncoding: { httpStatus: 415, reason: "UnsupportedMediaType", severity: "warn" },
  bodyTooLarge: { httpStatus: 413, reason: "RequestEntityTooLarge", severity: "warn" },
  notHttp: { httpStatus: 400, reason: "BadRequest", severity: "warn" },
  notJson: { httpStatus: 400, reason: "BadRequest", severity: "warn" },
  notAnAdmissionReview: { httpStatus: 400, reason: "BadRequest", severity: "warn" },
  kindMismatch: { httpStatus: 400, reason: "BadRequest", severity: "warn" },
  missingObject: { httpStatus: 400, reason: "BadRequest", severity: "warn" },
  callerGone: { httpStatus: 400, reason: "BadRequest", severity: "warn" },
  bytesInFlight: { httpStatus: 429, reason: "TooManyRequests", retryAfterSeconds: 1, severity: "warn" },
  requestsInFlight: { httpStatus: 429, reason: "TooManyRequests", retryAfterSeconds: 1, severity: "warn" },
  factsNotSynced: { httpStatus: 503, reason: "ServiceUnavailable", retryAfterSeconds: 1, severity: "warn" },
  factMissing: { httpStatus: 503, reason: "ServiceUnavailable", retryAfterSeconds: 1, severity: "warn" },
  draining: { httpStatus: 503, reason: "ServiceUnavailable", retryAfterSeconds: 0, severity: "warn" },
  deadlineExceeded: { httpStatus: 500, reason: "Timeout", severity: "error" },
  internal: { httpStatus: 500, reason: "InternalError", severity: "error" },
} as const satisfies Readonly<Record<string, FaultClass>>;

/** The stable code of a fault, as in logs and in the label `fault`. */
export type FaultCode = keyof typeof FAULTS;

/** One fault: its class, what the caller is told, and for the log what was thrown. */
export interface Fault {
  readonly code: FaultCode;
  readonly message: string;
  readonly cause?: unknown;
}

/** Makes a fault; the message goes to the caller, so it names no internals. */
export function fault(code: FaultCode, message: string): Fault {
  return { code, message };
}

/** The fault for anything thrown: neutral to the caller, complete in the log. */
export function internalFault(cause: unknown): Fault {
  return { code: "internal", message: "internal error of the webhook server; its log says more", cause };
}

/** The class of a fault. */
export function faultClass(code: FaultCode): FaultClass {
  return FAULTS[code];
}

/** The body of a fault: a `Status`, whose message the API server passes on to its log and its user. */
export function statusBody({ code, message }: Pick<Fault, "code" | "message">): string {
  const { httpStatus, reason, retryAfterSeconds } = faultClass(code);
  return JSON.stringify({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    reason,
    ...(retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } }),
    code: httpStatus,
  });
}
