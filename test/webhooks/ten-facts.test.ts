import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { configChanges } from "../../src/domain/containerd/config-changes.ts";
import { nodeConfig } from "../../src/domain/containerd/config-toml.ts";
import { defaultConfig } from "../../src/domain/containerd/default-configs.ts";
import type { TomlTable } from "../../src/domain/containerd/toml-table.ts";
import { patched } from "../../src/domain/patches/apply.ts";
import { previewNodes } from "../../src/domain/preview/preview-nodes.ts";
import { loadPolicies } from "../../src/policies/load.ts";
import { operatingSystemConfigMutation } from "../../src/webhooks/mutate-operating-system-config.ts";
import type { RawObject } from "../../src/wire/admission-review.ts";
import { isObject } from "../../src/wire/json-object.ts";
import { type CaseFile, caseFiles } from "../support/case-file.ts";
import { runCase } from "../support/case-run.ts";
import {
  deniedRules,
  mutated,
  mutation,
  type OscCircumstances,
  policyDocument,
  validation,
} from "../support/osc-asking.ts";
import { inlineFile, KUBELET_CONFIG, oscView, poolOf, reconcileOsc } from "../support/osc-builders.ts";
import { DEFAULT_OSC_SETTINGS } from "../support/test-app.ts";

/*
 * The ten facts that break naive implementations, each with what a naive implementation would do where that is a matter
 * of a few lines. All questions go through the webhooks, with policies loaded from documents.
 * Source: OperatingSystemConfig contract, section 0.
 */

const CRI = "io.containerd.grpc.v1.cri";
const IMAGES = "io.containerd.cri.v1.images";
const KUBELET_FILE = "/var/lib/kubelet/config/kubelet";

const MIRROR = { upstream: "docker.io", hosts: [{ url: "https://mirror.corp.example" }] };
const MIRRORS = policyDocument("mirrors", { registries: [MIRROR] });
const DISCARD = { path: [CRI, "containerd"], values: { discard_unpacked_layers: true } };

/** A member of a member of … of an object or a list. */
function memberAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce((member: unknown, key) => {
    const isParent = isObject(member) || Array.isArray(member);
    return isParent ? Object.getOwnPropertyDescriptor(member, key)?.value : undefined;
  }, value);
}

function containerdOf(osc: RawObject): RawObject {
  const containerd = memberAt(osc, "spec", "criConfig", "containerd");
  return isObject(containerd) ? containerd : {};
}

/** An OSC with other members of `spec.criConfig.containerd`, as somebody who knows no policies would set them. */
function withContainerd(osc: RawObject, members: RawObject): RawObject {
  const spec = memberAt(osc, "spec");
  const criConfig = memberAt(spec, "criConfig");
  return {
    ...osc,
    spec: {
      ...(isObject(spec) ? spec : {}),
      criConfig: { ...(isObject(criConfig) ? criConfig : {}), containerd: { ...containerdOf(osc), ...members } },
    },
  };
}

/** What is wrong with policy documents when they are loaded. */
function loadErrors(...documents: readonly RawObject[]): readonly string[] {
  const load = loadPolicies(documents.map((document, index) => ({ name: `${index}`, text: JSON.stringify(document) })));
  return load.ok ? [] : load.errors;
}

/** `config.toml` of a node after gardener-node-agent has applied an OSC to what it was before. */
function configToml(containerdVersion: string, base: TomlTable, osc: RawObject): TomlTable {
  const result = nodeConfig({ base, criConfig: oscView(osc).spec.criConfig, containerdVersion });
  if (!result.ok) {
    throw new Error(result.error);
  }
  return result.table;
}

/** Settings with this name that an OSC leaves on new nodes other than containerd has them by itself. */
function settingsOnNewNodes(containerdVersion: string, osc: RawObject, name: string): readonly string[] {
  const fresh = defaultConfig(containerdVersion);
  return configChanges(fresh, configToml(containerdVersion, fresh, osc)).filter((line) => line.includes(name));
}

describe("fact 1: the field is spec.criConfig, and spec.cri of the documents is lost", () => {
  const crd: unknown = parse(
    readFileSync(join(import.meta.dirname, "../cluster/crds/operatingsystemconfigs.yaml"), "utf8"),
  );
  const schema = memberAt(crd, "spec", "versions", "0", "schema", "openAPIV3Schema");

  /** What the API server stores: fields that the schema does not have are dropped. */
  function pruned(value: unknown, shape: unknown): unknown {
    if (memberAt(shape, "x-kubernetes-preserve-unknown-fields") === true) {
      return value;
    }
    if (Array.isArray(value)) {
      return value.map((item: unknown) => pruned(item, memberAt(shape, "items")));
    }
    const properties = memberAt(shape, "properties");
    return isObject(value) && isObject(properties)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([key, member]) =>
            Object.hasOwn(properties, key) ? [[key, pruned(member, properties[key])]] : [],
          ),
        )
      : value;
  }

  function storedSpec(osc: RawObject): unknown {
    return pruned(osc["spec"], memberAt(schema, "properties", "spec"));
  }

  it("a naive patch by the documents does not survive the API server", () => {
    const naive = patched(reconcileOsc(), [
      { op: "add", path: "/spec/cri", value: { containerd: { registries: [MIRROR] } } },
    ]);
    expect(storedSpec(naive)).toEqual(reconcileOsc()["spec"]);
  });

  it("ours survives as it is", () => {
    const result = mutated(reconcileOsc(), { policies: [MIRRORS] });
    expect(storedSpec(result)).toEqual(result["spec"]);
    expect(memberAt(storedSpec(result), "criConfig", "containerd", "registries")).toEqual([MIRROR]);
  });

  it("the spelling of the documents is refused in files, and in policies", () => {
    expect(deniedRules(validation(reconcileOsc({ cri: { name: "containerd" } })))).toEqual(["OSC-V-10"]);
    expect(loadErrors(policyDocument("p", { cri: { containerd: {} } }))).toEqual([
      expect.stringMatching(/spec\.cri: Forbidden: unknown key/),
    ]);
  });
});

describe("fact 2: plugin values are an object, and the quoted text of the documents is refused", () => {
  it("what a naive webhook copies from the documents is refused", () => {
    const plugin = { path: [CRI, "containerd"], values: '{"snapshotter":"native"}' };
    const naive = withContainerd(reconcileOsc(), { plugins: [plugin] });
    expect(deniedRules(validation(naive))).toEqual(["OSC-V-29"]);
  });

  it("a policy with the quoted text is not loaded, and ours are objects", () => {
    const quoted = { path: [CRI, "containerd"], values: '{"snapshotter":"native"}' };
    expect(loadErrors(policyDocument("p", { plugins: [quoted] }))).toEqual([
      expect.stringMatching(/spec\.plugins\[0\]\.values: .* must be a map/),
    ]);
    const policies = [policyDocument("p", { plugins: [{ ...quoted, values: { snapshotter: "native" } }] })];
    expect(containerdOf(mutated(reconcileOsc(), { policies }))["plugins"]).toEqual([
      { path: [CRI, "containerd"], values: { snapshotter: "native" } },
      { path: [IMAGES], values: { snapshotter: "native" } },
    ]);
  });
});

describe("fact 3: whole numbers in plugin values reach containerd as floats, with which it does not start", () => {
  const DOWNLOADS = { path: [IMAGES], values: { max_concurrent_downloads: 6 } };

  it("a naive webhook that passes the number on leaves a float where containerd has an integer", () => {
    const naive = withContainerd(reconcileOsc(), { plugins: [DOWNLOADS] });
    expect(settingsOnNewNodes("2.1", naive, "max_concurrent_downloads")).toEqual([
      `plugins."${IMAGES}".max_concurrent_downloads = 6.0 (was 3)`,
    ]);
    expect(deniedRules(validation(naive))).toEqual(["OSC-V-30"]);
  });

  it.each([
    ["as it is", 6],
    ["in a list", [6]],
    ["in a table", { deep: { deeper: 6 } }],
    ["zero", 0],
    ["with an exponent", 1e3],
  ])("%s, the number is refused when the policy is loaded", (_where, value) => {
    const plugin = { path: ["io.containerd.x.v1.y"], values: { setting: value } };
    expect(loadErrors(policyDocument("p", { plugins: [plugin] }))).toEqual([expect.stringMatching(/\[OSC-V-30\]$/)]);
  });

  it("the drop-in that is told instead arrives whole, with the unit that has to restart for it", () => {
    const path = "/etc/containerd/conf.d/50-pull.toml";
    const data = `version = 3\n[plugins.'${IMAGES}']\n  max_concurrent_downloads = 6\n`;
    const policies = [
      policyDocument("p", {
        files: [{ path, permissions: 420, content: data }],
        containerdVersions: [{ osType: "gardenlinux", version: "2.1" }],
      }),
    ];
    const result = oscView(mutated(reconcileOsc(), { policies }));
    expect(result.spec.files.at(-1)).toMatchObject({ path, content: { inline: { encoding: "", data } } });
    expect(result.spec.units.find(({ name }) => name === "containerd.service")?.filePaths).toContain(path);
  });
});

describe("fact 4: the sample path of the documents has no effect where config.toml has version 3 or 4", () => {
  const policies = [policyDocument("p", { plugins: [DISCARD] })];
  const SETTING = "discard_unpacked_layers";

  it.each(["2.1", "2.3"])("a naive entry changes nothing that containerd %s reads", (version) => {
    const naive = withContainerd(reconcileOsc(), { plugins: [DISCARD] });
    expect(settingsOnNewNodes("1.7", naive, SETTING)).toHaveLength(1);
    expect(settingsOnNewNodes(version, naive, `"${IMAGES}".${SETTING}`)).toEqual([]);
  });

  it.each([
    ["1.7", `plugins."${CRI}".containerd.${SETTING} = true (was false)`],
    ["2.1", `plugins."${IMAGES}".${SETTING} = true (was false)`],
    ["2.3", `plugins."${IMAGES}".${SETTING} = true (was false)`],
  ])("containerd %s gets it from ours where it reads it", (version, line) => {
    expect(settingsOnNewNodes(version, mutated(reconcileOsc(), { policies }), SETTING)).toContain(line);
  });
});

describe("fact 5: gardenlet overwrites everything at every write, so every mutation is made again", () => {
  const policies = [MIRRORS];
  const stored = mutated(reconcileOsc(), { policies });

  /** gardenlet's next write: a merge patch of the whole spec, in which all that it does not know is null. */
  const nextWrite = reconcileOsc({}, { annotations: { "gardener.cloud/timestamp": "2026-11-01T00:00:00Z" } });

  it("a naive webhook for CREATE alone takes the mirrors from the nodes", () => {
    const naive = (object: RawObject, old?: RawObject) => (old === undefined ? mutated(object, { policies }) : object);
    expect(containerdOf(naive(reconcileOsc()))["registries"]).toEqual([MIRROR]);
    expect(containerdOf(naive(nextWrite, stored))["registries"]).toBeUndefined();
  });

  it("ours adds them to each write, and is registered for both operations, failing closed", () => {
    expect(containerdOf(mutated(nextWrite, { old: stored, policies }))["registries"]).toEqual([MIRROR]);
    expect(operatingSystemConfigMutation.registration).toMatchObject({
      operations: ["CREATE", "UPDATE"],
      failurePolicy: "Fail",
      passes: { unchangedSpec: false },
    });
  });

  it("a write of others, which has what we added, is answered with no patch", () => {
    const labelled = { ...stored, metadata: { ...(stored["metadata"] as RawObject), finalizers: [] } };
    expect(mutation(labelled, { old: stored, policies }).patch).toBeUndefined();
  });

  it("a lost call would be a lost mirror: without the Cluster the answer is a 503, and not a pass", () => {
    const elsewhere = {
      ...reconcileOsc(),
      metadata: { name: "gardener-node-agent-x-original", namespace: "elsewhere" },
    };
    const { namespace } = elsewhere.metadata;
    expect(mutation(elsewhere, { policies, namespace })).toMatchObject({ allowed: false, code: 503 });
  });
});

describe("fact 6: no mutation rolls nodes; all nodes get it at once, in place", () => {
  const policies = [policyDocument("p", { plugins: [DISCARD] })];
  const old = reconcileOsc();
  const result = mutated(reconcileOsc(), { old, policies });

  it("a naive preview that hashes the OSC promises new nodes, and nothing for those that run", () => {
    const naiveHash = ({ spec }: RawObject) => createHash("sha256").update(JSON.stringify(spec)).digest("hex");
    expect(naiveHash(result)).not.toBe(naiveHash(old));
    // Pools are rolled when the name of their OSC changes, and a webhook cannot change it.
    expect(memberAt(result, "metadata", "name")).toBe(memberAt(old, "metadata", "name"));
  });

  it("the preview says that nothing rolls and what restarts instead", () => {
    const question = { old: oscView(old), new: oscView(result), pool: poolOf(oscView(result)) };
    expect(previewNodes({ ...question, limits: DEFAULT_OSC_SETTINGS.limits })).toMatchObject({
      rollout: { willRoll: false },
      restarts: ["containerd.service"],
    });
  });

  it("who writes the OSC is warned, and told nothing where no node feels it", () => {
    expect(mutation(old, { old, policies }).warnings).toEqual([
      'restarts containerd.service on every node of pool "blue" (plugins)',
    ]);
    const quiet: readonly OscCircumstances[] = [{ policies }, { old: result, policies }, { old, policies: [MIRRORS] }];
    expect(quiet.map((circumstances) => mutation(old, circumstances).warnings)).toEqual([[], [], []]);
  });
});

describe("fact 7: nothing on a node stops a flip of the cgroup driver", () => {
  /** An OSC of this driver on both sides. */
  function oscWith(driver: string): RawObject {
    const { criConfig, files } = reconcileOsc()["spec"] as { criConfig: RawObject; files: readonly RawObject[] };
    const kubelet = inlineFile(KUBELET_FILE, KUBELET_CONFIG.replace("systemd", driver), { permissions: 384 });
    return reconcileOsc({
      type: "ubuntu",
      criConfig: { ...criConfig, cgroupDriver: driver },
      files: files.map((file) => (file["path"] === KUBELET_FILE ? kubelet : file)),
    });
  }

  const stored = oscWith("cgroupfs");
  const written = oscWith("systemd");
  const policies = [policyDocument("p", { cgroupDriver: { driver: "systemd" } })];

  it("a naive webhook that sets what the policy says flips running nodes; validation refuses that", () => {
    const naive = written;
    expect(deniedRules(validation(naive, { old: stored, policies }))).toEqual(["OSC-V-63"]);
  });

  it.each([
    ["by the policy", policies, "policy p"],
    ["without any policy", [], "cgroupfs"],
  ])("ours gives both sides back what nodes have, %s, and says so", (_how, documents, word) => {
    const { warnings } = mutation(written, { old: stored, policies: documents });
    expect(mutated(written, { old: stored, policies: documents })).toEqual(stored);
    expect(warnings.join("\n")).toContain(word);
  });

  it("new nodes get what the policy says", () => {
    expect(mutated(oscWith("cgroupfs"), { policies })).toEqual(oscWith("systemd"));
  });
});

describe("fact 8: on in-place pools some settings of kubelet block every node for good", () => {
  const worker = { updateStrategy: "AutoInPlaceUpdate" };
  const inPlaceUpdates = { operatingSystemVersion: "1592.1.0", kubelet: "1.33.4" };
  const config = `${KUBELET_CONFIG}evictionHard:\n  memory.available: 5%\n`;
  const policies = [
    policyDocument("p", { conflict: "replace", files: [{ path: KUBELET_FILE, permissions: 384, content: config }] }),
  ];
  const old = reconcileOsc({ inPlaceUpdates });

  it("a naive webhook that replaces the file leaves nodes that wait for an update that never comes", () => {
    const { files } = old["spec"] as { files: readonly RawObject[] };
    const replaced = files.map((file) => (file["path"] === KUBELET_FILE ? inlineFile(KUBELET_FILE, config) : file));
    const naive = oscView(reconcileOsc({ inPlaceUpdates, files: replaced }));
    const preview = previewNodes({
      old: oscView(old),
      new: naive,
      pool: poolOf(naive),
      limits: DEFAULT_OSC_SETTINGS.limits,
    });
    expect(preview.inPlaceGate).toEqual(["kubelet evictionHard.memory.available"]);
  });

  it("ours refuses the policy's result, and names the policy", () => {
    const outcome = mutation(old, { old, policies, worker });
    expect(deniedRules(outcome)).toEqual(["OSC-V-65"]);
    expect(outcome.causes[0]?.message).toContain("policy p");
    expect(outcome.patch).toBeUndefined();
  });

  it("pools that are rolled may have it", () => {
    expect(mutation(reconcileOsc(), { old: reconcileOsc(), policies })).toMatchObject({ allowed: true });
  });
});

describe("fact 9: what leaves the OSC does not all leave the nodes", () => {
  const fresh = defaultConfig("2.1");
  const policies = [policyDocument("p", { plugins: [DISCARD], registries: [MIRROR] })];
  const before = mutated(reconcileOsc(), { policies });
  const LINE = `plugins."${IMAGES}".discard_unpacked_layers = true (was false)`;

  /** What is left of the policy on a node that had it, once there are other policies. */
  function leftOvers(after: RawObject): readonly string[] {
    const without = configToml("2.1", fresh, reconcileOsc());
    return configChanges(without, configToml("2.1", configToml("2.1", fresh, before), after));
  }

  it("a naive undo, which deletes the policy, leaves the plugin setting on nodes that run, and not on new ones", () => {
    const naive = mutated(reconcileOsc(), { old: before, policies: [] });
    expect(naive).toEqual(reconcileOsc());
    expect(leftOvers(naive)).toContain(LINE);
    expect(settingsOnNewNodes("2.1", naive, "discard_unpacked_layers")).toEqual([]);
  });

  it.each([
    ["by the default value", { path: [CRI, "containerd"], values: { discard_unpacked_layers: false } }],
    ["by removing the setting", { op: "remove", path: [CRI, "containerd", "discard_unpacked_layers"] }],
  ])("a policy takes it back %s, in both generations", (_how, plugin) => {
    const undo = [policyDocument("undo", { plugins: [plugin] })];
    const after = mutated(reconcileOsc(), { old: before, policies: undo });
    expect(leftOvers(after)).not.toContain(LINE);
    const former = configToml("1.7", defaultConfig("1.7"), before);
    expect(configChanges(former, configToml("1.7", former, after)).join("\n")).toMatch(
      /discard_unpacked_layers (?:= false|removed) \(was true\)/,
    );
  });

  it("the preview says what stays, and that the registry goes", () => {
    const question = { old: oscView(before), new: oscView(reconcileOsc()), pool: poolOf(oscView(before)) };
    const preview = previewNodes({ ...question, limits: DEFAULT_OSC_SETTINGS.limits });
    expect(preview.registries.removed).toEqual(["docker.io"]);
    expect(preview.warnings).toEqual([
      `plugin ${CRI} / containerd stays in config.toml of nodes that run; remove it by op: remove`,
      `plugin ${IMAGES} stays in config.toml of nodes that run; remove it by op: remove`,
    ]);
  });

  it("a cgroup driver that gardenlet drops is put back, since nodes would keep it unseen", () => {
    const { criConfig } = reconcileOsc()["spec"] as { criConfig: RawObject };
    const { cgroupDriver: _dropped, ...rest } = criConfig;
    const dropped = reconcileOsc({ criConfig: rest });
    const onNode = configToml("2.1", configToml("2.1", fresh, reconcileOsc()), dropped);
    expect(configChanges(fresh, onNode).join("\n")).toContain("SystemdCgroup = true");
    expect(mutated(dropped, { old: reconcileOsc() })).toEqual(reconcileOsc());
  });
});

describe("fact 10: the API server sets the CRI of every worker before webhooks are asked", () => {
  const CRI_OF_WORKER = "/request/object/spec/provider/workers/0/cri";

  const { review, ...rest } = defaultedShoot();

  /** The case of row 74 of section 9: a Shoot whose operating system supports no CRI, and that asked for none. */
  function defaultedShoot(): CaseFile {
    const found = caseFiles().find(({ webhook, oscRows }) => webhook === "validate-shoots" && oscRows.includes("74"));
    if (found === undefined) {
      throw new Error("there is no case for row 74 of section 9");
    }
    return found;
  }

  /** The answer to the Shoot with this CRI, given what the operator says of its operating system. */
  function shootWith(cri: RawObject, osSupport: RawObject = { image: "gardenlinux", cri: [] }) {
    const asking = patched(review, [{ op: "replace", path: CRI_OF_WORKER, value: cri }]);
    const policies = [policyDocument("operating-systems", { osSupport: [osSupport] })];
    return runCase({ ...rest, review: asking, policies });
  }

  it("a naive webhook that refuses whoever has a CRI refuses every Shoot", () => {
    const worker = memberAt(review, "request", "object", "spec", "provider", "workers", "0");
    const naive = (pool: unknown) => memberAt(pool, "cri") === undefined;
    expect(memberAt(worker, "cri")).toEqual({ name: "containerd" });
    expect(naive(worker)).toBe(false);
  });

  it("ours takes the default for what it is, and refuses what somebody asked for", () => {
    expect(shootWith({ name: "containerd" })).toMatchObject({ allowed: true, warnings: [] });
    const asking = { name: "containerd", containerRuntimes: [{ type: "gvisor" }] };
    expect(deniedRules(shootWith(asking))).toEqual(["CRI-V-20"]);
  });

  it("the default is refused too where the operator wants that", () => {
    const strict = { image: "gardenlinux", cri: [], strict: true };
    expect(deniedRules(shootWith({ name: "containerd" }, strict))).toEqual(["CRI-V-20"]);
  });
});
