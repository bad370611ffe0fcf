import { describe, expect, it } from "vitest";
import type { NodePool } from "../../../src/domain/osc/node-pool.ts";
import { type MutationNotice, mutationNotice } from "../../../src/domain/preview/mutation-notice.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { CLUSTER, inlineFile, oscView, poolOf, provisionOsc, reconcileOsc } from "../../support/osc-builders.ts";

type Entry = Readonly<Record<string, unknown>>;

const BASE = reconcileOsc()["spec"] as {
  readonly criConfig: Entry & { readonly containerd: Entry };
  readonly files: readonly Entry[];
  readonly units: readonly Entry[];
};
const KUBELET_PATH = "/var/lib/kubelet/config/kubelet";
const KUBELET_FILE = BASE.files.findIndex(({ path }) => path === KUBELET_PATH);
const CONTAINERD_UNIT = BASE.units.findIndex(({ name }) => name === "containerd.service");

const withContainerd = (containerd: Entry, cri: Entry = {}): RawObject =>
  reconcileOsc({
    criConfig: { ...BASE.criConfig, ...cri, containerd: { ...BASE.criConfig.containerd, ...containerd } },
  });
const withKubelet = (text: string): RawObject =>
  reconcileOsc({ files: BASE.files.with(KUBELET_FILE, inlineFile(KUBELET_PATH, text)) });
const withRuntimeUnit = (unit: Entry): RawObject =>
  reconcileOsc({ units: BASE.units.with(CONTAINERD_UNIT, { ...BASE.units[CONTAINERD_UNIT], ...unit }) });

interface Mutated {
  readonly input?: RawObject;
  readonly old?: RawObject | undefined;
  readonly result: RawObject;
  readonly files?: readonly number[];
  readonly units?: readonly number[];
  readonly pool?: Partial<NodePool>;
}

function notice({ input = reconcileOsc(), old, result, files = [], units = [], pool = {} }: Mutated): MutationNotice {
  return mutationNotice({
    input: oscView(input),
    old: old && oscView(old),
    result: oscView(result),
    pool: { ...poolOf(oscView(input)), ...pool },
    touched: { files: new Set(files), units: new Set(units) },
  });
}

const SILENT: MutationNotice = { warning: undefined, annotations: {} };
const MIRRORED = withContainerd({ sandboxImage: "mirror.corp.example/k8s/pause:3.10" });

describe("a mutation that restarts something", () => {
  it("says what, where, and for which of its changes", () => {
    const kubelet = { files: BASE.files.with(KUBELET_FILE, inlineFile(KUBELET_PATH, "other")) };
    const result = reconcileOsc({ ...(MIRRORED["spec"] as Entry), ...kubelet });

    expect(notice({ old: reconcileOsc(), result, files: [KUBELET_FILE] })).toEqual({
      warning:
        'restarts containerd.service, kubelet.service on every node of pool "blue" (sandbox image, /var/lib/kubelet/config/kubelet)',
      annotations: {
        "node-restarts": "containerd.service, kubelet.service",
        "node-containerd": "sandbox image",
        "node-files": "/var/lib/kubelet/config/kubelet",
      },
    });
  });

  it.each<{ what: string; mutated: Mutated; causes: string }>([
    {
      what: "plugins",
      mutated: { result: withContainerd({ plugins: [{ path: ["p"], values: { a: "b" } }] }) },
      causes: "plugins",
    },
    {
      what: "the cgroup driver",
      mutated: { result: withContainerd({}, { cgroupDriver: "cgroupfs" }) },
      causes: "cgroup driver",
    },
    {
      what: "the first configuration of containerd",
      mutated: {
        input: reconcileOsc({ criConfig: { name: "containerd" } }),
        old: reconcileOsc({ criConfig: { name: "containerd" } }),
        result: reconcileOsc(),
      },
      causes: "first configuration",
    },
    {
      what: "a drop-in of a unit",
      mutated: {
        result: withRuntimeUnit({ dropIns: [{ name: "10-proxy.conf", content: "[Service]\n" }] }),
        units: [CONTAINERD_UNIT],
      },
      causes: "drop-in 10-proxy.conf",
    },
    {
      what: "a file that is added, and to the unit",
      mutated: {
        result: reconcileOsc({
          files: [...BASE.files, inlineFile("/etc/containerd/conf.d/50-pull.toml", "version = 3\n")],
          units: BASE.units.with(CONTAINERD_UNIT, {
            name: "containerd.service",
            filePaths: ["/var/lib/ca-certificates-local/ROOTcerts.crt", "/etc/containerd/conf.d/50-pull.toml"],
          }),
        }),
        files: [BASE.files.length],
        units: [CONTAINERD_UNIT],
      },
      causes: "list of file paths, /etc/containerd/conf.d/50-pull.toml",
    },
  ])("for $what", ({ mutated, causes }) => {
    expect(notice({ old: reconcileOsc(), ...mutated }).warning).toBe(
      `restarts containerd.service on every node of pool "blue" (${causes})`,
    );
  });

  it("stops units, and does not know each pool", () => {
    const result = reconcileOsc({ units: [...BASE.units, { name: "telemetry.service", command: "stop" }] });

    expect(notice({ old: reconcileOsc(), result, units: [BASE.units.length], pool: { name: undefined } })).toEqual({
      warning: "stops telemetry.service on every node of the pool (new unit)",
      annotations: { "node-stops": "telemetry.service" },
    });
  });

  it("has room for 200 characters, whatever names there are", () => {
    const names = Array.from({ length: 40 }, (_, index) => `unit-${index}-${"x".repeat(index * 5)}.service`);
    const result = reconcileOsc({ units: [...BASE.units, ...names.map((name) => ({ name }))] });
    const units = names.map((_, index) => BASE.units.length + index);
    const { warning = "", annotations } = notice({
      old: reconcileOsc(),
      result,
      units,
      pool: { name: "p\u0000".repeat(300) },
    });

    expect(warning.length).toBeLessThanOrEqual(200);
    expect(warning).toMatch(/^restarts unit-0-\.service, .* and 3[0-9] more on every node of pool "/);
    expect(annotations["node-restarts"]?.length).toBeLessThanOrEqual(240);
  });
});

describe("a mutation that no node feels", () => {
  it.each<{ what: string; mutated: Mutated }>([
    { what: "keeps the sandbox image that is stored", mutated: { old: MIRRORED, result: MIRRORED } },
    {
      what: "keeps the driver that is stored, on both sides",
      mutated: {
        old: withContainerd({}, { cgroupDriver: "cgroupfs" }),
        result: withContainerd({}, { cgroupDriver: "cgroupfs" }),
      },
    },
    {
      what: "puts a file back that is stored",
      mutated: { old: withKubelet("same"), result: withKubelet("same"), files: [KUBELET_FILE] },
    },
    {
      what: "puts a drop-in back that is stored",
      mutated: {
        old: withRuntimeUnit({ dropIns: [{ name: "a.conf", content: "a" }] }),
        result: withRuntimeUnit({ dropIns: [{ name: "a.conf", content: "a" }] }),
        units: [CONTAINERD_UNIT],
      },
    },
    {
      what: "changes nothing while its writer does",
      mutated: { input: MIRRORED, old: reconcileOsc(), result: MIRRORED },
    },
  ])("$what", ({ mutated }) => {
    expect(notice(mutated)).toEqual(SILENT);
  });

  it("puts a drop-in back while its writer changes the unit otherwise", () => {
    const dropIns = [{ name: "a.conf", content: "a" }];

    expect(
      notice({
        input: withRuntimeUnit({ content: "new" }),
        old: withRuntimeUnit({ dropIns }),
        result: withRuntimeUnit({ content: "new", dropIns }),
        units: [CONTAINERD_UNIT],
      }),
    ).toEqual(SILENT);
  });

  it.each<{ what: string; pool: Partial<NodePool> }>([
    { what: "of a hibernated shoot", pool: { cluster: { ...CLUSTER, isHibernated: true } } },
    { what: "of an OSC that is out of use", pool: { isStale: true } },
  ])("$what: there is none", ({ pool }) => {
    expect(notice({ old: reconcileOsc(), result: MIRRORED, pool })).toEqual({
      warning: undefined,
      annotations: { "node-containerd": "sandbox image" },
    });
  });
});

describe("a mutation for new nodes", () => {
  it("restarts nothing and annotates what they get", () => {
    const registries = [{ upstream: "docker.io" }, { upstream: "_default", hosts: [{ url: "https://m.example" }] }];
    const spec = withContainerd({ sandboxImage: "mirror.example/pause:3.10", registries })["spec"] as Entry;
    const result = reconcileOsc({ ...spec, files: [...BASE.files, inlineFile("/etc/ca.pem", "ca")] });

    expect(notice({ result, files: [BASE.files.length] })).toEqual({
      warning: undefined,
      annotations: {
        "node-containerd": "sandbox image",
        "node-registries": "docker.io, _default",
        "node-files": "/etc/ca.pem",
      },
    });
  });

  it("is all that a provision OSC is for", () => {
    const files = (provisionOsc()["spec"] as { readonly files: readonly Entry[] }).files;
    const path = "/etc/containerd/certs.d/_default/hosts.toml";
    const result = provisionOsc({ files: [...files, inlineFile(path, "x")] });
    const mutated = { input: provisionOsc(), result, files: [files.length] };

    expect(notice({ ...mutated, old: provisionOsc() })).toEqual({
      warning: undefined,
      annotations: { "node-files": path },
    });
    expect(notice({ ...mutated, old: result })).toEqual(SILENT);
  });
});

describe("registries", () => {
  const registries = [{ upstream: "docker.io", hosts: [{ url: "https://m.example" }] }, { upstream: "ghcr.io" }];

  it("are annotated where they differ from those that are stored, and restart nothing", () => {
    const result = withContainerd({ registries });

    expect(notice({ old: withContainerd({ registries: [registries[1]] }), result })).toEqual({
      warning: undefined,
      annotations: { "node-registries": "docker.io" },
    });
    expect(notice({ old: result, result })).toEqual(SILENT);
  });

  it("of the writer's own are no news", () => {
    expect(
      notice({ input: withContainerd({ registries }), old: reconcileOsc(), result: withContainerd({ registries }) }),
    ).toEqual(SILENT);
  });
});

it("takes time in proportion to the object, whatever it repeats", () => {
  const count = 20_000;
  const repeated = (extra: string): RawObject =>
    reconcileOsc({
      files: Array.from({ length: count }, (_, index) => inlineFile(`/f${index % 100}`, extra)),
      units: Array.from({ length: count }, () => ({
        name: "same.service",
        dropIns: [{ name: "a.conf", content: extra }],
        filePaths: ["/f1"],
      })),
    });
  const all = Array.from({ length: count }, (_, index) => index);
  const started = performance.now();
  const { annotations } = notice({
    input: repeated("a"),
    old: repeated("b"),
    result: repeated("c"),
    files: all,
    units: all,
  });

  expect(annotations["node-restarts"]).toBe("same.service");
  expect(performance.now() - started).toBeLessThan(5000);
});
