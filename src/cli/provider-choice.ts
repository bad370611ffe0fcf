import { DEFAULT_ARCHITECTURE } from "../domain/capabilities/types.ts";
import { providerChoice } from "../domain/maintenance/region-obstacle.ts";
import type { CompiledImageVersion, CompiledMachineType, CompiledProfile } from "../domain/profiles/compile.ts";
import { entryPaths, imageReferenceIn } from "../domain/providers/choose-flavor.ts";

/** The provider flavor whose image nodes would get. */
export type ChoiceReport =
  /** `reference` is what its entry refers to, such as an AMI; null where the entry refers to several images. */
  | { readonly choice: "found"; readonly entry: string; readonly reference: string | null }
  /** The entries are equal after defaulting, so that the provider cannot choose (CAP-SH-34). */
  | { readonly choice: "ambiguous"; readonly entries: readonly string[] }
  | { readonly choice: "none"; readonly reason: string };

/** The choice of the provider in a region; null without region, and where nothing is known of the provider's images. */
export function choiceReport(
  profile: CompiledProfile,
  machineType: CompiledMachineType,
  version: CompiledImageVersion,
  region: string,
): ChoiceReport | null {
  const choice = region === "" ? undefined : providerChoice(profile, machineType, version, region);
  switch (choice?.kind) {
    case undefined:
      return null;
    case "found": {
      const [entry = ""] = entryPaths([choice.flavor]);
      const reference = imageReferenceIn(choice.flavor, region, machineType.architecture || DEFAULT_ARCHITECTURE);
      return { choice: "found", entry, reference: reference ?? null };
    }
    case "ambiguous":
      return { choice: "ambiguous", entries: entryPaths(choice.best) };
    case "unserved":
      return { choice: "none", reason: choice.reason };
  }
}

/** The choice as a cell of a table; paths begin below `spec.providerConfig`. */
export function choiceText(choice: ChoiceReport | null): string {
  switch (choice?.choice) {
    case undefined:
      return "";
    case "found":
      return choice.reference === null ? shortPath(choice.entry) : `${choice.reference} (${shortPath(choice.entry)})`;
    case "ambiguous":
      return `ambiguous: ${choice.entries.map(shortPath).join(" and ")} fit equally well [CAP-SH-34]`;
    case "none":
      return `none: ${choice.reason} [CAP-SH-33]`;
  }
}

function shortPath(entry: string): string {
  return entry.replace(/^spec\.providerConfig\./, "");
}
