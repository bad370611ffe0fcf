import { describe, expect, it } from "vitest";
import { withCgroupDriver } from "../../../src/domain/mutation/plugin-driver.ts";
import type { DesiredPlugin } from "../../../src/domain/policies/types.ts";
import { deepFreeze } from "../../support/case-freeze.ts";
import { CRI, NEW_RUNTIMES, NVIDIA, RUNTIMES, removal } from "../../support/plugin-builders.ts";

const RUNC = { runtime_type: "io.containerd.runc.v2" };

function runtime(name: string, values: Readonly<Record<string, unknown>> = RUNC): DesiredPlugin {
  return { path: [...RUNTIMES, name], values };
}

function options(name: string, values: Readonly<Record<string, unknown>>): DesiredPlugin {
  return { path: [...RUNTIMES, name, "options"], values };
}

describe("runtimes based on runc follow the driver of the pool:", () => {
  it.each<[string, readonly DesiredPlugin[], string, readonly DesiredPlugin[]]>([
    ["P4 with systemd", NVIDIA, "systemd", NVIDIA],
    [
      "P4 with cgroupfs",
      NVIDIA,
      "cgroupfs",
      [NVIDIA[0], options("nvidia", { BinaryName: "/usr/bin/nvidia-container-runtime", SystemdCgroup: false })],
    ],
    [
      "options that do not say it",
      [runtime("x"), options("x", { BinaryName: "/x" })],
      "systemd",
      [runtime("x"), options("x", { BinaryName: "/x", SystemdCgroup: true })],
    ],
    [
      "no options",
      [runtime("x"), { path: [CRI], values: { enable_selinux: true } }],
      "systemd",
      [runtime("x"), options("x", { SystemdCgroup: true }), { path: [CRI], values: { enable_selinux: true } }],
    ],
    [
      "options that are only created",
      [runtime("x"), { path: [...RUNTIMES, "x", "options"] }],
      "systemd",
      [runtime("x"), options("x", { SystemdCgroup: true })],
    ],
    [
      "options that are removed",
      [removal(...RUNTIMES, "x", "options"), runtime("x")],
      "systemd",
      [removal(...RUNTIMES, "x", "options"), runtime("x"), options("x", { SystemdCgroup: true })],
    ],
    [
      "options that are removed later on",
      [runtime("x"), options("x", { SystemdCgroup: true }), removal(...RUNTIMES, "x", "options")],
      "systemd",
      [
        runtime("x"),
        options("x", { SystemdCgroup: true }),
        removal(...RUNTIMES, "x", "options"),
        options("x", { SystemdCgroup: true }),
      ],
    ],
    [
      "options whose driver is removed later on",
      [runtime("x"), options("x", { SystemdCgroup: true }), removal(...RUNTIMES, "x", "options", "SystemdCgroup")],
      "systemd",
      [
        runtime("x"),
        options("x", { SystemdCgroup: true }),
        removal(...RUNTIMES, "x", "options", "SystemdCgroup"),
        options("x", { SystemdCgroup: true }),
      ],
    ],
    [
      "options of a runtime that is made anew",
      [runtime("x"), options("x", { SystemdCgroup: true }), removal(...RUNTIMES, "x"), runtime("x")],
      "systemd",
      [
        runtime("x"),
        options("x", { SystemdCgroup: true }),
        removal(...RUNTIMES, "x"),
        runtime("x"),
        options("x", { SystemdCgroup: true }),
      ],
    ],
    [
      "several options",
      [options("x", { SystemdCgroup: false }), runtime("x"), options("x", { Root: "/x" })],
      "systemd",
      [options("x", { SystemdCgroup: false }), runtime("x"), options("x", { Root: "/x", SystemdCgroup: true })],
    ],
    [
      "a runtime in two entries",
      [runtime("x"), runtime("x", { ...RUNC, snapshotter: "y" })],
      "cgroupfs",
      [runtime("x"), runtime("x", { ...RUNC, snapshotter: "y" }), options("x", { SystemdCgroup: false })],
    ],
    [
      "a runtime in the newer spelling",
      [{ path: [...NEW_RUNTIMES, "x"], values: RUNC }],
      "systemd",
      [
        { path: [...NEW_RUNTIMES, "x"], values: RUNC },
        { path: [...NEW_RUNTIMES, "x", "options"], values: { SystemdCgroup: true } },
      ],
    ],
  ])("%s", (_, entries, driver, expected) => {
    expect(withCgroupDriver(deepFreeze(entries), driver)).toEqual(expected);
  });

  it.each<[string, readonly DesiredPlugin[], string | undefined]>([
    ["without a driver", NVIDIA, undefined],
    ["with a driver that does not exist", NVIDIA, "cgroupv2"],
    ["that is said already", NVIDIA, "systemd"],
    ["for a runtime of another type", [runtime("runsc", { runtime_type: "io.containerd.runsc.v1" })], "systemd"],
    ["for runc itself, which gardener-node-agent manages", [runtime("runc")], "systemd"],
    ["for what is in a runtime", [{ path: [...RUNTIMES, "x", "options"], values: RUNC }], "systemd"],
    ["for a runtime that is removed", [removal(...RUNTIMES, "x")], "systemd"],
    ["for a runtime that is removed later on", [runtime("x"), removal(...RUNTIMES, "x")], "systemd"],
    [
      "for a runtime whose type is removed later on",
      [runtime("x"), removal(...RUNTIMES, "x", "runtime_type")],
      "systemd",
    ],
    ["for a runtime of another type later on", [runtime("x"), runtime("x", { runtime_type: "y" })], "systemd"],
    ["for runtimes that are removed later on", [runtime("x"), removal(...RUNTIMES)], "systemd"],
    [
      "for a runtime that is removed in the newer spelling",
      [runtime("x"), removal(...NEW_RUNTIMES, "x"), removal(...RUNTIMES, "x")],
      "systemd",
    ],
  ])("nothing changes %s", (_, entries, driver) => {
    expect(withCgroupDriver(entries, driver)).toBe(entries);
  });
});
