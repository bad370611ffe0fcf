import { describe, expect, it } from "vitest";
import { tellMaintenance } from "../../src/cli/maintain.ts";
import type { FactStore } from "../../src/facts/snapshot.ts";
import { exampleFacts, fileObjects, knownFrom, NOW } from "./known.ts";

const EXAMPLES = await exampleFacts();

/** A profile whose image goes step by step through the strategy patch. */
const STEPS = `
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: { name: steps }
spec:
  type: local
  machineTypes: [{ name: m }, { name: arm, architecture: arm64 }]
  machineImages:
    - name: os
      updateStrategy: patch
      versions:
        - { version: 2.2.0 }
        - { version: 2.1.2, kubeletVersionConstraint: ">= 1.34" }
        - { version: 2.1.1, inPlaceUpdates: { supported: true, minVersionForUpdate: 2.1.0 } }
        - { version: 2.1.0, expirationDate: "2026-10-01T00:00:00Z" }
`;

const CHILD = `
apiVersion: core.gardener.cloud/v1beta1
kind: NamespacedCloudProfile
metadata: { name: own, namespace: garden-dev, generation: 3 }
spec: { parent: { kind: CloudProfile, name: steps } }
`;

interface ShootParts {
  readonly profile?: string;
  readonly spec?: string;
  readonly metadata?: string;
  readonly workers?: string;
}

function shoot({ profile = "{ name: steps }", spec = "", metadata = "", workers = WORKER }: ShootParts = {}): string {
  return `---
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: { name: web, namespace: garden-dev${metadata} }
spec:
  cloudProfile: ${profile}
  kubernetes: { version: 1.33.4 }
  region: eu
  ${spec}
  provider:
    type: local
    workers: [${workers}]
`;
}

function worker(name: string, machine = "type: m, image: { name: os, version: 2.1.0 }", others = ""): string {
  return `{ name: ${name}, machine: { ${machine} }${others} }`;
}

const WORKER = worker("main");

interface Told {
  readonly code: number;
  readonly text: string;
}

function tell(yaml: string, known: FactStore = knownFrom(STEPS), now = NOW): Told {
  return tellMaintenance({ files: fileObjects(yaml), known, now, output: "text" });
}

function lines(told: Told): readonly string[] {
  return told.text.trimEnd().split("\n");
}

const HEAD = "Maintenance of machine images at 2026-09-01T00:00:00Z";

describe("a pool", () => {
  it("is updated on its own accord, and told what was left out", () => {
    expect(tell(shoot())).toEqual({
      code: 0,
      text: `${HEAD}

Shoot garden-dev/web (CloudProfile steps, automatic updates on)
  worker pool main: os:2.1.0 on machine type m (amd64)
    target    2.1.1, the highest version of 2.1
    trigger   automatic: automatic updates of machine images are on
    strategy  patch
    filtered out:
      2.1.2  kubelet  needs a kubelet version >= 1.34, not 1.33.4
    passed over:
      2.1.0  is not newer
`,
    });
  });

  it("stays where automatic updates are off", () => {
    const yaml = shoot({ spec: "maintenance: { autoUpdate: { machineImageVersion: false } }" });
    expect(tell(yaml).text).toBe(`${HEAD}

Shoot garden-dev/web (CloudProfile steps, automatic updates off)
  worker pool main: os:2.1.0 on machine type m (amd64)
    target    none, the pool stays at 2.1.0
    trigger   none: the current version "2.1.0" can stay, and automatic updates of machine images
              are off
    strategy  patch
    filtered out:
      2.1.2  kubelet  needs a kubelet version >= 1.34, not 1.33.4
`);
  });

  it("is updated by force once its version has expired, which another moment shows", () => {
    const yaml = shoot({ spec: "maintenance: { autoUpdate: { machineImageVersion: false } }" });
    expect(lines(tell(yaml, undefined, Date.parse("2026-10-02T00:00:00Z"))).slice(0, 6)).toEqual([
      "Maintenance of machine images at 2026-10-02T00:00:00Z",
      "",
      "Shoot garden-dev/web (CloudProfile steps, automatic updates off)",
      "  worker pool main: os:2.1.0 on machine type m (amd64)",
      "    target    2.1.1, the highest version of 2.1",
      '    trigger   forced: the current version "2.1.0" is expired since 2026-10-01',
    ]);
  });

  it.each<[string, string, readonly string[]]>([
    [
      "of another architecture than its image is stuck",
      worker("main", "type: arm, image: { name: os, version: 2.1.0 }"),
      [
        "    target    none",
        '    trigger   forced: the current version "2.1.0" is built for amd64, the pool has arm64',
        "    strategy  patch",
        "    error     no newer version of 2.1 and no higher minor version of 2 is left for this pool:",
        '              machine image "os" reaches the end of its life, or the profile is misconfigured',
        "    filtered out:",
        "      2.2.0  architecture  is built for amd64, the pool has arm64",
        "      2.1.2  architecture  is built for amd64, the pool has arm64",
        "      2.1.1  architecture  is built for amd64, the pool has arm64",
        "      2.1.0  architecture  is built for amd64, the pool has arm64",
      ],
    ],
    [
      "that keeps its nodes goes where it can be updated in place",
      worker("main", undefined, ", updateStrategy: AutoInPlaceUpdate, kubernetes: { version: 1.34.2 }"),
      [
        "    target    2.1.1, the highest version of 2.1",
        '    trigger   forced: the current version "2.1.0" does not support in-place updates',
        "    strategy  patch",
        "    filtered out:",
        "      2.2.0  inPlaceUpdates  does not support in-place updates",
        "      2.1.2  inPlaceUpdates  does not support in-place updates",
        "      2.1.0  inPlaceUpdates  does not support in-place updates",
      ],
    ],
    [
      "whose version left the profile goes to the next minor version where there is no other",
      worker("main", "type: m, image: { name: os, version: 2.0.7 }", ", cri: { name: containerd }"),
      [
        "    target    2.1.1, the highest version of 2.1, the next minor version",
        '    trigger   forced: the current version "2.0.7" is not in the profile',
        "    strategy  patch",
        "    filtered out:",
        "      2.1.2  kubelet  needs a kubelet version >= 1.34, not 1.33.4",
      ],
    ],
    [
      "with a container runtime that no version offers is stuck",
      worker("main", undefined, ", cri: { name: containerd, containerRuntimes: [{ type: gvisor }] }"),
      [
        "    target    none",
        '    trigger   forced: the current version "2.1.0" does not offer the container runtime "gvisor" (it',
        "              offers none)",
        "    strategy  patch",
        "    error     no newer version of 2.1 and no higher minor version of 2 is left for this pool:",
        '              machine image "os" reaches the end of its life, or the profile is misconfigured',
        "    filtered out:",
        '      2.2.0  cri  does not offer the container runtime "gvisor" (it offers none)',
        '      2.1.2  cri  does not offer the container runtime "gvisor" (it offers none)',
        '      2.1.1  cri  does not offer the container runtime "gvisor" (it offers none)',
        '      2.1.0  cri  does not offer the container runtime "gvisor" (it offers none)',
      ],
    ],
  ])("%s", (_, pool, expected) => {
    expect(lines(tell(shoot({ workers: pool }))).slice(4)).toEqual(expected);
  });
});

describe("a shoot", () => {
  it("stops at a pool that the profile cannot serve", () => {
    const workers = [
      WORKER,
      worker("odd", "type: m9, image: { name: os, version: 2.1.0 }"),
      worker("late"),
      worker("last"),
    ];
    const told = tell(shoot({ workers: workers.join(", ") }));
    expect(told.code).toBe(0);
    expect(lines(told).slice(11)).toEqual([
      "  worker pool odd: aborted, and with it maintenance of the shoot: the profile has no machine type",
      '    "m9"',
      "  worker pool late: skipped",
      "  worker pool last: skipped",
    ]);
  });

  it.each<[string, string, readonly string[]]>([
    [
      "in deletion is left alone",
      shoot({ metadata: ', deletionTimestamp: "2026-08-31T00:00:00Z"' }),
      ["Shoot garden-dev/web (CloudProfile steps, automatic updates on)", "  is being deleted and not maintained"],
    ],
    [
      "without pools has nothing to maintain",
      shoot({ workers: "" }),
      ["Shoot garden-dev/web (CloudProfile steps, automatic updates on)", "  has no worker pools"],
    ],
    [
      "of the deprecated field finds its profile",
      shoot({ profile: "null", spec: "cloudProfileName: steps", workers: "" }),
      ["Shoot garden-dev/web (CloudProfile steps, automatic updates on)", "  has no worker pools"],
    ],
    [
      "of a profile that is not rendered uses its parent",
      shoot({ profile: "{ kind: NamespacedCloudProfile, name: own }", workers: "" }),
      ["Shoot garden-dev/web (NamespacedCloudProfile own, automatic updates on)", "  has no worker pools"],
    ],
  ])("%s", (_, yaml, expected) => {
    expect(lines(tell(yaml, knownFrom(STEPS, CHILD)))).toEqual([HEAD, "", ...expected]);
  });

  it("is told where the rendered profile lags behind", () => {
    const rendered = `${CHILD}status: { observedGeneration: 2, cloudProfileSpec: { type: local, machineTypes: [{ name: m }] } }\n`;
    const yaml = shoot({ profile: "{ kind: NamespacedCloudProfile, name: own }", workers: "" });
    expect(lines(tell(yaml, knownFrom(rendered)))).toContain(
      "  by the previous state of its profile, which is being rendered anew",
    );
  });

  it("is found in lists, and told in the order of the input", () => {
    const list = `
apiVersion: v1
kind: List
items:
  - { apiVersion: core.gardener.cloud/v1beta1, kind: Shoot, metadata: { name: b, namespace: n }, spec: { cloudProfile: { name: stratus } } }
  - { apiVersion: core.gardener.cloud/v1beta1, kind: Shoot, metadata: { name: a }, spec: { cloudProfile: { name: stratus-edge } } }
`;
    expect(tell(list, EXAMPLES)).toEqual({
      code: 0,
      text: `${HEAD}

Shoot n/b (CloudProfile stratus, automatic updates on)
  has no worker pools

Shoot a (CloudProfile stratus-edge, automatic updates on)
  has no worker pools
`,
    });
  });
});

describe("what cannot be maintained", () => {
  it.each<[string, string, readonly string[]]>([
    ["nothing", "", ["the input holds no shoot"]],
    [
      "an unknown profile",
      shoot({ profile: "{ name: step }" }),
      ['shoots.yaml:6: Shoot garden-dev/web: there is no CloudProfile "step"'],
    ],
    [
      "an unknown NamespacedCloudProfile",
      shoot({ profile: "{ kind: NamespacedCloudProfile, name: step }" }),
      ['shoots.yaml:6: Shoot garden-dev/web: there is no NamespacedCloudProfile "step" in namespace "garden-dev"'],
    ],
    [
      "a profile of an unknown kind",
      shoot({ profile: "{ kind: Profile, name: steps }" }),
      [
        'shoots.yaml:6: Shoot garden-dev/web: profiles are of kind CloudProfile or NamespacedCloudProfile, not "Profile"',
      ],
    ],
    ["no profile", shoot({ profile: "null" }), ["shoots.yaml:6: Shoot garden-dev/web names no profile"]],
    [
      "a malformed shoot",
      shoot({ workers: "{ name: 7, machine: [] }" }),
      [
        "shoots.yaml:12: spec.provider.workers[0].name: Invalid value: 7: must be a string",
        "shoots.yaml:12: spec.provider.workers[0].machine: Invalid value: must be an object, not a list",
      ],
    ],
    [
      "a malformed switch",
      shoot({ spec: "maintenance: { autoUpdate: { machineImageVersion: soon } }" }),
      ['shoots.yaml:9: spec.maintenance.autoUpdate.machineImageVersion: Invalid value: "soon": must be a boolean'],
    ],
    [
      "another kind of object",
      "apiVersion: v1\nkind: Secret\nmetadata: { name: s }\n",
      ["shoots.yaml:2: is not a Shoot of core.gardener.cloud/v1beta1"],
    ],
    ["no object", "- 1\n", ["shoots.yaml:1: must be a Kubernetes object"]],
  ])("%s", (_, yaml, problems) => {
    expect(tell(yaml)).toEqual({ code: 1, text: problems.map((problem) => `error: ${problem}\n`).join("") });
  });

  it("does not keep the others from it", () => {
    const told = tell(`${shoot({ profile: "{ name: gone }" })}${shoot({ workers: "" })}`);
    expect(told.code).toBe(1);
    expect(lines(told)).toEqual([
      HEAD,
      "",
      "Shoot garden-dev/web (CloudProfile steps, automatic updates on)",
      "  has no worker pools",
      "",
      'error: shoots.yaml:6: Shoot garden-dev/web: there is no CloudProfile "gone"',
    ]);
  });

  it("says which parent is missing", () => {
    const yaml = shoot({ profile: "{ kind: NamespacedCloudProfile, name: own }" });
    expect(tell(yaml, knownFrom(CHILD)).text).toBe(
      'error: shoots.yaml:6: Shoot garden-dev/web: there is no CloudProfile "steps", the parent of NamespacedCloudProfile "own" in namespace "garden-dev"\n',
    );
  });
});

it("prints the same as JSON", () => {
  const yaml = `${shoot({ workers: [WORKER, worker("odd", "type: m9"), worker("late")].join(", ") })}${shoot({ profile: "{ name: gone }" })}`;
  const told = tellMaintenance({ files: fileObjects(yaml), known: knownFrom(STEPS), now: NOW, output: "json" });
  expect(told.code).toBe(1);
  expect(JSON.parse(told.text)).toEqual({
    at: "2026-09-01T00:00:00Z",
    shoots: [
      {
        namespace: "garden-dev",
        name: "web",
        profile: { kind: "CloudProfile", name: "steps" },
        isProfileStale: false,
        isDeleting: false,
        autoUpdates: true,
        pools: [
          {
            name: "main",
            machineType: "m",
            image: "os",
            outcome: "maintained",
            architecture: "amd64",
            current: "2.1.0",
            trigger: "automatic",
            reason: "automatic updates of machine images are on",
            strategy: "patch",
            target: "2.1.1",
            choice: "the highest version of 2.1",
            error: null,
            filteredOut: [{ version: "2.1.2", step: "kubelet", reason: "needs a kubelet version >= 1.34, not 1.33.4" }],
            passedOver: [{ version: "2.1.0", reason: "is not newer" }],
          },
          {
            name: "odd",
            machineType: "m9",
            image: "",
            outcome: "aborted",
            reason: 'the profile has no machine type "m9"',
          },
          { name: "late", machineType: "m", image: "os", outcome: "skipped" },
        ],
      },
    ],
    problems: ['shoots.yaml:18: Shoot garden-dev/web: there is no CloudProfile "gone"'],
  });
});

describe("the order of things", () => {
  it("does not matter within objects", () => {
    const shuffled = `
spec:
  provider: { workers: [{ machine: { image: { version: 2.1.0, name: os }, type: m }, name: main }], type: local }
  region: eu
  kubernetes: { version: 1.33.4 }
  cloudProfile: { name: steps }
metadata: { namespace: garden-dev, name: web }
kind: Shoot
apiVersion: core.gardener.cloud/v1beta1
`;
    expect(tell(shuffled)).toEqual(tell(shoot()));
  });

  it("of versions does not matter for targets", () => {
    const [head = "", versions = ""] = STEPS.split("versions:\n");
    const turned = `${head}versions:\n${versions.trimEnd().split("\n").reverse().join("\n")}\n`;
    const target = ({ text }: Told) => text.split("\n").filter((line) => /target|trigger/.test(line));
    const yaml = shoot({ workers: [WORKER, worker("arm", "type: arm")].join(", ") });
    expect(target(tell(yaml, knownFrom(turned)))).toEqual(target(tell(yaml)));
  });
});

it("tells of the example profiles", () => {
  const workers = [
    worker("old", "type: g1.large, image: { name: gardenlinux, version: 1443.20.0 }"),
    worker("metal", "type: a2.metal, image: { name: gardenlinux, version: 1592.15.0 }"),
  ];
  expect(tell(shoot({ profile: "{ name: stratus }", workers: workers.join(", ") }), EXAMPLES).text).toBe(`${HEAD}

Shoot garden-dev/web (CloudProfile stratus, automatic updates on)
  worker pool old: gardenlinux:1443.20.0 on machine type g1.large (amd64)
    target    1592.15.0, the highest version of 1592, the next major version, although it is
              deprecated
    trigger   forced: the current version "1443.20.0" is expired since 2025-06-30
    strategy  minor
    passed over:
      2150.0.0   is a preview
      1443.20.0  is expired since 2025-06-30
  worker pool metal: gardenlinux:1592.15.0 on machine type a2.metal (arm64)
    target    1877.4.0, the highest version of 1877, the next major version
    trigger   forced: the current version "1592.15.0" has no flavor that fits machine type
              "a2.metal": flavor 0 has architecture=amd64 where the machine type has
              architecture=arm64; flavor 1 has machineHostType=virtual where the machine type has
              machineHostType=metal
    strategy  minor
    filtered out:
      1592.15.0  capabilities  has no flavor that fits machine type "a2.metal": flavor 0 has
                               architecture=amd64 where the machine type has architecture=arm64;
                               flavor 1 has machineHostType=virtual where the machine type has
                               machineHostType=metal
      1443.20.0  architecture  is built for amd64, the pool has arm64
    passed over:
      2150.0.0  is a preview
`);
});
