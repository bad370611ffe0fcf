import { isKnownTable } from "../containerd/known-settings.ts";
import { isTable, memberOf, settingsOf } from "../containerd/plugin-entry.ts";
import { pluginPathText } from "../containerd/plugin-path.ts";
import { invalid } from "../field/error.ts";
import { at } from "../field/path.ts";
import type { RuleId } from "../rules/catalogue.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { REPORTED, type ReviewedPlugin } from "./reviewed-plugins.ts";

/** OSC-V-26, 30, 31 and 34: what plugin entries write into their tables; each setting is a mistake of its own. */
export function pluginValueFindings(entry: ReviewedPlugin): readonly Finding[] {
  const settings = settingsOf(entry.plugin);
  const names = Object.keys(settings).sort();
  return [
    ...settingFindings(entry, names, "OSC-V-26", (name) => keyDetail(name, memberOf(settings, name))),
    ...settingFindings(entry, names, "OSC-V-30", (name) => integerDetail(name, memberOf(settings, name))),
    ...settingFindings(entry, names, "OSC-V-31", (name) => nullDetail(name, memberOf(settings, name))),
    ...settingFindings(entry, names, "OSC-V-34", (name) => tableDetail(entry, name, memberOf(settings, name))),
  ];
}

function settingFindings(
  { path, name }: ReviewedPlugin,
  settings: readonly string[],
  rule: RuleId,
  detailOf: (setting: string) => string | undefined,
): readonly Finding[] {
  const findings: Finding[] = [];
  for (const setting of settings) {
    const detail = detailOf(setting);
    if (detail !== undefined) {
      findings.push(finding(rule, invalid(at(path, "values"), undefined, detail), name, "values", setting));
    }
    if (findings.length === REPORTED) {
      break;
    }
  }
  return findings;
}

function keyDetail(setting: string, value: unknown): string | undefined {
  const place = setting === "" ? "at the top" : placeOfEmptyKey(setting, value);
  return (
    place && `an empty key stands ${place}, with which config.toml cannot be read; name the setting, or leave it out`
  );
}

function placeOfEmptyKey(setting: string, value: unknown): string | undefined {
  const table = firstPlace(value, (member) => isTable(member) && Object.hasOwn(member, ""));
  return table && `in ${placeText([setting, ...table])}`;
}

/** gardener-node-agent writes every number as a float, which containerd does not take for an integer. */
function integerDetail(setting: string, value: unknown): string | undefined {
  const place = firstPlace(value, (leaf) => typeof leaf === "number" && !isFraction(leaf));
  return (
    place &&
    `${placeText([setting, ...place])} is a whole number, which reaches containerd as a float and keeps it from starting; ` +
      "write it into a drop-in in /etc/containerd/conf.d"
  );
}

/** Infinity comes of numbers that are too large for Go, too. */
function isFraction(value: number): boolean {
  return Number.isFinite(value) && !Number.isInteger(value);
}

function nullDetail(setting: string, value: unknown): string | undefined {
  const place = firstPlace(value, (leaf) => leaf === null);
  return (
    place &&
    `${placeText([setting, ...place])} is null, which would delete it; leave it out, or use an entry with op remove`
  );
}

function tableDetail({ plugin }: ReviewedPlugin, setting: string, value: unknown): string | undefined {
  const { path } = plugin;
  const separate = pluginPathText([...path.slice(0, LONGEST_PATH), setting]);
  if (isTable(value) && (isKnownTable(setting) || path.at(-1) === "runtimes")) {
    return `${placeText([setting])} would be replaced as a whole; use a separate entry with the path ${separate}`;
  }
  const isRuntime = path.at(-1) === "runtimes" && path.at(-2) === "containerd" && value !== null && !isTable(value);
  return isRuntime
    ? `${placeText([setting])} would be a runtime that is no table; write its settings in an entry with the path ${separate}`
    : undefined;
}

/** Elements of a path that a message may show. */
const LONGEST_PATH = 12;

/** A member on the way to a value. */
interface Step {
  readonly value: unknown;
  readonly key: string;
  readonly parent: Step | undefined;
}

/**
 * The way to the first value that matches, in the order of the names, as keys below the value; empty where the value
 * itself matches, undefined where nothing does. It does not descend by calling itself, since users nest values at will.
 */
function firstPlace(value: unknown, matches: (leaf: unknown) => boolean): readonly string[] | undefined {
  const pending: Step[] = [{ value, key: "", parent: undefined }];
  for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
    if (matches(step.value)) {
      return keysTo(step);
    }
    if (typeof step.value === "object" && step.value !== null) {
      const members = Object.entries(step.value);
      const ordered = Array.isArray(step.value) ? members : members.sort(([a], [b]) => (a < b ? -1 : 1));
      for (const [key, member] of ordered.reverse()) {
        pending.push({ value: member, key, parent: step });
      }
    }
  }
  return undefined;
}

function keysTo(step: Step): readonly string[] {
  const keys: string[] = [];
  for (let current: Step | undefined = step; current?.parent !== undefined; current = current.parent) {
    keys.push(current.key);
  }
  return keys.reverse();
}

/** Keys and characters that a message shows of the way to a value. */
const SHOWN_KEYS = 4;
const SHOWN_CHARACTERS = 40;

function placeText(keys: readonly string[]): string {
  const shown = keys.slice(0, SHOWN_KEYS).map((key) => key.slice(0, SHOWN_CHARACTERS));
  return JSON.stringify([...shown, ...(keys.length > SHOWN_KEYS ? ["…"] : [])].join("."));
}
