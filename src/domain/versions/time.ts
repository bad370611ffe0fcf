/** A moment as text, such as `2026-11-01`, or "an unknown date" where it is none that a calendar has. UTC. */
export function dateText(epochMs: number): string {
  const date = new Date(epochMs);
  return Number.isNaN(date.getTime()) ? "an unknown date" : date.toISOString().slice(0, 10);
}
