import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { extname, join } from "node:path";

/** What a file of facts says, or why it cannot be read. */
export type FileText = { readonly text: string } | { readonly unreadable: string };

/** A directory as it was read: texts by path, in the order of paths, and the folders they are in. */
export interface Listing {
  readonly files: ReadonlyMap<string, FileText>;
  readonly folders: readonly string[];
}

/** The endings of files that hold facts. */
const ENDINGS: ReadonlySet<string> = new Set([".yaml", ".yml", ".json"]);

/** Largest file that is read, in bytes: thirty objects of the size that etcd accepts. */
const FILE_BYTES = 64 * 1024 * 1024;

/**
 * Reads all fact files below a directory, sub-folders included. Symbolic links are followed; names that start with a
 * dot are skipped, since mounted ConfigMaps keep `..data` and its timestamped target beside the links to their files.
 * Rejects when the directory itself cannot be read; for files and folders below it that is a text.
 */
export async function readListing(directory: string): Promise<Listing> {
  const files = new Map<string, FileText>();
  const folders: string[] = [];
  await walk(directory, [], { files, folders });
  return { files, folders };
}

interface Found {
  readonly files: Map<string, FileText>;
  readonly folders: string[];
}

async function walk(folder: string, ancestors: readonly string[], found: Found): Promise<void> {
  const real = await realpath(folder);
  if (ancestors.includes(real)) {
    return;
  }
  const names = (await readdir(folder)).filter((name) => !name.startsWith("."));
  found.folders.push(folder);
  for (const name of names.sort()) {
    await visit(join(folder, name), [...ancestors, real], found);
  }
}

async function visit(path: string, ancestors: readonly string[], found: Found): Promise<void> {
  try {
    const entry = await stat(path);
    if (entry.isDirectory()) {
      await walk(path, ancestors, found);
    } else if (entry.isFile() && ENDINGS.has(extname(path))) {
      found.files.set(
        path,
        entry.size > FILE_BYTES ? { unreadable: `is larger than ${FILE_BYTES} bytes` } : await textOf(path),
      );
    }
  } catch (error) {
    found.files.set(path, { unreadable: `cannot be read: ${error instanceof Error ? error.message : String(error)}` });
  }
}

async function textOf(path: string): Promise<FileText> {
  const bytes = await readFile(path);
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { unreadable: "is not UTF-8 text" };
  }
}

/** Tells whether two readings found the same folders and texts. */
export function isSameListing(a: Listing, b: Listing): boolean {
  return (
    a.files.size === b.files.size &&
    a.folders.join("\n") === b.folders.join("\n") &&
    [...a.files].every(([path, file]) => isSameText(file, b.files.get(path)))
  );
}

function isSameText(a: FileText, b: FileText | undefined): boolean {
  return b !== undefined && textKey(a) === textKey(b);
}

function textKey(file: FileText): string {
  return "text" in file ? file.text : `\u0000${file.unreadable}`;
}
