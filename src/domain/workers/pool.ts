import { DEFAULT_ARCHITECTURE } from "../capabilities/types.ts";
import { at, type FieldPath } from "../field/path.ts";
import { jsonEqual } from "../json/equal.ts";
import type { PolicySet } from "../policies/types.ts";
import {
  type CompiledImageVersion,
  type CompiledMachineType,
  type CompiledProfile,
  findImageVersion,
} from "../profiles/compile.ts";
import type { Machine, ShootMachineImage, ShootSpec, Worker } from "./types.ts";

/** What a shoot's pools are judged against. */
export interface ShootReview {
  readonly spec: ShootSpec;
  /** The stored spec; undefined on CREATE. */
  readonly old: ShootSpec | undefined;
  /** Whether the shoot refers to the profile it referred to before. */
  readonly isProfileUnchanged: boolean;
  /** Gardener's feature gate InPlaceNodeUpdates. */
  readonly allowsInPlaceUpdates: boolean;
  /** What operators know of operating systems, and what they put on nodes. */
  readonly policies: PolicySet;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A worker pool under review, with what the profile says about it. */
export interface Pool {
  readonly review: ShootReview;
  readonly profile: CompiledProfile;
  /** `spec.provider.workers[i]`. */
  readonly path: FieldPath;
  readonly worker: Worker;
  /** The stored pool of the same name; undefined for a new or renamed one. */
  readonly old: Worker | undefined;
  /** As set, else that of the machine type, else amd64. */
  readonly architecture: string;
  /** Undefined where the profile does not have it. */
  readonly machineType: CompiledMachineType | undefined;
  /** Undefined where the profile does not have it. */
  readonly imageVersion: CompiledImageVersion | undefined;
  /** Machine type and architecture are those of the stored pool. */
  readonly isMachineUnchanged: boolean;
  /** Image, with its providerConfig, and architecture are those of the stored pool. */
  readonly isImageUnchanged: boolean;
}

/** Puts a pool beside its profile. Source: capabilities contract, sections 2.5 and 5.3. */
export function poolUnderReview(parts: Pick<Pool, "review" | "profile" | "path" | "worker" | "old">): Pool {
  const { profile, worker, old } = parts;
  const { machine } = worker;
  const architecture = poolArchitecture(profile, machine);
  const hasSameArchitecture = old !== undefined && poolArchitecture(profile, old.machine) === architecture;
  return {
    review: parts.review,
    profile,
    path: parts.path,
    worker,
    old,
    architecture,
    machineType: profile.machineTypes.get(machine.type),
    imageVersion: machine.image && findImageVersion(profile, machine.image.name, machine.image.version ?? ""),
    isMachineUnchanged: hasSameArchitecture && old.machine.type === machine.type,
    isImageUnchanged: hasSameArchitecture && imagesEqual(old.machine.image, machine.image),
  };
}

/** `spec.provider.workers[index]`. */
export function poolPath(index: number): FieldPath {
  return at(["spec", "provider", "workers"], index);
}

/** The architecture of a pool. Source: capabilities contract, section 2.5. */
function poolArchitecture(profile: CompiledProfile, machine: Machine): string {
  return machine.architecture ?? (profile.machineTypes.get(machine.type)?.architecture || DEFAULT_ARCHITECTURE);
}

/** Whether two pools ask for the same image. Source: Gardener compares the whole struct, providerConfig included. */
export function imagesEqual(a: ShootMachineImage | undefined, b: ShootMachineImage | undefined): boolean {
  return a === undefined || b === undefined
    ? a === b
    : a.name === b.name && a.version === b.version && jsonEqual(a.providerConfig, b.providerConfig);
}

/** The kubelet version of a pool: its own, else that of the shoot. */
export function kubeletVersion({ worker, review }: Pool): string {
  return worker.kubernetesVersion ?? review.spec.kubernetesVersion;
}

/**
 * Whether a pool keeps CRI, machine image and Kubernetes version, its own or the shoot's, so that what its nodes can do is
 * not asked again.
 * Source: OperatingSystemConfig contract, section 5.3.
 */
export function isSetupUnchanged({ worker, old, review }: Pick<Pool, "worker" | "old" | "review">): boolean {
  return (
    old !== undefined &&
    review.old !== undefined &&
    (old.kubernetesVersion ?? review.old.kubernetesVersion) ===
      (worker.kubernetesVersion ?? review.spec.kubernetesVersion) &&
    imagesEqual(old.machine.image, worker.machine.image) &&
    jsonEqual(old.cri, worker.cri)
  );
}

/** How messages name a pool. */
export function poolText({ worker }: Pick<Pool, "worker">): string {
  return `worker pool ${JSON.stringify(worker.name)}`;
}

/** How messages name an image version: `suse-chost:15.6.1`. */
export function imageText({ image, version }: { readonly image: string; readonly version: string }): string {
  return `${image}:${version}`;
}
