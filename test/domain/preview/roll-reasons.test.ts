import { describe, expect, it } from "vitest";
import { rollReasons, UNREAD_ROLL_FIELDS } from "../../../src/domain/preview/roll-reasons.ts";
import type { ShootSpec, Worker } from "../../../src/domain/workers/types.ts";

const WORKER: Worker = {
  name: "blue",
  machine: {
    type: "g2.large",
    image: { name: "gardenlinux", version: "1592.1.0", providerConfig: undefined },
    architecture: "amd64",
  },
  cri: { name: "containerd", containerRuntimes: [] },
  kubernetesVersion: undefined,
  zones: ["a"],
  updateStrategy: undefined,
  volumeType: "fast",
};
const SHOOT: Pick<ShootSpec, "kubernetesVersion"> = { kubernetesVersion: "1.33.4" };

const machine = (members: Partial<Worker["machine"]>): Partial<Worker> => ({
  machine: { ...WORKER.machine, ...members },
});

describe("what of a Shoot replaces machines", () => {
  it.each<{ what: string; worker?: Partial<Worker>; shoot?: string; reasons: string[] }>([
    { what: "nothing", reasons: [] },
    { what: "a patch of Kubernetes", shoot: "1.33.9", reasons: [] },
    { what: "a minor of Kubernetes", shoot: "1.34.0", reasons: ["Kubernetes minor version (1.33 to 1.34)"] },
    {
      what: "the pool's own Kubernetes",
      worker: { kubernetesVersion: "1.32.8" },
      reasons: ["Kubernetes minor version (1.33 to 1.32)"],
    },
    {
      what: "the pool's own Kubernetes, which stays",
      worker: { kubernetesVersion: "1.33.1" },
      shoot: "1.34.0",
      reasons: [],
    },
    { what: "the machine type", worker: machine({ type: "g2.huge" }), reasons: ["machine.type (g2.large to g2.huge)"] },
    {
      what: "the image version",
      worker: machine({ image: { name: "gardenlinux", version: "1592.2.0", providerConfig: undefined } }),
      reasons: ["machine.image (gardenlinux 1592.1.0 to gardenlinux 1592.2.0)"],
    },
    {
      what: "the image's own configuration does not",
      worker: machine({ image: { name: "gardenlinux", version: "1592.1.0", providerConfig: { a: 1 } } }),
      reasons: [],
    },
    {
      what: "no image",
      worker: machine({ image: undefined }),
      reasons: ["machine.image (gardenlinux 1592.1.0 to unset)"],
    },
    { what: "the type of the volume", worker: { volumeType: undefined }, reasons: ["volume.type (fast to unset)"] },
    { what: "a CRI that is defaulted does not", worker: { cri: undefined }, reasons: [] },
    {
      what: "container runtimes, zones and architecture do not",
      worker: {
        ...machine({ architecture: "arm64" }),
        cri: { name: "containerd", containerRuntimes: [{ type: "gvisor" }] },
        zones: ["a", "b"],
      },
      reasons: [],
    },
    {
      what: "several at once, in the order of the hash",
      worker: { ...machine({ type: "m" }), cri: { name: "crio", containerRuntimes: [] } },
      shoot: "1.34.0",
      reasons: [
        "Kubernetes minor version (1.33 to 1.34)",
        "machine.type (g2.large to m)",
        "cri.name (containerd to crio)",
      ],
    },
  ])("$what", ({ worker = {}, shoot = SHOOT.kubernetesVersion, reasons }) => {
    expect(rollReasons(WORKER, { ...WORKER, ...worker }, SHOOT, { kubernetesVersion: shoot })).toEqual({
      reasons,
      notRead: UNREAD_ROLL_FIELDS,
    });
  });

  it.each(["AutoInPlaceUpdate", "ManualInPlaceUpdate"])("is nothing with %s", (updateStrategy) => {
    const worker = { ...WORKER, ...machine({ type: "m" }), updateStrategy };

    expect(rollReasons({ ...WORKER, updateStrategy }, worker, SHOOT, SHOOT)).toEqual({ reasons: [], notRead: [] });
  });
});
