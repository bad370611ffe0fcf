import type {
  DesiredFile,
  DesiredRegistry,
  DesiredUnit,
  OperatorTables,
  Policy,
  PolicyMatch,
  RegistryEntry,
} from "../../src/domain/policies/types.ts";
import { NO_POLICIES } from "../../src/domain/policies/types.ts";
import { deepFreeze } from "./case-freeze.ts";

/** Every OSC. */
export const MATCH_ALL: PolicyMatch = {
  purposes: undefined,
  namespaces: undefined,
  projects: undefined,
  seeds: undefined,
  providerTypes: undefined,
  regions: undefined,
  osTypes: undefined,
  osVersions: undefined,
  pools: undefined,
  kubernetes: undefined,
  updateStrategies: undefined,
  shootLabels: undefined,
};

/** A policy named `corp` that wants nothing of any OSC, and what a test is about; frozen, as they are when loaded. */
export function policy(members: Partial<Policy> = {}): Policy {
  return deepFreeze({
    name: "corp",
    priority: 0,
    mode: "enforce",
    match: MATCH_ALL,
    conflict: "keep",
    bootstrap: false,
    registries: [],
    plugins: [],
    sandboxImage: undefined,
    files: [],
    units: [],
    cgroupDriver: undefined,
    ...members,
  });
}

/** A registry that a policy wants. */
export function desiredRegistry(entry: RegistryEntry): DesiredRegistry {
  return { upstream: entry.upstream, entry };
}

/** A mirror of an upstream, at a host of its own. */
export function mirrorOf(upstream: string, host: string, members: Partial<RegistryEntry> = {}): DesiredRegistry {
  return desiredRegistry({ upstream, hosts: [{ url: `https://${host}` }], ...members });
}

/** A file that a policy wants, with its text as it is. */
export function desiredFile(path: string, data: string, members: Partial<DesiredFile> = {}): DesiredFile {
  return {
    path,
    entry: { path, permissions: 420, content: { inline: { encoding: "", data } } },
    isContainerdDropIn: false,
    ...members,
  };
}

/** A drop-in for containerd's configuration that a policy wants. */
export function desiredDropIn(path: string, data: string): DesiredFile {
  return desiredFile(path, data, { isContainerdDropIn: true });
}

/** A unit that a policy wants; the entry is made of the members. */
export function desiredUnit(
  name: string,
  members: {
    readonly command?: string;
    readonly enable?: boolean;
    readonly content?: string;
    readonly dropIns?: DesiredUnit["dropIns"];
    readonly filePaths?: readonly string[];
  },
): DesiredUnit {
  return {
    name,
    entry: { name, ...members },
    dropIns: members.dropIns ?? [],
    filePaths: members.filePaths ?? [],
  };
}

/** The operator's table of containerd versions, by OS type, for all versions of the operating systems. */
export function containerdTable(versions: Readonly<Record<string, string>>): OperatorTables {
  return {
    ...NO_POLICIES.tables,
    containerdVersions: Object.entries(versions).map(([osType, containerd]) => ({
      osType,
      osVersions: undefined,
      containerd,
    })),
  };
}

/** Path of the certificate of the mirrors of P1. */
export const CORP_CA = "/etc/containerd/certs.d-ca/corp.pem";

/** P1 of the OperatingSystemConfig contract, section 8: mirrors for three registries, and their certificate. */
export const CORPORATE_MIRRORS: Policy = policy({
  registries: [
    corporateMirror("docker.io", "https://registry-1.docker.io", "dockerhub", ["pull", "resolve"]),
    corporateMirror("ghcr.io", "https://ghcr.io", "ghcr", ["pull"]),
    corporateMirror("quay.io", "https://quay.io", "quay", ["pull"]),
  ],
  files: [
    {
      path: CORP_CA,
      entry: { path: CORP_CA, permissions: 420, content: { inline: { encoding: "b64", data: "Y29ycG9yYXRl" } } },
      isContainerdDropIn: false,
    },
  ],
});

function corporateMirror(
  upstream: string,
  server: string,
  folder: string,
  capabilities: readonly string[],
): DesiredRegistry {
  const url = `https://mirror.corp.example/v2/${folder}`;
  return desiredRegistry({ upstream, server, hosts: [{ url, capabilities, overridePath: true, caCerts: [CORP_CA] }] });
}
