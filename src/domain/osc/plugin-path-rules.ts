import { scalarOnPath } from "../containerd/known-settings.ts";
import { GENERATIONS, placeInFile, pluginPathText } from "../containerd/plugin-path.ts";
import { invalid } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import { REPORTED, type ReviewedPlugin } from "./reviewed-plugins.ts";

/** What containerd 1.x demands of every key of its `plugins` table. */
const URI_START = "io.containerd.";
const URI_PARTS = 4;

/** OSC-V-26, 27 and 33: where plugin entries lead. */
export function pluginPathFindings(entry: ReviewedPlugin): readonly Finding[] {
  return [...elementFindings(entry), ...uriFindings(entry), ...scalarFindings(entry)];
}

function elementFindings({ plugin, path, name }: ReviewedPlugin): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [index, element] of plugin.path.entries()) {
    if (element === "" || element.trim() !== element) {
      const detail = element === "" ? "must not be empty" : "must not begin or end with a blank";
      findings.push(finding("OSC-V-26", invalid(at(path, "path", index), element, detail), name, element));
    }
    if (findings.length === REPORTED) {
      break;
    }
  }
  return findings;
}

function uriFindings({ plugin, path, name }: ReviewedPlugin): readonly Finding[] {
  const [uri] = plugin.path;
  if (uri === undefined || (uri.startsWith(URI_START) && uri.split(".", URI_PARTS).length === URI_PARTS)) {
    return NO_FINDINGS;
  }
  const detail = `containerd does not start with such a plugin; write its full URI${uri === "cri" ? ": io.containerd.grpc.v1.cri" : ", such as io.containerd.grpc.v1.cri"}`;
  return [finding("OSC-V-27", invalid(at(path, "path", 0), uri, detail), name)];
}

function scalarFindings({ plugin, operation, path, name }: ReviewedPlugin): readonly Finding[] {
  const places = operation === "add" ? GENERATIONS.map((generation) => placeInFile(plugin.path, generation)) : [];
  const scalar = places.map(scalarOnPath).find((place) => place !== undefined);
  if (scalar === undefined) {
    return NO_FINDINGS;
  }
  const last = plugin.path[scalar.length - 1] ?? "";
  const table = pluginPathText(plugin.path.slice(0, scalar.length - 1));
  const detail = `${JSON.stringify(last)} is a setting, not a table; end the path at ${table} and write it under values`;
  return [finding("OSC-V-33", invalid(at(path, "path"), undefined, detail), name)];
}
