import { errorText } from "../domain/field/error.ts";
import { comparePaths } from "../domain/field/path.ts";
import type { PolicySet } from "../domain/policies/types.ts";
import { setRemarks } from "./document-set-rules.ts";
import { type PlacedDocument, readPolicyFile } from "./documents.ts";
import { policySetOf } from "./policy-set.ts";
import type { Remark } from "./remark.ts";

/** A file of policy documents: YAML or JSON, one or several. */
export interface PolicyFile {
  /** Name for messages. */
  readonly name: string;
  readonly text: string;
}

/** The outcome of reading policy files: the set, or everything that is wrong with them. */
export type PolicyLoad =
  | {
      readonly ok: true;
      readonly set: PolicySet;
      /** What is allowed but worth a look, each as `file:line: path: text`. */
      readonly warnings: readonly string[];
    }
  | {
      readonly ok: false;
      /** Each as `file:line: path: text`. */
      readonly errors: readonly string[];
    };

/** Something to say, and where. */
interface Note {
  readonly file: string;
  readonly line: number;
  readonly severity: Remark["severity"];
  readonly text: string;
}

/** Reads and compiles all policy documents; nothing is in force if any of them is broken. */
export function loadPolicies(files: readonly PolicyFile[]): PolicyLoad {
  const read = files.map(({ name, text }) => ({ name, file: readPolicyFile(name, text) }));
  const unreadable = read.flatMap(({ name, file }) => (file.ok ? [] : file.problems.map(syntaxNote(name))));
  const documents = read.flatMap(({ file }) => (file.ok ? file.documents : []));
  const loaded = documents.flatMap((document) => document.loaded ?? []);
  const notes = [
    ...unreadable,
    ...documents.flatMap(({ place, remarks }) => notesOf(place, remarks)),
    ...setRemarks(loaded).flatMap(({ place, remarks }) => notesOf(place, remarks)),
  ];
  const errors = textsOf(notes, "error", files);
  return errors.length > 0
    ? { ok: false, errors }
    : {
        ok: true,
        set: policySetOf(loaded.map(({ compiled }) => compiled)),
        warnings: textsOf(notes, "warning", files),
      };
}

function syntaxNote(file: string) {
  return ({ line, message }: { readonly line: number; readonly message: string }): Note => ({
    file,
    line,
    severity: "error",
    text: `is not YAML: ${message}`,
  });
}

function notesOf({ file, lineOf }: PlacedDocument, remarks: readonly Remark[]): readonly Note[] {
  return [...remarks]
    .sort((a, b) => comparePaths(a.error.path, b.error.path))
    .map(({ severity, error, rule }) => ({
      file,
      line: lineOf(error.path),
      severity,
      text: rule === undefined ? errorText(error) : `${errorText(error)} [${rule}]`,
    }));
}

/** The notes of a severity as text, by file and line, each once. */
function textsOf(
  notes: readonly Note[],
  severity: Remark["severity"],
  files: readonly PolicyFile[],
): readonly string[] {
  const order = new Map(files.map(({ name }, index) => [name, index]));
  const position = ({ file }: Note): number => order.get(file) ?? 0;
  const chosen = notes.filter((note) => note.severity === severity);
  const sorted = chosen.sort((a, b) => position(a) - position(b) || a.line - b.line);
  return [...new Set(sorted.map(({ file, line, text }) => `${file}:${line}: ${text}`))];
}
