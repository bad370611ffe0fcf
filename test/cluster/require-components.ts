import { type ComponentsResult, resolveComponents } from "./components.ts";
import { isContinuousIntegration, progress } from "./environment.ts";

/**
 * The programs of a control plane, for tests that need one. Where they cannot be
 * had, a developer's tests are skipped (the reason goes to the terminal).
 * @throws Error where they cannot be had in continuous integration, and if a build fails.
 */
export async function requireComponents(): Promise<ComponentsResult> {
  const result = await resolveComponents();
  if (result.status === "unavailable") {
    if (isContinuousIntegration()) {
      throw new Error(`the cluster tests cannot run, and CI is set: ${result.reason}`);
    }
    progress(`skipped: ${result.reason}`);
  }
  return result;
}
