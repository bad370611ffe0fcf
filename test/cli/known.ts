import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileObjects } from "../../src/cli/maintain.ts";
import { understandListing } from "../../src/facts/directory-facts.ts";
import { readObjectFile } from "../../src/facts/object-file.ts";
import { type FactStore, factStore } from "../../src/facts/snapshot.ts";

const FACTS = join(import.meta.dirname, "../../examples/facts");

/** When the examples are looked at; their dates are far before or after it. */
export const NOW = Date.parse("2026-09-01T00:00:00Z");

/** The facts that YAML texts hold; fails the test where one of them is broken. */
export function knownFrom(...texts: readonly string[]): FactStore {
  const files = new Map(texts.map((text, index) => [`${index}.yaml`, { text }]));
  const { facts, problems } = understandListing({ files, folders: [] });
  if (problems.length > 0) {
    throw new Error(problems.join("\n"));
  }
  return factStore(facts);
}

/** The profiles of examples/facts. */
export async function exampleFacts(): Promise<FactStore> {
  const names = (await readdir(FACTS)).sort();
  return knownFrom(...(await Promise.all(names.map((name) => readFile(join(FACTS, name), "utf8")))));
}

/** The objects of a YAML text, as if it were the file shoots.yaml. */
export function fileObjects(text: string): FileObjects {
  const { objects, problems, lineOf } = readObjectFile(text, "yaml");
  return {
    objects: objects.map(({ object, place }) => ({
      object,
      placeOf: (path) => `shoots.yaml:${lineOf({ document: place.document, path: [...place.path, ...path] })}`,
    })),
    problems: problems.map(({ line, message }) => `shoots.yaml:${line}: ${message}`),
  };
}
