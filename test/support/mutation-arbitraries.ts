import fc from "fast-check";
import type { ConflictMode, Policy } from "../../src/domain/policies/types.ts";
import type { RawObject } from "../../src/wire/admission-review.ts";
import { imageFile, inlineFile, KUBELET_CONFIG, provisionOsc, reconcileOsc } from "./osc-builders.ts";
import { desiredDropIn, desiredFile, desiredRegistry, desiredUnit, policy } from "./policy-builders.ts";

/*
 * OSCs and policies of a small world, so that they meet, agree and contradict each other often. Everything in it is valid
 * by itself, as loaded policies are.
 */

const UPSTREAMS = ["docker.io", "quay.io", "_default"];
const HOSTS = ["https://a.example", "https://b.example", "https://A.example/"];
const PATHS = ["/etc/a", "/etc/b", "/etc/c"];
const TEXTS = ["one", "two"];
const UNITS = ["a.service", "b.service", "containerd.service"];
const DROP_IN_PATH = "/etc/containerd/conf.d/50-a.toml";
const GRPC = "io.containerd.grpc.v1.cri";
const RUNTIMES = [GRPC, "containerd", "runtimes"];
const CONFLICTS: readonly ConflictMode[] = ["keep", "replace", "prependHosts", "appendHosts", "deny"];
const DRIVERS = ["systemd", "cgroupfs"] as const;

/** Left out, null, or a value. */
function optional<T>(key: string, value: fc.Arbitrary<T>): fc.Arbitrary<RawObject> {
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constant({ [key]: null }) },
    { weight: 5, arbitrary: value.map((member) => ({ [key]: member })) },
  );
}

function merged(...parts: readonly fc.Arbitrary<RawObject>[]): fc.Arbitrary<RawObject> {
  return fc.tuple(...parts).map((members) => Object.assign({}, ...members));
}

const host = merged(
  fc.constantFrom(...HOSTS).map((url) => ({ url })),
  optional("capabilities", fc.constantFrom([], ["pull"], ["pull", "resolve"])),
  optional("overridePath", fc.boolean()),
);

const uniqueHosts = fc.uniqueArray(host, {
  maxLength: 2,
  selector: ({ url }) => String(url).toLowerCase().slice(0, 17),
});

const registry = merged(
  fc.constantFrom(...UPSTREAMS).map((upstream) => ({ upstream })),
  optional("server", fc.constantFrom("https://a.example", "https://origin.example")),
  optional("hosts", uniqueHosts),
  optional("readinessProbe", fc.constant(false)),
);

const registries = fc.uniqueArray(registry, { maxLength: 3, selector: ({ upstream }) => upstream });

const PLUGINS: readonly RawObject[] = [
  { path: [...RUNTIMES, "nvidia"], values: { runtime_type: "io.containerd.runc.v2" } },
  { path: [...RUNTIMES, "nvidia"], values: { privileged_without_host_devices: false } },
  { path: [...RUNTIMES, "nvidia"], values: { privileged_without_host_devices: true, runtime_type: "x" } },
  { path: [...RUNTIMES, "nvidia", "options"], values: { BinaryName: "/usr/bin/nvidia" } },
  { path: [...RUNTIMES, "runsc"], values: { runtime_type: "io.containerd.runsc.v1" } },
  { path: [GRPC], values: { device_ownership_from_security_context: true } },
  { path: ["io.containerd.cri.v1.runtime"], values: { device_ownership_from_security_context: true } },
  { path: ["io.containerd.gc.v1.scheduler"], values: { pause_threshold: 0.05 } },
];

const REMOVALS: readonly RawObject[] = [{ op: "remove", path: [...RUNTIMES, "nvidia"] }];

const file = fc
  .tuple(fc.constantFrom(...PATHS), fc.constantFrom(...TEXTS), fc.constantFrom("", "b64"), fc.constantFrom(420, 384))
  .map(([path, text, encoding, permissions]) => ({
    path,
    permissions,
    content: { inline: { encoding, data: encoding === "" ? text : Buffer.from(text).toString("base64") } },
  }));

const files = fc.uniqueArray(file, { maxLength: 3, selector: ({ path }) => path });

const dropIns = fc.uniqueArray(
  fc.record({ name: fc.constantFrom("10-a.conf", "20-b.conf"), content: fc.constantFrom(...TEXTS) }),
  { maxLength: 2, selector: ({ name }) => name },
);

const unitMembers = merged(
  optional("enable", fc.boolean()),
  optional("command", fc.constantFrom("start", "stop")),
  optional("content", fc.constantFrom(...TEXTS)),
  optional("dropIns", dropIns),
);

const units = fc.uniqueArray(
  fc.tuple(fc.constantFrom(...UNITS), unitMembers).map(([name, members]): RawObject => ({ name, ...members })),
  { maxLength: 3, selector: ({ name }) => name },
);

const kubeletConfigs = DRIVERS.map((driver) => KUBELET_CONFIG.replace("systemd", driver));

const containerd = merged(
  fc.constantFrom("registry.k8s.io/pause:3.10", "a.example/pause:3.10").map((sandboxImage) => ({ sandboxImage })),
  optional("registries", registries),
  optional("plugins", fc.array(fc.constantFrom(...PLUGINS, ...REMOVALS), { maxLength: 4 })),
);

const criConfig = merged(
  fc.constant({ name: "containerd" }),
  optional("cgroupDriver", fc.constantFrom(...DRIVERS)),
  fc.oneof(
    { weight: 9, arbitrary: containerd.map((value) => ({ containerd: value })) },
    { weight: 1, arbitrary: fc.constant({}) },
  ),
);

interface Extensions {
  readonly extensionFiles: readonly RawObject[];
  readonly extensionUnits: readonly RawObject[];
}

/** What the extension of the operating system brings: files, and drop-ins for units. */
const extensions: fc.Arbitrary<Extensions> = fc.record({
  extensionFiles: files.map((list) => list.slice(0, 1)),
  extensionUnits: fc.uniqueArray(fc.record({ name: fc.constantFrom(...UNITS), dropIns }), {
    maxLength: 2,
    selector: ({ name }) => name,
  }),
});

/** `reconcile` OSCs; their kubelet files follow the driver of containerd or not. */
const reconcileOscs: fc.Arbitrary<RawObject> = fc
  .record({
    type: fc.constantFrom("gardenlinux", "ubuntu"),
    criConfig,
    units,
    files,
    kubelet: fc.constantFrom(...kubeletConfigs),
    status: optional("status", extensions),
  })
  .map(({ type, criConfig: cri, units: own, files: ownFiles, kubelet, status }) => {
    const base = reconcileOsc()["spec"] as {
      readonly units: readonly RawObject[];
      readonly files: readonly RawObject[];
    };
    const brought = status["status"] as Extensions | null | undefined;
    const paths = new Set(brought?.extensionFiles.map(({ path }) => path));
    const names = new Set(brought?.extensionUnits.map(({ name }) => name));
    const osc = reconcileOsc({
      type,
      criConfig: cri,
      units: [
        ...base.units.filter(({ name }) => !own.some((unit) => unit["name"] === name)),
        ...own.map((unit) => (names.has(unit["name"]) ? { ...unit, dropIns: [] } : unit)),
      ],
      files: [
        inlineFile("/var/lib/ca-certificates-local/ROOTcerts.crt", "certificates\n"),
        inlineFile("/var/lib/kubelet/config/kubelet", kubelet, { permissions: 384 }),
        imageFile("/opt/bin/kubelet", "registry.k8s.io/kubelet:v1.33.4"),
        imageFile("/opt/bin/gardener-node-agent", "registry.example/gardener/node-agent:v1.150.0"),
        ...ownFiles.filter(({ path }) => !paths.has(path)),
      ],
    });
    return { ...osc, ...status };
  });

const provisionOscs: fc.Arbitrary<RawObject> = files.map((own) => {
  const base = provisionOsc()["spec"] as { readonly files: readonly RawObject[] };
  return provisionOsc({ files: [...base.files, ...own] });
});

/** OSCs of both purposes. */
export const oscs: fc.Arbitrary<RawObject> = fc.oneof(
  { weight: 5, arbitrary: reconcileOscs },
  { weight: 1, arbitrary: provisionOscs },
);

const desiredUnits = fc.uniqueArray(
  fc
    .record(
      {
        name: fc.constantFrom(...UNITS),
        enable: fc.boolean(),
        content: fc.constantFrom(...TEXTS),
        dropIns,
        filePaths: fc.subarray([...PATHS, "/opt/bin/kubelet"]),
      },
      { requiredKeys: ["name"] },
    )
    .map(({ name, ...members }) => desiredUnit(name, members)),
  { maxLength: 2, selector: ({ name }) => name },
);

const desiredRegistries = registries.map((entries) =>
  entries.map((entry) => {
    const { upstream, server, hosts } = entry as {
      upstream: string;
      server?: string | null;
      hosts?: RawObject[] | null;
    };
    return desiredRegistry({
      upstream,
      ...(server === undefined || server === null ? {} : { server }),
      ...(hosts === undefined || hosts === null || hosts.length === 0
        ? {}
        : { hosts: hosts.map(({ url }) => ({ url: String(url) })) }),
    });
  }),
);

const desiredFiles = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...PATHS), fc.constantFrom(...TEXTS)), {
    maxLength: 2,
    selector: ([path]) => path,
  })
  .chain((list) =>
    fc
      .subarray([desiredDropIn(DROP_IN_PATH, "version = 3\n")])
      .map((more) => [...list.map(([path, text]) => desiredFile(path, text)), ...more]),
  );

const sandboxImages = fc.constantFrom(
  undefined,
  { kind: "image", image: "b.example/pause:3.10" } as const,
  { kind: "rewrite", from: "registry.k8s.io/", to: "a.example/" } as const,
);

const cgroupDrivers = fc.option(
  fc.record({
    driver: fc.constantFrom(...DRIVERS),
    change: fc.constantFrom("never", "whenHibernated", "always"),
    requireKubeletFile: fc.boolean(),
  }),
  { nil: undefined },
);

/** One policy, of which each part may be missing. */
function policyNamed(name: string): fc.Arbitrary<Policy> {
  return fc
    .record({
      conflict: fc.constantFrom(...CONFLICTS),
      bootstrap: fc.boolean(),
      registries: fc.oneof(fc.constant([]), desiredRegistries),
      plugins: fc.oneof(
        fc.constant([]),
        fc.subarray([...REMOVALS, ...PLUGINS] as unknown as Policy["plugins"][number][]),
      ),
      sandboxImage: sandboxImages,
      files: fc.oneof(fc.constant([]), desiredFiles),
      units: fc.oneof(fc.constant([]), desiredUnits),
      cgroupDriver: cgroupDrivers,
    })
    .map((members) => policy({ name, ...members }));
}

/** Up to three policies in their order. */
export const policyLists: fc.Arbitrary<readonly Policy[]> = fc
  .tuple(policyNamed("first"), policyNamed("second"), policyNamed("third"), fc.nat({ max: 3 }))
  .map(([first, second, third, count]) => [first, second, third].slice(0, count));
