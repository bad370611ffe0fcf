import type {
  DesiredCgroupDriver,
  DesiredPlugin,
  DesiredRegistry,
  DesiredSandboxImage,
  RegistryEntry,
  RegistryHostEntry,
} from "../domain/policies/types.ts";
import { frozen } from "./frozen.ts";
import type { CgroupDriver, Plugin, Registry, SandboxImage } from "./schema-containerd.ts";

/** A registry as it is put into an OSC: nothing in it says the default. */
export function desiredRegistry({ upstream, server, hosts, readinessProbe }: Registry): DesiredRegistry {
  const entry: RegistryEntry = {
    upstream,
    ...(server === null || server === undefined ? {} : { server }),
    ...(hosts === null || hosts === undefined || hosts.length === 0 ? {} : { hosts: hosts.map(hostEntry) }),
    ...(readinessProbe === true ? { readinessProbe } : {}),
  };
  return frozen({ upstream, entry });
}

function hostEntry({
  url,
  capabilities,
  caCerts,
  overridePath,
}: NonNullable<Registry["hosts"]>[number]): RegistryHostEntry {
  return {
    url,
    ...(isDefaultCapabilities(capabilities) ? {} : { capabilities }),
    ...(caCerts === null || caCerts === undefined || caCerts.length === 0 ? {} : { caCerts }),
    ...(overridePath === true ? { overridePath } : {}),
  };
}

/** What a node does with a host that has no capabilities. Source: OperatingSystemConfig contract, section 1.3. */
function isDefaultCapabilities(capabilities: readonly string[] | null | undefined): capabilities is null | undefined {
  return (
    capabilities === null ||
    capabilities === undefined ||
    capabilities.length === 0 ||
    (capabilities.length === 2 && capabilities[0] === "pull" && capabilities[1] === "resolve")
  );
}

/** A plugin entry in the spelling of the document, without the default operation and without empty values. */
export function writtenPlugin({ op, path, values }: Plugin): DesiredPlugin {
  const isEmpty = values === null || values === undefined || (op !== "remove" && Object.keys(values).length === 0);
  return frozen({
    ...(op === "remove" ? { op } : {}),
    path,
    ...(isEmpty ? {} : { values }),
  });
}

/** The sandbox image; undefined where the document gives neither an image nor a complete rewrite. */
export function desiredSandboxImage({ image, from, to }: SandboxImage): DesiredSandboxImage | undefined {
  if (typeof image === "string") {
    return Object.freeze({ kind: "image", image });
  }
  return typeof from === "string" && typeof to === "string" ? Object.freeze({ kind: "rewrite", from, to }) : undefined;
}

/** The cgroup driver, with its defaults. */
export function desiredCgroupDriver({ driver, change, requireKubeletFile }: CgroupDriver): DesiredCgroupDriver {
  return Object.freeze({ driver, change: change ?? "never", requireKubeletFile: requireKubeletFile ?? true });
}
