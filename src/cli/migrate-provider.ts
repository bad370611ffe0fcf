import { isMap, isNode, isSeq, Pair, Scalar, YAMLMap } from "yaml";
import type { ProposedProviderFlavor, ProposedProviderVersion } from "../domain/migration/provider-plan.ts";
import { providerOf } from "../domain/providers/registry.ts";
import {
  addComments,
  addNotes,
  capabilitiesNode,
  commentsOf,
  itemsAt,
  listNode,
  pairOf,
  removeMember,
  writeMember,
  type YamlMap,
} from "./yaml-edit.ts";

const FLAVORS = "capabilityFlavors";
const REGIONS = "regions";

/** The fields of a flat entry by what becomes of them. */
interface EntryFields {
  /** They refer to images, and go into the flavors. */
  readonly moved: readonly string[];
  /** The capabilities of the flavor say it from now on. */
  readonly consumed: readonly string[];
}

/** Turns flat entries of a providerConfig into entries with flavors, out of the nodes that are there. */
export function turnProviderVersions(
  config: YamlMap | undefined,
  proposed: readonly ProposedProviderVersion[],
  providerType: string,
): void {
  const schema = providerOf(providerType)?.schema;
  if (config === undefined || schema === undefined) {
    return;
  }
  const moved = [...Object.keys(schema.flavor), ...(schema.regions === undefined ? [] : [REGIONS])];
  const fields = { moved, consumed: Object.keys(schema.version).filter((name) => !moved.includes(name)) };
  for (const [index, image] of itemsAt(config, "machineImages").entries()) {
    const versions = isMap(image) ? pairOf(image, "versions")?.value : undefined;
    if (isSeq(versions)) {
      const entries = [...versions.items];
      const absorbed = new Set<unknown>();
      for (const version of proposed.filter((candidate) => candidate.image === index)) {
        turnVersion(entries, version, fields);
        for (const entry of version.entries.slice(1)) {
          absorbed.add(entries[entry]);
        }
      }
      versions.items = entries.filter((entry) => !absorbed.has(entry));
    }
  }
}

function turnVersion(
  entries: readonly unknown[],
  { entries: concerned, flavors, notes }: ProposedProviderVersion,
  fields: EntryFields,
): void {
  const [kept, ...absorbed] = concerned.map((index) => entries[index]).filter((entry) => isMap(entry));
  if (kept === undefined) {
    return;
  }
  const place = kept.items.findIndex(({ key }) => isNamed(key, fields.moved));
  const nodes = flavors.map((flavor) => flavorNode(entries[flavor.entry], flavor, fields));
  for (const entry of [kept, ...absorbed]) {
    for (const name of fields.moved) {
      entry.items = entry.items.filter(({ key }) => !isNamed(key, [name]));
    }
    for (const name of fields.consumed) {
      removeMember(entry, name);
    }
  }
  for (const entry of absorbed) {
    absorb(kept, entry);
  }
  const index = place === -1 ? kept.items.length : Math.min(place, kept.items.length);
  writeMember(kept, FLAVORS, listNode(nodes), index);
  addNotes(pairOf(kept, FLAVORS), notes);
}

function isNamed(key: unknown, names: readonly string[]): boolean {
  const name = key instanceof Scalar ? key.value : key;
  return typeof name === "string" && names.includes(name);
}

/** What a second entry says beside its image: comments, and fields that nobody knows. */
function absorb(kept: YamlMap, entry: YamlMap): void {
  for (const pair of entry.items) {
    const name = pair.key instanceof Scalar ? pair.key.value : pair.key;
    if (typeof name !== "string" || pairOf(kept, name) === undefined) {
      kept.items.push(pair);
    } else {
      addComments(kept, [pair.key, pair.value].flatMap(commentsOf));
    }
  }
  addComments(kept, commentsOf(entry).slice(0, entry.commentBefore ? 1 : 0));
}

/** A flavor with copies of the nodes that it takes from its entry. */
function flavorNode(entry: unknown, { capabilities, regions, notes }: ProposedProviderFlavor, { moved }: EntryFields) {
  const node = new YAMLMap<unknown, unknown>();
  node.items.push(new Pair(new Scalar("capabilities"), capabilitiesNode(capabilities)));
  for (const pair of isMap(entry) ? entry.items : []) {
    if (!isNamed(pair.key, moved)) {
      continue;
    }
    const copy = pair.clone();
    if (isNamed(pair.key, [REGIONS]) && regions !== undefined) {
      keepRegions(copy.value, regions);
    }
    const isDropped = isSeq(copy.value) && copy.value.items.length === 0;
    if (!isDropped) {
      node.items.push(copy);
    }
  }
  addNotes(node, notes);
  return node;
}

/** The architecture of a region is that of its flavor from now on. */
function keepRegions(list: unknown, indexes: readonly number[]): void {
  if (isSeq(list)) {
    list.items = list.items.filter((_, index) => indexes.includes(index));
    for (const region of list.items) {
      if (isMap(region)) {
        removeMember(region, "architecture");
      }
      if (isNode(region)) {
        region.spaceBefore = false;
      }
    }
  }
}
