import { describe, expect, it } from "vitest";
import type { OscLimits } from "../../../src/domain/osc/review.ts";
import type { NodePreview } from "../../../src/domain/preview/node-preview.ts";
import { previewNodes } from "../../../src/domain/preview/preview-nodes.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import {
  CLUSTER,
  clearTextFile,
  imageFile,
  inlineFile,
  KUBELET_CONFIG,
  OSC_NAME,
  oscView,
  poolOf,
  provisionOsc,
  reconcileOsc,
} from "../../support/osc-builders.ts";

const LIMITS: OscLimits = { userDataBytes: 16_384, userDataBytesByProvider: new Map(), osOverheadBytes: 1500 };

function preview(old: RawObject | undefined, next: RawObject, hostName?: string): NodePreview {
  const view = oscView(next);
  return previewNodes({
    old: old && oscView(old),
    new: view,
    pool: poolOf(view),
    limits: LIMITS,
    ...(hostName === undefined ? {} : { hostName }),
  });
}

/** The base OSC with other members of `containerd`, and of the CRI configuration. */
function withContainerd(containerd: RawObject, cri: RawObject = {}): RawObject {
  const base = { sandboxImage: "registry.k8s.io/pause:3.10" };
  return reconcileOsc({
    criConfig: { name: "containerd", cgroupDriver: "systemd", containerd: { ...base, ...containerd }, ...cri },
  });
}

type Entry = Record<string, unknown>;

/** The base OSC with its files changed, and the units too. */
function edited(edit: { files?: (files: Entry[]) => unknown; units?: (units: Entry[]) => unknown }): RawObject {
  const spec = reconcileOsc()["spec"] as { readonly files: Entry[]; readonly units: Entry[] };
  return reconcileOsc({
    files: edit.files?.(spec.files) ?? spec.files,
    units: edit.units?.(spec.units) ?? spec.units,
  });
}

const replaced = (key: string, name: string, members: RawObject) => (entries: Entry[]) =>
  entries.map((entry) => (entry[key] === name ? { ...entry, ...members } : entry));

const MIRROR = { upstream: "docker.io", hosts: [{ url: "https://mirror.corp.example" }] };
const PLUGIN_A = { path: ["io.containerd.gc.v1.scheduler"], values: { pause_threshold: 0.05 } };
const PLUGIN_B = { path: ["io.containerd.nri.v1.nri"], values: { disable: true } };

const NOTHING = {
  files: { added: [], changed: [], removed: [] },
  units: { changed: [], removed: [] },
  restarts: [],
  stops: [],
  effects: [],
  nodeAgentRestart: false,
  containerd: { configChanged: false, reasons: [] },
  registries: { added: [], changed: [], removed: [], probed: [] },
  inPlaceGate: [],
  warnings: [],
};

describe("an OSC that does not change", () => {
  it("does nothing to nodes", () => {
    expect(preview(reconcileOsc(), reconcileOsc())).toEqual({
      ...NOTHING,
      purpose: "reconcile",
      pool: "blue",
      isNew: false,
      userDataChanged: false,
      userDataBytes: 0,
      nodeSecretBytes: expect.any(Number),
      nodeSecretChanged: false,
      rollout: { willRoll: false, reason: expect.stringContaining("only changes of the Shoot") },
    });
  });

  it("does nothing for labels, the type and the provider's own configuration", () => {
    const other = reconcileOsc({ type: "ubuntu", providerConfig: { a: 1 } }, { labels: {}, annotations: { a: "b" } });

    expect(preview(reconcileOsc(), { ...other, status: { observedGeneration: 3 } })).toMatchObject({
      ...NOTHING,
      nodeSecretChanged: false,
    });
  });
});

describe("registries", () => {
  it("68: another host restarts nothing", () => {
    const next = withContainerd({ registries: [{ ...MIRROR, hosts: [{ url: "https://other.corp.example" }] }] });

    expect(preview(withContainerd({ registries: [MIRROR] }), next)).toMatchObject({
      ...NOTHING,
      nodeSecretChanged: true,
      registries: { added: [], changed: ["docker.io"], removed: [], probed: [] },
      rollout: { willRoll: false },
    });
  });

  it.each<{ what: string; old: RawObject[]; next: RawObject[]; registries: object }>([
    { what: "a new one", old: [], next: [MIRROR], registries: { added: ["docker.io"], changed: [], removed: [] } },
    {
      what: "one that is gone",
      old: [MIRROR],
      next: [],
      registries: { added: [], changed: [], removed: ["docker.io"] },
    },
    {
      what: "the defaults, spelled",
      old: [MIRROR],
      next: [
        {
          ...MIRROR,
          readinessProbe: false,
          hosts: [{ url: "https://mirror.corp.example", capabilities: ["pull", "resolve"], overridePath: false }],
        },
      ],
      registries: { added: [], changed: [], removed: [] },
    },
    {
      what: "the order of upstreams",
      old: [MIRROR, { upstream: "ghcr.io" }],
      next: [{ upstream: "ghcr.io" }, MIRROR],
      registries: { added: [], changed: [], removed: [] },
    },
    {
      what: "the order of hosts",
      old: [{ upstream: "ghcr.io", hosts: [{ url: "https://a" }, { url: "https://b" }] }],
      next: [{ upstream: "ghcr.io", hosts: [{ url: "https://b" }, { url: "https://a" }] }],
      registries: { added: [], changed: ["ghcr.io"], removed: [] },
    },
    {
      what: "a server",
      old: [{ upstream: "ghcr.io" }],
      next: [{ upstream: "ghcr.io", server: "https://ghcr.io" }],
      registries: { added: [], changed: ["ghcr.io"], removed: [] },
    },
    {
      what: "a repeated upstream, of which the first counts",
      old: [MIRROR],
      next: [MIRROR, { upstream: "docker.io" }],
      registries: { added: [], changed: [], removed: [] },
    },
  ])("$what", ({ old, next, registries }) => {
    const result = preview(withContainerd({ registries: old }), withContainerd({ registries: next }));

    expect(result).toMatchObject({ restarts: [], registries });
  });

  it("are probed again on every change of the OSC, and hold nodes up", () => {
    const probed = withContainerd({ registries: [{ ...MIRROR, readinessProbe: true }, { upstream: "ghcr.io" }] });

    expect(preview(probed, probed)).toMatchObject({
      registries: { probed: ["docker.io"], changed: [] },
      warnings: ["nodes report the OSC as applied only after these registries have answered: docker.io"],
    });
  });

  it("take files with them that lie in their directory", () => {
    const ca = inlineFile("/etc/containerd/certs.d/docker.io/ca.pem", "ca");
    const other = inlineFile("/etc/containerd/certs.d/docker.io/new.pem", "ca");
    const { spec: old } = withContainerd({ registries: [MIRROR] });
    const next = reconcileOsc({ files: [ca, other], units: [] });

    expect(preview({ spec: { ...(old as RawObject), files: [ca] } }, next).warnings).toContain(
      "/etc/containerd/certs.d/docker.io/ca.pem is deleted with the directory of registry docker.io, and not written again",
    );
    expect(preview({ spec: { ...(old as RawObject), files: [ca] } }, next).warnings.join()).not.toContain("new.pem");
  });
});

describe("containerd's config.toml", () => {
  it("69: the sandbox image restarts containerd, and not kubelet", () => {
    expect(
      preview(reconcileOsc(), withContainerd({ sandboxImage: "mirror.corp.example/k8s/pause:3.10" })),
    ).toMatchObject({
      ...NOTHING,
      restarts: ["containerd.service"],
      effects: [{ unit: "containerd.service", effect: "restart", causes: ["sandbox image"] }],
      containerd: { configChanged: true, reasons: ["sandbox image"] },
    });
  });

  it("70: two plugins swapped restart containerd", () => {
    const old = withContainerd({ plugins: [PLUGIN_A, PLUGIN_B] });
    const next = withContainerd({ plugins: [PLUGIN_B, PLUGIN_A] });

    expect(preview(old, next)).toMatchObject({
      ...NOTHING,
      restarts: ["containerd.service"],
      effects: [{ unit: "containerd.service", effect: "restart", causes: ["plugins"] }],
      containerd: { configChanged: true, reasons: ["plugins"] },
    });
  });

  it.each<{ what: string; old: RawObject; next: RawObject; reasons: string[] }>([
    {
      what: "keys of values in another order are no change",
      old: withContainerd({ plugins: [{ path: ["p"], values: { a: "1", b: { c: "2", d: "3" } } }] }),
      next: withContainerd({ plugins: [{ path: ["p"], values: { b: { d: "3", c: "2" }, a: "1" } }] }),
      reasons: [],
    },
    {
      what: "an op that spells the default is one",
      old: withContainerd({ plugins: [PLUGIN_A] }),
      next: withContainerd({ plugins: [{ ...PLUGIN_A, op: "add" }] }),
      reasons: ["plugins"],
    },
    {
      what: "no plugins and an empty list are the same",
      old: withContainerd({}),
      next: withContainerd({ plugins: [] }),
      reasons: [],
    },
    {
      what: "the cgroup driver, with the image",
      old: withContainerd({}),
      next: withContainerd({ sandboxImage: "x" }, { cgroupDriver: "cgroupfs" }),
      reasons: ["sandbox image", "cgroup driver"],
    },
  ])("$what", ({ old, next, reasons }) => {
    expect(preview(old, next)).toMatchObject({
      containerd: { configChanged: reasons.length > 0, reasons },
      restarts: reasons.length > 0 ? ["containerd.service"] : [],
    });
  });

  it("first comes with the environment of containerd's unit", () => {
    const old = reconcileOsc({ criConfig: { name: "containerd" } });

    expect(preview(old, reconcileOsc())).toMatchObject({
      units: { changed: ["containerd.service"], removed: [] },
      restarts: ["containerd.service"],
      effects: [{ causes: ["first configuration", "drop-in 30-env_config.conf"] }],
    });
  });

  it("is left alone, with the registries, where the OSC does not configure it any more", () => {
    const next = reconcileOsc({ criConfig: { name: "containerd" } });

    expect(preview(withContainerd({ registries: [MIRROR] }), next)).toMatchObject({
      containerd: { configChanged: false },
      registries: { removed: [] },
      effects: [{ unit: "containerd.service", causes: ["drop-in 30-env_config.conf"] }],
      warnings: [
        "the OSC does not configure containerd any more: config.toml and the registries of nodes stay as they are",
      ],
    });
  });

  it("keeps plugins that are dropped, and a driver that is not set any more", () => {
    const old = withContainerd({ plugins: [PLUGIN_A, PLUGIN_B] });
    const next = withContainerd({ plugins: [{ ...PLUGIN_B, op: "remove", values: null }] }, { cgroupDriver: null });

    expect(preview(old, next).warnings).toEqual([
      "plugin io.containerd.gc.v1.scheduler stays in config.toml of nodes that run; remove it by op: remove",
      "cgroup driver systemd to unset: config.toml of nodes that run keeps the former one",
    ]);
  });

  it("warns of another driver on nodes that run", () => {
    expect(preview(reconcileOsc(), withContainerd({}, { cgroupDriver: "cgroupfs" })).warnings).toEqual([
      "cgroup driver systemd to cgroupfs: nodes that run cannot create the sandboxes of their pods again; replace them",
    ]);
  });

  it("39: a drop-in file, with its path in containerd's unit, restarts containerd", () => {
    const path = "/etc/containerd/conf.d/50-pull.toml";
    const next = edited({
      files: (files) => [...files, inlineFile(path, "version = 3\n")],
      units: replaced("name", "containerd.service", {
        filePaths: ["/var/lib/ca-certificates-local/ROOTcerts.crt", path],
      }),
    });

    expect(preview(reconcileOsc(), next)).toMatchObject({
      files: { added: [path] },
      restarts: ["containerd.service"],
      effects: [{ causes: ["list of file paths", path] }],
      containerd: { configChanged: false },
    });
    expect(preview(next, reconcileOsc()).warnings).toEqual([
      `${path} is deleted only after containerd restarts, which keeps its settings until the next restart`,
    ]);
  });
});

describe("files", () => {
  it("71: two files swapped change no file and no unit", () => {
    const next = edited({ files: (files) => files.toReversed() });

    expect(preview(reconcileOsc(), next)).toMatchObject({ ...NOTHING, nodeSecretChanged: true });
  });

  it("are compared by the first of each path, spec before status", () => {
    const twice = edited({ files: (files) => [...files, inlineFile("/opt/bin/kubelet", "other")] });
    const moved = edited({ files: (files) => files.slice(1) });
    const [first] = (reconcileOsc()["spec"] as { readonly files: RawObject[] }).files;

    expect(preview(reconcileOsc(), twice)).toMatchObject(NOTHING);
    expect(preview(reconcileOsc(), { ...moved, status: { extensionFiles: [first] } })).toMatchObject(NOTHING);
  });

  it.each<{ what: string; old: RawObject[]; next: RawObject[]; hostName?: string; files: object }>([
    {
      what: "added, changed by permissions alone, removed",
      old: [inlineFile("/b", "b"), inlineFile("/c", "c")],
      next: [inlineFile("/a", "a"), inlineFile("/b", "b", { permissions: 384 })],
      files: { added: ["/a"], changed: ["/b"], removed: ["/c"] },
    },
    {
      what: "of hosts, each by itself",
      old: [inlineFile("/a", "1", { hostName: "x" }), inlineFile("/a", "2", { hostName: "y" })],
      next: [inlineFile("/a", "1", { hostName: "x" }), inlineFile("/a", "3", { hostName: "y" })],
      files: { added: [], changed: ["/a"], removed: [] },
    },
    {
      what: "of another host are not there",
      old: [inlineFile("/a", "1", { hostName: "x" }), inlineFile("/b", "2", { hostName: "y" })],
      next: [inlineFile("/a", "1", { hostName: "x" }), inlineFile("/b", "3", { hostName: "y" }), inlineFile("/c", "4")],
      hostName: "x",
      files: { added: ["/c"], changed: [], removed: [] },
    },
    {
      what: "that become those of one host change there",
      old: [inlineFile("/a", "1")],
      next: [inlineFile("/a", "1", { hostName: "x" })],
      hostName: "x",
      files: { added: [], changed: ["/a"], removed: [] },
    },
    {
      what: "that become those of one host go elsewhere",
      old: [inlineFile("/a", "1")],
      next: [inlineFile("/a", "1", { hostName: "x" })],
      hostName: "y",
      files: { added: [], changed: [], removed: ["/a"] },
    },
  ])("$what", ({ old, next, hostName, files }) => {
    expect(
      preview(reconcileOsc({ files: old, units: [] }), reconcileOsc({ files: next, units: [] }), hostName).files,
    ).toEqual(files);
  });
});

describe("what a file of gardenlet's OSC restarts", () => {
  const NODE_AGENT_CONFIG = "/var/lib/gardener-node-agent/config-v1.150.0.yaml";
  const PATHS: Readonly<Record<string, readonly string[]>> = {
    "/var/lib/kubelet/config/kubelet": ["kubelet.service"],
    "/var/lib/kubelet/ca.crt": ["kubelet.service"],
    "/opt/bin/kubelet": ["kubelet.service"],
    "/var/lib/ca-certificates-local/ROOTcerts.crt": ["containerd.service", "kubelet.service"],
    [NODE_AGENT_CONFIG]: ["gardener-node-agent.service"],
    "/opt/bin/gardener-node-agent": ["gardener-node-agent.service"],
    "/etc/sysctl.d/99-k8s-general.conf": [],
  };
  const written = (changed?: string): RawObject =>
    reconcileOsc({
      files: Object.keys(PATHS).map((path) => inlineFile(path, path === changed ? "new" : "old")),
      units: [
        { name: "containerd.service", filePaths: ["/var/lib/ca-certificates-local/ROOTcerts.crt"] },
        {
          name: "kubelet.service",
          content: "[Service]\n",
          filePaths: [
            "/var/lib/kubelet/config/kubelet",
            "/var/lib/kubelet/ca.crt",
            "/opt/bin/kubelet",
            "/var/lib/ca-certificates-local/ROOTcerts.crt",
          ],
        },
        {
          name: "gardener-node-agent.service",
          content: "[Service]\n",
          filePaths: [NODE_AGENT_CONFIG, "/opt/bin/gardener-node-agent"],
        },
      ],
    });

  it.each(Object.entries(PATHS))("%s: %j", (path, units) => {
    const result = preview(written(), written(path));

    expect(result).toMatchObject({ files: { changed: [path] }, restarts: units, stops: [] });
    expect(result.effects.flatMap(({ causes }) => causes)).toEqual(units.map(() => path));
    expect(result.nodeAgentRestart).toBe(units.includes("gardener-node-agent.service"));
  });
});

describe("units", () => {
  const KUBELET = "kubelet.service";

  it("72: enable, unset and then true, is a change", () => {
    const old = edited({ units: replaced("name", KUBELET, { enable: null }) });

    expect(preview(old, reconcileOsc())).toMatchObject({
      units: { changed: [KUBELET], removed: [] },
      restarts: [KUBELET],
      effects: [{ unit: KUBELET, effect: "restart", causes: ["enable"] }],
    });
  });

  it.each<{ what: string; members: RawObject; effect: "restart" | "stop"; causes: string[] }>([
    { what: "content", members: { content: "[Service]\n" }, effect: "restart", causes: ["unit content"] },
    { what: "command, start or restart", members: { command: "restart" }, effect: "restart", causes: ["command"] },
    { what: "command stop", members: { command: "stop" }, effect: "stop", causes: ["command"] },
    { what: "not enabled", members: { enable: false }, effect: "stop", causes: ["enable"] },
    { what: "file paths", members: { filePaths: [] }, effect: "restart", causes: ["list of file paths"] },
    {
      what: "a drop-in",
      members: { dropIns: [{ name: "10-a.conf", content: "[Unit]\n" }] },
      effect: "restart",
      causes: ["drop-in 10-a.conf"],
    },
  ])("$what: $effect", ({ members, effect, causes }) => {
    const next = edited({ units: replaced("name", KUBELET, members) });

    expect(preview(reconcileOsc(), next).effects).toEqual([{ unit: KUBELET, effect, causes }]);
  });

  it("restart where only the order of drop-ins differs, as it counts", () => {
    const dropIns = [
      { name: "a.conf", content: "a" },
      { name: "b.conf", content: "b" },
    ];
    const old = edited({ units: replaced("name", KUBELET, { dropIns }) });
    const next = edited({ units: replaced("name", KUBELET, { dropIns: dropIns.toReversed() }) });

    expect(preview(old, next).effects).toEqual([{ unit: KUBELET, effect: "restart", causes: ["order of drop-ins"] }]);
  });

  it("of one name are one: what is set later wins, drop-ins and file paths add up", () => {
    const [a, b] = [
      { name: "a.conf", content: "a" },
      { name: "b.conf", content: "b" },
    ];
    const unit = (members: RawObject) => ({ name: "x.service", ...members });
    const whole = reconcileOsc({
      units: [unit({ content: "2", enable: true, command: "start", dropIns: [a, b], filePaths: ["/1", "/2"] })],
    });
    const parts = {
      ...reconcileOsc({
        units: [
          unit({ content: "1", command: "start", dropIns: [a], filePaths: ["/1"] }),
          unit({ content: "2", enable: false }),
        ],
      }),
      status: { extensionUnits: [unit({ enable: true, dropIns: [b], filePaths: ["/2"] })] },
    };

    expect(preview(whole, parts)).toMatchObject(NOTHING);
  });

  it("that are new restart, and those that are gone stop where the OSC had made them", () => {
    const own = { name: "own.service", content: "[Service]\n" };
    const foreign = { name: "sshd.service", dropIns: [{ name: "a.conf", content: "a" }] };
    const old = edited({ units: (units) => [...units, own, foreign] });

    expect(preview(reconcileOsc(), old).effects).toEqual([
      { unit: "own.service", effect: "restart", causes: ["new unit"] },
      { unit: "sshd.service", effect: "restart", causes: ["new unit"] },
    ]);
    expect(preview(old, reconcileOsc())).toMatchObject({
      units: { changed: [], removed: ["own.service", "sshd.service"] },
      restarts: [],
      stops: ["own.service"],
      effects: [{ unit: "own.service", effect: "stop", causes: ["unit removed"] }],
      warnings: ["sshd.service is the node's own: its drop-ins are deleted, it restarts only from /etc/systemd/system"],
    });
  });

  it("are not stopped if it is the node agent's, and containerd is if its unit says so", () => {
    const stopped = { command: "stop" };
    const agent = edited({ units: replaced("name", "gardener-node-agent.service", stopped) });
    const runtime = reconcileOsc({
      ...(withContainerd({ sandboxImage: "x" })["spec"] as RawObject),
      units: [{ name: "containerd.service", command: "stop" }],
    });

    expect(preview(reconcileOsc(), agent)).toMatchObject({
      restarts: ["gardener-node-agent.service"],
      stops: [],
      nodeAgentRestart: true,
    });
    expect(preview(reconcileOsc({ units: [{ name: "containerd.service" }] }), runtime)).toMatchObject({
      restarts: [],
      stops: ["containerd.service"],
      effects: [{ causes: ["command"] }],
      containerd: { configChanged: true },
    });
  });
});

describe("an OSC that is new", () => {
  it("tells what new nodes get, and restarts nothing", () => {
    const result = preview(undefined, withContainerd({ registries: [MIRROR] }));

    expect(result).toMatchObject({
      isNew: true,
      files: { added: expect.arrayContaining(["/var/lib/kubelet/config/kubelet"]), changed: [], removed: [] },
      units: { changed: ["containerd.service", "kubelet.service", "gardener-node-agent.service"], removed: [] },
      restarts: [],
      stops: [],
      nodeAgentRestart: false,
      nodeSecretChanged: true,
      registries: { added: ["docker.io"] },
      containerd: { configChanged: true, reasons: ["first configuration"] },
      warnings: [],
    });
  });
});

describe("a provision OSC", () => {
  it("73: changes user data of new machines, and no node", () => {
    const spec = provisionOsc()["spec"] as { readonly files: RawObject[] };
    const next = provisionOsc({
      files: [...spec.files, inlineFile("/etc/containerd/certs.d/_default/hosts.toml", "x")],
    });

    expect(preview(provisionOsc(), next)).toMatchObject({
      purpose: "provision",
      userDataChanged: true,
      userDataBytes: expect.any(Number),
      files: { added: ["/etc/containerd/certs.d/_default/hosts.toml"] },
      restarts: [],
      nodeSecretBytes: 0,
      nodeSecretChanged: false,
      rollout: { willRoll: false, reason: expect.stringContaining("machines that exist keep") },
    });
    expect(preview(provisionOsc(), next).userDataBytes).toBeGreaterThan(
      preview(provisionOsc(), provisionOsc()).userDataBytes,
    );
  });

  it("does not change them where it is the same, and does where files are in another order", () => {
    const spec = provisionOsc()["spec"] as { readonly files: RawObject[] };

    expect(preview(provisionOsc(), provisionOsc({}, { labels: {} })).userDataChanged).toBe(false);
    expect(preview(provisionOsc(), provisionOsc({ files: spec.files.toReversed() })).userDataChanged).toBe(true);
    expect(preview(undefined, provisionOsc()).userDataChanged).toBe(true);
  });

  it("warns of user data that machines cannot have", () => {
    const large = provisionOsc({ files: [clearTextFile("/x", "x".repeat(17_000))] });

    expect(preview(undefined, large).warnings).toEqual([
      expect.stringMatching(/^the user data has \d+ bytes, more than the 16384 that machines can have$/),
    ]);
  });

  it("takes the provider's own limit", () => {
    const view = oscView(provisionOsc());
    const limits = { ...LIMITS, userDataBytesByProvider: new Map([["local", 100]]) };

    expect(previewNodes({ old: undefined, new: view, pool: poolOf(view), limits }).warnings).toEqual([
      expect.stringContaining("more than the 100 that"),
    ]);
  });
});

describe("pools without nodes", () => {
  it("tells of a hibernated shoot, and what is odd about the pool", () => {
    const view = oscView(reconcileOsc());
    const hibernated = { ...poolOf(view), cluster: { ...CLUSTER, isHibernated: true } };
    const stale = { ...poolOf(view), notes: ["out of use"] };
    const warnings = [hibernated, stale].map(
      (pool) => previewNodes({ old: view, new: view, pool, limits: LIMITS }).warnings,
    );

    expect(warnings).toEqual([
      ["the shoot is hibernated: it has no nodes until it wakes up, and those get everything at once"],
      ["out of use"],
    ]);
  });
});

describe("nodes that are updated in place", () => {
  const name = OSC_NAME.replace("-0f1e2d3c4b5a6978", "");
  const inPlace = (members: RawObject, kubelet = KUBELET_CONFIG): RawObject =>
    reconcileOsc(
      {
        inPlaceUpdates: { operatingSystemVersion: "1592.1.0", kubelet: "1.33.4", ...members },
        files: [
          inlineFile("/var/lib/kubelet/config/kubelet", kubelet, { permissions: 384 }),
          imageFile("/opt/bin/kubelet", "registry.k8s.io/kubelet:v1.33.4"),
        ],
        units: [],
      },
      { name },
    );
  const rotation = (members: RawObject) => ({ credentialsRotation: members });
  const at = (lastInitiationTime: string | null) => ({ lastInitiationTime });

  it.each<{ what: string; old: RawObject; next: RawObject; reasons: string[] }>([
    { what: "nothing", old: {}, next: {}, reasons: [] },
    {
      what: "another operating system",
      old: {},
      next: { operatingSystemVersion: "1592.2.0" },
      reasons: ["operating system version 1592.1.0 to 1592.2.0"],
    },
    { what: "a patch of the kubelet", old: {}, next: { kubelet: "1.33.9" }, reasons: [] },
    {
      what: "a minor of the kubelet",
      old: { kubelet: "1.32.9" },
      next: {},
      reasons: ["kubelet minor version 1.32 to 1.33"],
    },
    {
      what: "a first rotation",
      old: {},
      next: rotation({ certificateAuthorities: at("2026-01-01T00:00:00Z"), serviceAccountKey: {} }),
      reasons: ["rotation of certificate authorities"],
    },
    {
      what: "a first rotation of a kind, beside an earlier one of the other",
      old: rotation({ certificateAuthorities: at("2026-01-01T00:00:00Z") }),
      next: rotation({
        certificateAuthorities: at("2026-01-01T00:00:00Z"),
        serviceAccountKey: at("2026-02-01T00:00:00Z"),
      }),
      reasons: [],
    },
    {
      what: "later rotations",
      old: rotation({ certificateAuthorities: at("2026-01-01T00:00:00Z"), serviceAccountKey: at(null) }),
      next: rotation({
        certificateAuthorities: at("2026-02-01T00:00:00Z"),
        serviceAccountKey: at("2026-02-01T00:00:00Z"),
      }),
      reasons: ["rotation of certificate authorities", "rotation of the service account key"],
    },
    {
      what: "rotations that are forgotten",
      old: rotation({ certificateAuthorities: at("2026-01-01T00:00:00Z") }),
      next: {},
      reasons: [],
    },
  ])("$what", ({ old, next, reasons }) => {
    const result = preview(inPlace(old), inPlace(next));

    expect(result.inPlaceGate).toEqual(reasons);
    expect(result.warnings).toEqual(
      reasons.length === 0
        ? []
        : ["nodes change config.toml, and apply the rest only when they are made ready for an update in place"],
    );
  });

  it.each<{ what: string; old?: string; next: string; reasons: string[] }>([
    { what: "another feature of the kubelet", next: `${KUBELET_CONFIG}maxPods: 50\n`, reasons: [] },
    {
      what: "thresholds and reserves",
      old: `${KUBELET_CONFIG}kubeReserved:\n  cpu: 80m\n`,
      next: `${KUBELET_CONFIG}evictionHard:\n  memory.available: 200Mi\nkubeReserved:\n  cpu: 90m\n`,
      reasons: ["kubelet evictionHard.memory.available", "kubelet kubeReserved.cpu"],
    },
    { what: "a configuration that is none", next: "{}", reasons: ["kubelet configuration, which cannot be read"] },
  ])("wait for $what: $reasons", ({ old = KUBELET_CONFIG, next, reasons }) => {
    expect(preview(inPlace({}, old), inPlace({}, next)).inPlaceGate).toEqual(reasons);
  });

  it("wait for nothing where only one side knows of such updates", () => {
    expect(preview(reconcileOsc(), inPlace({})).inPlaceGate).toEqual([]);
  });
});
