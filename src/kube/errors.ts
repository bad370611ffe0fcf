/** The API server answered with something other than success. */
export class KubeStatusError extends Error {
  override readonly name = "KubeStatusError";
  readonly code = "KUBE_STATUS";
  /** The HTTP status, or the code of a Status object that arrived in a watch. */
  readonly status: number;
  /** `reason` of the Status object, such as `NotFound`; empty where the answer was not one. */
  readonly reason: string;
  /** How long the server asks to wait, in seconds. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, reason: string, message: string, retryAfterSeconds?: number) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The API server could not be reached, fell silent, or said something that is not its protocol. */
export class KubeTransportError extends Error {
  override readonly name = "KubeTransportError";
  readonly code = "KUBE_TRANSPORT";
}

/** There is no usable kubeconfig; trying again does not help. */
export class KubeconfigError extends Error {
  override readonly name = "KubeconfigError";
  readonly code = "KUBECONFIG_INVALID";
}

/** Describes anything that was thrown in one line. */
export function errorMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
