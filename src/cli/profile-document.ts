import { type Document, isMap, isScalar, isSeq, parseAllDocuments, visit } from "yaml";
import { errorText } from "../domain/field/error.ts";
import type { CloudProfileSpec } from "../domain/profiles/types.ts";
import type { RawObject } from "../wire/admission-review.ts";
import { cloudProfileView } from "../wire/cloud-profile.ts";

/** A CloudProfile from a file: the tree of the document, and what gardengate reads of it. */
export interface ProfileDocument {
  readonly document: Document.Parsed;
  /** The text that the document was read from. */
  readonly text: string;
  readonly object: RawObject;
  readonly spec: CloudProfileSpec;
}

/** A file that holds no readable CloudProfile, and why, line by line. */
export interface UnreadableProfile {
  readonly problems: readonly string[];
}

const API_VERSION = "core.gardener.cloud/v1beta1";
const KIND = "CloudProfile";

/** Reads the one CloudProfile of a YAML or JSON file. Aliases are replaced by what they stand for. */
export function readProfileDocument(source: string, text: string): ProfileDocument | UnreadableProfile {
  const parsed = parseAllDocuments(text, { prettyErrors: true });
  const documents = Array.isArray(parsed) ? parsed.filter(({ contents }) => contents !== null) : [];
  const [error] = documents.flatMap(({ errors }) => errors);
  if (error !== undefined) {
    return { problems: [`${source}: ${error.message}`] };
  }
  const [document] = documents;
  if (document === undefined || documents.length > 1) {
    return { problems: [`${source}: holds ${documents.length} documents; give one ${KIND}`] };
  }
  expandAliases(document);
  const object: unknown = document.toJS();
  if (!isCloudProfile(object)) {
    return { problems: [`${source}: is not a ${KIND} of ${API_VERSION}`] };
  }
  const view = cloudProfileView(object);
  return view.ok
    ? { document, text, object, spec: view.value.spec }
    : { problems: view.errors.map((each) => `${source}: ${errorText(each)}`) };
}

function isCloudProfile(value: unknown): value is RawObject {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return (
    isObject && "kind" in value && value.kind === KIND && "apiVersion" in value && value.apiVersion === API_VERSION
  );
}

/** What is shared would be edited in every place. */
function expandAliases(document: Document.Parsed): void {
  visit(document, {
    Alias: (_, alias) => {
      const node = alias.resolve(document)?.clone();
      return isScalar(node) || isMap(node) || isSeq(node) ? node : undefined;
    },
  });
  const withoutAnchor = (_: unknown, node: { anchor?: string }) => {
    delete node.anchor;
  };
  visit(document, { Scalar: withoutAnchor, Collection: withoutAnchor });
}

/** Turns a tree that was read from JSON into one that is printed as YAML is written by hand. */
export function asYaml({ document, text }: Pick<ProfileDocument, "document" | "text">): void {
  if (!text.trimStart().startsWith("{")) {
    return;
  }
  visit(document, {
    Collection: (_, node) => {
      node.flow = node.items.length === 0;
    },
    Scalar: (_, node) => {
      delete node.type;
    },
  });
}

const LIST_BELOW_KEY = /^( *)[^\s#-].*:[ \t]*(?:#.*)?\n(?:\s*#.*\n|\s*\n)*\1- /m;
const WIDE_FLOW = /[:-] [[{] \S/;
const TIGHT_FLOW = /[:-] \[[^\s\]]/;
const INDENTED_LIST = /^( *)[^\s#-].*:[ \t]*(?:#.*)?\n(?:\s*#.*\n|\s*\n)*\1 +- /m;

/** Prints a document in the style of the text that it was read from, as far as the library has styles. */
export function profileText({ document, text }: Pick<ProfileDocument, "document" | "text">): string {
  return document.toString({
    lineWidth: 0,
    indentSeq: INDENTED_LIST.test(text) && !LIST_BELOW_KEY.test(text),
    flowCollectionPadding: WIDE_FLOW.test(text) && !TIGHT_FLOW.test(text),
  });
}
