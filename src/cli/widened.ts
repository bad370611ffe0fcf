import { type ChoiceChange, choiceChanges } from "../domain/migration/choice-changes.ts";
import { compileProfile } from "../domain/profiles/compile.ts";
import { withDecodingDefaults } from "../domain/profiles/decoding-defaults.ts";
import type { CloudProfileSpec } from "../domain/profiles/types.ts";
import {
  elementText,
  type OpenElement,
  type Reordering,
  vocabularyChanges,
  type Widening,
} from "../domain/profiles/vocabulary-changes.ts";
import { EXIT_FAILED, EXIT_OK } from "./arguments.ts";
import type { ProfileOutcome } from "./migrate.ts";
import { readProfileDocument } from "./profile-document.ts";
import type { Output } from "./report-options.ts";

/** What comparing two profiles needs from its surroundings. */
export interface WidenedEnvironment {
  /** The profile before, as the user named it; `-` is standard input. */
  readonly oldFile: string;
  readonly newFile: string;
  readonly output: Output;
  /** The text of a file or of standard input; rejects with a reason fit for the user. */
  readonly readText: (file: string) => Promise<string>;
}

/** What an edit silently changes. */
interface SilentChanges {
  readonly widenings: readonly Widening[];
  readonly reorderings: readonly Reordering[];
  readonly choices: readonly ChoiceChange[];
}

/**
 * Tells what an edit of `machineCapabilities` changes without a word: what claims new values because it omits their
 * capability (CAP-CP-91), changes of preference (CAP-CP-90), and the machine types that get another image. The exit code
 * is 1 only if a file is unreadable.
 */
export async function runWidened({ oldFile, newFile, output, readText }: WidenedEnvironment): Promise<ProfileOutcome> {
  const [old, spec] = [
    readProfileDocument(sourceOf(oldFile), await readText(oldFile)),
    readProfileDocument(sourceOf(newFile), await readText(newFile)),
  ];
  if ("problems" in old || "problems" in spec) {
    const problems = [old, spec].flatMap((read) => ("problems" in read ? read.problems : []));
    return { code: EXIT_FAILED, text: "", problems };
  }
  const changes = silentChanges(withDecodingDefaults(old.spec), withDecodingDefaults(spec.spec));
  const text = output === "json" ? jsonText(changes) : changesText(changes);
  const isLegacy = old.spec.machineCapabilities.length === 0;
  const note = `${sourceOf(oldFile)}: the profile defines no capabilities, so that nothing can be widened; see gardengate help migrate`;
  return { code: EXIT_OK, text, problems: isLegacy ? [note] : [] };
}

function sourceOf(file: string): string {
  return file === "-" ? "standard input" : file;
}

function silentChanges(old: CloudProfileSpec, spec: CloudProfileSpec): SilentChanges {
  return { ...vocabularyChanges({ spec, old }), choices: choiceChanges(compileProfile(old), compileProfile(spec)) };
}

function jsonText({ widenings, reorderings, choices }: SilentChanges): string {
  const document = {
    widened: widenings.map(({ capability, added, isWhole, elements }) => ({
      rule: "CAP-CP-91",
      capability,
      added,
      isNew: isWhole,
      elements: elements.map(jsonElement),
    })),
    reordered: reorderings.map(({ capability, from, to }) => ({
      rule: "CAP-CP-90",
      capability: capability ?? null,
      from,
      to,
    })),
    choices: choices.map((choice) => ({ ...choice, region: choice.region === "" ? null : choice.region })),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function jsonElement(element: OpenElement): Readonly<Record<string, string | number | null>> {
  return element.kind === "machineType"
    ? { machineType: element.name }
    : { image: element.image, version: element.version, flavor: element.flavor ?? null };
}

function changesText({ widenings, reorderings, choices }: SilentChanges): string {
  const blocks = [...widenings.map(wideningText), ...reorderings.map(reorderingText), ...choiceTexts(choices)];
  return blocks.length === 0 ? "nothing is widened or ranked anew\n" : blocks.join("\n");
}

function wideningText({ capability, added, isWhole, elements }: Widening): string {
  const subject = isWhole
    ? `capability ${capability} is new: all of ${added.join(", ")}`
    : `capability ${capability} has new values: ${added.join(", ")}`;
  const count = `${elements.length} ${elements.length === 1 ? "element omits" : "elements omit"} it`;
  return `${subject}; claimed at once, since ${count} [CAP-CP-91]\n${lines(elements.map(elementText))}`;
}

function reorderingText({ capability, from, to }: Reordering): string {
  const subject = capability === undefined ? "the order of capabilities" : `the order of ${capability}`;
  return `${subject} is preference, and changes [CAP-CP-90]\n${lines([`from ${from.join(", ")}`, `to   ${to.join(", ")}`])}`;
}

/** One block per image version, pair of images and regions, with the machine types concerned. */
function choiceTexts(choices: readonly ChoiceChange[]): readonly string[] {
  const perType = [...groupedBy(choices, ({ region: _, ...others }) => others)].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, region: "", regions: [first, ...others].map(({ region }) => region) }],
  );
  return [...groupedBy(perType, ({ machineType: _, ...others }) => others)].flatMap((group) => {
    const [first] = group;
    if (first === undefined) {
      return [];
    }
    const regions = first.regions.filter((region) => region !== "");
    return [
      `${first.image}:${first.version} gets another image for new nodes [CAP-CP-90]\n${lines([
        `from ${first.from}`,
        `to   ${first.to}`,
        ...(regions.length === 0 ? [] : [`in ${regions.join(", ")}`]),
        `on machine types ${group.map(({ machineType }) => machineType).join(", ")}`,
      ])}`,
    ];
  });
}

function groupedBy<T>(values: readonly T[], keyOf: (value: T) => unknown): Iterable<readonly T[]> {
  return Map.groupBy(values, (value) => JSON.stringify(keyOf(value))).values();
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `  ${text}\n`).join("");
}
