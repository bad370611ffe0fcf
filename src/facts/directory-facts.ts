import { extname } from "node:path";
import type { FileText, Listing } from "../documents/directory-listing.ts";
import { duplicate, errorText, type FieldError, notSupported, required } from "../domain/field/error.ts";
import { type Parsed, parsed, unparsed } from "../domain/parsed.ts";
import type { RawObject } from "../wire/admission-review.ts";
import { definitionOf, type Fact } from "./kinds.ts";
import { lineIn, type Place, readObjectFile } from "./object-file.ts";

/** A fact and where it is written. */
interface PlacedFact {
  readonly fact: Fact;
  readonly place: Place;
}

/** What one file contributes; kept for as long as its text does not change. */
interface FileFacts {
  readonly file: FileText;
  readonly facts: readonly PlacedFact[];
  /** Objects of kinds that are not facts. */
  readonly ignored: number;
  /** `file:line: path: message`, ready to be printed. */
  readonly problems: readonly string[];
}

/** What a directory contributes. */
export interface DirectoryFacts {
  readonly files: ReadonlyMap<string, FileFacts>;
  readonly facts: readonly Fact[];
  readonly ignored: number;
  /** Everything that is wrong, file by file; the facts are to be used only when this is empty. */
  readonly problems: readonly string[];
}

/** Understands the files of a directory. Files whose text is that of `previous` are not parsed again. */
export function understandListing(listing: Listing, previous?: DirectoryFacts): DirectoryFacts {
  const files = new Map<string, FileFacts>();
  for (const [path, file] of listing.files) {
    const known = previous?.files.get(path);
    const isUnchanged = known !== undefined && "text" in file && "text" in known.file && file.text === known.file.text;
    files.set(path, isUnchanged ? known : understandFile(path, file));
  }
  const all = [...files.values()];
  return {
    files,
    facts: all.flatMap((file) => file.facts.map(({ fact }) => fact)),
    ignored: all.reduce((sum, file) => sum + file.ignored, 0),
    problems: [...all.flatMap((file) => file.problems), ...repetitions(files)],
  };
}

function understandFile(path: string, file: FileText): FileFacts {
  if ("unreadable" in file) {
    return { file, facts: [], ignored: 0, problems: [`${path}: ${file.unreadable}`] };
  }
  const content = readObjectFile(file.text, extname(path) === ".json" ? "json" : "yaml");
  const problems = content.problems.map(({ line, message }) => `${path}:${line}: ${message}`);
  const facts: PlacedFact[] = [];
  let ignored = 0;
  for (const { object, place } of content.objects) {
    const fact = understandObject(object);
    if (!fact.ok) {
      problems.push(
        ...fact.errors.map((error) => `${path}:${lineOfError(content.lineOf, place, error)}: ${errorText(error)}`),
      );
    } else if (fact.value === undefined) {
      ignored += 1;
    } else {
      facts.push({ fact: fact.value, place });
    }
  }
  return { file, facts, ignored, problems };
}

function lineOfError(lineOf: (place: Place) => number, place: Place, error: FieldError): number {
  return lineOf({ document: place.document, path: [...place.path, ...error.path] });
}

/** The fact that an object is, or undefined for kinds that are none. */
function understandObject(object: RawObject): Parsed<Fact | undefined> {
  const { apiVersion, kind } = object;
  if (typeof apiVersion !== "string" || apiVersion === "") {
    return unparsed([required(["apiVersion"], "must be a string")]);
  }
  if (typeof kind !== "string" || kind === "") {
    return unparsed([required(["kind"], "must be a string")]);
  }
  const definition = definitionOf(kind);
  if (definition === undefined || apiVersion.split("/")[0] !== definition.group) {
    return parsed(undefined);
  }
  return apiVersion === definition.apiVersion
    ? definition.load(object)
    : unparsed([notSupported(["apiVersion"], apiVersion, [definition.apiVersion])]);
}

/** The same object in two places is an error of both: nobody can tell which one is meant. */
function repetitions(files: ReadonlyMap<string, FileFacts>): readonly string[] {
  const seen = new Map<string, () => string>();
  const problems: string[] = [];
  for (const [path, { file, facts }] of files) {
    for (const { fact, place } of facts) {
      const id = `${fact.kind} ${fact.key}`;
      const here = () => `${path}:${nameLine(file, place)}`;
      const first = seen.get(id);
      if (first === undefined) {
        seen.set(id, here);
        continue;
      }
      const elsewhere = `${id} is also in ${first()}`;
      problems.push(`${here()}: ${errorText(duplicate(["metadata", "name"], fact.fact.name, elsewhere))}`);
    }
  }
  return problems;
}

/** Found by parsing the file once more, since lines are wanted for errors only. */
function nameLine(file: FileText, { document, path }: Place): number {
  return "text" in file ? lineIn(file.text, { document, path: [...path, "metadata", "name"] }) : 1;
}
