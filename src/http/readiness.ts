/** What a check found: fine, perhaps with something to know, or not, and why. */
export type CheckResult =
  | { readonly isPassed: true; readonly notes?: readonly string[] }
  | { readonly isPassed: false; readonly reason: string };

/** One condition of readiness; cheap, since probes come often. */
export interface ReadinessCheck {
  readonly name: string;
  readonly run: () => CheckResult;
}

/** The state of all checks at one moment. */
export interface Readiness {
  readonly isReady: boolean;
  /** One line per check, as the API server prints them: `[+]facts ok`, `[-]certificate failed: expired`. */
  readonly lines: readonly string[];
  readonly hasNotes: boolean;
}

/** Runs every check; none hides another. */
export function readinessOf(checks: readonly ReadinessCheck[]): Readiness {
  const results = checks.map(({ name, run }) => ({ name, result: run() }));
  return {
    isReady: results.every(({ result }) => result.isPassed),
    lines: results.map(({ name, result }) =>
      result.isPassed ? [`[+]${name} ok`, ...(result.notes ?? [])].join(": ") : `[-]${name} failed: ${result.reason}`,
    ),
    hasNotes: results.some(({ result }) => result.isPassed && (result.notes ?? []).length > 0),
  };
}
