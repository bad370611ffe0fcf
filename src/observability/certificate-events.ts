import type { Observer } from "./events.ts";

/** What happens to the server's certificate. */
export interface CertificateEvents {
  /** The files are about to be read. */
  readonly read: () => void;
  /** A pair is served from now on; `notAfter` in milliseconds since the epoch. */
  readonly loaded: (directory: string, notAfter: number) => void;
  /** What was read cannot be served; logged only when the reason is new, since the poll meets it again and again. */
  readonly rejected: (error: unknown, repetition: { readonly isRepeated: boolean }) => void;
  /** Changes are noticed by polling only. */
  readonly watchLost: (directory: string, error: unknown) => void;
}

/** Binds the certificate events. */
export function certificateEvents({ log, metrics }: Observer): CertificateEvents {
  return {
    read: () => metrics.certificateReads.inc(),
    loaded: (directory, notAfter) => {
      metrics.certificateNotAfter.set(notAfter / 1000);
      log.info({ directory, notAfter: new Date(notAfter).toISOString() }, "Certificate loaded");
    },
    rejected: (error, { isRepeated }) => {
      metrics.certificateReadErrors.inc();
      if (!isRepeated) {
        log.error({ err: error }, "Certificate not usable, former one stays");
      }
    },
    watchLost: (directory, error) => {
      log.warn({ directory, err: error }, "Certificate directory not watched, polling only");
    },
  };
}
