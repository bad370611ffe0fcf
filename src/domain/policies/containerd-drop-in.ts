import { counterpart, IMAGES_PLUGIN, isReadAt, RUNTIME_PLUGIN } from "../containerd/plugin-path.ts";

/** The folder whose files containerd imports into its configuration. */
const FOLDER = "/etc/containerd/conf.d/";

/** Whether a file is a drop-in for containerd's configuration. Source: OperatingSystemConfig contract, sections 3.6 and 3.9. */
export function isContainerdDropIn(path: string): boolean {
  return isInDropInFolder(path) && path.endsWith(".toml");
}

/** Whether a file lies where drop-ins for containerd's configuration lie, whatever its name ends in. */
export function isInDropInFolder(path: string): boolean {
  return path.startsWith(FOLDER) && path.length > FOLDER.length && !path.includes("/", FOLDER.length);
}

/** A key of TOML, quoted or bare; three alternatives that begin differently. */
const KEY = `(?:"[^"\\n]*"|'[^'\\n]*'|[A-Za-z0-9_-]+)`;
const DOTTED = `${KEY}(?:[ \\t]*\\.[ \\t]*${KEY})*`;
const HEADER = new RegExp(`^[ \\t]*\\[{1,2}[ \\t]*(${DOTTED})[ \\t]*\\]`);
const SETTING = new RegExp(`^[ \\t]*(${DOTTED})[ \\t]*=(.*)`);

/**
 * What keeps a drop-in from being merged as its author expects; undefined where nothing was found. Looks at tables and
 * keys line by line, so that the inside of a text over several lines may be taken for settings.
 *
 * Drop-ins are for containerd 2 only, and each of its releases reads version 3. Settings in tables of version 2 are
 * passed over there.
 * Source: OperatingSystemConfig contract, section 3.9.
 */
export function dropInMistake(text: string): string | undefined {
  let table: readonly string[] = [];
  let version: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const header = HEADER.exec(line)?.[1];
    const [, key, value = ""] = SETTING.exec(line) ?? [];
    if (header !== undefined) {
      table = keysOf(header);
    } else if (key === "version" && table.length === 0) {
      version = value.replace(/#.*/, "").trim();
    }
    const misplaced = misplacement(header === undefined ? [...table, ...keysOf(key ?? "")] : table);
    if (misplaced !== undefined) {
      return misplaced;
    }
  }
  return version === "3" ? undefined : "must begin with version = 3, which is what every containerd 2 reads";
}

/** The key path behind dotted text, quotes removed. */
function keysOf(dotted: string): readonly string[] {
  return (dotted.match(new RegExp(KEY, "g")) ?? []).map((key) => key.replace(/^["']|["']$/g, ""));
}

/** What is wrong with a key path, if it leads to a setting of the CRI plugin that version 3 has elsewhere. */
function misplacement([root, ...place]: readonly string[]): string | undefined {
  if (root !== "plugins" || place.length < 2 || isReadAt(place, "v3")) {
    return undefined;
  }
  const elsewhere = counterpart(place, "v2") ?? [`${IMAGES_PLUGIN} or ${RUNTIME_PLUGIN}`];
  return `${place.join(".")} is not read by containerd 2; version 3 has it in ${elsewhere.join(".")}`;
}
