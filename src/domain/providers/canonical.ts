import type { Capabilities } from "../capabilities/types.ts";
import type { Vocabulary } from "../capabilities/vocabulary.ts";
import { canonicalFlavor } from "../profiles/written-capabilities.ts";

/** Texts by vocabulary and flavor; both are frozen, so a text is right as long as they live. */
const texts = new WeakMap<Vocabulary, WeakMap<Capabilities, string>>();

/** A text that two flavors share exactly when they are equal after defaulting, worked out once per flavor. */
export function canonicalOf(vocabulary: Vocabulary, flavor: Capabilities): string {
  const known = texts.get(vocabulary) ?? new WeakMap<Capabilities, string>();
  texts.set(vocabulary, known);
  const text = known.get(flavor) ?? canonicalFlavor(vocabulary, flavor);
  known.set(flavor, text);
  return text;
}
