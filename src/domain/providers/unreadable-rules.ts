import type { FieldError } from "../field/error.ts";
import { pathText } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";

/**
 * A providerConfig that the extension cannot decode either: one finding per reason. Fields that gardengate does not know
 * are a warning only, since an extension may be newer; nothing else is said about a providerConfig that has any.
 */
export function unreadableRules(errors: readonly FieldError[]): readonly Finding[] {
  return errors.map((error) => {
    const found = finding("WIRE-01", error, pathText(error.path));
    return error.type === "FieldValueForbidden" ? { ...found, mark: "Ww" } : found;
  });
}
