import type { FieldPath } from "../field/path.ts";
import type { OperatingSystemConfig } from "../osc/types.ts";
import type { PolicyEffect } from "../policies/effect.ts";
import type { Finding } from "../rules/finding.ts";

/** A finding about what policies made of an OSC, with the policies that it comes from at the beginning of its detail. */
export function attributed(finding: Finding, effects: readonly PolicyEffect[], result: OperatingSystemConfig): Finding {
  const names = policiesBehind(finding.error.path, effects, result);
  const detail = [`caused by ${names}`, finding.error.detail].filter((text) => text !== "").join(": ");
  return { ...finding, error: { ...finding.error, detail } };
}

/** The policies that changed what a path leads to, as far as that can be told; else all that changed something. */
function policiesBehind(path: FieldPath, effects: readonly PolicyEffect[], result: OperatingSystemConfig): string {
  const changes = effects.filter(({ outcome }) => outcome === "changed");
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

/** Effects on parts of an element have its name first: `containerd.service filePaths`. */
function isAbout(subject: string, element: string): boolean {
  return subject === element || subject.startsWith(`${element} `);
}

/** What policies call the element that a path leads to: an upstream, the path of a file, the name of a unit. */
function elementName([, list, index, ...rest]: FieldPath, { spec }: OperatingSystemConfig): string | undefined {
  if (list === "files" && typeof index === "number") {
    return spec.files[index]?.path;
  }
  if (list === "units" && typeof index === "number") {
    return spec.units[index]?.name;
  }
  const [, registry] = list === "criConfig" && index === "containerd" && rest[0] === "registries" ? rest : [];
  return typeof registry === "number" ? spec.criConfig?.containerd?.registries[registry]?.upstream : undefined;
}
