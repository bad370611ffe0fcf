/** The first delay and the longest, in milliseconds. Source: k8s.io/client-go/tools/cache/reflector.go. */
const FIRST_DELAY_MS = 800;
const LONGEST_DELAY_MS = 30_000;

/**
 * How long to wait before trying again, in milliseconds: doubled with every failure in a row (`attempt` counts from 0),
 * and spread over the upper half by `random` (0 to 1), so that replicas do not return together.
 */
export function backoffMs(attempt: number, random: number): number {
  const full = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt, 16));
  return full * (0.5 + random / 2);
}
