import { configChanges } from "../containerd/config-changes.ts";
import { nodeConfig } from "../containerd/config-toml.ts";
import { defaultConfig } from "../containerd/default-configs.ts";
import type { NodePool } from "../osc/node-pool.ts";
import type { CriConfig } from "../osc/types.ts";
import { knownContainerdVersions } from "../policies/containerd-versions.ts";
import type { OperatorTables } from "../policies/types.ts";

/** What becomes of `config.toml` on nodes with one version of containerd. */
export interface ConfigPreview {
  /** Version of containerd, such as `1.7`. */
  readonly containerd: string;
  /** Whether the operator's tables tell that nodes have it; else it stands for its generation. */
  readonly isKnown: boolean;
  /** Settings that change, one a line, by name. */
  readonly changes: readonly string[];
  /** Why gardener-node-agent fails, and with it the whole OSC on the node; undefined where it does not. */
  readonly error: string | undefined;
}

/** One version for each generation of the configuration, where nobody knows which one nodes have. */
const STAND_INS: readonly string[] = ["1.7", "2.1"];

/**
 * What an OSC changes in the `config.toml` of nodes: of those that run, whose file was made from containerd's defaults and
 * patched by the former state of the OSC, or of new ones. For the versions of containerd that the operator's tables name
 * for the operating system of the pool, else for one of each generation.
 * Source: OperatingSystemConfig contract, sections 3.6 and 3.7.
 */
export function configPreviews(
  old: CriConfig | undefined,
  next: CriConfig | undefined,
  pool: NodePool,
  tables: OperatorTables,
): readonly ConfigPreview[] {
  const known = knownContainerdVersions(tables, pool);
  return (known.length === 0 ? STAND_INS : known).map((containerd) => ({
    containerd,
    isKnown: known.length > 0,
    ...configPreview(old, next, containerd),
  }));
}

function configPreview(
  old: CriConfig | undefined,
  next: CriConfig | undefined,
  containerdVersion: string,
): Pick<ConfigPreview, "changes" | "error"> {
  const fresh = defaultConfig(containerdVersion);
  const former = nodeConfig({ base: fresh, criConfig: old, containerdVersion });
  const base = former.ok ? former.table : fresh;
  const result = nodeConfig({ base, criConfig: next, containerdVersion });
  return result.ok
    ? { changes: configChanges(base, result.table), error: undefined }
    : { changes: [], error: result.error };
}
