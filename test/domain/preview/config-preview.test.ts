import { describe, expect, it } from "vitest";
import { NO_POLICIES, type OperatorTables } from "../../../src/domain/policies/types.ts";
import { type ConfigPreview, configPreviews } from "../../../src/domain/preview/config-preview.ts";
import { loadPolicies } from "../../../src/policies/load.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { oscView, poolOf, reconcileOsc } from "../../support/osc-builders.ts";

const CRI = { name: "containerd", cgroupDriver: "systemd" };
const PAUSE = { sandboxImage: "registry.k8s.io/pause:3.10" };
const V2 = 'plugins."io.containerd.grpc.v1.cri"';
const IMAGES = 'plugins."io.containerd.cri.v1.images"';

/** Tables with which containerd the operating systems have: `[osType, osVersions, version]`. */
function tables(...entries: readonly (readonly [string, string | undefined, string])[]): OperatorTables {
  const versions = entries.map(([osType, osVersions, version]) => ({ osType, osVersions, version }));
  const load = loadPolicies([
    {
      name: "tables.json",
      text: JSON.stringify({
        apiVersion: "policy.gardengate.dev/v1alpha1",
        kind: "OperatingSystemConfigPolicy",
        metadata: { name: "tables" },
        spec: { containerdVersions: versions },
      }),
    },
  ]);
  return load.ok ? load.set.tables : expect.unreachable(load.errors.join());
}

function previews(
  old: RawObject | undefined,
  next: RawObject,
  known: OperatorTables = NO_POLICIES.tables,
): readonly ConfigPreview[] {
  const view = oscView(reconcileOsc({ criConfig: next }));
  const before = old && oscView(reconcileOsc({ criConfig: old }));
  return configPreviews(before?.spec.criConfig, view.spec.criConfig, poolOf(view), known);
}

describe("config.toml of nodes that run", () => {
  it("changes for what the OSC changes, in both generations", () => {
    const next = { ...CRI, containerd: { sandboxImage: "mirror.corp.example/pause:3.10" } };

    expect(previews({ ...CRI, containerd: PAUSE }, next)).toEqual([
      {
        containerd: "1.7",
        isKnown: false,
        changes: [`${V2}.sandbox_image = "mirror.corp.example/pause:3.10" (was "registry.k8s.io/pause:3.10")`],
        error: undefined,
      },
      {
        containerd: "2.1",
        isKnown: false,
        changes: [
          `${IMAGES}.pinned_images.sandbox = "mirror.corp.example/pause:3.10" (was "registry.k8s.io/pause:3.10")`,
        ],
        error: undefined,
      },
    ]);
  });

  it("keeps what an entry added that is gone", () => {
    const plugin = { path: ["io.containerd.gc.v1.scheduler"], values: { startup_delay: "1s" } };
    const old = { ...CRI, containerd: { ...PAUSE, plugins: [plugin] } };

    expect(previews(old, { ...CRI, containerd: PAUSE }).map(({ changes }) => changes)).toEqual([[], []]);
  });

  it.each<{ what: string; next: RawObject }>([
    { what: "nothing", next: { ...CRI, containerd: PAUSE } },
    { what: "registries", next: { ...CRI, containerd: { ...PAUSE, registries: [{ upstream: "docker.io" }] } } },
    { what: "containerd, which is not configured any more", next: CRI },
  ])("stays for $what", ({ next }) => {
    expect(previews({ ...CRI, containerd: PAUSE }, next).map(({ changes }) => changes)).toEqual([[], []]);
  });

  it("fails for an entry that leads through a value", () => {
    const plugin = { path: ["io.containerd.gc.v1.scheduler", "startup_delay", "x"], values: { a: "b" } };
    const next = { ...CRI, containerd: { ...PAUSE, plugins: [plugin] } };

    for (const { changes, error } of previews({ ...CRI, containerd: PAUSE }, next)) {
      expect({ changes, error }).toEqual({ changes: [], error: expect.stringContaining("is no table") });
    }
  });
});

describe("config.toml of new nodes", () => {
  it("is made from containerd's defaults", () => {
    const [first] = previews(undefined, { ...CRI, containerd: PAUSE });

    expect(first?.changes).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^imports = \["\/etc\/containerd\/conf\.d\/\*\.toml"\]/),
        expect.stringContaining(`${V2}.containerd.runtimes.runc.options.SystemdCgroup = true`),
        expect.stringContaining(`${V2}.registry.config_path = "/etc/containerd/certs.d"`),
      ]),
    );
  });
});

describe("the versions of containerd that are looked at", () => {
  const versionsOf = (known: OperatorTables) =>
    previews(undefined, { ...CRI, containerd: PAUSE }, known).map(({ containerd, isKnown }) => [containerd, isKnown]);

  it.each<{ what: string; known: OperatorTables; versions: [string, boolean][] }>([
    {
      what: "those of the pool's operating system",
      known: tables(["gardenlinux", undefined, "2.1.4"]),
      versions: [["2.1.4", true]],
    },
    {
      what: "those of its version",
      known: tables(["gardenlinux", ">= 1592", "2.0"], ["gardenlinux", "< 1592", "1.7"]),
      versions: [["2.0", true]],
    },
    {
      what: "one of each generation for another operating system",
      known: tables(["ubuntu", undefined, "1.7"]),
      versions: [
        ["1.7", false],
        ["2.1", false],
      ],
    },
  ])("are $what", ({ known, versions }) => {
    expect(versionsOf(known)).toEqual(versions);
  });
});
