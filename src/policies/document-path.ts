import type { FieldPath } from "../domain/field/path.ts";
import type { LoadedDocument } from "./documents.ts";

/** The path in a document for a path in what it was compiled to: plugins are written once and emitted twice. */
export function documentPath({ compiled }: LoadedDocument, path: FieldPath): FieldPath {
  const [spec, part, index, ...below] = path;
  if (spec !== "spec" || part !== "plugins" || typeof index !== "number") {
    return path;
  }
  return [spec, part, compiled.pluginSources[index] ?? index, ...below];
}
