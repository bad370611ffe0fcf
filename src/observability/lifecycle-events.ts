import type { Log } from "./log.ts";

/** The stations of a server's life. */
export interface LifecycleEvents {
  readonly listening: (
    address: string,
    ports: { readonly admission: number; readonly operations: number },
    webhooks: readonly string[],
  ) => void;
  readonly draining: (shutdown: { readonly drainSeconds: number; readonly timeoutSeconds: number }) => void;
  readonly stopped: () => void;
}

/** Binds the lifecycle events. */
export function lifecycleEvents(log: Log): LifecycleEvents {
  return {
    listening: (address, { admission, operations }, webhooks) =>
      log.info({ address, port: admission, operationsPort: operations, webhooks }, "Server listening"),
    draining: ({ drainSeconds, timeoutSeconds }) => log.info({ drainSeconds, timeoutSeconds }, "Server draining"),
    stopped: () => log.info("Server stopped"),
  };
}
