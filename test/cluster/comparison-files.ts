import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import type { KubernetesObject } from "./cluster.ts";

const FILES = join(import.meta.dirname, "../../examples/comparison");

/** The objects of a file below examples/comparison. Rejects where the file cannot be read, or is no YAML. */
export async function comparisonObjects(file: string): Promise<readonly KubernetesObject[]> {
  const documents = parseAllDocuments(await readFile(join(FILES, file), "utf8"));
  return documents.map((document) => {
    const [error] = document.errors;
    if (error !== undefined) {
      throw error;
    }
    return document.toJSON();
  });
}

/** The only object of a file below examples/comparison. */
export async function comparisonObject(file: string): Promise<KubernetesObject> {
  const [object, ...others] = await comparisonObjects(file);
  if (object === undefined || others.length > 0) {
    throw new Error(`${file} does not hold one object`);
  }
  return object;
}
