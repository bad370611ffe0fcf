import { forbidden, required } from "../domain/field/error.ts";
import type { FieldPath } from "../domain/field/path.ts";
import { isCombining } from "../domain/policies/conflict-mode.ts";
import { hasEntries, hasParts, hasTables, isSet } from "./parts.ts";
import { caution, mistake, type Remark } from "./remark.ts";
import type { PolicySpec } from "./schema.ts";

const SPEC: FieldPath = ["spec"];

/** Keys that another key, or its absence, makes meaningless: refused, because their author expects an effect. */
export function idleKeyRemarks(spec: PolicySpec): readonly Remark[] {
  if (!hasParts(spec)) {
    return hasTables(spec) ? tablesOnly(spec) : [mistake(required(SPEC, NOTHING_SAID))];
  }
  return [...idleFlags(spec), ...emptySelectors(spec)];
}

const NOTHING_SAID =
  "wants nothing; name at least one of registries, plugins, sandboxImage, files, units, cgroupDriver, or a table";

/** Keys about what a policy wants of OSCs. */
const POLICY_KEYS = ["priority", "mode", "match", "conflict", "bootstrap", "generation"] as const;

function tablesOnly(spec: PolicySpec): readonly Remark[] {
  return POLICY_KEYS.filter((key) => isSet(spec[key])).map((key) =>
    mistake(forbidden([...SPEC, key], "has no effect here, since tables hold for all shoots; leave it out")),
  );
}

function idleFlags(spec: PolicySpec): readonly Remark[] {
  const { conflict, registries, plugins, files } = spec;
  const idle: readonly (readonly [isIdle: boolean, key: string, detail: string])[] = [
    [
      isCombining(conflict) && !hasEntries(registries),
      "conflict",
      `${conflict} is about registries, and there are none here`,
    ],
    [isSet(spec.generation) && !hasEntries(plugins), "generation", "is about plugins, and there are none here"],
    [
      spec.bootstrap === true && !hasEntries(registries) && !hasEntries(files),
      "bootstrap",
      "is about registries and files, and there are none here",
    ],
  ];
  return idle.flatMap(([isIdle, key, detail]) => (isIdle ? [mistake(forbidden([...SPEC, key], detail))] : []));
}

/** An empty list matches everything, like a key that is left out, which is easily taken for the opposite. */
function emptySelectors({ match }: PolicySpec): readonly Remark[] {
  return Object.entries(match ?? {}).flatMap(([key, value]) =>
    Array.isArray(value) && value.length === 0
      ? [caution(forbidden([...SPEC, "match", key], "an empty list matches everything; leave the key out to say so"))]
      : [],
  );
}
