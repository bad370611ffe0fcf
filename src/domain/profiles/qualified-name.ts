const NAME = /^(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const NAME_LENGTH = 63;

/** What the grammar of names asks for, to be appended to a message. */
export const NAME_GRAMMAR =
  "use at most 63 letters, digits, '-', '_' and '.', with a letter or digit at both ends and no '/'";

/**
 * Whether a text is a qualified name without prefix, as names and values of capabilities, names of machine types and
 * images, and container runtime types must be.
 *
 * Source: capabilities contract, section 1.3; k8s.io/apimachinery/pkg/util/validation IsQualifiedName.
 */
export function isUnprefixedQualifiedName(text: string): boolean {
  return text.length <= NAME_LENGTH && NAME.test(text);
}
