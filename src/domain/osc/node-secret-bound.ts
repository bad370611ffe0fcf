import { YAML_OVERHEAD } from "../preview/node-secret.ts";
import { BASE64 } from "./inline-content.ts";
import type { KnownContainerd } from "./review.ts";
import type { InlineContent, OperatingSystemConfig, OscFile, Unit } from "./types.ts";

/** The most bytes that JSON takes for a UTF-16 code unit. */
const ESCAPED_BYTES = 6;
/** Braces, keys, number and flag of a file, with what stands around its texts. */
const FILE_BYTES = 128;
/** The longest key of a text, or the longest scalar, with what stands around it. */
const MEMBER_BYTES = 32;

/**
 * A number that the bytes of the Secret for the nodes do not exceed, found without writing the Secret: from the lengths of
 * texts, each character as if it were escaped, where that is not above `enough` already. Else data in base64 is searched
 * for the few characters that JSON escapes; where it is no base64 at all, it is taken at its word.
 * Source: OperatingSystemConfig contract, section 7.3.
 */
export function nodeSecretBound(osc: OperatingSystemConfig, enough = 0, known?: KnownContainerd): number {
  const base = headBound(osc, known);
  const rough = boundOf(osc, base, roughFileBound);
  return rough <= enough ? rough : boundOf(osc, base, closeFileBound);
}

/** All but units and files. */
function headBound({ spec, status }: OperatingSystemConfig, known: KnownContainerd | undefined): number {
  const { name = "", cgroupDriver = "", containerd } = spec.criConfig ?? {};
  const ofContainerd = known !== undefined && known.view === containerd ? known.secretBytes : jsonBound(containerd);
  const ofDriver = HEAD_MEMBERS * MEMBER_BYTES + ESCAPED_BYTES * (name.length + cgroupDriver.length);
  return FILE_BYTES + ofDriver + ofContainerd + updatesBound(spec.inPlaceUpdates) + updatesBound(status.inPlaceUpdates);
}

/** The configuration of the CRI and its members. */
const HEAD_MEMBERS = 4;

function updatesBound(updates: object | undefined): number {
  return updates === undefined ? 0 : MEMBER_BYTES + jsonBound(updates);
}

function boundOf({ spec, status }: OperatingSystemConfig, base: number, fileBound: (file: OscFile) => number): number {
  let bytes = base;
  for (const units of [spec.units, status.extensionUnits]) {
    for (const unit of units) {
      bytes += unitBound(unit);
    }
  }
  for (const files of [spec.files, status.extensionFiles]) {
    for (const file of files) {
      bytes += fileBound(file);
    }
  }
  return YAML_OVERHEAD * bytes;
}

function unitBound({ name = "", command = "", content = "", dropIns, filePaths }: Unit): number {
  let units = name.length + command.length + content.length;
  for (const path of filePaths) {
    units += path.length;
  }
  for (const dropIn of dropIns) {
    units += (dropIn.name?.length ?? 0) + (dropIn.content?.length ?? 0);
  }
  const members = UNIT_MEMBERS + filePaths.length + dropIns.length * DROP_IN_MEMBERS;
  return members * MEMBER_BYTES + ESCAPED_BYTES * units;
}

/** Members of a unit, its own braces among them; and of a drop-in. */
const UNIT_MEMBERS = 8;
const DROP_IN_MEMBERS = 3;

/** Members of a file that are texts: path, host name, encoding, data, and two each of its references. */
const FILE_TEXTS = 8;

function roughFileBound({ path = "", hostName = "", content }: OscFile): number {
  const { encoding = "", data = "" } = content?.inline ?? {};
  const { name = "", dataKey = "" } = content?.secretRef ?? {};
  const { image = "", filePathInImage = "" } = content?.imageRef ?? {};
  const references = name.length + dataKey.length + image.length + filePathInImage.length;
  const units = path.length + hostName.length + encoding.length + data.length + references;
  return FILE_BYTES + FILE_TEXTS * MEMBER_BYTES + ESCAPED_BYTES * units;
}

function closeFileBound({ path, hostName, content }: OscFile): number {
  const { inline, secretRef, imageRef } = content ?? {};
  const texts = [path, hostName, secretRef?.name, secretRef?.dataKey, imageRef?.image, imageRef?.filePathInImage];
  const set = texts.filter((text) => text !== undefined);
  return set.reduce((sum, text) => sum + MEMBER_BYTES + textBound(text), FILE_BYTES + dataBound(inline));
}

function dataBound(inline: InlineContent | undefined): number {
  const { encoding = "", data = "" } = inline ?? {};
  return encoding === BASE64 && !NEEDS_ESCAPE.some((text) => data.includes(text))
    ? data.length
    : textBound(encoding) + textBound(data);
}

/** Of the characters that JSON escapes those that are likely; each is found at the speed of a memory search. */
const NEEDS_ESCAPE: readonly string[] = ["\n", "\r", '"', "\\"];

/** Longest text of which the bytes are counted. */
const COUNTED_LENGTH = 256;

function textBound(text: string): number {
  return text.length > COUNTED_LENGTH ? ESCAPED_BYTES * text.length : Buffer.byteLength(JSON.stringify(text));
}

/**
 * A number of bytes that a value does not exceed as JSON. Visits all values without calling itself, as those of plugins
 * can be nested to any depth.
 */
export function jsonBound(value: unknown): number {
  const rest: unknown[] = [value];
  let bytes = 0;
  while (rest.length > 0) {
    const next = rest.pop();
    bytes += MEMBER_BYTES;
    if (typeof next === "string") {
      bytes += ESCAPED_BYTES * next.length;
    } else if (typeof next === "object" && next !== null) {
      for (const [key, member] of Object.entries(next)) {
        bytes += ESCAPED_BYTES * key.length;
        rest.push(member);
      }
    }
  }
  return bytes;
}
