import type { OperatorTables } from "../policies/types.ts";
import { type Remembered, remembered, textOfSmall } from "../remembered.ts";
import { type Finding, NO_FINDINGS } from "../rules/finding.ts";
import { defaultRuntimeFindings } from "./default-runtime-rules.ts";
import { pluginGenerationFindings } from "./plugin-generation-rules.ts";
import { pluginOrderFindings } from "./plugin-order-rules.ts";
import { pluginPathFindings } from "./plugin-path-rules.ts";
import { pluginShapeFindings } from "./plugin-shape-rules.ts";
import { pluginValueFindings } from "./plugin-value-rules.ts";
import { reservedSettingFindings } from "./reserved-setting-rules.ts";
import type { OscReview } from "./review.ts";
import { type ReviewedPlugin, reviewedPlugins } from "./reviewed-plugins.ts";
import { type Plugin, PROVISION } from "./types.ts";

/** What was found about lists of entries, by the tables that it depends on too. */
const FOUND = new WeakMap<OperatorTables, Remembered<readonly Finding[]>>();

/** Plugins: OSC-V-24 to 35, 67 and 68; none of an OSC that must not configure containerd at all (OSC-V-06). Source: OperatingSystemConfig contract, section 2.3. */
export function pluginFindings({ osc: { spec }, tables }: OscReview): readonly Finding[] {
  return spec.purpose === PROVISION
    ? NO_FINDINGS
    : pluginListFindings(spec.criConfig?.containerd?.plugins ?? [], tables);
}

/** The same of a list of plugins, of which nothing else is needed. */
export function pluginListFindings(plugins: readonly Plugin[], tables: OperatorTables): readonly Finding[] {
  if (plugins.length === 0) {
    return NO_FINDINGS;
  }
  const entries = reviewedPlugins(plugins);
  let found = FOUND.get(tables);
  if (found === undefined) {
    found = remembered();
    FOUND.set(tables, found);
  }
  return found(textOfSmall(plugins), () => findingsOn(entries, tables));
}

function findingsOn(entries: readonly ReviewedPlugin[], tables: OperatorTables): readonly Finding[] {
  return [
    ...entries.flatMap((entry) => [
      ...pluginShapeFindings(entry),
      ...pluginPathFindings(entry),
      ...pluginValueFindings(entry),
      ...reservedSettingFindings(entry),
    ]),
    ...pluginOrderFindings(entries),
    ...defaultRuntimeFindings(entries, tables),
    ...pluginGenerationFindings(entries),
  ];
}
