import { type Document, parseAllDocuments, type ScalarTag } from "yaml";

/** A leading zero makes a number octal; with other digits than those of octal numbers it is decimal. */
const OCTAL: ScalarTag = {
  tag: "tag:yaml.org,2002:int",
  default: true,
  test: /^[-+]?0[0-7]+$/,
  resolve: (text) => Number.parseInt(text, 8),
};

const WORD: ScalarTag = {
  tag: "tag:yaml.org,2002:bool",
  default: true,
  test: /^(?:y|Y|yes|Yes|YES|on|On|ON|n|N|no|No|NO|off|Off|OFF)$/,
  resolve: (text) => /^(?:y|on)/i.test(text),
};

/**
 * The documents of a text as kubectl reads them: like YAML 1.2, but for octal numbers, words for true and false, and merge
 * keys (`<<`) of YAML 1.1.
 * Source: sigs.k8s.io/yaml goyaml.v2/resolve.go.
 */
export function kubectlDocuments(text: string): readonly Document[] {
  const documents = parseAllDocuments(text, {
    prettyErrors: true,
    merge: true,
    customTags: (tags) => [OCTAL, WORD, ...tags],
  });
  return "empty" in documents ? [] : documents;
}
