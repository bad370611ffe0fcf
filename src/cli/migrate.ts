import { type ChoiceChange, choiceChanges } from "../domain/migration/choice-changes.ts";
import { type MatchingChange, matchingChanges } from "../domain/migration/matching-changes.ts";
import { planMigration } from "../domain/migration/plan.ts";
import { compileProfile } from "../domain/profiles/compile.ts";
import { withDecodingDefaults } from "../domain/profiles/decoding-defaults.ts";
import type { CloudProfileSpec } from "../domain/profiles/types.ts";
import { validateCloudProfile } from "../domain/profiles/validate-cloud-profile.ts";
import { validateProviderConfig } from "../domain/providers/validate-provider-config.ts";
import { type Finding, findingText } from "../domain/rules/finding.ts";
import { ENFORCE_ALL, judge } from "../domain/rules/judge.ts";
import { acceleratedTypes } from "../wire/accelerated-types.ts";
import { EXIT_FAILED, EXIT_OK } from "./arguments.ts";
import { migrateDocument } from "./migrate-document.ts";
import { asYaml, type ProfileDocument, profileText, readProfileDocument } from "./profile-document.ts";

/** What migrating a file needs from its surroundings. */
export interface MigrateEnvironment {
  /** As the user named it; `-` is standard input. */
  readonly file: string;
  /** The text of a file or of standard input; rejects with a reason fit for the user. */
  readonly readText: (file: string) => Promise<string>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What a subcommand about profiles comes to. */
export interface ProfileOutcome {
  readonly code: number;
  /** For standard output. */
  readonly text: string;
  /** Lines for standard error. */
  readonly problems: readonly string[];
}

/** Gates that are open; whether a cluster has them open is not what is asked here. */
const FEATURE_GATES = { CloudProfileCapabilities: true, VersionClassificationLifecycle: true };

/**
 * Proposes the capability form of a legacy CloudProfile, and tells what gardengate would say to it as an update of that.
 * The exit code is 1 if the file or its providerConfig is unreadable, or the proposal would be denied.
 */
export async function runMigrate({ file, readText, now }: MigrateEnvironment): Promise<ProfileOutcome> {
  const source = file === "-" ? "standard input" : file;
  const legacy = readProfileDocument(source, await readText(file));
  if ("problems" in legacy) {
    return { code: EXIT_FAILED, text: "", problems: legacy.problems };
  }
  if (legacy.spec.machineCapabilities.length > 0) {
    const problem = `${source}: the profile defines capabilities already; there is nothing to migrate`;
    return { code: EXIT_OK, text: legacy.text, problems: [problem] };
  }
  const text = proposalFor(legacy);
  const migrated = readProfileDocument("the proposal", text);
  if ("problems" in migrated) {
    return { code: EXIT_FAILED, text, problems: migrated.problems };
  }
  const { lines, isAccepted } = reportOn(withDecodingDefaults(legacy.spec), withDecodingDefaults(migrated.spec), now);
  return { code: isAccepted ? EXIT_OK : EXIT_FAILED, text, problems: lines };
}

function proposalFor(legacy: ProfileDocument): string {
  const { document, object, spec } = legacy;
  asYaml(legacy);
  migrateDocument(document, planMigration({ spec, acceleratedTypes: acceleratedTypes(object) }), spec.type);
  return profileText(legacy);
}

/** What would be said about an update of the legacy profile to the proposal. */
function reportOn(
  old: CloudProfileSpec,
  spec: CloudProfileSpec,
  now: number,
): { readonly lines: readonly string[]; readonly isAccepted: boolean } {
  const verdict = judge(findingsOn(spec, old, now), ENFORCE_ALL, findingsOn(old, undefined, now));
  const denials = verdict.kind === "deny" ? verdict.findings : [];
  const [before, after] = [old, spec].map(compileProfile);
  const isComparable = before !== undefined && after !== undefined;
  const changes = isComparable ? matchingChanges(before, after).map(matchingText) : [];
  const choices = isComparable ? choiceChanges(before, after).map(choiceChangeText) : [];
  const lines = [
    ...denials.map((finding) => `denied: ${findingText(finding)}`),
    ...verdict.warned.map((finding) => `warning: ${findingText(finding)}`),
    ...changes,
    ...choices,
    ...(changes.length === 0 ? ["matching is unchanged: the same machine types fit the same image versions"] : []),
  ];
  // A providerConfig with unknown fields is only warned of, but half a migration is none.
  const isHalf = spec.providerConfig?.ok === false;
  return { lines, isAccepted: denials.length === 0 && !isHalf };
}

function findingsOn(spec: CloudProfileSpec, old: CloudProfileSpec | undefined, now: number): readonly Finding[] {
  return [...validateCloudProfile({ spec, old, featureGates: FEATURE_GATES, now }), ...validateProviderConfig(spec)];
}

function matchingText({ machineType, image, version, fitsNow }: MatchingChange): string {
  const change = fitsNow ? "fits now, and did not before" : "does not fit any more";
  return `changed: machine type ${JSON.stringify(machineType)} and ${image}:${version}: ${change}`;
}

function choiceChangeText({ machineType, image, version, region, from, to }: ChoiceChange): string {
  const where = region === "" ? "" : ` in ${region}`;
  return `changed: machine type ${JSON.stringify(machineType)} with ${image}:${version}${where} gets ${to}, before ${from}`;
}
