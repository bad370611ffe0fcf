import { EXIT_FAILED, EXIT_OK } from "../cli/arguments.ts";
import { describeSettings, type Settings } from "../config/settings.ts";
import { readPolicies } from "../policies/directory.ts";
import type { Outcome } from "./outcome.ts";

/** Describes a configuration that could be read, if its policies can be loaded; what is worth a look goes beside it. */
export async function runCheckConfig(settings: Settings): Promise<Outcome> {
  const load = await readPolicies(settings.policies);
  return load.ok
    ? {
        code: EXIT_OK,
        text: `${describeSettings(settings)}\n`,
        problems: load.warnings.map((warning) => `warning: ${warning}`),
      }
    : { code: EXIT_FAILED, text: "", problems: load.errors };
}
