import type { Users } from "./profile-usage.ts";

/** How many shoots a message names. Source: capabilities contract, section 3.6 (CAP-CP-87). */
const SHOOTS_NAMED = 5;

/** How many of a shoot's pools a message names. */
const POOLS_NAMED = 3;

/**
 * The shoots that use something, for messages: `shoots garden-dev/a (pool x), garden-dev/b (pools x, y) and 7 more`; the
 * first ones by namespace and name. No shoot may be in two of the groups, and none of them may be empty.
 */
export function usersText(groups: readonly Users[]): string {
  const count = groups.reduce((sum, { size }) => sum + size, 0);
  const named = groups
    .flatMap((users) => firstOf(users))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, SHOOTS_NAMED)
    .map(([key, pools]) => `${key} (${poolsText(pools)})`);
  const rest = count - named.length;
  return `${count === 1 ? "shoot" : "shoots"} ${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** Stops early: there can be tens of thousands. */
function firstOf(users: Users): readonly (readonly [string, readonly string[]])[] {
  return users[Symbol.iterator]().take(SHOOTS_NAMED).toArray();
}

function poolsText(pools: readonly string[]): string {
  const rest = pools.length - POOLS_NAMED;
  const names = pools.slice(0, POOLS_NAMED).join(", ");
  return `${pools.length === 1 ? "pool" : "pools"} ${names}${rest > 0 ? ` and ${rest} more` : ""}`;
}
