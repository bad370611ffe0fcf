import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { validateNamespacedCloudProfile } from "../../../src/domain/namespaced-profiles/validate-namespaced-cloud-profile.ts";
import type { PolicySet } from "../../../src/domain/policies/types.ts";
import type { CloudProfileSpec } from "../../../src/domain/profiles/types.ts";
import { updateRules } from "../../../src/domain/profiles/update-rules.ts";
import type { ProfileUpdate } from "../../../src/domain/profiles/update-rules-review.ts";
import { validateCloudProfile } from "../../../src/domain/profiles/validate-cloud-profile.ts";
import { validateNamespacedProviderConfig } from "../../../src/domain/providers/validate-namespaced-provider-config.ts";
import { validateProviderConfig } from "../../../src/domain/providers/validate-provider-config.ts";
import { isRuleId, RULES, type RuleId } from "../../../src/domain/rules/catalogue.ts";
import { explanationOf } from "../../../src/domain/rules/explanations/explanations.ts";
import type { Finding } from "../../../src/domain/rules/finding.ts";
import { validateShoot } from "../../../src/domain/shoots/shoot-rules.ts";
import { NO_USAGE, usageOf } from "../../../src/domain/usage/profile-usage.ts";
import { cloudProfileView } from "../../../src/wire/cloud-profile.ts";
import { namespacedCloudProfileView } from "../../../src/wire/namespaced-cloud-profile.ts";
import { readProviderConfig } from "../../../src/wire/provider-config.ts";
import { shootView } from "../../../src/wire/shoot.ts";
import { policySetOf, snapshotOf } from "../../support/case-run.ts";
import { parsedValue } from "../../support/parsed.ts";

/** The examples of docs/rules.md are judged, each in the surroundings that its comment describes. */

type Json = Readonly<Record<string, unknown>>;

const NOW = Date.parse("2026-11-01T00:00:00Z");
const FUTURE = "2027-06-30T00:00:00Z";

function objectOf(text: string): Json {
  const value: unknown = parse(text.replace(/^\n/, ""));
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function exampleOf(id: RuleId): Json {
  return objectOf(explanationOf(id).example);
}

function idsLike(pattern: RegExp, ...except: readonly RuleId[]): readonly RuleId[] {
  return Object.keys(RULES).filter((id): id is RuleId => isRuleId(id) && pattern.test(id) && !except.includes(id));
}

function rulesOf(findings: readonly Finding[]): readonly RuleId[] {
  return findings.map(({ rule }) => rule);
}

function profileSpec(spec: Json): CloudProfileSpec {
  return parsedValue(cloudProfileView({ metadata: { name: "p" }, spec: { type: "gcp", ...spec } })).spec;
}

/** The API version and kind that examples leave out. */
function providerConfigOf({ providerConfig }: Json, type: string): unknown {
  const apiVersion = `${type}.provider.extensions.gardener.cloud/v1alpha1`;
  return providerConfig === undefined
    ? undefined
    : { apiVersion, kind: "CloudProfileConfig", ...Object(providerConfig) };
}

describe("the example of a rule about CloudProfiles", () => {
  const GATED: readonly RuleId[] = ["CAP-CP-01", "CAP-CP-62"];
  const FORMER: Partial<Record<RuleId, string>> = {
    "CAP-CP-67":
      "machineImages: [{ name: gardenlinux, versions: [{ version: 7.0.0, lifecycle: [{ classification: supported }] }] }]",
  };

  // CAP-CP-59 is about the size of a profile, which no example can have.
  it.each(idsLike(/^CAP-CP-[0-7]|^CAP-CP-6[89]/, "CAP-CP-59"))("violates %s", (id) => {
    const isOn = !GATED.includes(id);
    const former = FORMER[id];
    const findings = validateCloudProfile({
      spec: profileSpec(exampleOf(id)),
      old: former === undefined ? undefined : profileSpec(objectOf(former)),
      featureGates: { CloudProfileCapabilities: isOn, VersionClassificationLifecycle: isOn },
      now: NOW,
    });
    expect(rulesOf(findings)).toContain(id);
  });

  it.each(idsLike(/^CAP-PC-[012]/))("violates %s", (id) => {
    const example = exampleOf(id);
    const spec = profileSpec(example);
    const providerConfig = readProviderConfig(spec.type, providerConfigOf(example, spec.type));
    expect(rulesOf(validateProviderConfig({ ...spec, providerConfig }))).toContain(id);
  });

  it("violates WIRE-01", () => {
    expect(cloudProfileView({ metadata: { name: "p" }, spec: exampleOf("WIRE-01") }).ok).toBe(false);
  });
});

describe("the example of a rule about updates of CloudProfiles", () => {
  const ARM = "{ version: 4.9.0, cri: [{ name: containerd }], architectures: [arm64] }";
  const BARE = "{ version: 4.9.0, cri: [{ name: containerd }] }";
  const own = (part: string) => `machineTypes: [{ name: own.large, ${part} }]`;
  const ownVersion = (image: string, version: string) =>
    `machineImages: [{ name: ${image}, updateStrategy: minor, versions: [${version}] }]`;
  /** What the comments say about the stored profile, and about garden-dev/own. */
  const FORMER: Partial<Record<RuleId, readonly [profile: string, own?: string]>> = {
    "CAP-CP-80": ["machineImages: [{ name: gardenlinux, versions: [{ version: 7.0.0 }, { version: 7.1.0 }] }]"],
    "CAP-CP-81": [
      "machineImages: [{ name: gardenlinux, versions: [{ version: 7.0.0 }] }, { name: fedora, versions: [{ version: 1.0.0 }] }]",
      `machineImages: [{ name: fedora, versions: [{ version: 1.0.0, expirationDate: "${FUTURE}" }] }]`,
    ],
    "CAP-CP-82": ["{}", ownVersion("talosx", BARE)],
    "CAP-CP-83": [
      "machineCapabilities: [{ name: architecture, values: [amd64] }, { name: nic, values: [fast, slow] }]",
      own("capabilities: { nic: [slow] }"),
    ],
    "CAP-CP-85": ["machineCapabilities: [{ name: architecture, values: [amd64, arm64] }]", own("architecture: arm64")],
    "CAP-CP-86": ["machineTypes: [{ name: m5.large }, { name: m6.large }]"],
    "CAP-CP-87": [
      `
      machineCapabilities: [{ name: architecture, values: [amd64] }, { name: tpm, values: [v2, v1] }]
      machineTypes: [{ name: m5.large, capabilities: { tpm: [v1] } }]
      machineImages: [{ name: gardenlinux, versions: [{ version: 7.0.0, capabilityFlavors: [{}] }] }]`,
    ],
    "CAP-CP-88": ["machineCapabilities: [{ name: architecture, values: [amd64] }]", ownVersion("own-linux", BARE)],
    "CAP-CP-89": ["machineCapabilities: []", ownVersion("own-linux", ARM)],
    "CAP-CP-90": ["machineCapabilities: [{ name: architecture, values: [amd64] }, { name: tpm, values: [v2, v1] }]"],
    "CAP-CP-91": [
      `
      machineCapabilities: [{ name: architecture, values: [amd64] }, { name: tpm, values: [v2] }]
      machineTypes: [{ name: m5.large }]`,
    ],
    "CRI-V-24": [
      `
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0, cri: [{ name: containerd, containerRuntimes: [{ type: gvisor }] }] }]`,
    ],
  };
  const BOTANY = {
    namespace: "garden-dev",
    name: "botany",
    isDeleting: false,
    profile: { kind: "CloudProfile", name: "p" },
    pools: [
      {
        name: "worker",
        machineType: "m5.large",
        image: "gardenlinux",
        version: "7.0.0",
        containerRuntimes: ["gvisor"],
      },
    ],
  };

  function childrenOf(written: string | undefined): ProfileUpdate["children"] {
    if (written === undefined) {
      return [];
    }
    const spec = { parent: { kind: "CloudProfile", name: "p" }, ...objectOf(written) };
    const object = { metadata: { name: "own", namespace: "garden-dev" }, spec };
    const fact = { namespace: "garden-dev", name: "own", spec: parsedValue(namespacedCloudProfileView(object)).spec };
    return [{ fact, usage: NO_USAGE }];
  }

  it.each(idsLike(/^CAP-CP-[89]|^CRI-V-24/))("violates %s", (id) => {
    const [former = "{}", child] = FORMER[id] ?? [];
    const old = objectOf(former);
    const findings = updateRules({
      // The machine types of CAP-CP-87 are in the comment.
      spec: profileSpec(id === "CAP-CP-87" ? { ...old, ...exampleOf(id) } : exampleOf(id)),
      old: profileSpec(old),
      usage: usageOf([BOTANY]),
      children: childrenOf(child),
    });
    expect(rulesOf(findings)).toContain(id);
  });
});

/** What the comments say that the parent has. */
const PARENT = `
  machineCapabilities:
  - { name: architecture, values: [amd64, arm64] }
  - { name: tpm, values: [v2, v1] }
  kubernetes: { versions: [{ version: 1.33.4 }, { version: 1.34.1 }] }
  machineTypes:
  - { name: m5.large, architecture: amd64, capabilities: { architecture: [amd64], tpm: [v2] } }
  machineImages:
  - name: gardenlinux
    updateStrategy: minor
    versions:
    - version: 7.0.0
      cri: [{ name: containerd }]
      architectures: [amd64]
      capabilityFlavors: [{ architecture: [amd64], tpm: [v2] }, { architecture: [amd64], tpm: [v1] }]`;

describe("the example of a rule about NamespacedCloudProfiles", () => {
  const CUSTOM =
    "{ name: gardenlinux, versions: [{ version: 4.9.0, cri: [{ name: containerd }], architectures: [amd64] }] }";
  const PARENTS: Partial<Record<RuleId, Json>> = {
    "CAP-NCP-14": objectOf(PARENT.replaceAll("7.0.0", "4.9.0")),
    "CAP-NCP-18": { ...objectOf(PARENT), machineCapabilities: [] },
  };
  const FORMER: Partial<Record<RuleId, string>> = {
    "CAP-NCP-03": "parent: { kind: CloudProfile, name: aws }",
    "CAP-NCP-13": `machineImages: [{ name: gardenlinux, versions: [{ version: 7.0.0, expirationDate: "${FUTURE}" }] }]`,
    "CAP-NCP-14": `machineImages: [${CUSTOM}]`,
    "CAP-NCP-15": "machineImages: [{ name: gardenlinux, updateStrategy: minor }]",
    "CAP-NCP-22": `machineImages: [${CUSTOM}]`,
    "CAP-NCP-23": "machineTypes: [{ name: m5.large, capabilities: { architecture: [amd64], tpm: [v2, v1] } }]",
  };
  /** For CAP-NCP-23, a version of which the stored machine type alone fits the only flavor. */
  const V1_ONLY = objectOf(PARENT.replace("{ architecture: [amd64], tpm: [v2] }, {", "{"));

  function viewOf(spec: Json) {
    const object = { metadata: { name: "own", namespace: "garden-dev" }, spec };
    return parsedValue(namespacedCloudProfileView(object)).spec;
  }

  it.each(idsLike(/^CAP-NCP/))("violates %s", (id) => {
    const named = { parent: { kind: "CloudProfile", name: "p" } };
    const parent = id === "CAP-NCP-23" ? V1_ONLY : (PARENTS[id] ?? objectOf(PARENT));
    const former = FORMER[id];
    const findings = validateNamespacedCloudProfile({
      spec: viewOf({ ...named, ...exampleOf(id) }),
      old: former === undefined ? undefined : viewOf({ ...named, ...objectOf(former) }),
      parent: id === "CAP-NCP-04" ? undefined : profileSpec(parent),
      rendered: undefined,
      namespace: "garden-dev",
      featureGates: { VersionClassificationLifecycle: true },
      now: NOW,
      uses: ["4.9.0", "7.0.0"].map((version) => ({
        namespace: "garden-dev",
        shoot: "botany",
        pool: "worker",
        machineType: "m5.large",
        image: "gardenlinux",
        version,
      })),
    });
    expect(rulesOf(findings)).toContain(id);
  });

  const TYPES: Partial<Record<RuleId, string>> = { "CAP-PC-33": "aws", "CAP-PC-34": "openstack" };

  it.each(idsLike(/^CAP-PC-3/))("violates %s", (id) => {
    const type = TYPES[id] ?? "gcp";
    const example = exampleOf(id);
    const findings = validateNamespacedProviderConfig({
      parent: profileSpec({ ...objectOf(PARENT), type }),
      spec: viewOf({ parent: { kind: "CloudProfile", name: "p" }, ...example }),
      providerConfig: readProviderConfig(type, providerConfigOf(example, type)),
    });
    expect(rulesOf(findings)).toContain(id);
  });
});

describe("the example of a rule about shoots", () => {
  const PROFILE = `
    type: aws
    machineCapabilities:
    - { name: architecture, values: [amd64, arm64] }
    - { name: tpm, values: [v2, v1] }
    - { name: nic, values: [fast, slow] }
    machineTypes:
    - { name: m5.large, capabilities: { architecture: [amd64], tpm: [v2] } }
    - { name: m6.large, capabilities: { architecture: [amd64], tpm: [v2] } }
    - { name: m7g.large, architecture: arm64, capabilities: { nic: [slow] } }
    machineImages:
    - name: gardenlinux
      versions:
      - { version: 7.0.0, cri: [{ name: containerd, containerRuntimes: [{ type: gvisor }] }], FLAVORS, CONSTRAINT }
      - { version: 6.0.0, expirationDate: "2025-12-31T00:00:00Z", FLAVORS }`;
  const FLAVORS: Partial<Record<RuleId, string>> = {
    "CAP-SH-17": "{ architecture: [amd64], tpm: [v1] }, { architecture: [arm64] }",
    "CAP-SH-30": "{ architecture: [amd64], tpm: [v1] }",
    "CAP-SH-32": "{ architecture: [amd64], nic: [slow] }, { architecture: [arm64], nic: [fast] }",
  };
  const POOL = "name: worker, updateStrategy: AutoInPlaceUpdate";
  const FORMER: Partial<Record<RuleId, string>> = {
    "CAP-SH-06": "cloudProfile: { kind: CloudProfile, name: aws }",
    "CAP-SH-07": `
      cloudProfile: { kind: NamespacedCloudProfile, name: own }
      provider: { workers: [{ name: worker, machine: { type: m5.large, image: { name: gardenlinux, version: 4.9.0 } } }] }`,
    "CAP-SH-20": `provider: { workers: [{ ${POOL}, machine: { type: m5.large } }] }`,
    "CRI-V-22": "provider: { workers: [{ name: worker, cri: { name: docker } }] }",
    "CRI-V-23":
      "provider: { workers: [{ name: worker, cri: { name: containerd, containerRuntimes: [{ type: gvisor }] } }] }",
  };
  const POLICIES: Partial<Record<RuleId, string>> = {
    "CRI-V-20": "osSupport: [{ image: gardenlinux, containerRuntimes: [kata] }]",
    "CRI-V-25": "osSupport: [{ image: gardenlinux, cgroup: v1 }]",
    "CRI-V-26": "plugins: [{ path: [io.containerd.grpc.v1.cri, containerd, runtimes, runsc], values: { a: b } }]",
  };

  function factsFor(id: RuleId): readonly Json[] {
    const text = PROFILE.replaceAll("FLAVORS", `capabilityFlavors: [${FLAVORS[id] ?? "{ architecture: [amd64] }"}]`);
    const constraint = id === "CAP-SH-19" ? 'kubeletVersionConstraint: "< 1.33"' : "";
    const spec = objectOf(text.replace(", CONSTRAINT", constraint === "" ? "" : `, ${constraint}`));
    const shown = id === "CAP-SH-31" ? { ...spec, machineTypes: [] } : spec;
    const own = { ...spec, machineImages: [{ name: "gardenlinux", versions: [{ version: "4.9.0" }] }] };
    const profiles = ["p", "aws", "aws-china"].map((name) => ({
      kind: "CloudProfile",
      metadata: { name },
      spec: shown,
    }));
    const child = {
      kind: "NamespacedCloudProfile",
      metadata: { name: "own", namespace: "garden-dev" },
      spec: { parent: { kind: "CloudProfile", name: "aws" } },
      status: { cloudProfileSpec: own },
    };
    return [...profiles, child];
  }

  function policiesFor(id: RuleId): PolicySet {
    const spec = POLICIES[id];
    const [apiVersion, kind] = ["policy.gardengate.dev/v1alpha1", "OperatingSystemConfigPolicy"];
    return policySetOf(spec === undefined ? [] : [{ apiVersion, kind, metadata: { name: "p" }, spec: objectOf(spec) }]);
  }

  function viewOf(spec: Json) {
    const { provider, ...others } = spec;
    const known = { kubernetes: { version: "1.33.4" }, cloudProfile: { kind: "CloudProfile", name: "p" } };
    const merged = { ...known, ...others, provider: { type: "aws", ...Object(provider) } };
    return parsedValue(shootView({ metadata: { name: "botany", namespace: "garden-dev" }, spec: merged })).spec;
  }

  /** The pool of CAP-SH-07 is that of the stored shoot; CAP-SH-30 and 31 are about unchanged ones. */
  function shootsOf(id: RuleId): readonly [spec: Json, former: Json | undefined] {
    const example = exampleOf(id);
    const former = FORMER[id];
    if (former === undefined) {
      return [example, ["CAP-SH-30", "CAP-SH-31"].includes(id) ? example : undefined];
    }
    const before = objectOf(former);
    return [id === "CAP-SH-07" ? { ...before, ...example } : example, before];
  }

  // CRI-V-24 is about CloudProfiles; CAP-SH-35 has no findings; CAP-SH-33 and 34 are about what pools find in a providerConfig.
  it.each(idsLike(/^CAP-SH|^CRI-V/, "CAP-SH-33", "CAP-SH-34", "CAP-SH-35", "CRI-V-24"))("violates %s", (id) => {
    const [spec, former] = shootsOf(id);
    const findings = validateShoot({
      spec: viewOf(spec),
      old: former === undefined ? undefined : viewOf(former),
      namespace: "garden-dev",
      known: snapshotOf(factsFor(id)),
      allowsInPlaceUpdates: true,
      policies: policiesFor(id),
      now: NOW,
    });
    expect(rulesOf(findings)).toContain(id);
  });
});
