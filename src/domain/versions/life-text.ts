import type { VersionLife } from "../profiles/types.ts";
import { classificationAt, type WrittenClassification } from "./classification.ts";
import { dateText } from "./time.ts";

const WORDS: Readonly<Record<Exclude<WrittenClassification, "expired">, string>> = {
  preview: "is a preview",
  supported: "is supported",
  deprecated: "is deprecated",
};

/** Where a version stands at a moment, as the end of a sentence: `is expired since 2026-01-31`. */
export function lifeText(life: VersionLife, now: number): string {
  const classification = classificationAt(life, now);
  if (classification === "expired") {
    return expiryText(life, now);
  }
  if (classification === "unavailable") {
    return "is not available yet";
  }
  return classification === "unknown" ? "has an unknown classification" : WORDS[classification];
}

function expiryText({ expirationDate, lifecycle }: VersionLife, now: number): string {
  const isByDate = lifecycle.length === 0 && expirationDate !== undefined && expirationDate < now;
  return isByDate ? `is expired since ${dateText(expirationDate)}` : "is expired";
}
