const LABEL = "[a-z0-9](?:[-a-z0-9]*[a-z0-9])?";
const SUBDOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`);
const MAXIMUM_LENGTH = 253;

/**
 * Whether a text is a DNS-1123 subdomain: labels of lower-case letters, digits and '-', 253 characters in all. A label has
 * no length of its own.
 * Source: k8s.io/apimachinery/pkg/util/validation IsDNS1123Subdomain.
 */
export function isDnsSubdomain(text: string): boolean {
  return text.length <= MAXIMUM_LENGTH && SUBDOMAIN.test(text);
}
