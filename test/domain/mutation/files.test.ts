import { describe, expect, it } from "vitest";
import { filesStep } from "../../../src/domain/mutation/files.ts";
import type { ConflictMode, Policy } from "../../../src/domain/policies/types.ts";
import { runStep } from "../../support/mutation-steps.ts";
import { inlineFile, reconcileOsc } from "../../support/osc-builders.ts";
import { containerdTable, desiredDropIn, desiredFile, policy } from "../../support/policy-builders.ts";

const MOTD = desiredFile("/etc/motd", "hello\n");
const DROP_IN_PATH = "/etc/containerd/conf.d/50-pull.toml";
const DROP_IN = desiredDropIn(DROP_IN_PATH, "version = 3\n");
const CONTAINERD_2 = containerdTable({ gardenlinux: "2.1" });

const wants = (conflict: ConflictMode, ...files: Policy["files"]): Policy => policy({ conflict, files });

describe("filesStep", () => {
  it("appends files that are missing, in the order of the policies", () => {
    const policies = [
      policy({ name: "first", files: [MOTD] }),
      policy({ name: "second", files: [desiredFile("/etc/a", "a")] }),
    ];
    const { operations, effects, warnings } = runStep(filesStep, reconcileOsc(), policies);
    expect(operations).toEqual([
      { op: "add", path: "/spec/files/-", value: MOTD.entry },
      { op: "add", path: "/spec/files/-", value: desiredFile("/etc/a", "a").entry },
    ]);
    expect(effects).toEqual(["changed first files /etc/motd", "changed second files /etc/a"]);
    expect(warnings).toEqual([]);
  });

  it("makes the list where there is none", () => {
    const { operations } = runStep(filesStep, reconcileOsc({ files: null }), [wants("keep", MOTD)]);
    expect(operations).toEqual([{ op: "replace", path: "/spec/files", value: [MOTD.entry] }]);
  });

  it.each(["keep", "replace", "deny", "prependHosts"] as const)(
    "leaves a file alone that is the same, with %s",
    (mode) => {
      const osc = reconcileOsc({ files: [inlineFile("/etc/motd", "hello\n", { permissions: 420, future: 1 })] });
      expect(runStep(filesStep, osc, [wants(mode, MOTD)])).toMatchObject({ operations: [], warnings: [], denials: [] });
    },
  );

  describe("where the OSC has another file of the path", () => {
    const osc = reconcileOsc({ files: [inlineFile("/etc/other", ""), inlineFile("/etc/motd", "good day\n")] });

    it.each(["keep", "prependHosts", "appendHosts"] as const)("keeps it with %s", (mode) => {
      const { operations, warnings, effects } = runStep(filesStep, osc, [wants(mode, MOTD)]);
      expect(operations).toEqual([]);
      expect(warnings).toEqual([`policy corp skips file /etc/motd: the OSC says otherwise (conflict: ${mode})`]);
      expect(effects).toEqual(["skipped corp files /etc/motd"]);
    });

    it("replaces it at its place, by its path", () => {
      expect(runStep(filesStep, osc, [wants("replace", MOTD)]).operations).toEqual([
        { op: "test", path: "/spec/files/1/path", value: "/etc/motd" },
        { op: "replace", path: "/spec/files/1", value: MOTD.entry },
      ]);
    });

    it("refuses the request where the policy denies conflicts", () => {
      const { denials, operations } = runStep(filesStep, osc, [wants("deny", MOTD)]);
      expect(operations).toEqual([]);
      expect(denials).toEqual([
        'spec.files[1]: Invalid value: "/etc/motd": contradicts policy corp, which denies conflicts; remove it from the OSC, or change the policy [POL-01]',
      ]);
    });
  });

  it("leaves files for single hosts alone, whatever the mode", () => {
    const files = ["a", "b"].map((hostName) => inlineFile("/etc/motd", hostName, { hostName }));
    const osc = reconcileOsc({ files });
    expect(runStep(filesStep, osc, [wants("replace", MOTD)])).toMatchObject({
      operations: [],
      warnings: ["policy corp skips file /etc/motd: the OSC has several files of this path"],
    });
    expect(runStep(filesStep, osc, [wants("deny", MOTD)]).denials).toHaveLength(1);
  });

  it("leaves files to the extension of the operating system that brings them", () => {
    const osc = {
      ...reconcileOsc(),
      status: { extensionFiles: [inlineFile("/etc/x", ""), inlineFile("/etc/motd", "")] },
    };
    expect(runStep(filesStep, osc, [wants("replace", MOTD)])).toMatchObject({
      operations: [],
      warnings: ["policy corp skips file /etc/motd: the extension of the operating system brings this file"],
    });
    expect(runStep(filesStep, osc, [wants("deny", MOTD)]).denials).toEqual([
      expect.stringContaining("status.extensionFiles[1]: Invalid value"),
    ]);
  });

  it("has nothing to say where the extension of the operating system brings the very same file", () => {
    const osc = {
      ...reconcileOsc(),
      status: { extensionFiles: [inlineFile("/etc/motd", "hello\n", { permissions: 420 })] },
    };
    expect(runStep(filesStep, osc, [wants("deny", MOTD)])).toMatchObject({
      operations: [],
      warnings: [],
      denials: [],
      effects: [],
    });
  });

  describe("of several policies for one path", () => {
    const first = policy({ name: "first", files: [MOTD] });

    it.each(["keep", "replace", "deny"] as const)("takes the first one, though the second has %s", (conflict) => {
      const second = policy({ name: "second", conflict, files: [desiredFile("/etc/motd", "good day\n")] });
      const { operations, warnings, denials } = runStep(filesStep, reconcileOsc(), [first, second]);
      expect(operations).toEqual([{ op: "add", path: "/spec/files/-", value: MOTD.entry }]);
      expect(warnings).toEqual(["policy second skips file /etc/motd: policy first comes first and says otherwise"]);
      expect(denials).toEqual([]);
    });

    it("adds the file once where they say the same in another encoding", () => {
      const data = Buffer.from("hello\n").toString("base64");
      const entry = { ...MOTD.entry, content: { inline: { encoding: "b64", data } } };
      const second = policy({ name: "second", files: [{ ...MOTD, entry }] });
      const { operations, warnings } = runStep(filesStep, reconcileOsc(), [first, second]);
      expect(operations).toEqual([{ op: "add", path: "/spec/files/-", value: MOTD.entry }]);
      expect(warnings).toEqual([]);
    });

    it("adds the file once where they say the same", () => {
      const { operations, warnings } = runStep(filesStep, reconcileOsc(), [
        first,
        policy({ name: "second", files: [MOTD] }),
      ]);
      expect(operations).toHaveLength(1);
      expect(warnings).toEqual([]);
    });
  });
});

describe("drop-ins for containerd's configuration", () => {
  it("are skipped where containerd is not known to merge them", () => {
    for (const tables of [containerdTable({}), containerdTable({ gardenlinux: "1.7" })]) {
      expect(runStep(filesStep, reconcileOsc(), [wants("keep", DROP_IN)], { tables })).toMatchObject({
        operations: [],
        warnings: [
          `policy corp skips file ${DROP_IN_PATH}: gardenlinux 1592.1.0 is not known to have containerd 2.0 or newer`,
        ],
        effects: [`skipped corp files ${DROP_IN_PATH}`],
      });
    }
  });

  it("are skipped for an operating system without a name", () => {
    const { warnings } = runStep(filesStep, reconcileOsc({ type: "" }, { labels: {}, name: "x" }), [
      wants("keep", DROP_IN),
    ]);
    expect(warnings).toEqual([
      `policy corp skips file ${DROP_IN_PATH}: the operating system is not known to have containerd 2.0 or newer`,
    ]);
  });

  it("are added, and containerd's unit depends on them", () => {
    const { operations, effects } = runStep(filesStep, reconcileOsc(), [wants("keep", DROP_IN)], {
      tables: CONTAINERD_2,
    });
    expect(operations).toEqual([
      { op: "add", path: "/spec/files/-", value: DROP_IN.entry },
      { op: "test", path: "/spec/units/0/name", value: "containerd.service" },
      { op: "add", path: "/spec/units/0/filePaths/-", value: DROP_IN_PATH },
    ]);
    expect(effects).toEqual([
      `changed corp files ${DROP_IN_PATH}`,
      `changed corp files ${DROP_IN_PATH} of containerd.service`,
    ]);
  });

  it("are not added twice", () => {
    const policies = [wants("keep", DROP_IN)];
    const { result } = runStep(filesStep, reconcileOsc(), policies, { tables: CONTAINERD_2 });
    expect(runStep(filesStep, result, policies, { tables: CONTAINERD_2 })).toMatchObject({
      operations: [],
      effects: [],
    });
  });

  it("are made a dependency where only that is missing, of the last unit of the name", () => {
    const osc = reconcileOsc({
      files: [DROP_IN.entry],
      units: [{ name: "containerd.service", filePaths: ["/a"] }, null, { name: "containerd.service", filePaths: null }],
    });
    expect(runStep(filesStep, osc, [wants("keep", DROP_IN)], { tables: CONTAINERD_2 }).operations).toEqual([
      { op: "test", path: "/spec/units/2/name", value: "containerd.service" },
      { op: "replace", path: "/spec/units/2/filePaths", value: [DROP_IN_PATH] },
    ]);
  });

  it("bring containerd's unit along where there is none", () => {
    const { operations } = runStep(filesStep, reconcileOsc({ units: [] }), [wants("keep", DROP_IN)], {
      tables: CONTAINERD_2,
    });
    expect(operations[1]).toEqual({
      op: "add",
      path: "/spec/units/-",
      value: { name: "containerd.service", filePaths: [DROP_IN_PATH] },
    });
  });

  it("that the OSC has otherwise are no dependency of ours", () => {
    const osc = reconcileOsc({ files: [inlineFile(DROP_IN_PATH, "version = 2\n")] });
    expect(runStep(filesStep, osc, [wants("keep", DROP_IN)], { tables: CONTAINERD_2 }).operations).toEqual([]);
  });
});
