import jsonPatch from "fast-json-patch";
import type { Operation } from "./operation.ts";

/**
 * A copy of an object to which a patch was applied, `test` operations included; throws where it does not apply.
 * Source: RFC 6902.
 */
export function patched(
  object: Readonly<Record<string, unknown>>,
  patch: readonly Operation[],
): Readonly<Record<string, unknown>> {
  return jsonPatch.applyPatch(structuredClone(object), structuredClone([...patch]), true).newDocument;
}
