import type { Finding } from "../rules/finding.ts";
import { defaultRuntimeFindings } from "./default-runtime-rules.ts";
import { pluginGenerationFindings } from "./plugin-generation-rules.ts";
import { pluginOrderFindings } from "./plugin-order-rules.ts";
import { pluginPathFindings } from "./plugin-path-rules.ts";
import { pluginShapeFindings } from "./plugin-shape-rules.ts";
import { pluginValueFindings } from "./plugin-value-rules.ts";
import { reservedSettingFindings } from "./reserved-setting-rules.ts";
import type { OscReview } from "./review.ts";
import { reviewedPlugins } from "./reviewed-plugins.ts";

/** Plugins: OSC-V-24 to 35, 67 and 68. Source: OperatingSystemConfig contract, section 2.3. */
export function pluginFindings(review: OscReview): readonly Finding[] {
  const entries = reviewedPlugins(review);
  return [
    ...entries.flatMap((entry) => [
      ...pluginShapeFindings(entry),
      ...pluginPathFindings(entry),
      ...pluginValueFindings(entry),
      ...reservedSettingFindings(entry),
    ]),
    ...pluginOrderFindings(entries),
    ...defaultRuntimeFindings(entries, review.tables),
    ...pluginGenerationFindings(entries),
  ];
}
