import { describe, expect, it } from "vitest";
import type { Cri } from "../../../src/domain/profiles/types.ts";
import { architectureFindings, poolShapeFindings } from "../../../src/domain/workers/shape-rules.ts";
import type { ShootMachineImage } from "../../../src/domain/workers/types.ts";
import { texts, worker } from "../../support/case-pools.ts";

const PATH = ["spec", "provider", "workers", 0];

describe("poolShapeFindings", () => {
  const machine = (type: string, image: ShootMachineImage | undefined) => ({ type, image, architecture: undefined });
  const image = (name: string, version: string | undefined) => ({ name, version, providerConfig: undefined });

  it.each<[string, ReturnType<typeof machine>, readonly string[]]>([
    ["nothing wrong", machine("m", image("os", "1.0.0")), []],
    [
      "no type",
      machine("", image("os", "1.0.0")),
      ["machine.type: Required value: name a machine type of the profile [CAP-SH-11]"],
    ],
    [
      "no image",
      machine("m", undefined),
      ["machine.image: Required value: name a machine image and version [CAP-SH-14]"],
    ],
    [
      "no version",
      machine("m", image("os", undefined)),
      ['machine.image.version: Required value: name a version of machine image "os" [CAP-SH-14]'],
    ],
    [
      "nothing at all",
      machine("", image("", "")),
      [
        "machine.type: Required value: name a machine type of the profile [CAP-SH-11]",
        "machine.image.name: Required value: name a machine image of the profile [CAP-SH-14]",
        'machine.image.version: Required value: name a version of machine image "" [CAP-SH-14]',
      ],
    ],
  ])("of a machine: %s", (_, given, expected) => {
    expect(texts(poolShapeFindings(PATH, worker({ machine: given })))).toEqual(expected);
  });

  const cri = (name: string, ...types: readonly string[]): Cri => ({
    name,
    containerRuntimes: types.map((type) => ({ type })),
  });

  it.each<[string, Cri | undefined, readonly string[]]>([
    ["none", undefined, []],
    ["containerd with runtimes", cri("containerd", "gvisor", "kata"), []],
    ["docker", cri("docker"), ['cri.name: Unsupported value: "docker": supported values: "containerd" [CRI-V-01]']],
    ["no name", cri(""), ['cri.name: Unsupported value: "": supported values: "containerd" [CRI-V-01]']],
    [
      "containerd in another case",
      cri("Containerd"),
      ['cri.name: Unsupported value: "Containerd": supported values: "containerd" [CRI-V-01]'],
    ],
    [
      "a repeated runtime",
      cri("containerd", "kata", "gvisor", "kata"),
      ['cri.containerRuntimes[2].type: Duplicate value: "kata" [CRI-V-02]'],
    ],
    [
      "empty runtimes",
      cri("containerd", "", ""),
      [
        "cri.containerRuntimes[0].type: Required value: name a container runtime, such as gvisor [CRI-V-02]",
        "cri.containerRuntimes[1].type: Required value: name a container runtime, such as gvisor [CRI-V-02]",
      ],
    ],
  ])("of a CRI: %s", (_, given, expected) => {
    expect(texts(poolShapeFindings(PATH, worker({ cri: given })))).toEqual(expected);
  });
});

describe("architectureFindings", () => {
  it.each<[string, readonly string[]]>([
    ["amd64", []],
    ["arm64", []],
    ["", ['machine.architecture: Unsupported value: "": supported values: "amd64", "arm64" [CAP-SH-10]']],
    ["AMD64", ['machine.architecture: Unsupported value: "AMD64": supported values: "amd64", "arm64" [CAP-SH-10]']],
  ])("of %j", (architecture, expected) => {
    expect(texts(architectureFindings(PATH, worker(), architecture))).toEqual(expected);
  });
});
