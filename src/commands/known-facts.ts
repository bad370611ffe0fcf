import { setTimeout } from "node:timers/promises";
import { composeFacts } from "../compose.ts";
import type { Settings } from "../config/settings.ts";
import type { FactKind, FactSnapshot, FactSource } from "../facts/contract.ts";
import type { Edge } from "./outcome.ts";

/** How long the first lists of an API server may take; those of a landscape with thousands of profiles take seconds. */
const SYNC_MS = 30_000;
const POLL_MS = 50;

/** The facts of these kinds as they are now, from the source that the configuration names. Rejects where there are none. */
export async function knownFacts(
  settings: Settings,
  kinds: readonly FactKind[],
  { env, now }: Edge,
): Promise<FactSnapshot> {
  await using facts = await composeFacts({ ...settings, log: { level: "error" } }, kinds, env);
  await facts.start();
  for (const deadline = now() + SYNC_MS; unsynced(facts, kinds).length > 0; await setTimeout(POLL_MS)) {
    if (now() > deadline) {
      const problems = facts.problems().map(({ message }) => message);
      throw new Error([`${unsynced(facts, kinds).join(" and ")} objects are not listed yet`, ...problems].join("\n"));
    }
  }
  return facts.snapshot();
}

function unsynced(facts: FactSource, kinds: readonly FactKind[]): readonly FactKind[] {
  return kinds.filter((kind) => !facts.isSynced(kind));
}
