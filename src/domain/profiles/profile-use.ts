/** A worker pool of a living shoot, and what it uses of its profile. */
export interface ProfileUse {
  readonly namespace: string;
  readonly shoot: string;
  readonly pool: string;
  readonly machineType: string;
  /** Name of the machine image; empty where the pool names none. */
  readonly image: string;
  /** Version of the machine image; empty where the pool names none. */
  readonly version: string;
}

/** How many shoots a message names. Source: capabilities contract, section 3.6 (CAP-CP-87). */
const SHOOTS_NAMED = 5;

/** The shoots behind uses, for messages: `shoots garden-dev/a, garden-dev/b and 7 more`; in order of their names. */
export function shootsText(uses: readonly ProfileUse[]): string {
  const shoots = [...new Set(uses.map(({ namespace, shoot }) => `${namespace}/${shoot}`))].sort();
  const rest = shoots.length - SHOOTS_NAMED;
  const named = shoots.slice(0, SHOOTS_NAMED).join(", ");
  return `${shoots.length === 1 ? "shoot" : "shoots"} ${named}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** Uses that have something in common; at least one. */
export type UseGroup = readonly [ProfileUse, ...ProfileUse[]];

/** Groups uses by what they have in common, in the order of their first members. */
export function usesBy(uses: readonly ProfileUse[], keyOf: (use: ProfileUse) => readonly string[]): Iterable<UseGroup> {
  const groups = new Map<string, [ProfileUse, ...ProfileUse[]]>();
  for (const use of uses) {
    const key = JSON.stringify(keyOf(use));
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [use]);
    } else {
      group.push(use);
    }
  }
  return groups.values();
}
