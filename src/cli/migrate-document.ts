import { type Document, isMap, Scalar, YAMLMap } from "yaml";
import type { Capabilities } from "../domain/capabilities/types.ts";
import type { Noted } from "../domain/migration/noted.ts";
import type { MigrationPlan } from "../domain/migration/plan.ts";
import { turnProviderVersions } from "./migrate-provider.ts";
import {
  addNotes,
  capabilitiesNode,
  indexAfter,
  isUnset,
  itemsAt,
  listNode,
  mapAt,
  pairOf,
  rootOf,
  textsNode,
  writeMember,
  type YamlMap,
} from "./yaml-edit.ts";

const DEFINITIONS = "machineCapabilities";

/**
 * Writes a migration into the tree of a CloudProfile. Nothing else is touched: every other field, every comment and the
 * order of the document stay. Machine types and versions that carry capabilities already keep them.
 */
export function migrateDocument(document: Document.Parsed, plan: MigrationPlan, providerType: string): void {
  const spec = mapAt(rootOf(document), "spec");
  if (spec === undefined) {
    return;
  }
  writeMember(spec, DEFINITIONS, listNode(plan.definitions.map(definitionNode)), placeOfDefinitions(spec));
  for (const [index, machineType] of itemsAt(spec, "machineTypes").entries()) {
    writeTypeCapabilities(machineType, plan.machineTypes[index]);
  }
  for (const [i, image] of itemsAt(spec, "machineImages").entries()) {
    for (const [j, version] of itemsAt(image, "versions").entries()) {
      writeFlavors(version, plan.versions[i]?.[j] ?? []);
    }
  }
  turnProviderVersions(mapAt(spec, "providerConfig"), plan.providerVersions, providerType);
  if (plan.providerNote !== undefined) {
    addNotes(pairOf(spec, "providerConfig") ?? pairOf(spec, DEFINITIONS), [plan.providerNote]);
  }
}

function definitionNode({ value: { name, values }, notes }: MigrationPlan["definitions"][number]): YAMLMap {
  const node = new YAMLMap();
  node.set(new Scalar("name"), new Scalar(name));
  node.set(new Scalar("values"), textsNode(values));
  addNotes(node, notes);
  return node;
}

/** Before machine types and images, but never first, where the comments of the whole spec stand. */
function placeOfDefinitions(spec: YamlMap): number {
  const places = ["machineTypes", "machineImages"].map((name) => indexAfter(spec, name) - 1);
  return Math.max(1, Math.min(...places, spec.items.length));
}

function writeTypeCapabilities(machineType: unknown, proposed: Noted<Capabilities> | undefined): void {
  if (isMap(machineType) && proposed !== undefined && isUnset(machineType, "capabilities")) {
    const place = indexAfter(machineType, "architecture");
    writeMember(machineType, "capabilities", capabilitiesNode(proposed.value), place);
    addNotes(pairOf(machineType, "capabilities"), proposed.notes);
  }
}

function writeFlavors(version: unknown, flavors: readonly Noted<Capabilities>[]): void {
  if (!isMap(version) || flavors.length === 0 || !isUnset(version, "capabilityFlavors")) {
    return;
  }
  const nodes = flavors.map(({ value, notes }) => {
    const node = capabilitiesNode(value);
    addNotes(node, notes);
    return node;
  });
  writeMember(version, "capabilityFlavors", listNode(nodes), indexAfter(version, "architectures"));
}
