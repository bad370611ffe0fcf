/**
 * What the catalogue's one sentence about a rule leaves open, for the command `explain` and for docs/rules.md. Prose may
 * hold `code` in backticks; everything else is plain text.
 */
export interface Explanation {
  /** When the rule is violated, and at which field the finding stands. */
  readonly what: string;
  /** What would happen without the rule. */
  readonly why: string;
  /** YAML below `spec` of the object that violates the rule. Indentation that all lines share does not count. */
  readonly example: string;
  /** What to write instead. */
  readonly fix: string;
  /** A sentence about the cases that others than usual enforce, for rules of which only a part has the rule's mark. */
  readonly except?: string;
  /** Set for W rules about a change itself, which tolerate nothing for having been stored before. */
  readonly isAboutChange?: true;
}

/** Explanations by rule id, of one group of rules. */
export type Explanations = Readonly<Record<string, Explanation>>;
