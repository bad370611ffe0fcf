import { describe, expect, it } from "vitest";
import type { CloudProfileSpec } from "../../../src/domain/profiles/types.ts";
import type { ShootReview } from "../../../src/domain/workers/pool.ts";
import { poolFindings } from "../../../src/domain/workers/pool-rules.ts";
import type { Worker } from "../../../src/domain/workers/types.ts";
import { capabilities, D1, profile, shootReview, texts, worker } from "../../support/case-pools.ts";
import { imageVersion, machineType } from "../../support/profiles.ts";

/** A profile of one architecture: types v1 and v2 and images for v2 alone. */
const SPEC: Partial<CloudProfileSpec> = {
  machineCapabilities: D1,
  machineTypes: [
    machineType({ name: "v1", capabilities: capabilities({ tpm: ["v1"] }) }),
    machineType({ name: "v2", capabilities: capabilities({ tpm: ["v2"] }) }),
    machineType({ name: "unusable", usable: false }),
  ],
  machineImages: [
    {
      name: "os",
      updateStrategy: "minor",
      versions: [
        imageVersion({
          version: "1.0.0",
          capabilityFlavors: [capabilities({ tpm: ["v2"] })],
          kubeletVersionConstraint: "< 1.30",
        }),
        imageVersion({ version: "2.0.0", classification: "expired" }),
      ],
    },
  ],
};

function rules(now: Worker, old?: Worker, parts: Partial<ShootReview> = {}, spec = SPEC): readonly string[] {
  return poolFindings(shootReview(now, old, parts), profile(spec)).map(({ rule }) => rule);
}

const runtime = { name: "containerd", containerRuntimes: [{ type: "gvisor" }] };

describe("the chain of pool rules", () => {
  it.each<[string, Worker, readonly string[]]>([
    ["the type before everything else", worker({ type: "x", image: "os:9.9.9", cri: runtime }), ["CAP-SH-12"]],
    ["whether the type can be had before the image", worker({ type: "unusable", image: "os:9.9.9" }), ["CAP-SH-13"]],
    ["the image before its capabilities", worker({ type: "v1", image: "os:9.9.9" }), ["CAP-SH-15"]],
    ["whether the image can be had before its capabilities", worker({ type: "v1", image: "os:2.0.0" }), ["CAP-SH-16"]],
    ["capabilities before CRI and kubelet (row 64)", worker({ type: "v1", cri: runtime }), ["CAP-SH-17"]],
    ["CRI and kubelet side by side", worker({ type: "v2", cri: runtime }), ["CAP-SH-18", "CAP-SH-19"]],
    [
      "an unknown architecture alone",
      worker({ machine: { type: "x", image: undefined, architecture: "mips" } }),
      ["CAP-SH-14", "CAP-SH-10"],
    ],
    ["an incomplete pool alone", worker({ type: "", cri: { ...runtime, name: "docker" } }), ["CAP-SH-11", "CRI-V-01"]],
  ])("finds %s", (_, now, expected) => {
    expect(rules(now)).toEqual(expected);
  });

  it.each<[string, Worker, Worker, readonly string[]]>([
    [
      "a clash of an unchanged pool",
      worker({ type: "v1", cri: runtime }),
      worker({ type: "v1" }),
      ["CAP-SH-30", "CAP-SH-18", "CAP-SH-19"],
    ],
    [
      "an unchanged type that is gone",
      worker({ type: "x", image: "os:9.9.9" }),
      worker({ type: "x" }),
      ["CAP-SH-31", "CAP-SH-15"],
    ],
    [
      "an unchanged version that is gone",
      worker({ type: "x", image: "os:9.9.9" }),
      worker({ type: "v1", image: "os:9.9.9" }),
      ["CAP-SH-12"],
    ],
    [
      "unchanged type and version that are gone",
      worker({ type: "x", image: "os:9.9.9" }),
      worker({ type: "x", image: "os:9.9.9" }),
      ["CAP-SH-31", "CAP-SH-31"],
    ],
  ])("goes on after the warning of %s", (_, now, old, expected) => {
    expect(rules(now, old)).toEqual(expected);
  });

  it("judges every pool by itself", () => {
    const workers = [
      worker({ name: "a", type: "x" }),
      worker({ name: "b", type: "v2", kubernetesVersion: "1.29.1" }),
      worker({ name: "c", type: "v1" }),
    ];
    const review = { ...shootReview(worker()), spec: { ...shootReview(worker()).spec, workers } };
    const found = poolFindings(review, profile(SPEC)).map(({ rule, error }) => [rule, error.path[3]]);
    expect(found).toEqual([
      ["CAP-SH-12", 0],
      ["CAP-SH-17", 2],
    ]);
  });
});

describe("CAP-SH-12 and CAP-SH-13", () => {
  const zones = [
    { name: "a", unavailableMachineTypes: ["scarce", "gone"] },
    { name: "b", unavailableMachineTypes: ["scarce"] },
  ];
  const spec: Partial<CloudProfileSpec> = {
    machineTypes: [
      ...["good", "scarce", "fine"].map((name) => machineType({ name, architecture: "amd64" })),
      machineType({ name: "arm", architecture: "arm64" }),
      machineType({ name: "off", architecture: "arm64", usable: false }),
    ],
    machineImages: [{ name: "os", updateStrategy: "minor", versions: [imageVersion({ architectures: ["amd64"] })] }],
    regions: [{ name: "eu", zones }],
  };
  const found = (now: Worker, old?: Worker) => texts(poolFindings(shootReview(now, old), profile(spec)));

  it("tell which types are there", () => {
    expect(found(worker({ type: "x", zones: ["a"] }))).toEqual([
      'machine.type: Unsupported value: "x": worker pool "pool": the profile has no such machine type; machine types of architecture amd64 available in its zones: good, fine [CAP-SH-12]',
    ]);
  });

  it("tell all reasons", () => {
    const regions = [
      {
        name: "eu",
        zones: [
          { name: "a", unavailableMachineTypes: ["off"] },
          { name: "b", unavailableMachineTypes: ["off"] },
        ],
      },
    ];
    const all = texts(
      poolFindings(shootReview(worker({ type: "off", zones: ["b", "a"] })), profile({ ...spec, regions })),
    );
    expect(all).toEqual([
      'machine.type: Invalid value: "off": worker pool "pool": machine type is marked unusable in the profile, is not available in zone b, a, has architecture arm64, the pool has amd64; machine types of architecture amd64 available in its zones: good, scarce, fine [CAP-SH-13]',
    ]);
  });

  it("do not ask again of an unchanged pool", () => {
    expect(found(worker({ type: "scarce", zones: ["a"] }), worker({ type: "scarce" }))).toEqual([]);
  });

  it("list eight types and count the others", () => {
    const machineTypes = Array.from({ length: 10 }, (_, index) =>
      machineType({ name: `t${index}`, architecture: "amd64" }),
    );
    const [text] = texts(poolFindings(shootReview(worker({ type: "x" })), profile({ ...spec, machineTypes })));
    expect(text).toContain("available in its zones: t0, t1, t2, t3, t4, t5, t6, t7, 2 more [CAP-SH-12]");
  });
});
