import { invalid, notSupported, required } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import { BASE64, base64Bytes, ENCODINGS } from "./inline-content.ts";
import type { Listed } from "./listed-elements.ts";
import type { InlineContent, OscFile } from "./types.ts";

/** OSC-V-46, 47 and 48: the content of a file comes from one place, is complete, and can be decoded. */
export function fileContentFindings({ element, path: filePath }: Listed<OscFile>): readonly Finding[] {
  const { path: file = "", content } = element;
  const path = at(filePath, "content");
  const sources = [content?.inline, content?.secretRef, content?.imageRef].filter((source) => source !== undefined);
  if (sources.length === 0) {
    return [finding("OSC-V-46", required(path, "give one of inline, secretRef and imageRef"), file)];
  }
  if (sources.length > 1) {
    return [finding("OSC-V-46", invalid(path, undefined, "give only one of inline, secretRef and imageRef"), file)];
  }
  return content?.inline === undefined
    ? referenceFindings(element, path)
    : inlineFindings(content.inline, at(path, "inline"), file);
}

function referenceFindings({ path: file = "", content }: OscFile, path: FieldPath): readonly Finding[] {
  const { secretRef, imageRef } = content ?? {};
  const findings = (reference: Readonly<Record<string, string | undefined>>, member: string) =>
    Object.entries(reference)
      .filter(([, text]) => (text ?? "") === "")
      .map(([key]) => finding("OSC-V-47", required(at(path, member, key), `set the ${key}`), file, member, key));
  return secretRef === undefined ? findings(imageRef ?? {}, "imageRef") : findings(secretRef, "secretRef");
}

function inlineFindings(inline: InlineContent, path: FieldPath, file: string): readonly Finding[] {
  return [...encodingFindings(inline, at(path, "encoding"), file), ...dataFindings(inline, at(path, "data"), file)];
}

function encodingFindings({ encoding }: InlineContent, path: FieldPath, file: string): readonly Finding[] {
  if (encoding === undefined) {
    const detail = 'set it to "" for clear text, or to b64';
    return [finding("OSC-V-47", required(path, detail), file, "encoding")];
  }
  return ENCODINGS.includes(encoding)
    ? NO_FINDINGS
    : [finding("OSC-V-47", notSupported(path, encoding, ENCODINGS), file, "encoding")];
}

function dataFindings({ encoding, data = "" }: InlineContent, path: FieldPath, file: string): readonly Finding[] {
  if (data === "") {
    return [finding("OSC-V-47", required(path, "give the file content"), file, "data")];
  }
  if (encoding !== BASE64 || base64Bytes(data) !== undefined) {
    return NO_FINDINGS;
  }
  const detail = "no standard base64 with padding: the nodes would refuse the whole OSC; encode it anew";
  return [finding("OSC-V-48", invalid(path, undefined, detail), file)];
}
