import { readFileSync } from "node:fs";
import { join } from "node:path";
import { OTHER_IDS } from "../../../src/domain/rules/explanations/other-ids.ts";

/** The ids of the contracts: of the capabilities contract, and of the OperatingSystemConfig contract. */
export const CONTRACT_IDS = idsIn("rule-ids.txt");

/** Those that the catalogue does not have. */
export const NOT_IMPLEMENTED_IDS = idsIn("not-implemented.txt");

/** Of these, the ones that are still to be built. */
export const PENDING_IDS = NOT_IMPLEMENTED_IDS.filter((id) => !OTHER_IDS.has(id));

/** Every line but empty ones and comments. */
function idsIn(file: string): readonly string[] {
  const lines = readFileSync(join(import.meta.dirname, file), "utf8").split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}
