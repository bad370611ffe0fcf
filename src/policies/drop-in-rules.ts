import { invalid } from "../domain/field/error.ts";
import { at, type FieldPath } from "../domain/field/path.ts";
import { inlineBytes } from "../domain/osc/inline-content.ts";
import { dropInMistake, isContainerdDropIn, isInDropInFolder } from "../domain/policies/containerd-drop-in.ts";
import { isSet } from "./parts.ts";
import { caution, mistake, type Remark } from "./remark.ts";
import type { PolicySpec } from "./schema.ts";
import type { File } from "./schema-node.ts";

/** Drop-ins for containerd's configuration that would not be merged. Source: OperatingSystemConfig contract, section 3.9. */
export function dropInRemarks({ files }: PolicySpec): readonly Remark[] {
  return (files ?? []).flatMap((file, index) =>
    isInDropInFolder(file.path) ? fileRemarks(file, ["spec", "files", index]) : [],
  );
}

function fileRemarks(file: File, path: FieldPath): readonly Remark[] {
  if (!isContainerdDropIn(file.path)) {
    return [caution(invalid(at(path, "path"), file.path, "containerd imports files that end in .toml only"))];
  }
  const text = textOf(file.content);
  const detail = text === undefined ? undefined : dropInMistake(text);
  return detail === undefined ? [] : [mistake(invalid(at(path, ...contentPath(file.content)), undefined, detail))];
}

/** The text of a file, where the document has it. */
function textOf(content: File["content"]): string | undefined {
  if (typeof content === "string") {
    return content;
  }
  const { inline } = content;
  return isSet(inline) ? inlineBytes({ encoding: inline.encoding ?? "", data: inline.data })?.toString() : undefined;
}

function contentPath(content: File["content"]): FieldPath {
  return typeof content === "string" ? ["content"] : ["content", "inline", "data"];
}
