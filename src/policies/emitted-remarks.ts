import { portableRuntimePath, samePath } from "../domain/containerd/plugin-path.ts";
import type { LoadedDocument } from "./documents.ts";
import type { Remark } from "./remark.ts";

/** A remark about what a document was compiled to; its path is one of the document already. */
export interface EmittedRemark extends Remark {
  /** Which entry of the compiled `plugins` it is about, if any. */
  readonly plugin: number | undefined;
}

/**
 * The remarks without repetitions: an entry of `plugins` that is emitted for both generations of containerd's configuration
 * is wrong in both. Told is what the spelling of the document has, which holds all settings of the entry. Where the
 * generation is pinned, every setting is emitted once, so that nothing is told twice.
 */
export function onceForEachPlugin(remarks: readonly EmittedRemark[], document: LoadedDocument): readonly Remark[] {
  const { generation } = document.document.spec;
  return generation === "v2" || generation === "v3"
    ? remarks
    : remarks.filter(isTold(chosenEntries(remarks, document)));
}

/** The compiled entry whose remarks are told, for each rule and path. */
function chosenEntries(remarks: readonly EmittedRemark[], document: LoadedDocument): ReadonlyMap<string, number> {
  const chosen = new Map<string, number>();
  for (const remark of remarks) {
    const { plugin } = remark;
    if (plugin !== undefined && (!chosen.has(keyOf(remark)) || isAsWritten(plugin, document))) {
      chosen.set(keyOf(remark), plugin);
    }
  }
  return chosen;
}

function isTold(chosen: ReadonlyMap<string, number>): (remark: EmittedRemark) => boolean {
  return (remark) => remark.plugin === undefined || chosen.get(keyOf(remark)) === remark.plugin;
}

function keyOf({ rule, error }: EmittedRemark): string {
  return JSON.stringify([rule, error.path]);
}

/** Whether a compiled entry stands in the spelling of the document. */
function isAsWritten(plugin: number, { document, compiled }: LoadedDocument): boolean {
  const emitted = compiled.policy?.plugins[plugin];
  const written = document.spec.plugins?.[compiled.pluginSources[plugin] ?? -1];
  return emitted !== undefined && written !== undefined && samePath(emitted.path, portableRuntimePath(written.path));
}
