import { isContainerdDropIn } from "../domain/policies/containerd-drop-in.ts";
import type { DesiredFile, DesiredUnit } from "../domain/policies/types.ts";
import { frozen } from "./frozen.ts";
import type { File, Unit } from "./schema-node.ts";

/** A file as it is put into an OSC. */
export function desiredFile({ path, permissions, content }: File): DesiredFile {
  const mode = typeof permissions === "string" ? octal(permissions) : permissions;
  return frozen({
    path,
    entry: { path, ...(mode === null || mode === undefined ? {} : { permissions: mode }), content: contentOf(content) },
    isContainerdDropIn: isContainerdDropIn(path),
  });
}

/** `0644` and `0o644` as a number. */
function octal(text: string): number {
  return Number.parseInt(text.replace(/^0o/, ""), 8);
}

function contentOf(content: File["content"]): Readonly<Record<string, unknown>> {
  if (typeof content === "string") {
    return { inline: { encoding: "", data: content } };
  }
  const { inline, secretRef, imageRef, transmitUnencoded } = content;
  return {
    ...(inline === null || inline === undefined
      ? {}
      : { inline: { encoding: inline.encoding ?? "", data: inline.data } }),
    ...(secretRef === null || secretRef === undefined ? {} : { secretRef }),
    ...(imageRef === null || imageRef === undefined ? {} : { imageRef }),
    ...(transmitUnencoded === true ? { transmitUnencoded } : {}),
  };
}

/** A unit as it is put into an OSC that has none of its name, and what is added to one. */
export function desiredUnit({ name, command, enable, content, dropIns, filePaths }: Unit): DesiredUnit {
  return frozen({
    name,
    entry: {
      name,
      ...(command === null || command === undefined ? {} : { command }),
      ...(enable === null || enable === undefined ? {} : { enable }),
      ...(content === null || content === undefined ? {} : { content }),
      ...(dropIns === null || dropIns === undefined || dropIns.length === 0 ? {} : { dropIns }),
      ...(filePaths === null || filePaths === undefined || filePaths.length === 0 ? {} : { filePaths }),
    },
    dropIns: dropIns ?? [],
    filePaths: filePaths ?? [],
  });
}
