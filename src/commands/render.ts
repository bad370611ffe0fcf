import { EXIT_FAILED, EXIT_OK } from "../cli/arguments.ts";
import { renderManifests } from "../cli/render-manifests.ts";
import type { RenderOptions } from "../cli/render-options.ts";
import { chapterSettings, enabledWebhooks } from "../compose.ts";
import type { Settings } from "../config/settings.ts";
import type { Edge, Outcome } from "./outcome.ts";

/** Renders the manifests of the webhooks that a configuration enables. */
export async function runRender(settings: Settings, options: RenderOptions, { readText }: Edge): Promise<Outcome> {
  const webhooks = enabledWebhooks(settings).map(({ registration, factKinds }) => ({
    registration,
    factKinds: factKinds(chapterSettings(settings)),
  }));
  const ca = options.caFile === undefined ? undefined : await readText(options.caFile);
  const rendered = renderManifests(webhooks, options, ca);
  return rendered.ok
    ? { code: EXIT_OK, text: rendered.yaml, problems: [] }
    : { code: EXIT_FAILED, text: "", problems: rendered.problems };
}
