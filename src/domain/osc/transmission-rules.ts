import { invalid } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import { BASE64, base64Bytes, PLAIN } from "./inline-content.ts";
import type { Listed } from "./listed-elements.ts";
import { type FileContent, type InlineContent, type OscFile, RECONCILE } from "./types.ts";

/** What machine-controller-manager puts the bootstrap token of a machine in place of. */
export const BOOTSTRAP_TOKEN = "<<BOOTSTRAP_TOKEN>>";
/** What machine-controller-manager puts the name of a machine in place of. */
export const MACHINE_NAME = "<<MACHINE_NAME>>";

const PLACEHOLDERS: readonly string[] = [BOOTSTRAP_TOKEN, MACHINE_NAME];

/**
 * OSC-V-56: a placeholder is found in clear text only. Some OS controllers look at the encoding for that, some at
 * `transmitUnencoded`, so that both are needed.
 * Source: OperatingSystemConfig contract, sections 2.5 and 6.5.
 */
export function placeholderFindings({ element, path }: Listed<OscFile>): readonly Finding[] {
  const { path: file = "", content } = element;
  const placeholder = content?.inline === undefined ? undefined : placeholderIn(content.inline);
  if (placeholder === undefined || (content?.transmitUnencoded === true && content.inline?.encoding === PLAIN)) {
    return NO_FINDINGS;
  }
  const detail = `${placeholder} is replaced in clear text only: set transmitUnencoded: true and encoding: ""`;
  const field = at(path, "content", "transmitUnencoded");
  return [finding("OSC-V-56", invalid(field, content?.transmitUnencoded, detail), file)];
}

function placeholderIn({ encoding, data = "" }: InlineContent): string | undefined {
  const content = encoding === BASE64 ? base64Bytes(data) : data;
  return PLACEHOLDERS.find((placeholder) => content?.includes(placeholder));
}

/**
 * OSC-V-57: what is transmitted unencoded is clear text that survives the unquoted here-documents of bash. In reconcile
 * OSCs it has no effect, which is a warning.
 */
export function transmissionFindings(
  { element: { path: file = "", content }, path }: Listed<OscFile>,
  purpose: string | undefined,
): readonly Finding[] {
  if (content?.transmitUnencoded !== true) {
    return NO_FINDINGS;
  }
  const field = at(path, "content", "transmitUnencoded");
  if (purpose === RECONCILE) {
    const detail = "has no effect in a reconcile OSC; leave it out";
    return [{ ...finding("OSC-V-57", invalid(field, true, detail), file, RECONCILE), mark: "Ww" }];
  }
  const problem = transmissionProblem(content);
  return problem === undefined ? NO_FINDINGS : [finding("OSC-V-57", invalid(field, true, problem), file)];
}

/** A line that ends the here-document early. */
const DELIMITER_LINE = /(?:^|\n)EOF(?:\n|$)/;

/** What the shell would change, by how a message calls it. */
const EXPANDED: readonly (readonly [text: string, name: string])[] = [
  ["$", '"$"'],
  ["`", "a backtick"],
  ["\\", "a backslash"],
];

function transmissionProblem({ inline, secretRef, imageRef }: FileContent): string | undefined {
  if (secretRef !== undefined || imageRef !== undefined) {
    return 'only inline content with encoding "" can be transmitted unencoded';
  }
  if (inline?.encoding === BASE64) {
    return 'content in base64 is no clear text; write it with encoding ""';
  }
  const data = inline?.data ?? "";
  const expanded = EXPANDED.find(([text]) => data.includes(text));
  if (expanded !== undefined) {
    return `the content has ${expanded[1]}, which the shell that writes the file would change; encode the file`;
  }
  return DELIMITER_LINE.test(data)
    ? "the content has a line EOF, which would end the shell's here-document; encode the file"
    : undefined;
}
