import { pluginPathText } from "../containerd/plugin-path.ts";
import type { FieldPath } from "../field/path.ts";
import type { CriConfig, OperatingSystemConfig, Plugin } from "../osc/types.ts";
import type { PolicyEffect, PolicyPart } from "../policies/effect.ts";
import type { Finding } from "../rules/finding.ts";

/** A finding about what policies made of an OSC, with the policies that it comes from at the beginning of its detail. */
export function attributed(finding: Finding, effects: readonly PolicyEffect[], result: OperatingSystemConfig): Finding {
  const names = policiesBehind(finding.error.path, effects, result);
  const detail = [`caused by ${names}`, finding.error.detail].filter((text) => text !== "").join(": ");
  return { ...finding, error: { ...finding.error, detail } };
}

/** The policies that changed what a path leads to, as far as that can be told; else all that changed something. */
function policiesBehind(path: FieldPath, effects: readonly PolicyEffect[], result: OperatingSystemConfig): string {
  const isDriver = path[1] === "criConfig" && path[2] === "cgroupDriver";
  const changes = effects.filter(({ outcome, part }) => outcome === "changed" && (!isDriver || DRIVER_PARTS.has(part)));
  const element = elementName(path, result);
  const named = changes.filter(({ subject }) => element !== undefined && isAbout(subject, element));
  const names = [...new Set((named.length > 0 ? named : changes).map(({ policy }) => policy))].sort();
  switch (names.length) {
    case 0:
      return "the guard of the cgroup driver";
    case 1:
      return `policy ${names.join()}`;
    default:
      return `policies ${names.join(", ")}`;
  }
}

/** What can change the cgroup driver of a side: the kubelet's may stand in its file, or in the command of its unit. */
const DRIVER_PARTS: ReadonlySet<PolicyPart> = new Set(["cgroupDriver", "files", "units"]);

/** Effects on parts of an element have its name first: `containerd.service filePaths`. */
function isAbout(subject: string, element: string): boolean {
  return subject === element || subject.startsWith(`${element} `);
}

/**
 * What policies call the element that a path leads to: the path of a file, the name of a unit, an upstream, the path of a
 * plugin entry, the sandbox image itself.
 */
function elementName([, list, ...place]: FieldPath, { spec }: OperatingSystemConfig): string | undefined {
  switch (list) {
    case "files":
      return entryAt(spec.files, place)?.path;
    case "units":
      return entryAt(spec.units, place)?.name;
    case "criConfig":
      return criElementName(place, spec.criConfig);
    default:
      return undefined;
  }
}

function criElementName([, list, ...place]: FieldPath, criConfig: CriConfig | undefined): string | undefined {
  const { registries = [], plugins = [], sandboxImage } = criConfig?.containerd ?? {};
  switch (list) {
    case "sandboxImage":
      return sandboxImage;
    case "registries":
      return entryAt(registries, place)?.upstream;
    case "plugins":
      return pluginName(entryAt(plugins, place));
    default:
      return undefined;
  }
}

function pluginName(plugin: Plugin | undefined): string | undefined {
  return plugin && pluginPathText(plugin.path);
}

/** The entry of a list that a path below the list begins with. */
function entryAt<Entry>(entries: readonly Entry[], [index]: FieldPath): Entry | undefined {
  return typeof index === "number" ? entries[index] : undefined;
}
