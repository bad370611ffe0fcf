import type { FieldError } from "../domain/field/error.ts";
import { at, type FieldPath } from "../domain/field/path.ts";
import { pluginEmission } from "../domain/policies/plugin-emission.ts";
import type { DesiredPlugin, OperatorTables, Policy } from "../domain/policies/types.ts";
import { desiredCgroupDriver, desiredRegistry, desiredSandboxImage, writtenPlugin } from "./compile-containerd.ts";
import { compileMatch, type Note } from "./compile-match.ts";
import { desiredFile, desiredUnit } from "./compile-node.ts";
import { compileTables } from "./compile-tables.ts";
import { hasParts, isSet } from "./parts.ts";
import type { PolicyDocument, PolicySpec } from "./schema.ts";

/** A document in the form that decisions need. */
export interface CompiledDocument {
  readonly name: string;
  /** Undefined for a document that holds nothing but tables. */
  readonly policy: Policy | undefined;
  readonly tables: OperatorTables;
  /** Which entry of the document each entry of `policy.plugins` was written for. */
  readonly pluginSources: readonly number[];
  /** What cannot be compiled. */
  readonly errors: readonly FieldError[];
}

const SPEC: FieldPath = ["spec"];

/** Compiles a document that fits the schema; everything in the result is frozen. */
export function compileDocument({ metadata: { name }, spec }: PolicyDocument): CompiledDocument {
  const errors: FieldError[] = [];
  const note: Note = (error) => errors.push(error);
  const plugins = pluginEmission((spec.plugins ?? []).map(writtenPlugin), spec.generation ?? "auto");
  const policy = compilePolicy(name, spec, { plugins: plugins.map(({ entry }) => entry), note });
  return {
    name,
    policy: hasParts(spec) ? policy : undefined,
    tables: compileTables(spec, SPEC, note),
    pluginSources: plugins.map(({ source }) => source),
    errors,
  };
}

interface PolicyContext {
  readonly plugins: readonly DesiredPlugin[];
  readonly note: Note;
}

function compilePolicy(name: string, spec: PolicySpec, { plugins, note }: PolicyContext): Policy {
  return Object.freeze<Policy>({
    name,
    priority: spec.priority ?? 0,
    mode: spec.mode ?? "enforce",
    match: compileMatch(spec.match ?? {}, at(SPEC, "match"), note),
    conflict: spec.conflict ?? "keep",
    bootstrap: spec.bootstrap ?? false,
    registries: Object.freeze((spec.registries ?? []).map(desiredRegistry)),
    plugins: Object.freeze(plugins),
    sandboxImage: present(spec.sandboxImage, desiredSandboxImage),
    files: Object.freeze((spec.files ?? []).map(desiredFile)),
    units: Object.freeze((spec.units ?? []).map(desiredUnit)),
    cgroupDriver: present(spec.cgroupDriver, desiredCgroupDriver),
  });
}

function present<Written, Compiled>(
  written: Written | null | undefined,
  compile: (written: Written) => Compiled,
): Compiled | undefined {
  return isSet(written) ? compile(written) : undefined;
}
