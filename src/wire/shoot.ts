import { z } from "zod";
import { required } from "../domain/field/error.ts";
import { type Parsed, parsed, unparsed } from "../domain/parsed.ts";
import type { Cri } from "../domain/profiles/types.ts";
import type { Machine, ShootExtension, ShootSpec, Worker } from "../domain/workers/types.ts";
import type { RawObject } from "./admission-review.ts";
import { parseWith } from "./issues.ts";
import { type Members, PlainReader } from "./plain-reader.ts";

/** What gardengate reads of a Shoot. */
export interface ShootView {
  readonly spec: ShootSpec;
}

/*
 * Shoots are what is reviewed most, so this view is read twice over: plainly, member by member, and by the schema only
 * where something is not of the expected type, for the errors. A law test holds the two against each other. Null and
 * absent are the same, as in Go.
 * Source: github.com/gardener/gardener/pkg/apis/core/v1beta1/types_shoot.go; capabilities contract, section 1.2.
 */

const text = z.string().nullish();

const WireWorker = z.object({
  name: text,
  machine: z
    .object({
      type: text,
      image: z.object({ name: text, version: text }).nullish(),
      architecture: text,
    })
    .nullish(),
  cri: z.object({ name: text, containerRuntimes: z.array(z.object({ type: text }).nullable()).nullish() }).nullish(),
  kubernetes: z.object({ version: text }).nullish(),
  zones: z.array(z.string().nullable()).nullish(),
  updateStrategy: text,
  volume: z.object({ type: text }).nullish(),
});

const WireExtension = z.object({ type: text, disabled: z.boolean().nullish() });

/** What the plain reader expects, as a schema. */
export const WireShoot = z.object({
  spec: z.object({
    cloudProfile: z.object({ kind: text, name: text }).nullish(),
    cloudProfileName: text,
    kubernetes: z.object({ version: text }).nullish(),
    region: text,
    provider: z.object({ type: text, workers: z.array(WireWorker.nullable()).nullish() }).nullish(),
    extensions: z.array(WireExtension.nullable()).nullish(),
  }),
});

/**
 * Reads a Shoot; fields that are not looked at may be anything. Errors: TypeInvalid for wrong JSON types, Required for
 * a missing `spec`.
 */
export function shootView(object: RawObject): Parsed<ShootView> {
  const reader = new PlainReader();
  const spec = reader.object(object["spec"]);
  const view = spec === undefined ? undefined : { spec: shootSpec(reader, spec) };
  if (view !== undefined && !reader.isOdd) {
    return parsed(view);
  }
  const result = parseWith(WireShoot, object);
  return result.ok ? unparsed([required(["spec"], "must be an object")]) : result;
}

function shootSpec(reader: PlainReader, spec: Members): ShootSpec {
  const profile = reader.object(spec["cloudProfile"]);
  const provider = reader.object(spec["provider"]);
  return {
    cloudProfile: profile && { kind: reader.text(profile["kind"]) ?? "", name: reader.text(profile["name"]) ?? "" },
    cloudProfileName: reader.text(spec["cloudProfileName"]),
    kubernetesVersion: reader.text(reader.object(spec["kubernetes"])?.["version"]) ?? "",
    region: reader.text(spec["region"]) ?? "",
    providerType: reader.text(provider?.["type"]) ?? "",
    workers: reader.list(provider?.["workers"], (worker) => shootWorker(reader, reader.object(worker) ?? {})),
    extensions: reader.list(spec["extensions"], (one) => extension(reader, reader.object(one) ?? {})),
  };
}

function extension(reader: PlainReader, members: Members): ShootExtension {
  return { type: reader.text(members["type"]) ?? "", disabled: reader.flag(members["disabled"]) };
}

function shootWorker(reader: PlainReader, worker: Members): Worker {
  const asked = reader.object(worker["cri"]);
  return {
    name: reader.text(worker["name"]) ?? "",
    machine: machine(reader, reader.object(worker["machine"]) ?? {}),
    cri: asked && cri(reader, asked),
    kubernetesVersion: reader.text(reader.object(worker["kubernetes"])?.["version"]),
    zones: reader.list(worker["zones"], (zone) => reader.text(zone) ?? ""),
    updateStrategy: reader.text(worker["updateStrategy"]),
    volumeType: reader.text(reader.object(worker["volume"])?.["type"]),
  };
}

function machine(reader: PlainReader, members: Members): Machine {
  const image = reader.object(members["image"]);
  return {
    type: reader.text(members["type"]) ?? "",
    image: image && {
      name: reader.text(image["name"]) ?? "",
      version: reader.text(image["version"]),
      providerConfig: image["providerConfig"] ?? undefined,
    },
    architecture: reader.text(members["architecture"]),
  };
}

function cri(reader: PlainReader, members: Members): Cri {
  return {
    name: reader.text(members["name"]) ?? "",
    containerRuntimes: reader.list(members["containerRuntimes"], (runtime) => ({
      type: reader.text(reader.object(runtime)?.["type"]) ?? "",
    })),
  };
}
