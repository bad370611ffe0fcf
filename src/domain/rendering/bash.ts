import type { OperatingSystemConfig, OscFile, Unit } from "../osc/types.ts";
import { fileBytes, NO_SECRETS, type SecretContents } from "./provisioned-files.ts";

/** What tells a machine that it has run the script; created as its last step. */
const APPLIED = "/var/lib/osc/provision-osc-applied";
const UNIT_FOLDER = "/etc/systemd/system";

/**
 * The script that writes the files and units of a provision OSC and starts the units, as OS controllers without something
 * better make it. It runs once on a machine; `enable` and `command` of units are not looked at.
 *
 * OS controllers put paths, names and clear text into the script as they are. Here they are quoted where they would mean
 * something to the shell, which can only be the case in objects that OSC-V-37, 38, 45 or 57 refuse: such a script does what
 * the object says and nothing else, and for all other objects it is what the OS controllers make.
 * Source: OperatingSystemConfig contract, section 6.2; gardener extensions/pkg/controller/operatingsystemconfig/bash.go.
 */
export function renderBash({ spec }: OperatingSystemConfig, secrets: SecretContents = NO_SECRETS): string {
  const lines = [
    "#!/bin/bash",
    `if [ -f "${APPLIED}" ]; then`,
    '  echo "The machine has been provisioned already."',
    "  exit 0",
    "fi",
    "",
    "",
    ...spec.files.flatMap((file) => fileLines(file, secrets)),
    "",
    ...spec.units.flatMap(unitLines),
    "systemctl daemon-reload",
    ...spec.units.map(startLine),
    "",
    "",
    "mkdir -p /var/lib/osc",
    `touch ${APPLIED}`,
    "",
  ];
  return lines.join("\n");
}

function fileLines({ path = "", permissions, content }: OscFile, secrets: SecretContents): readonly string[] {
  const bytes = fileBytes(content, secrets);
  return [
    `mkdir -p ${quotedPath(folderOf(path))}`,
    ...(content?.transmitUnencoded === true ? clearTextLines(path, bytes.toString()) : encodedLines(path, bytes)),
    ...modeLines(path, permissions),
  ];
}

function unitLines({ name = "", content, dropIns }: Unit): readonly string[] {
  const path = `${UNIT_FOLDER}/${name}`;
  const folder = `${path}.d`;
  return [
    ...(content === undefined ? [] : encodedLines(path, Buffer.from(content))),
    ...(dropIns.length === 0 ? [] : [`mkdir -p ${quotedPath(folder)}`]),
    ...dropIns.flatMap((dropIn) => encodedLines(`${folder}/${dropIn.name ?? ""}`, Buffer.from(dropIn.content ?? ""))),
  ];
}

function startLine({ name = "" }: Unit): string {
  const quoted = `${name.startsWith("-") ? "-- " : ""}'${name.replaceAll("'", "'\\''")}'`;
  return `systemctl enable ${quoted} && systemctl restart --no-block ${quoted}`;
}

function encodedLines(path: string, bytes: Buffer): readonly string[] {
  return ["", `cat << EOF | base64 -d > ${quotedPath(path)}`, bytes.toString("base64"), "EOF"];
}

/** Clear text, in which placeholders can be replaced. The node gets one line feed more than there is. */
function clearTextLines(path: string, text: string): readonly string[] {
  const delimiter = unusedLine(text, "EOF");
  return ["", `cat << ${delimiter} > ${quotedPath(path)}`, text.replaceAll(/[$`\\]/g, "\\$&"), delimiter];
}

/** The word, with a number behind it where the text has it as a line. */
function unusedLine(text: string, word: string): string {
  const lines = new Set(text.includes(word) ? text.split("\n") : []);
  for (let count = 0; ; count += 1) {
    const candidate = count === 0 ? word : `${word}${count}`;
    if (!lines.has(candidate)) {
      return candidate;
    }
  }
}

/** `chmod` for permissions that Go can hold; others are no permissions. */
function modeLines(path: string, permissions: number | undefined): readonly string[] {
  return permissions !== undefined && Number.isSafeInteger(permissions) && permissions >= 0
    ? [`chmod "${permissions.toString(8).padStart(4, "0")}" ${quotedPath(path)}`]
    : [];
}

/** The folder of a file; that of a path without one is the present one. */
function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash > 0 ? path.slice(0, slash) : slash === 0 ? "/" : ".";
}

/** A path in double quotes, which is no option of a command either. */
function quotedPath(path: string): string {
  const argument = path.startsWith("-") ? `./${path}` : path;
  return `"${argument.replaceAll(/["$`\\]/g, "\\$&")}"`;
}
