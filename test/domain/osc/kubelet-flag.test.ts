import { describe, expect, it } from "vitest";
import { kubeletFlagDriver } from "../../../src/domain/osc/kubelet-flag.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { oscView, reconcileOsc } from "../../support/osc-builders.ts";

function flagOf(...units: readonly RawObject[]): string | undefined {
  return kubeletFlagDriver(oscView(reconcileOsc({ units })));
}

function unit(content: string | null, ...dropIns: readonly (readonly [string, string])[]): RawObject {
  return { name: "kubelet.service", content, dropIns: dropIns.map(([name, text]) => ({ name, content: text })) };
}

const START = "[Service]\nExecStart=/opt/bin/kubelet";

describe("the kubelet's flag for the cgroup driver", () => {
  it.each([
    ["with an equals sign", `${START} --cgroup-driver=systemd --v=2\n`, "systemd"],
    ["as an argument of its own", `${START} --cgroup-driver systemd --v=2\n`, "systemd"],
    ["with underscores", `${START} --cgroup_driver=systemd\n`, "systemd"],
    ["in quotes", `${START} "--cgroup-driver=systemd"\n`, "systemd"],
    ["with its value in quotes", `${START} --cgroup-driver="systemd"\n`, "systemd"],
    ["on a continued line", `${START} \\\n    --v=2 \\\n    --cgroup-driver=systemd $KUBELET_EXTRA_ARGS`, "systemd"],
    ["on a continued line with CRLF", `${START} \\\r\n    --cgroup-driver=systemd\r\n`, "systemd"],
    [
      "on a line continued beyond a comment",
      `${START} \\\n# --cgroup-driver=none\n  ; x\n --cgroup-driver=systemd\n`,
      "systemd",
    ],
    ["the last of several", `${START} --cgroup-driver=cgroupfs --cgroup-driver=systemd\n`, "systemd"],
    ["with blanks around ExecStart's equals sign", "ExecStart = kubelet --cgroup-driver=systemd\n", "systemd"],
    ["with an empty value", `${START} --cgroup-driver=\n`, ""],
    ["not another flag", `${START} --runtime-cgroups=/system.slice --x--cgroup-driver=systemd\n`, undefined],
    ["not of another setting", `${START}\nExecStartPre=x --cgroup-driver=systemd\n`, undefined],
    ["not in a comment", `#ExecStart=x --cgroup-driver=systemd\n${START}\n`, undefined],
    ["none", `${START}\n`, undefined],
  ])("is read: %s", (_, content, expected) => {
    expect(flagOf(unit(content))).toBe(expected);
  });

  it("is that of the drop-in that replaces the command", () => {
    const dropIn = "[Service]\nExecStart=\nExecStart=/opt/bin/kubelet --cgroup-driver=systemd\n";
    expect(flagOf(unit(`${START} --cgroup-driver=cgroupfs\n`, ["10-x.conf", dropIn]))).toBe("systemd");
  });

  it("is gone with a command that is taken back", () => {
    const dropIn = "[Service]\nExecStart=\nExecStart=/opt/bin/kubelet\n";
    expect(flagOf(unit(`${START} --cgroup-driver=cgroupfs\n`, ["10-x.conf", dropIn]))).toBeUndefined();
  });

  it("is that of the last drop-in by name, whatever the order in the object", () => {
    const dropIn = (driver: string) => `[Service]\nExecStart=\nExecStart=kubelet --cgroup-driver=${driver}\n`;
    const [early, late] = [["10-a.conf", dropIn("cgroupfs")] as const, ["20-b.conf", dropIn("systemd")] as const];
    expect(flagOf(unit(`${START}\n`, early, late))).toBe("systemd");
    expect(flagOf(unit(`${START}\n`, late, early))).toBe("systemd");
  });

  it("is not that of another unit", () => {
    expect(flagOf({ name: "other.service", content: `${START} --cgroup-driver=systemd\n` })).toBeUndefined();
  });

  it("may come from the operating system's extension", () => {
    const object = {
      ...reconcileOsc(),
      status: { extensionUnits: [unit(null, ["x.conf", `${START} --cgroup-driver=cgroupfs\n`])] },
    };
    expect(kubeletFlagDriver(oscView(object))).toBe("cgroupfs");
  });

  it("is looked for in linear time", () => {
    expect(flagOf(unit(`${START} ${"\\\n#\n".repeat(100_000)} --cgroup-driver=systemd`))).toBe("systemd");
    expect(flagOf(unit(`${"ExecStart=a --cgroup-driver\n".repeat(3000)}`))).toBeUndefined();
    expect(flagOf(unit(`ExecStart=${"--cgroup-driver ".repeat(50_000)} --cgroup-driver=systemd`))).toBe("systemd");
  }, 2000);
});
