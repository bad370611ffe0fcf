import { tellFit } from "../cli/fit.ts";
import type { FitOptions } from "../cli/fit-options.ts";
import type { Settings } from "../config/settings.ts";
import { knownFacts } from "./known-facts.ts";
import type { Edge, Outcome } from "./outcome.ts";

/** Tells what goes with a machine type or an image version, by the facts of a configuration. */
export async function runFit(settings: Settings, options: FitOptions, edge: Edge): Promise<Outcome> {
  const known = await knownFacts(settings, ["CloudProfile", "NamespacedCloudProfile"], edge);
  return tellFit(options, known, options.at ?? edge.now());
}
