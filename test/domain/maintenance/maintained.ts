import type { CapabilityDefinition } from "../../../src/domain/capabilities/types.ts";
import { maintainedPools } from "../../../src/domain/maintenance/maintained-pool.ts";
import { compileProfile } from "../../../src/domain/profiles/compile.ts";
import type { MachineImageVersion, MachineType } from "../../../src/domain/profiles/types.ts";
import type { Pool } from "../../../src/domain/workers/pool.ts";
import type { Worker } from "../../../src/domain/workers/types.ts";
import { NOW, shootSpec, worker } from "../../support/case-pools.ts";
import { cloudProfileSpec, imageVersion, machineType } from "../../support/profiles.ts";

/** A version of the only image, built for amd64. */
export function version(text: string, parts: Partial<MachineImageVersion> = {}): MachineImageVersion {
  return imageVersion({ version: text, architectures: ["amd64"], ...parts });
}

/** Ways a version can be. */
export const PREVIEW = { classification: "preview" };
export const DEPRECATED = { classification: "deprecated" };
export const EXPIRED = { expirationDate: NOW - 1 };
export const EXPIRES_NOW = { expirationDate: NOW };
export const UNAVAILABLE = { lifecycle: [{ classification: "supported", startTime: NOW }] };
export const IN_PLACE = { inPlaceUpdates: { supported: true, minVersionForUpdate: "2.0.0" } };

interface Setting {
  readonly definitions?: readonly CapabilityDefinition[];
  /** Of the only machine type, `m`. */
  readonly type?: Partial<MachineType>;
  readonly strategy?: string;
  readonly versions: readonly MachineImageVersion[];
  readonly worker?: Parameters<typeof worker>[0];
}

/** A pool of machine type m with image os:2.1.0, in its maintenance. */
export function maintained({ definitions = [], type = {}, strategy = "major", versions, ...parts }: Setting): Pool {
  const profile = compileProfile(
    cloudProfileSpec({
      machineCapabilities: definitions,
      machineTypes: [machineType({ architecture: "amd64", ...type })],
      machineImages: [{ name: "os", updateStrategy: strategy, versions }],
    }),
  );
  const asked: Worker = worker({ image: "os:2.1.0", ...parts.worker });
  const [pool] = maintainedPools({ spec: shootSpec([asked]), profile, autoUpdates: true, now: NOW });
  if (pool === undefined) {
    throw new Error("a shoot with one pool has one");
  }
  return pool;
}
