import { readYaml, type YamlDocument, type YamlProblem } from "../documents/yaml-documents.ts";

const EMPTY: YamlDocument = { value: null, lineOf: () => 1, zeroLedNumbers: [] };

/** Reads a YAML (or JSON) text that holds one document; an empty text is the value null. */
export function parseYaml(
  text: string,
):
  | { readonly ok: true; readonly document: YamlDocument }
  | { readonly ok: false; readonly problems: readonly YamlProblem[] } {
  const read = readYaml(text);
  if (!read.ok) {
    return read;
  }
  const [document = EMPTY, second] = read.documents;
  return second === undefined
    ? { ok: true, document }
    : { ok: false, problems: [{ line: second.lineOf([]), message: "only one document is expected in this file" }] };
}
