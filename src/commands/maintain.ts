import { extname } from "node:path";
import type { Command } from "../cli/arguments.ts";
import { type FileObjects, tellMaintenance } from "../cli/maintain.ts";
import type { Settings } from "../config/settings.ts";
import { readObjectFile } from "../facts/object-file.ts";
import { knownFacts } from "./known-facts.ts";
import type { Edge, Outcome } from "./outcome.ts";

/** Tells which image versions maintenance would choose, by the facts of a configuration. */
export async function runMaintain(
  settings: Settings,
  { files, at, output }: Extract<Command, { readonly kind: "maintain" }>,
  edge: Edge,
): Promise<Outcome> {
  const known = await knownFacts(settings, ["CloudProfile", "NamespacedCloudProfile"], edge);
  const read: FileObjects[] = [];
  for (const file of files.length === 0 ? ["-"] : files) {
    read.push(await objectsOf(file, edge));
  }
  const all = {
    objects: read.flatMap(({ objects }) => objects),
    problems: read.flatMap(({ problems }) => problems),
  };
  return { ...tellMaintenance({ files: all, known, now: at ?? edge.now(), output }), problems: [] };
}

async function objectsOf(file: string, { readText }: Edge): Promise<FileObjects> {
  const source = file === "-" ? "standard input" : file;
  try {
    return understoodObjects(source, await readText(file));
  } catch (error) {
    return { objects: [], problems: [`${source}: ${error instanceof Error ? error.message : String(error)}`] };
  }
}

function understoodObjects(source: string, text: string): FileObjects {
  const { objects, problems, lineOf } = readObjectFile(text, extname(source) === ".json" ? "json" : "yaml");
  return {
    objects: objects.map(({ object, place }) => ({
      object,
      placeOf: (path) => `${source}:${lineOf({ document: place.document, path: [...place.path, ...path] })}`,
    })),
    problems: problems.map(({ line, message }) => `${source}:${line}: ${message}`),
  };
}
