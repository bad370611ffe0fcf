/** Limits of one server, whatever the number of connections. */
export interface Limits {
  /** Longest body in bytes. */
  readonly bodyBytes: number;
  /** Sum of all bodies that are being read or decided, in bytes. */
  readonly inFlightBytes: number;
  /** Requests that are being read or decided. */
  readonly inFlightRequests: number;
}

/** What one request holds, from the first byte of its body to its answer. */
export interface Lease {
  /** Raises the bytes held to this sum, or says that they do not fit. */
  readonly extendTo: (bytes: number) => boolean;
  /** Returns everything; call once. */
  readonly release: () => void;
}

/** What the requests at hand hold together; one per server. */
export interface Budget {
  /** Takes a place among the requests in flight; undefined if there is none. */
  readonly enter: () => Lease | undefined;
}

/** Creates an unused budget. A body that alone exceeds it passes when nothing else is there, rather than never. */
export function createBudget({ inFlightBytes, inFlightRequests }: Limits): Budget {
  let requests = 0;
  let bytes = 0;
  const enter = (): Lease => {
    requests += 1;
    let held = 0;
    return {
      extendTo: (wanted) => {
        const others = bytes - held;
        if (others > 0 && others + wanted > inFlightBytes) {
          return false;
        }
        bytes = others + wanted;
        held = wanted;
        return true;
      },
      release: () => {
        requests -= 1;
        bytes -= held;
      },
    };
  };
  return { enter: () => (requests < inFlightRequests ? enter() : undefined) };
}
