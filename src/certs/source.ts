/** A certificate chain and its private key, in PEM, that belong together. */
export interface CertificatePair {
  /** The leaf first. */
  readonly cert: string;
  readonly key: string;
}

/** Where the server's certificate comes from. */
export interface CertificateSource {
  /** Loads the first pair; rejects with {@link CertificateError} when there is none that can be served. */
  start(): Promise<void>;
  /** The pair to serve; throws before `start`. */
  current(): CertificatePair;
  /** Says why the current pair cannot be relied on at a moment (milliseconds since the epoch), or nothing. */
  invalidity(now: number): string | undefined;
  /** Calls back with each new pair that was checked; one listener, the server. */
  onChange(listener: (pair: CertificatePair) => void): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** No usable certificate. The message names files and never quotes them. */
export class CertificateError extends Error {
  readonly code = "CERTIFICATE_UNUSABLE";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CertificateError";
  }
}
