import { describe, expect, it } from "vitest";
import { editCgroupDriver, kubeletCgroupDriver, kubeletConfig } from "../../../src/domain/osc/kubelet-config.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { cgroupOsc, KUBELET_FILE, kubeletText } from "../../support/cgroup-builders.ts";
import { imageFile, oscView, reconcileOsc } from "../../support/osc-builders.ts";

const KIND = "kind: KubeletConfiguration\n";

function configOf(inline: RawObject | undefined) {
  const file = { path: KUBELET_FILE, content: inline === undefined ? {} : { inline } };
  return kubeletConfig(oscView(reconcileOsc({ files: [imageFile("/opt/bin/kubelet", "kubelet:v1.33.4"), file] })));
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

describe("the kubelet's configuration file", () => {
  it.each<[string, RawObject, string | undefined]>([
    ["in base64", { encoding: "b64", data: base64(kubeletText("systemd")) }, "systemd"],
    [
      "in base64 of several lines",
      { encoding: "b64", data: `${base64(`${KIND}x: y\n`).slice(0, 8)}\n${base64(`${KIND}x: y\n`).slice(8)}` },
      undefined,
    ],
    ["in clear text (row 61)", { encoding: "", data: kubeletText("cgroupfs") }, "cgroupfs"],
    ["without the key encoding", { data: kubeletText("cgroupfs") }, "cgroupfs"],
    ["that leaves the driver to the default", { encoding: "", data: KIND }, undefined],
    ["with an empty driver", { encoding: "", data: `cgroupDriver: ""\n${KIND}` }, ""],
    ["with a driver that is none", { encoding: "", data: `cgroupDriver: none\n${KIND}` }, "none"],
    [
      "with a driver in quotes and a comment",
      { encoding: "", data: `${KIND}'cgroupDriver': "systemd" # always\n` },
      "systemd",
    ],
    ["with CRLF", { encoding: "", data: kubeletText("systemd").replaceAll("\n", "\r\n") }, "systemd"],
    ["with a kind in quotes", { encoding: "", data: 'kind: "KubeletConfiguration"\n' }, undefined],
  ])("is readable: %s", (_, inline, cgroupDriver) => {
    expect(configOf(inline)).toMatchObject({ kind: "readable", index: 1, cgroupDriver });
  });

  it.each<[string, RawObject]>([
    ["no base64", { encoding: "b64", data: "a$b=" }],
    ["base64 without padding", { encoding: "b64", data: base64(`${KIND}#`).replace(/=+$/, "") }],
    [
      "base64 of bytes that are no UTF-8",
      { encoding: "b64", data: Buffer.concat([Buffer.from(KIND), Buffer.from([35, 255])]).toString("base64") },
    ],
    ["an encoding that is none", { encoding: "gzip", data: kubeletText("systemd") }],
    ["no YAML", { encoding: "", data: `${KIND}a: "b\n` }],
    ["JSON", { encoding: "", data: '{"kind": "KubeletConfiguration", "cgroupDriver": "systemd"}' }],
    ["another kind", { encoding: "", data: "kind: Config\n" }],
    ["no kind", { encoding: "", data: "cgroupDriver: systemd\n" }],
    ["two kinds", { encoding: "", data: `${KIND}${KIND}cgroupDriver: systemd\n` }],
    ["nothing at all", { encoding: "", data: "" }],
    ["two drivers", { encoding: "", data: `cgroupDriver: systemd\n${KIND}cgroupDriver: cgroupfs\n` }],
    ["two drivers of which one is empty", { encoding: "", data: `cgroupDriver:\n${KIND}cgroupDriver: cgroupfs\n` }],
    ["a mapping for a driver", { encoding: "", data: `cgroupDriver: {}\n${KIND}` }],
    ["a driver that goes on below", { encoding: "", data: `cgroupDriver: systemd\n  too\n${KIND}` }],
    ["a driver that goes on below an empty line", { encoding: "", data: `cgroupDriver: systemd\n\n  too\n${KIND}` }],
  ])("is unreadable: %s", (_, inline) => {
    expect(configOf(inline)).toEqual({ kind: "unreadable", index: 1 });
  });

  it("is none without inline content", () => {
    expect(configOf(undefined)).toEqual({ kind: "none" });
    expect(configOf({ encoding: "b64" })).toEqual({ kind: "none" });
    expect(kubeletConfig(oscView(reconcileOsc({ files: [] })))).toEqual({ kind: "none" });
    expect(kubeletConfig(oscView(reconcileOsc({ files: [imageFile(KUBELET_FILE, "kubelet:v1")] })))).toEqual({
      kind: "none",
    });
  });
});

describe("setting the cgroup driver", () => {
  it.each([
    ["replaces the line", "a: b\ncgroupDriver: systemd\nc: d\n", "a: b\ncgroupDriver: cgroupfs\nc: d\n"],
    ["replaces the first line", "cgroupDriver: systemd\nc: d\n", "cgroupDriver: cgroupfs\nc: d\n"],
    ["replaces the last line without line break", "a: b\ncgroupDriver: systemd", "a: b\ncgroupDriver: cgroupfs"],
    ["keeps CRLF", "a: b\r\ncgroupDriver: systemd\r\nc: d\r\n", "a: b\r\ncgroupDriver: cgroupfs\r\nc: d\r\n"],
    ["replaces quotes", 'cgroupDriver: "systemd"\n', "cgroupDriver: cgroupfs\n"],
    ["replaces a key in quotes", '"cgroupDriver": systemd\n', "cgroupDriver: cgroupfs\n"],
    ["replaces a comment on the line", "cgroupDriver: systemd # v2\n# end\n", "cgroupDriver: cgroupfs\n# end\n"],
    ["replaces an empty driver", "cgroupDriver:\na: b\n", "cgroupDriver: cgroupfs\na: b\n"],
    ["replaces a driver that is none", "cgroupDriver: none\n", "cgroupDriver: cgroupfs\n"],
    ["appends a line where there is none", "a: b\n", "a: b\ncgroupDriver: cgroupfs\n"],
    ["appends a line behind one without line break", "a: b", "a: b\ncgroupDriver: cgroupfs\n"],
    [
      "leaves a nested driver alone (row 62)",
      "a:\n  cgroupDriver: systemd\nb:\n- cgroupDriver: systemd\n",
      "a:\n  cgroupDriver: systemd\nb:\n- cgroupDriver: systemd\ncgroupDriver: cgroupfs\n",
    ],
    [
      "leaves a driver in a text alone",
      'a: |\n  cgroupDriver: systemd\nb: "\ncgroupDriver: systemd"\n',
      'a: |\n  cgroupDriver: systemd\nb: "\ncgroupDriver: systemd"\ncgroupDriver: cgroupfs\n',
    ],
    ["leaves a comment alone", "# cgroupDriver: systemd\n", "# cgroupDriver: systemd\ncgroupDriver: cgroupfs\n"],
    ["leaves a longer key alone", "cgroupDrivers: systemd\n", "cgroupDrivers: systemd\ncgroupDriver: cgroupfs\n"],
  ])("%s", (_, before, after) => {
    expect(editCgroupDriver(`${KIND}${before}`, "cgroupfs")).toBe(`${KIND}${after}`);
    expect(editCgroupDriver(`${KIND}${after}`, "cgroupfs")).toBe(`${KIND}${after}`);
  });

  it.each(["cgroupDriver: cgroupfs\n", 'cgroupDriver:   "cgroupfs"  # as ever\r\n', "'cgroupDriver': 'cgroupfs'"])(
    "leaves a file alone that says it already: %j",
    (line) => {
      expect(editCgroupDriver(`${KIND}${line}`, "cgroupfs")).toBe(`${KIND}${line}`);
    },
  );

  it("keeps everything else of a file as Kubernetes writes it", () => {
    const [systemd, cgroupfs] = [kubeletText("systemd"), kubeletText("cgroupfs")];
    expect(editCgroupDriver(systemd, "cgroupfs")).toBe(cgroupfs);
    expect(editCgroupDriver(cgroupfs, "systemd")).toBe(systemd);
  });

  it("is not possible in a file that is not readable", () => {
    expect(editCgroupDriver("kind: Config\n", "systemd")).toBeUndefined();
    expect(editCgroupDriver('{"kind": "KubeletConfiguration"}', "systemd")).toBeUndefined();
  });
});

describe("the kubelet's cgroup driver", () => {
  const units = (flag: string) => [
    { name: "kubelet.service", content: `[Service]\nExecStart=/opt/bin/kubelet --config=x ${flag}\n` },
  ];

  it.each<[string, string | undefined, string, string | undefined]>([
    ["that of the file", kubeletText("systemd"), "", "systemd"],
    ["that of the file, whatever it is", kubeletText("none"), "", "none"],
    ["the default where the file says nothing", kubeletText(), "", "cgroupfs"],
    ["that of the flag, not of the file", kubeletText("systemd"), "--cgroup-driver=cgroupfs", "cgroupfs"],
    ["that of the flag without a file", undefined, "--cgroup-driver=cgroupfs", "cgroupfs"],
    ["that of the flag where the file is not readable", "?", "--cgroup-driver=cgroupfs", "cgroupfs"],
    ["unknown without file and flag", undefined, "", undefined],
    ["unknown where the file is not readable", "?", "", undefined],
  ])("is %s", (_, text, flag, expected) => {
    expect(kubeletCgroupDriver(oscView(cgroupOsc({ text }, { units: units(flag) })))).toBe(expected);
  });
});
