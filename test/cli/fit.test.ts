import { describe, expect, it } from "vitest";
import { tellFit } from "../../src/cli/fit.ts";
import { type FitOptions, readFitOptions } from "../../src/cli/fit-options.ts";
import type { FactStore } from "../../src/facts/snapshot.ts";
import { exampleFacts, knownFrom, NOW } from "./known.ts";

const EXAMPLES = await exampleFacts();

/** A profile of a provider that maps images by region. */
const CUMULUS = `
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: { name: cumulus }
spec:
  type: aws
  machineCapabilities:
    - { name: architecture, values: [amd64, arm64] }
    - { name: disk, values: [nvme, scsi] }
  machineTypes:
    - { name: m1, capabilities: { architecture: [amd64] } }
    - { name: m2, capabilities: { architecture: [arm64], disk: [nvme] } }
    - { name: m3, capabilities: { architecture: [amd64], disk: [] } }
  machineImages:
    - name: os
      versions:
        - { version: 2.0.0, capabilityFlavors: [{ architecture: [amd64] }] }
        - version: 1.1.0
          capabilityFlavors:
            - { architecture: [amd64], disk: [scsi] }
            - { architecture: [amd64], disk: [nvme] }
            - { architecture: [arm64] }
        - { version: 1.0.0, capabilityFlavors: [{ architecture: [amd64] }] }
        - { version: 0.9.0, capabilityFlavors: [{ architecture: [amd64] }, { architecture: [arm64] }] }
        - { version: 0.8.0, capabilityFlavors: [{ architecture: [amd64] }] }
  regions:
    - { name: eu, zones: [{ name: eu-a }, { name: eu-b, unavailableMachineTypes: [m2] }] }
    - { name: us, zones: [{ name: us-a }] }
  providerConfig:
    apiVersion: aws.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
      - name: os
        versions:
          - version: 2.0.0
            capabilityFlavors:
              - { capabilities: { architecture: [amd64] }, regions: [{ name: us, ami: ami-2-us }] }
          - version: 1.1.0
            capabilityFlavors:
              - { capabilities: { architecture: [amd64], disk: [scsi] }, regions: [{ name: eu, ami: ami-11-scsi }] }
              - { capabilities: { architecture: [amd64], disk: [nvme] }, regions: [{ name: eu, ami: ami-11-nvme }] }
              - { capabilities: { architecture: [arm64] }, regions: [{ name: us, ami: ami-11-arm }] }
          - version: 1.0.0
            capabilityFlavors:
              - { capabilities: { architecture: [amd64] }, regions: [{ name: eu, ami: ami-1-a }] }
              - { capabilities: { architecture: [amd64], disk: [scsi, nvme] }, regions: [{ name: eu, ami: ami-1-b }] }
          - version: 0.9.0
            regions: [{ name: eu, ami: ami-09-amd }, { name: eu, ami: ami-09-arm, architecture: arm64 }]
`;

/** A profile without capabilities, as it is written before the API server completes it. */
const LEGACY = `
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: { name: legacy }
spec:
  type: local
  machineTypes: [{ name: m }, { name: arm, architecture: arm64 }]
  machineImages: [{ name: os, versions: [{ version: 1.0.0 }, { version: 1.1.0, architectures: [amd64, arm64] }] }]
`;

const CHILD = `
apiVersion: core.gardener.cloud/v1beta1
kind: NamespacedCloudProfile
metadata: { name: own, namespace: garden-dev }
spec:
  parent: { kind: CloudProfile, name: legacy }
  machineTypes: [{ name: big }]
`;

interface Told {
  readonly code: number;
  readonly text: string;
  readonly problems: readonly string[];
}

function asked(line: string): FitOptions {
  const words = line.split(" ");
  const values = new Map(
    words.flatMap((word, index) => (word.startsWith("--") ? [[word.slice(2), words[index + 1] ?? ""]] : [])),
  );
  const options = readFitOptions(values);
  if (typeof options === "string") {
    throw new Error(options);
  }
  return options;
}

function tell(line: string, known: FactStore = EXAMPLES): Told {
  return tellFit(asked(line), known, NOW);
}

/** What is printed below the head. */
function tables(line: string, known: FactStore = EXAMPLES): readonly string[] {
  const { code, text, problems } = tell(line, known);
  expect({ code, problems }).toEqual({ code: 0, problems: [] });
  const lines = text.trimEnd().split("\n");
  return lines.slice(lines.indexOf("") + 1);
}

describe("for a machine type", () => {
  it("offers image versions, and says of the others why not", () => {
    expect(tell("--profile stratus --machine-type x2.metal --kubelet 1.34.2")).toEqual({
      code: 0,
      problems: [],
      text: `profile       CloudProfile stratus
machine type  x2.metal (architecture=amd64, machineHostType=metal, bootMode=uefi,
              storageAccess=nvme, accelerator=gpu)
asked for     any region; kubelet 1.34.2; at 2026-09-01T00:00:00Z

Offered image versions (* preselected):
  IMAGE VERSION           CLASSIFICATION
* acceleratedlinux:8.2.0  supported

Rejected image versions:
  IMAGE VERSION          CAPABILITY       REASON
  gardenlinux:2150.0.0   accelerator      has no flavor that fits machine type "x2.metal": flavor 0
                                          has accelerator=none where the machine type has
                                          accelerator=gpu; flavor 1 has architecture=arm64 where the
                                          machine type has architecture=amd64
  gardenlinux:1877.4.0   accelerator      has no flavor that fits machine type "x2.metal": flavor 0
                                          has machineHostType=virtual where the machine type has
                                          machineHostType=metal; flavor 1 has accelerator=none where
                                          the machine type has accelerator=gpu; flavor 2 has
                                          architecture=arm64 where the machine type has
                                          architecture=amd64
  gardenlinux:1592.15.0  machineHostType  needs a kubelet version >= 1.30, < 1.34, not 1.34.2; has
                                          no flavor that fits machine type "x2.metal": flavor 0 has
                                          machineHostType=virtual where the machine type has
                                          machineHostType=metal; flavor 1 has architecture=arm64
                                          where the machine type has architecture=amd64
  gardenlinux:1443.20.0  machineHostType  is expired since 2025-06-30; has no flavor that fits
                                          machine type "x2.metal": flavor 0 has
                                          machineHostType=virtual where the machine type has
                                          machineHostType=metal
  steadyos:24.4.7        machineHostType  has no flavor that fits machine type "x2.metal": flavor 0
                                          has machineHostType=virtual where the machine type has
                                          machineHostType=metal
  steadyos:24.4.6        machineHostType  has no flavor that fits machine type "x2.metal": flavor 0
                                          has machineHostType=virtual where the machine type has
                                          machineHostType=metal
`,
    });
  });

  it("says why it cannot be had itself, and what was asked for", () => {
    const line =
      "--profile stratus --machine-type g0.large --region south-1 --zones south-1a,south-1b --runtimes gvisor";
    const { text } = tell(line);
    expect(text.split("\n").slice(0, 5)).toEqual([
      "profile       CloudProfile stratus",
      "machine type  g0.large (architecture=amd64, machineHostType=virtual, bootMode=bios,",
      "              storageAccess=scsi, accelerator=none)",
      "asked for     region south-1; zone south-1a, south-1b; CRI containerd with gvisor; at",
      "              2026-09-01T00:00:00Z",
    ]);
    expect(text).toContain("note          it is marked unusable in the profile\n");
    expect(text).toContain("  steadyos:24.4.7                     does not offer the container runtime");
  });

  it("asks the images of the provider about the region, and shows which one nodes would get", () => {
    expect(tables("--profile cumulus --machine-type m1 --region eu", knownFrom(CUMULUS))).toEqual([
      "Offered image versions (* preselected):",
      "  IMAGE VERSION  CLASSIFICATION  PROVIDER FLAVOR (in spec.providerConfig)",
      "* os:1.1.0       supported       ami-11-nvme (machineImages[0].versions[1].capabilityFlavors[1])",
      "  os:1.0.0       supported       ambiguous: machineImages[0].versions[2].capabilityFlavors[0] and",
      "                                 machineImages[0].versions[2].capabilityFlavors[1] fit equally well",
      "                                 [CAP-SH-34]",
      "  os:0.9.0       supported       ami-09-amd (machineImages[0].versions[3])",
      "",
      "Rejected image versions:",
      "  IMAGE VERSION  REASON",
      '  os:2.0.0       has no image at provider aws: it is not available in region "eu", only in us',
      "  os:0.8.0       has no image at provider aws: the providerConfig of the profile does not list it",
    ]);
  });

  it("tells of an architecture that an entry of the flat shape is built for", () => {
    const line = "--profile cumulus --machine-type m2 --region eu --zones eu-b";
    expect(tell(line, knownFrom(CUMULUS)).text).toContain("\nnote          it is not available in zone eu-b\n");
    expect(tables(line, knownFrom(CUMULUS))).toEqual([
      "Offered image versions (* preselected):",
      "  IMAGE VERSION  CLASSIFICATION  PROVIDER FLAVOR (in spec.providerConfig)",
      "* os:0.9.0       supported       ami-09-arm (machineImages[0].versions[3])",
      "",
      "Rejected image versions:",
      "  IMAGE VERSION  CAPABILITY    REASON",
      "  os:2.0.0       architecture  is built for amd64, the machine type has arm64; has no image at",
      '                               provider aws: it is not available in region "eu", only in us',
      '  os:1.1.0                     has no image at provider aws: none of its images in region "eu" fits',
      '                               machine type "m2"',
      "  os:1.0.0       architecture  is built for amd64, the machine type has arm64; has no image at",
      '                               provider aws: none of its images in region "eu" fits machine type',
      '                               "m2"',
      "  os:0.8.0       architecture  is built for amd64, the machine type has arm64; has no image at",
      "                               provider aws: the providerConfig of the profile does not list it",
    ]);
  });

  it("leaves the provider out of it without region", () => {
    expect(tables("--profile cumulus --machine-type m1", knownFrom(CUMULUS))).toEqual([
      "Offered image versions (* preselected):",
      "  IMAGE VERSION  CLASSIFICATION",
      "* os:2.0.0       supported",
      "  os:1.1.0       supported",
      "  os:1.0.0       supported",
      "  os:0.9.0       supported",
      "  os:0.8.0       supported",
      "",
      "Rejected image versions: none",
    ]);
  });

  it("asks for architectures alone without capabilities, completing what the profile leaves out", () => {
    expect(tables("--profile legacy --machine-type arm --cri containerd", knownFrom(LEGACY))).toEqual([
      "Offered image versions (* preselected):",
      "  IMAGE VERSION  CLASSIFICATION",
      "* os:1.1.0       supported",
      "",
      "Rejected image versions:",
      "  IMAGE VERSION  CAPABILITY    REASON",
      "  os:1.0.0       architecture  is built for amd64, the machine type has arm64",
    ]);
  });

  it("looks at a NamespacedCloudProfile, too", () => {
    const line = "--profile own --namespace garden-dev --machine-type big";
    const { text } = tell(line, knownFrom(LEGACY, CHILD));
    expect(text.split("\n")[0]).toBe("profile       NamespacedCloudProfile garden-dev/own");
    expect(text).toContain("* os:1.1.0       supported\n");
  });
});

describe("for an image version", () => {
  it("offers machine types, and says of the others why not", () => {
    expect(
      tell("--profile stratus --image gardenlinux:1592.15.0 --region north-1 --zones north-1c").text,
    ).toBe(`profile        CloudProfile stratus
machine image  gardenlinux:1592.15.0 (deprecated, amd64, arm64)
asked for      region north-1; zone north-1c; at 2026-09-01T00:00:00Z

Offered machine types:
  MACHINE TYPE  ARCHITECTURE
  g1.medium     amd64
  g1.large      amd64
  g2.large      amd64
  g2.xlarge     amd64
  a2.large      arm64
  a2.xlarge     arm64

Rejected machine types:
  MACHINE TYPE  CAPABILITY       REASON
  g2.metal      machineHostType  does not go with the version, which has no flavor that fits machine
                                 type "g2.metal": flavor 0 has machineHostType=virtual where the
                                 machine type has machineHostType=metal; flavor 1 has
                                 architecture=arm64 where the machine type has architecture=amd64
  a2.metal      machineHostType  is not available in zone north-1c; does not go with the version,
                                 which has no flavor that fits machine type "a2.metal": flavor 0 has
                                 architecture=amd64 where the machine type has architecture=arm64;
                                 flavor 1 has machineHostType=virtual where the machine type has
                                 machineHostType=metal
  x2.xlarge     accelerator      is not available in zone north-1c; does not go with the version,
                                 which has no flavor that fits machine type "x2.xlarge": flavor 0
                                 has accelerator=none where the machine type has accelerator=gpu;
                                 flavor 1 has architecture=arm64 where the machine type has
                                 architecture=amd64
  x2.metal      machineHostType  is not available in zone north-1c; does not go with the version,
                                 which has no flavor that fits machine type "x2.metal": flavor 0 has
                                 machineHostType=virtual where the machine type has
                                 machineHostType=metal; flavor 1 has architecture=arm64 where the
                                 machine type has architecture=amd64
  g0.large                       is marked unusable in the profile
`);
  });

  it("shows which image of the provider nodes would get", () => {
    expect(tables("--profile cumulus --image os:1.1.0 --region us --zones us-a", knownFrom(CUMULUS))).toEqual([
      "Offered machine types:",
      "  MACHINE TYPE  ARCHITECTURE  PROVIDER FLAVOR (in spec.providerConfig)",
      '  m1            amd64         none: none of its images in region "us" fits machine type "m1"',
      "                              [CAP-SH-33]",
      "  m2            arm64         ami-11-arm (machineImages[0].versions[1].capabilityFlavors[2])",
      "",
      "Rejected machine types:",
      "  MACHINE TYPE  CAPABILITY  REASON",
      "  m3            disk        does not go with the version, which has no flavor that fits machine type",
      '                            "m3": flavor 0 has disk=scsi where the machine type has disk=(none);',
      "                            flavor 1 has disk=nvme where the machine type has disk=(none); flavor 2",
      "                            has architecture=arm64 where the machine type has architecture=amd64",
    ]);
  });

  it("says why it cannot be had itself", () => {
    expect(
      tell("--profile stratus-edge --image edgeos:3.1.0 --cri docker").text,
    ).toBe(`profile        CloudProfile stratus-edge
machine image  edgeos:3.1.0 (deprecated, amd64)
asked for      any region; CRI docker; at 2026-09-01T00:00:00Z
note           it does not offer the CRI "docker" (it offers containerd)

Offered machine types:
  MACHINE TYPE  ARCHITECTURE
  e1.large      amd64

Rejected machine types:
  MACHINE TYPE  CAPABILITY  REASON
  e1.small      bootMode    does not go with the version, which has no flavor that fits machine type
                            "e1.small": flavor 0 has bootMode=bios where the machine type has
                            bootMode=uefi
`);
  });
});

describe("what is not known", () => {
  it.each<[string, readonly string[]]>([
    ["--profile strats --machine-type g2.large", ['there is no CloudProfile "strats"']],
    [
      "--profile own --namespace garden-test --machine-type m",
      ['there is no NamespacedCloudProfile "own" in namespace "garden-test"'],
    ],
    [
      "--profile stratus --machine-type g2.larg",
      ['CloudProfile "stratus" has no machine type "g2.larg"; did you mean "g2.large"?'],
    ],
    [
      "--profile stratus --machine-type standard-4",
      [
        'CloudProfile "stratus" has no machine type "standard-4"; known: g1.medium, g1.large, g2.large, g2.xlarge, a2.large, a2.xlarge, g2.metal, a2.metal, 3 more',
      ],
    ],
    [
      "--profile stratus --image Gardenlinux:1877.4.0",
      ['CloudProfile "stratus" has no machine image "Gardenlinux"; did you mean "gardenlinux"?'],
    ],
    [
      "--profile stratus --image gardenlinux:1877.4",
      ['machine image "gardenlinux" of CloudProfile "stratus" has no version "1877.4"; did you mean "1877.4.0"?'],
    ],
    [
      "--profile stratus --image steadyos:3 --region north-1 --zones north-1a,north-1d,x",
      [
        'region "north-1" of CloudProfile "stratus" has no zone "north-1d"; did you mean "north-1a"?',
        'region "north-1" of CloudProfile "stratus" has no zone "x"; known: north-1a, north-1b, north-1c',
        'machine image "steadyos" of CloudProfile "stratus" has no version "3"; known: 24.4.7, 24.4.6',
      ],
    ],
    [
      "--profile stratus --machine-type g2.large --region noth-1 --zones a",
      ['CloudProfile "stratus" has no region "noth-1"; did you mean "north-1"?'],
    ],
  ])("%s", (line, problems) => {
    expect(tell(line)).toEqual({ code: 1, text: "", problems });
  });
});

describe("as JSON", () => {
  const PROFILE = { kind: "CloudProfile", namespace: null, name: "cumulus" };

  it("says the same of a machine type", () => {
    const line = "--profile cumulus --machine-type m2 --region eu --zones eu-a --runtimes gvisor --output json";
    const told = tell(
      line,
      knownFrom(
        CUMULUS.replace(
          "version: 0.9.0, ",
          "version: 0.9.0, cri: [{ name: containerd, containerRuntimes: [{ type: gvisor }] }], ",
        ),
      ),
    );
    const report: unknown = JSON.parse(told.text);
    expect(report).toMatchObject({
      at: "2026-09-01T00:00:00Z",
      profile: PROFILE,
      isProfileStale: false,
      region: "eu",
      zones: ["eu-a"],
      cri: "containerd",
      containerRuntimes: ["gvisor"],
      kubelet: null,
      machineType: { machineType: "m2", architecture: "arm64", capabilities: "architecture=arm64, disk=nvme" },
      obstacles: [],
      versions: {
        offered: [
          {
            image: "os",
            version: "0.9.0",
            classification: "supported",
            isPreselected: true,
            providerFlavor: {
              choice: "found",
              entry: "spec.providerConfig.machineImages[0].versions[3]",
              reference: "ami-09-arm",
            },
          },
        ],
      },
    });
    expect(report).toMatchObject({
      versions: {
        rejected: expect.arrayContaining([
          {
            image: "os",
            version: "0.8.0",
            classification: "supported",
            reasons: [
              'does not offer the container runtime "gvisor" (it offers none)',
              "is built for amd64, the machine type has arm64",
              "has no image at provider aws: the providerConfig of the profile does not list it",
            ],
            capability: "architecture",
          },
        ]),
      },
    });
  });

  it("says the same of an image version", () => {
    const told = tell("--profile cumulus --image os:1.0.0 --region eu --output json", knownFrom(CUMULUS));
    expect(JSON.parse(told.text)).toEqual({
      at: "2026-09-01T00:00:00Z",
      profile: PROFILE,
      isProfileStale: false,
      region: "eu",
      zones: [],
      cri: null,
      containerRuntimes: [],
      kubelet: null,
      imageVersion: { image: "os", version: "1.0.0", classification: "supported", architectures: ["amd64"] },
      obstacles: [],
      machineTypes: {
        offered: [
          {
            machineType: "m1",
            architecture: "amd64",
            providerFlavor: {
              choice: "ambiguous",
              entries: [
                "spec.providerConfig.machineImages[0].versions[2].capabilityFlavors[0]",
                "spec.providerConfig.machineImages[0].versions[2].capabilityFlavors[1]",
              ],
            },
          },
        ],
        rejected: [
          {
            machineType: "m2",
            architecture: "arm64",
            reasons: ["does not go with the version, which is built for amd64, the machine type has arm64"],
            capability: "architecture",
          },
          {
            machineType: "m3",
            architecture: "amd64",
            reasons: [
              'does not go with the version, which has no flavor that fits machine type "m3": flavor 0 has disk=nvme|scsi where the machine type has disk=(none)',
            ],
            capability: "disk",
          },
        ],
      },
    });
  });
});

it("says the same in any order of keys, and of regions and zones", () => {
  const shuffled = CUMULUS.replace(
    "{ name: m2, capabilities: { architecture: [arm64], disk: [nvme] } }",
    "{ capabilities: { disk: [nvme], architecture: [arm64] }, name: m2 }",
  ).replace(
    "zones: [{ name: eu-a }, { name: eu-b, unavailableMachineTypes: [m2] }]",
    "zones: [{ unavailableMachineTypes: [m2], name: eu-b }, { name: eu-a }]",
  );
  expect(shuffled).not.toBe(CUMULUS);
  for (const subject of ["--machine-type m2", "--image os:1.1.0"]) {
    const line = `--profile cumulus ${subject} --region eu --zones eu-a,eu-b`;
    expect(tell(line, knownFrom(shuffled))).toEqual(tell(line, knownFrom(CUMULUS)));
  }
});

it.each([
  "--profile stratus --machine-type x2.metal",
  "--profile stratus --image gardenlinux:1877.4.0 --region north-1",
])("keeps to 100 columns: %s", (line) => {
  expect(
    Math.max(
      ...tell(line)
        .text.split("\n")
        .map(({ length }) => length),
    ),
  ).toBeLessThanOrEqual(100);
});
