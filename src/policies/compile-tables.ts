import { invalid } from "../domain/field/error.ts";
import { at, type FieldPath } from "../domain/field/path.ts";
import type { ContainerdVersionEntry, OperatorTables, OsSupportEntry } from "../domain/policies/types.ts";
import { compileRange, type Note } from "./compile-match.ts";
import { frozen } from "./frozen.ts";
import type { PolicySpec } from "./schema.ts";
import type { ContainerdVersion, OsSupport } from "./schema-tables.ts";

/** Compiles the tables of a document; what the server knows by itself is not among them. */
export function compileTables(spec: PolicySpec, path: FieldPath, note: Note): OperatorTables {
  return Object.freeze<OperatorTables>({
    containerdVersions: Object.freeze(
      (spec.containerdVersions ?? []).map((entry, index) =>
        containerdVersion(entry, at(path, "containerdVersions", index), note),
      ),
    ),
    osSupport: Object.freeze(
      (spec.osSupport ?? []).map((entry, index) => osSupport(entry, at(path, "osSupport", index), note)),
    ),
    knownRuntimes: Object.freeze([...(spec.knownRuntimes ?? [])]),
    caCertificates: Object.freeze([...(spec.caCertificates ?? [])]),
  });
}

/** Two numbers decide everything; more is welcome. */
const CONTAINERD_VERSION = /^v?\d+\.\d+(?:\.\d+)?(?:[-+][0-9A-Za-z.+-]+)?$/;

function containerdVersion(
  { osType, osVersions, version }: ContainerdVersion,
  path: FieldPath,
  note: Note,
): ContainerdVersionEntry {
  if (!CONTAINERD_VERSION.test(version)) {
    note(invalid(at(path, "version"), version, 'must be a version such as "2.1.4" or "1.7"'));
  }
  return Object.freeze<ContainerdVersionEntry>({
    osType,
    osVersions: compileRange(osVersions, at(path, "osVersions"), note),
    containerd: version,
  });
}

function osSupport(entry: OsSupport, path: FieldPath, note: Note): OsSupportEntry {
  return Object.freeze<OsSupportEntry>({
    image: entry.image,
    versions: compileRange(entry.versions, at(path, "versions"), note),
    cri: frozen(entry.cri ?? undefined),
    containerRuntimes: frozen(entry.containerRuntimes ?? undefined),
    strict: entry.strict ?? false,
    cgroup: entry.cgroup ?? undefined,
    setsFailCgroupV1: entry.setsFailCgroupV1 ?? false,
  });
}
