import { notJsonErrors } from "../documents/json-values.ts";
import { schemaErrors } from "../documents/schema-errors.ts";
import { readYaml, type WrittenNumber, type YamlDocument } from "../documents/yaml-documents.ts";
import { type FieldError, invalid } from "../domain/field/error.ts";
import type { FieldPath } from "../domain/field/path.ts";
import { type CompiledDocument, compileDocument } from "./compile.ts";
import { documentRemarks } from "./document-rules.ts";
import { mistake, type Remark } from "./remark.ts";
import { PolicyDocument } from "./schema.ts";

/** A document and where it is written. */
export interface PlacedDocument {
  /** Name of the file. */
  readonly file: string;
  /** The line of a value, counted from 1. */
  readonly lineOf: (path: FieldPath) => number;
}

/** A document that fits the schema. */
export interface LoadedDocument extends PlacedDocument {
  readonly document: PolicyDocument;
  readonly compiled: CompiledDocument;
}

/** What became of a document that could be read. */
export interface ReadDocument {
  readonly place: PlacedDocument;
  /** What is to be said about the document by itself. */
  readonly remarks: readonly Remark[];
  /** Undefined where it does not fit the schema. */
  readonly loaded: LoadedDocument | undefined;
}

/** The documents of a file, or why it cannot be read. */
export type ReadFile =
  | { readonly ok: true; readonly documents: readonly ReadDocument[] }
  | { readonly ok: false; readonly problems: readonly { readonly line: number; readonly message: string }[] };

/** Reads the documents of a file, JSON included, and compiles those that fit the schema. */
export function readPolicyFile(file: string, text: string): ReadFile {
  const yaml = readYaml(text);
  return yaml.ok ? { ok: true, documents: yaml.documents.map((document) => readDocument(file, document)) } : yaml;
}

function readDocument(file: string, { value, lineOf, zeroLedNumbers }: YamlDocument): ReadDocument {
  const place: PlacedDocument = { file, lineOf };
  const foreign = notJsonErrors(value);
  if (foreign.length > 0) {
    return { place, remarks: foreign.map(mistake), loaded: undefined };
  }
  const parsed = PolicyDocument.safeParse(value, { reportInput: true });
  const malformed = [
    ...(parsed.success ? [] : schemaErrors(parsed.error.issues, PolicyDocument)),
    ...zeroLedNumbers.map(zeroLedError),
  ];
  if (!parsed.success || malformed.length > 0) {
    return { place, remarks: malformed.map(mistake), loaded: undefined };
  }
  const document = parsed.data;
  const compiled = compileDocument(document);
  const remarks = [...compiled.errors.map(mistake), ...documentRemarks(document.spec)];
  return { place, remarks, loaded: { ...place, document, compiled } };
}

/** YAML 1.1, which Kubernetes reads, takes `0644` for octal; YAML 1.2 for the decimal number 644. */
function zeroLedError({ path, source }: WrittenNumber): FieldError {
  return invalid(path, source, `is octal in YAML 1.1 and decimal in YAML 1.2; ${zeroLedAdvice(path, source)}`);
}

const OCTAL = /^0[0-7]+$/;

function zeroLedAdvice(path: FieldPath, source: string): string {
  if (path.at(-1) !== "permissions" || !OCTAL.test(source)) {
    return "write the number without leading zeros, or a text in quotes";
  }
  const digits = source.replace(/^0+(?=[0-7])/, "");
  return `write 0o${digits} or ${JSON.stringify(source)}, or decimal as ${Number.parseInt(digits, 8)}`;
}
