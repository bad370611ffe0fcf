import { forbidden, invalid, required } from "../domain/field/error.ts";
import type { FieldPath } from "../domain/field/path.ts";
import { isSet } from "./parts.ts";
import { mistake, type Remark } from "./remark.ts";
import type { PolicySpec } from "./schema.ts";
import type { SandboxImage } from "./schema-containerd.ts";

const PATH: FieldPath = ["spec", "sandboxImage"];

/**
 * The sandbox image is given whole, or as a rewrite that changes nothing the second time: an OSC that is written twice
 * must not get another image, and with it another restart of containerd.
 * Source: OperatingSystemConfig contract, section 3.5.
 */
export function sandboxImageRemarks({ sandboxImage }: PolicySpec): readonly Remark[] {
  if (!isSet(sandboxImage)) {
    return [];
  }
  const { image, from, to } = sandboxImage;
  if (!isSet(image)) {
    return rewriteRemarks(sandboxImage);
  }
  return (["from", "to"] as const)
    .filter((key) => isSet(key === "from" ? from : to))
    .map((key) => mistake(forbidden([...PATH, key], "stands beside image; give either image, or from and to")));
}

function rewriteRemarks({ from, to }: SandboxImage): readonly Remark[] {
  if (!isSet(from) && !isSet(to)) {
    return [mistake(required(PATH, "give either image, or from and to"))];
  }
  const prefixes = [...prefixRemarks("from", from), ...prefixRemarks("to", to)];
  return prefixes.length > 0 || !isSet(from) || !isSet(to) ? prefixes : idempotencyRemarks(from, to);
}

function prefixRemarks(key: "from" | "to", prefix: string | null | undefined): readonly Remark[] {
  const path = [...PATH, key];
  if (!isSet(prefix) || prefix === "") {
    return [mistake(required(path, "a rewrite needs both from and to, such as registry.k8s.io/"))];
  }
  const detail = `must end with /, so that whole names are replaced; write ${JSON.stringify(`${prefix}/`)}`;
  return prefix.endsWith("/") ? [] : [mistake(invalid(path, prefix, detail))];
}

/** Two prefixes of which neither begins with the other are safe: what was rewritten never begins with `from` again. */
function idempotencyRemarks(from: string, to: string): readonly Remark[] {
  if (from === to) {
    return [mistake(invalid([...PATH, "to"], to, "is the same as from, so that nothing would change"))];
  }
  return to.startsWith(from) || from.startsWith(to) ? [mistake(invalid([...PATH, "to"], to, overlap(from, to)))] : [];
}

function overlap(from: string, to: string): string {
  return to.startsWith(from)
    ? `begins with from (${from}), so that each write would be rewritten again; give image instead, or a registry of another name`
    : `is the beginning of from (${from}), so that a write can be rewritten again; give image instead`;
}
