import { z } from "zod";
import { type Parsed, parsed } from "../domain/parsed.ts";
import type { Cri } from "../domain/profiles/types.ts";
import type { Machine, ShootSpec, Worker } from "../domain/workers/types.ts";
import type { RawObject } from "./admission-review.ts";
import { parseWith } from "./issues.ts";

/** What gardengate reads of a Shoot. */
export interface ShootView {
  readonly spec: ShootSpec;
}

/*
 * Shoots are what is reviewed most, so this view is read in two plain steps: the schema checks shapes and copies the
 * members it knows, and one function per object fills in what is absent. Null and absent are the same, as in Go.
 * Source: github.com/gardener/gardener/pkg/apis/core/v1beta1/types_shoot.go; capabilities contract, section 1.2.
 */

const text = z.string().nullish();

const WireWorker = z.object({
  name: text,
  machine: z
    .object({
      type: text,
      image: z.object({ name: text, version: text, providerConfig: z.unknown().optional() }).nullish(),
      architecture: text,
    })
    .nullish(),
  cri: z.object({ name: text, containerRuntimes: z.array(z.object({ type: text }).nullable()).nullish() }).nullish(),
  kubernetes: z.object({ version: text }).nullish(),
  zones: z.array(z.string().nullable()).nullish(),
  updateStrategy: text,
  volume: z.object({ type: text }).nullish(),
});
type WireWorker = z.infer<typeof WireWorker>;

const WireShoot = z.object({
  spec: z.object({
    cloudProfile: z.object({ kind: text, name: text }).nullish(),
    cloudProfileName: text,
    kubernetes: z.object({ version: text }).nullish(),
    region: text,
    provider: z.object({ type: text, workers: z.array(WireWorker.nullable()).nullish() }).nullish(),
  }),
});

/**
 * Reads a Shoot; fields that are not looked at may be anything. Errors: TypeInvalid for wrong JSON types, Required for
 * a missing `spec`.
 */
export function shootView(object: RawObject): Parsed<ShootView> {
  const result = parseWith(WireShoot, object);
  return result.ok ? parsed({ spec: shootSpec(result.value.spec) }) : result;
}

function shootSpec(spec: z.infer<typeof WireShoot>["spec"]): ShootSpec {
  const { cloudProfile, provider } = spec;
  return {
    cloudProfile: cloudProfile ? { kind: cloudProfile.kind ?? "", name: cloudProfile.name ?? "" } : undefined,
    cloudProfileName: spec.cloudProfileName ?? undefined,
    kubernetesVersion: spec.kubernetes?.version ?? "",
    region: spec.region ?? "",
    providerType: provider?.type ?? "",
    workers: provider?.workers?.map((worker) => shootWorker(worker ?? {})) ?? [],
  };
}

function shootWorker(worker: WireWorker): Worker {
  return {
    name: worker.name ?? "",
    machine: machine(worker.machine),
    cri: worker.cri ? cri(worker.cri) : undefined,
    kubernetesVersion: worker.kubernetes?.version ?? undefined,
    zones: worker.zones?.map((zone) => zone ?? "") ?? [],
    updateStrategy: worker.updateStrategy ?? undefined,
    volumeType: worker.volume?.type ?? undefined,
  };
}

function machine(wire: WireWorker["machine"]): Machine {
  const image = wire?.image;
  return {
    type: wire?.type ?? "",
    image: image
      ? {
          name: image.name ?? "",
          version: image.version ?? undefined,
          providerConfig: image.providerConfig ?? undefined,
        }
      : undefined,
    architecture: wire?.architecture ?? undefined,
  };
}

function cri(wire: NonNullable<WireWorker["cri"]>): Cri {
  return {
    name: wire.name ?? "",
    containerRuntimes: wire.containerRuntimes?.map((runtime) => ({ type: runtime?.type ?? "" })) ?? [],
  };
}
