import { hostsToml, hostsTomlPath } from "../containerd/hosts-toml.ts";
import type { RegistryEntry } from "../policies/types.ts";
import { FileEntries } from "./file-entries.ts";
import type { MutationStep } from "./mutation.ts";
import { contributing, registryWishes, wholeEntry } from "./registry-wishes.ts";

/** Permissions of a rendered `hosts.toml`: 0644. */
const PERMISSIONS = 420;

/**
 * Puts registries and files of policies that ask for it into a `provision` OSC, for the pull of gardener-node-agent
 * itself, which happens before it can write any registry. `criConfig` must not name registries there, so that they are
 * rendered as gardener-node-agent does it. Drop-ins for containerd's configuration wait for the `reconcile` OSC.
 * Source: OperatingSystemConfig contract, section 3.10 and P3 of section 8.
 */
export const bootstrapStep: MutationStep = (mutation) => {
  const policies = mutation.subject.policies.filter(({ bootstrap }) => bootstrap);
  if (policies.length === 0) {
    return;
  }
  const entries = new FileEntries(mutation);
  for (const { upstream, base, combined } of registryWishes(mutation, policies)) {
    const path = hostsTomlPath(upstream);
    const registry = wholeEntry(base, combined);
    const also = contributing(combined, registry.hosts ?? []).map(({ policy }) => policy);
    const entry = renderedFile(path, registry);
    entries.ensure({ policy: base.policy, also, part: "registries", subject: upstream, path, entry });
  }
  for (const policy of policies) {
    for (const { path, entry } of policy.files.filter(({ isContainerdDropIn }) => !isContainerdDropIn)) {
      entries.ensure({ policy, part: "files", subject: path, path, entry });
    }
  }
};

function renderedFile(path: string, registry: RegistryEntry): Readonly<Record<string, unknown>> {
  return { path, permissions: PERMISSIONS, content: { inline: { encoding: "", data: hostsToml(registry) } } };
}
