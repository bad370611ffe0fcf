import { describe, expect, it } from "vitest";
import type { MachineImageVersion } from "../../../src/domain/profiles/types.ts";
import { imageVersion } from "../../support/profiles.ts";
import { D1, findingsOf, image, linesOf, profile } from "./reviewed.ts";

const AT = "spec.machineImages[0]";

describe("machine images", () => {
  it.each<[string, Parameters<typeof profile>[1], readonly string[]]>([
    ["a sound one", {}, []],
    [
      "another image with the same version",
      { spec: { machineImages: [image("a", [imageVersion({})]), image("b", [imageVersion({})])] } },
      [],
    ],
    [
      "none",
      { spec: { machineImages: [] } },
      ["CAP-CP-40 Required spec.machineImages", "CAP-CP-33 Invalid spec.machineTypes[0] (warning)"],
    ],
    ["no name", { spec: { machineImages: [image("", [imageVersion({})])] } }, [`CAP-CP-41 Required ${AT}.name`]],
    [
      "a name out of grammar",
      { spec: { machineImages: [image("a/b", [imageVersion({})])] } },
      [`CAP-CP-41 Invalid ${AT}.name "a/b"`],
    ],
    [
      "a repeated name with other versions",
      { spec: { machineImages: [image("os", [imageVersion({})]), image("os", [imageVersion({ version: "2" })])] } },
      ['CAP-CP-41 Duplicate spec.machineImages[1] "os"'],
    ],
    [
      "a repeated name with the same version",
      { spec: { machineImages: [image("os", [imageVersion({})]), image("os", [imageVersion({})])] } },
      [
        'CAP-CP-41 Duplicate spec.machineImages[1] "os"',
        'CAP-CP-44 Duplicate spec.machineImages[1].versions[0] "os-1.0.0"',
      ],
    ],
    [
      "names and versions that read the same when joined",
      {
        spec: {
          machineImages: [
            image("a-1", [imageVersion({ version: "1" })]),
            image("a", [imageVersion({ version: "1-1" })]),
          ],
        },
      },
      ['CAP-CP-44 Duplicate spec.machineImages[1].versions[0] "a-1-1"'],
    ],
    [
      "no versions",
      { spec: { machineImages: [image("os", [])] } },
      [`CAP-CP-42 Required ${AT}.versions`, "CAP-CP-33 Invalid spec.machineTypes[0] (warning)"],
    ],
    [
      "no update strategy",
      { spec: { machineImages: [{ ...image("os", [imageVersion({})]), updateStrategy: undefined }] } },
      [`CAP-CP-43 Required ${AT}.updateStrategy`],
    ],
    [
      "an empty update strategy",
      { spec: { machineImages: [{ ...image("os", [imageVersion({})]), updateStrategy: "" }] } },
      [`CAP-CP-43 NotSupported ${AT}.updateStrategy ""`],
    ],
    [
      "an unknown update strategy",
      { spec: { machineImages: [{ ...image("os", [imageVersion({})]), updateStrategy: "Major" }] } },
      [`CAP-CP-43 NotSupported ${AT}.updateStrategy "Major"`],
    ],
    ["lenient versions", { versions: [{ version: "20.04" }, { version: "v1" }, { version: "1-pre" }] }, []],
    [
      "a repeated version",
      { versions: [{}, { version: "1.0.1" }, {}] },
      [`CAP-CP-44 Duplicate ${AT}.versions[2] "os-1.0.0"`],
    ],
    [
      "an empty version",
      { version: { version: "" } },
      [
        "CAP-CP-44 Invalid spec.machineImages",
        `CAP-CP-44 Invalid ${AT}.versions[0].version ""`,
        `CAP-CP-44 Required ${AT}.versions[0].version`,
      ],
    ],
    [
      "unreadable versions",
      { versions: [{ version: "stable" }, { version: "1.2.3-01" }] },
      [
        "CAP-CP-44 Invalid spec.machineImages",
        `CAP-CP-44 Invalid ${AT}.versions[0].version "stable"`,
        `CAP-CP-44 Invalid ${AT}.versions[1].version "1.2.3-01"`,
      ],
    ],
  ])("%s", (_, parts, expected) => {
    expect(linesOf(profile(D1, parts))).toEqual(expected);
  });
});

describe("CRI and texts about other versions", () => {
  const criAt = `${AT}.versions[0].cri`;
  function cri(name: string, ...types: readonly string[]) {
    return { name, containerRuntimes: types.map((type) => ({ type })) };
  }

  it.each<[string, Partial<MachineImageVersion>, readonly string[]]>([
    ["runtimes", { cri: [cri("containerd", "gvisor", "kata-containers")] }, []],
    ["no CRI", { cri: [] }, [`CAP-CP-68 Required ${criAt}`]],
    [
      "a repeated CRI",
      { cri: [cri("containerd"), cri("containerd")] },
      [`CAP-CP-68 Duplicate ${criAt}[1] "containerd"`],
    ],
    ["an unknown CRI", { cri: [cri("docker")] }, [`CAP-CP-68 NotSupported ${criAt}[0].name "docker"`]],
    [
      "an unknown CRI twice",
      { cri: [cri(""), cri("")] },
      [
        `CAP-CP-68 NotSupported ${criAt}[0].name ""`,
        `CAP-CP-68 Duplicate ${criAt}[1] ""`,
        `CAP-CP-68 NotSupported ${criAt}[1].name ""`,
      ],
    ],
    [
      "runtimes out of grammar and repeated",
      { cri: [cri("containerd", "a/b", "", "gvisor", "gvisor")] },
      [
        `CAP-CP-69 Invalid ${criAt}[0].containerRuntimes[0].type "a/b"`,
        `CAP-CP-69 Invalid ${criAt}[0].containerRuntimes[1].type ""`,
        `CAP-CP-69 Duplicate ${criAt}[0].containerRuntimes[3].type "gvisor"`,
      ],
    ],
    ["a kubelet constraint", { kubeletVersionConstraint: ">= 1.26, < 1.30" }, []],
    [
      "an unreadable kubelet constraint",
      { kubeletVersionConstraint: ">>1" },
      [`CAP-CP-70 Invalid ${AT}.versions[0].kubeletVersionConstraint ">>1"`],
    ],
    [
      "an empty kubelet constraint",
      { kubeletVersionConstraint: "" },
      [`CAP-CP-70 Invalid ${AT}.versions[0].kubeletVersionConstraint ""`],
    ],
    ["a minimum version", { inPlaceUpdates: { supported: true, minVersionForUpdate: "1.2" } }, []],
    ["in-place updates without minimum", { inPlaceUpdates: { supported: true, minVersionForUpdate: undefined } }, []],
    [
      "an unreadable minimum version",
      { inPlaceUpdates: { supported: false, minVersionForUpdate: "1.2.x" } },
      [`CAP-CP-71 Invalid ${AT}.versions[0].minVersionForInPlaceUpdate "1.2.x"`],
    ],
  ])("%s", (_, version, expected) => {
    expect(linesOf(profile(D1, { version }))).toEqual(expected);
  });
});

describe("size", () => {
  it("is warned about from 80 % of etcd's limit on", () => {
    expect(linesOf(profile(D1), { specBytes: 1_258_291 })).toEqual([]);
    expect(linesOf(profile(D1), { specBytes: 1_258_292 })).toEqual(["CAP-CP-59 Invalid spec (warning)"]);
    expect(findingsOf(profile(D1), { specBytes: 1_400_000 })[0]?.error.detail).toContain("uses 89 %");
  });
});
