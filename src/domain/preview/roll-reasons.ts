import { DEFAULT_CRI } from "../profiles/decoding-defaults.ts";
import { isInPlace, type ShootSpec, type Worker } from "../workers/types.ts";
import { minorText } from "./minor-text.ts";

/** What of a Shoot makes machine-controller-manager replace the machines of a pool. */
export interface RollReasons {
  /** Each the name of a field and both values; empty where no field that is read differs. */
  readonly reasons: readonly string[];
  /** Fields that replace machines too, and that a Shoot's view does not have. */
  readonly notRead: readonly string[];
}

/** The fields of the pool hash that are not read of Shoots. Source: OperatingSystemConfig contract, section 7.4. */
export const UNREAD_ROLL_FIELDS: readonly string[] = [
  "volume.size",
  "rotation of CAs or the service account key",
  "NodeLocalDNS (with IPVS, or before Kubernetes 1.34)",
  "kubelet kubeReserved, evictionHard and cpuManagerPolicy",
];

/** All fields of the pool hash. */
export const ROLL_FIELDS: readonly string[] = [
  "Kubernetes minor version",
  "machine.type",
  "machine.image",
  "volume.type",
  "cri.name",
  ...UNREAD_ROLL_FIELDS,
];

/**
 * Which fields of a worker pool change its hash, and with it the name of its OSC and its machines. Pools that are updated
 * in place have no hash.
 * Source: OperatingSystemConfig contract, section 7.4, inputs 1 to 5; gardener
 * pkg/component/extensions/operatingsystemconfig/operatingsystemconfig.go.
 */
export function rollReasons(
  oldWorker: Worker,
  newWorker: Worker,
  oldShoot: Pick<ShootSpec, "kubernetesVersion">,
  newShoot: Pick<ShootSpec, "kubernetesVersion">,
): RollReasons {
  if (isInPlace(newWorker.updateStrategy)) {
    return { reasons: [], notRead: [] };
  }
  const before = hashInputs(oldWorker, oldShoot);
  const reasons = hashInputs(newWorker, newShoot).flatMap(({ field, value }, index) => {
    const was = before[index]?.value ?? "";
    return was === value ? [] : [`${field} (${was || "unset"} to ${value || "unset"})`];
  });
  return { reasons, notRead: UNREAD_ROLL_FIELDS };
}

interface HashInput {
  readonly field: string;
  /** Empty where unset. */
  readonly value: string;
}

function hashInputs(worker: Worker, shoot: Pick<ShootSpec, "kubernetesVersion">): readonly HashInput[] {
  const { machine, volumeType, cri } = worker;
  return [
    { field: "Kubernetes minor version", value: minorText(worker.kubernetesVersion ?? shoot.kubernetesVersion) },
    { field: "machine.type", value: machine.type },
    {
      field: "machine.image",
      value: machine.image === undefined ? "" : `${machine.image.name} ${machine.image.version ?? ""}`.trim(),
    },
    { field: "volume.type", value: volumeType ?? "" },
    { field: "cri.name", value: cri?.name ?? DEFAULT_CRI.name },
  ];
}
