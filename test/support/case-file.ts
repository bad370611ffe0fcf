import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseAllDocuments, parseDocument, Scalar } from "yaml";
import type { Operation } from "../../src/domain/patches/operation.ts";
import type { OscSettings } from "../../src/webhooks/contract.ts";
import type { RawObject } from "../../src/wire/admission-review.ts";
import { isObject } from "../../src/wire/json-object.ts";

const CASES = join(import.meta.dirname, "../cases");

/** Kinds of documents of a case that are no facts. */
const NOT_FACTS = ["AdmissionReview", "Expectation", "OperatingSystemConfigPolicy"];

/** One reason of a denial, as kubectl prints it. */
export interface ExpectedCause {
  /** Kubernetes cause type, such as `FieldValueInvalid`. */
  readonly reason: string;
  readonly field: string;
  /** The whole text, rule id included. */
  readonly message: string;
}

/** What a webhook answers. */
export interface Outcome {
  readonly allowed: boolean;
  /** HTTP code of a denial; absent where the request is allowed. */
  readonly code?: number;
  readonly causes: readonly ExpectedCause[];
  /** Whole texts, before the limits of the wire. */
  readonly warnings: readonly string[];
  /** The JSON Patch of a mutating webhook; absent where nothing is changed. */
  readonly patch?: readonly Operation[];
  /** Audit annotations besides those that list rules. */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Why nothing can be decided yet; the answer is a 503. */
  readonly postponed?: string;
}

/** What an operator may have configured; what is left out has the default of the configuration document. */
export interface CaseSettings {
  readonly facts?: { readonly shoots?: "watch" | "off" };
  readonly featureGates?: Readonly<Record<string, boolean>>;
  readonly operatingSystemConfigs?: Partial<OscSettings>;
  readonly rules?: {
    readonly strict?: "deny" | "warn";
    readonly inUse?: "deny" | "warn" | "off";
    readonly overrides?: Readonly<Record<string, "enforce" | "warn" | "off">>;
  };
}

/** The last document of a case: under which settings, at what moment, which answer. */
export interface Expectation extends Outcome {
  /** RFC 3339. */
  readonly now?: string;
  readonly settings?: CaseSettings;
}

/** A golden case: one file with the facts, one review, and the expected answer. */
export interface CaseFile {
  /** Folder of the webhook, such as `validate-shoots`. */
  readonly webhook: string;
  /** The file name without extension: a sentence. */
  readonly sentence: string;
  readonly path: string;
  /** Rows of the capabilities contract, section 10, that the first line names. */
  readonly rows: readonly number[];
  /** Rows of the OperatingSystemConfig contract, section 9, that the first line names, such as `58a`. */
  readonly oscRows: readonly string[];
  readonly facts: readonly RawObject[];
  /** Documents of kind OperatingSystemConfigPolicy. */
  readonly policies: readonly RawObject[];
  readonly review: RawObject;
  readonly expectation: Expectation;
}

/** Finds and reads every case, in order of folder and name. */
export function caseFiles(): readonly CaseFile[] {
  const folders = readdirSync(CASES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .map(({ name }) => name)
    .sort()
    .flatMap((webhook) =>
      readdirSync(join(CASES, webhook))
        .sort()
        .map((file) => caseFile(join(CASES, webhook, file), webhook)),
    );
}

function caseFile(path: string, webhook: string): CaseFile {
  const text = readFileSync(path, "utf8");
  const documents = parseAllDocuments(text).map((document) => {
    if (!("contents" in document) || document.errors.length > 0) {
      throw new Error(`${path}: ${document.errors.join("; ")}`);
    }
    // Through JSON, because that is how objects reach a webhook.
    return asObject(path, JSON.parse(JSON.stringify(document.toJS())));
  });
  const ofKind = (kind: string) => documents.filter((document) => document["kind"] === kind);
  return {
    webhook,
    sentence: basename(path, ".yaml"),
    path,
    rows: rowsOf(text),
    oscRows: oscRowsOf(text),
    facts: documents.filter(({ kind }) => !NOT_FACTS.includes(String(kind))),
    policies: ofKind("OperatingSystemConfigPolicy"),
    review: only(path, "AdmissionReview", ofKind("AdmissionReview")),
    expectation: readExpectation(path, only(path, "Expectation", ofKind("Expectation"))),
  };
}

function asObject(path: string, value: unknown): RawObject {
  if (!isObject(value)) {
    throw new Error(`${path}: every document has to be an object`);
  }
  return value;
}

function only(path: string, kind: string, documents: readonly RawObject[]): RawObject {
  const [document, ...more] = documents;
  if (document === undefined || more.length > 0) {
    throw new Error(`${path}: needs exactly one document of kind ${kind}`);
  }
  return document;
}

function readExpectation(path: string, document: RawObject): Expectation {
  const { apiVersion, kind: _kind, ...expectation } = document;
  const unknown = Object.keys(expectation).filter((key) => !EXPECTATION_KEYS.includes(key));
  if (apiVersion !== "test.gardengate.dev/v1" || unknown.length > 0) {
    throw new Error(`${path}: not an Expectation of test.gardengate.dev/v1: ${unknown.join(", ")}`);
  }
  // Compared as a whole with the outcome, so that a wrong shape fails the case.
  return expectation as unknown as Expectation;
}

const EXPECTATION_KEYS = [
  "allowed",
  "code",
  "causes",
  "warnings",
  "patch",
  "annotations",
  "postponed",
  "now",
  "settings",
];

function rowsOf(text: string): readonly number[] {
  const [firstLine = ""] = text.split("\n", 1);
  const [, rows] = /^# capabilities contract, section 10, rows? ([0-9 ,and]+)/.exec(firstLine) ?? [];
  return (rows?.match(/\d+/g) ?? []).map(Number);
}

function oscRowsOf(text: string): readonly string[] {
  const [firstLine = ""] = text.split("\n", 1);
  const [, rows] = /^# OperatingSystemConfig contract, section 9, rows? ([0-9a-z ,]+)/.exec(firstLine) ?? [];
  return rows?.match(/\d+[a-z]?/g) ?? [];
}

const SEPARATOR = /^---$\n/m;

/** Writes an outcome into the Expectation of a case; the other documents and all comments stay as they are. */
export function rewriteExpectation({ path }: CaseFile, outcome: Outcome): void {
  const documents = readFileSync(path, "utf8").split(SEPARATOR);
  const rewritten = documents.map((text) => (/^kind: Expectation$/m.test(text) ? withOutcome(text, outcome) : text));
  writeFileSync(path, rewritten.join("---\n"));
}

function withOutcome(text: string, outcome: Outcome): string {
  const document = parseDocument(text);
  for (const key of ["allowed", "code", "causes", "warnings", "patch", "annotations", "postponed"] as const) {
    document.delete(key);
    if (outcome[key] !== undefined) {
      document.set(key, document.createNode(folded(outcome[key])));
    }
  }
  return document.toString({ lineWidth: LINE_WIDTH });
}

const LINE_WIDTH = 120;

/** Texts that do not fit on a line become folded blocks. */
function folded(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(folded);
  }
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, folded(member)]));
  }
  if (typeof value !== "string" || value.length < LINE_WIDTH - "    message: ".length) {
    return value;
  }
  const scalar = new Scalar(value);
  scalar.type = Scalar.BLOCK_FOLDED;
  return scalar;
}
