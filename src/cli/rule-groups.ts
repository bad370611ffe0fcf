import { isRuleId, RULES, type RuleId } from "../domain/rules/catalogue.ts";

/** Rules that are listed together. */
export interface RuleGroup {
  readonly title: string;
  readonly ids: readonly RuleId[];
}

const TITLES: readonly (readonly [prefix: string, title: string])[] = [
  ["CAP-CP-", "CloudProfiles"],
  ["CAP-NCP-", "NamespacedCloudProfiles"],
  ["CAP-SH-", "Shoots"],
  ["CRI-V-", "Container runtime interface"],
  ["CAP-PC-", "providerConfig"],
  ["OSC-V-", "OperatingSystemConfigs"],
  ["POL-", "Policies"],
  ["WIRE-", "Shape of objects"],
];

const IDS: readonly RuleId[] = Object.keys(RULES).filter(isRuleId).sort();

/** All rules of the catalogue, grouped by what they are about and in order of their ids. */
export const RULE_GROUPS: readonly RuleGroup[] = TITLES.map(([prefix, title]) => ({
  title,
  ids: IDS.filter((id) => id.startsWith(prefix)),
})).filter(({ ids }) => ids.length > 0);
