import { isTable } from "../containerd/plugin-entry.ts";
import { forbidden, invalid, notSupported, required } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import type { ReviewedPlugin } from "./reviewed-plugins.ts";

/** OSC-V-24, 25, 28 and 29: what Gardener asks of every plugin entry. */
export function pluginShapeFindings(entry: ReviewedPlugin): readonly Finding[] {
  return [...operationFindings(entry), ...pathFindings(entry), ...valuesFindings(entry)];
}

function operationFindings({ plugin, operation, path, name }: ReviewedPlugin): readonly Finding[] {
  return operation === undefined && plugin.op !== undefined
    ? [finding("OSC-V-24", notSupported(at(path, "op"), plugin.op, ["add", "remove"]), name, plugin.op)]
    : NO_FINDINGS;
}

function pathFindings({ plugin, path, name }: ReviewedPlugin): readonly Finding[] {
  const detail = "write the URI of a plugin, such as io.containerd.grpc.v1.cri, and the keys of the table in it";
  return plugin.path.length === 0 ? [finding("OSC-V-25", required(at(path, "path"), detail), name)] : NO_FINDINGS;
}

function valuesFindings({ plugin, operation, path, name }: ReviewedPlugin): readonly Finding[] {
  const { values } = plugin;
  if (values === undefined || (operation !== "remove" && isTable(values))) {
    return NO_FINDINGS;
  }
  if (operation === "remove") {
    const detail = "an entry with op remove removes the whole key at its path; leave values out, even {}";
    return [finding("OSC-V-28", forbidden(at(path, "values"), detail), name)];
  }
  const detail =
    typeof values === "string"
      ? "must be an object, not a text with JSON in it; write the settings without quotation marks around them"
      : "must be an object with the settings of the table";
  return [finding("OSC-V-29", invalid(at(path, "values"), shown(values), detail), name)];
}

/** A bad value for the message; lists are left out, since they may be of any size and depth. */
function shown(values: unknown): unknown {
  return typeof values === "object" ? undefined : values;
}
