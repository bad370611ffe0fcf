import type { Cri } from "../profiles/types.ts";

/**
 * The parts of a Shoot that gardengate reads. Absent and null lists are empty, absent and null scalars undefined; an
 * explicit empty string stays one.
 * Source: capabilities contract, section 1.2; github.com/gardener/gardener/pkg/apis/core/v1beta1/types_shoot.go.
 */

/** The machine image that a pool asks for. */
export interface ShootMachineImage {
  readonly name: string;
  readonly version: string | undefined;
  /** Opaque; only compared. */
  readonly providerConfig: unknown;
}

/** Machine type, image and architecture of a pool. */
export interface Machine {
  readonly type: string;
  readonly image: ShootMachineImage | undefined;
  readonly architecture: string | undefined;
}

/** A worker pool. */
export interface Worker {
  readonly name: string;
  readonly machine: Machine;
  readonly cri: Cri | undefined;
  /** Kubernetes version of the pool where it differs from the shoot's. */
  readonly kubernetesVersion: string | undefined;
  readonly zones: readonly string[];
  readonly updateStrategy: string | undefined;
  readonly volumeType: string | undefined;
}

/** `spec.cloudProfile`; an absent kind means CloudProfile. */
export interface ProfileReference {
  readonly kind: string;
  readonly name: string;
}

/** An extension that a shoot asks for, or switches off. */
export interface ShootExtension {
  readonly type: string;
  readonly disabled: boolean | undefined;
}

/** `spec` of a Shoot. */
export interface ShootSpec {
  readonly cloudProfile: ProfileReference | undefined;
  /** Deprecated predecessor of `cloudProfile`. */
  readonly cloudProfileName: string | undefined;
  readonly kubernetesVersion: string;
  readonly region: string;
  readonly providerType: string;
  readonly workers: readonly Worker[];
  readonly extensions: readonly ShootExtension[];
}

/** Update strategies that keep nodes instead of replacing them. */
export function isInPlace(updateStrategy: string | undefined): boolean {
  return updateStrategy === "AutoInPlaceUpdate" || updateStrategy === "ManualInPlaceUpdate";
}
