import { describe, expect, it } from "vitest";
import { unitsStep } from "../../../src/domain/mutation/units.ts";
import type { ConflictMode, Policy } from "../../../src/domain/policies/types.ts";
import { runStep } from "../../support/mutation-steps.ts";
import { runMutation } from "../../support/mutations.ts";
import { inlineFile, reconcileOsc } from "../../support/osc-builders.ts";
import { desiredUnit, policy } from "../../support/policy-builders.ts";

const NAME = "sync.service";
const CONTENT = "[Service]\nExecStart=/bin/true\n";
const DROP_IN = { name: "10-limits.conf", content: "[Service]\nLimitNOFILE=1\n" };

const wants = (conflict: ConflictMode, ...units: Policy["units"]): Policy => policy({ conflict, units });

const oscWith = (...units: readonly unknown[]) => reconcileOsc({ units });

const GUARD = { op: "test", path: "/spec/units/0/name", value: NAME };

describe("unitsStep", () => {
  it("adds a unit that is missing", () => {
    const unit = desiredUnit(NAME, { enable: true, content: CONTENT, command: "start", dropIns: [DROP_IN] });
    const { operations, effects } = runStep(unitsStep, oscWith({ name: "other.service" }), [wants("keep", unit)]);
    expect(operations).toEqual([
      {
        op: "add",
        path: "/spec/units/-",
        value: { name: NAME, command: "start", content: CONTENT, enable: true, dropIns: [DROP_IN] },
      },
    ]);
    expect(effects).toEqual([`changed corp units ${NAME}`]);
  });

  it("adds file paths to a new unit, each once", () => {
    const unit = desiredUnit(NAME, { filePaths: ["/opt/bin/kubelet", "/opt/bin/kubelet"] });
    const { operations } = runStep(unitsStep, reconcileOsc({ units: [] }), [wants("keep", unit)]);
    expect(operations).toEqual([
      { op: "add", path: "/spec/units/-", value: { name: NAME, filePaths: ["/opt/bin/kubelet"] } },
    ]);
  });

  it("adds nothing to a unit that has everything", () => {
    const there = { name: NAME, enable: true, content: CONTENT, dropIns: [DROP_IN], filePaths: ["/opt/bin/kubelet"] };
    const unit = desiredUnit(NAME, { enable: true, dropIns: [DROP_IN], filePaths: ["/opt/bin/kubelet"] });
    for (const mode of ["keep", "replace", "deny"] as const) {
      expect(runStep(unitsStep, oscWith(there), [wants(mode, unit)])).toMatchObject({
        operations: [],
        warnings: [],
        denials: [],
        effects: [],
      });
    }
  });

  it("appends file paths that are missing, each once", () => {
    const there = { name: NAME, filePaths: ["/opt/bin/kubelet"] };
    const path = "/opt/bin/gardener-node-agent";
    const unit = desiredUnit(NAME, { filePaths: [path, "/opt/bin/kubelet", path] });
    const { operations, effects } = runStep(unitsStep, oscWith(there), [wants("keep", unit)]);
    expect(operations).toEqual([GUARD, { op: "add", path: "/spec/units/0/filePaths/-", value: path }]);
    expect(effects).toEqual([`changed corp units ${NAME} filePaths`]);
  });

  it.each([
    ["file of the spec", reconcileOsc({ units: [{ name: NAME }], files: [inlineFile("/etc/x", "")] })],
    [
      "file of the OS extension",
      { ...reconcileOsc({ units: [{ name: NAME }] }), status: { extensionFiles: [inlineFile("/etc/x", "")] } },
    ],
  ])("knows a %s", (_, osc) => {
    const unit = desiredUnit(NAME, { filePaths: ["/etc/x"] });
    expect(runStep(unitsStep, osc, [wants("keep", unit)])).toMatchObject({
      operations: [GUARD, { op: "add", path: "/spec/units/0/filePaths", value: ["/etc/x"] }],
      warnings: [],
    });
  });

  it("leaves out file paths without a file, which would make the OSC invalid", () => {
    const unit = desiredUnit(NAME, { enable: true, filePaths: ["/etc/x"] });
    const warnings = [`policy corp skips unit ${NAME} /etc/x: this file is not in the OSC`];
    expect(runStep(unitsStep, oscWith({ name: NAME, enable: true }), [wants("keep", unit)])).toMatchObject({
      operations: [],
      warnings,
    });
    expect(runStep(unitsStep, oscWith(), [wants("keep", unit)])).toMatchObject({
      operations: [{ op: "add", path: "/spec/units/-", value: { name: NAME, enable: true } }],
      warnings,
    });
  });

  it("adds drop-ins that are missing behind those that are there", () => {
    const there = { name: NAME, dropIns: [{ name: "05-first.conf", content: "x" }] };
    const { operations, effects } = runStep(unitsStep, oscWith(there), [
      wants("keep", desiredUnit(NAME, { dropIns: [DROP_IN] })),
    ]);
    expect(operations).toEqual([GUARD, { op: "add", path: "/spec/units/0/dropIns/-", value: DROP_IN }]);
    expect(effects).toEqual([`changed corp units ${NAME} 10-limits.conf`]);
  });

  describe("where the unit says something else", () => {
    const osc = oscWith({
      name: NAME,
      command: "start",
      enable: false,
      dropIns: [{ name: DROP_IN.name, content: "else" }],
    });
    const unit = desiredUnit(NAME, { enable: true, content: CONTENT, dropIns: [DROP_IN] });

    it("keeps it, and sets what it does not say", () => {
      const { operations, warnings } = runStep(unitsStep, osc, [wants("keep", unit)]);
      expect(operations).toEqual([GUARD, { op: "add", path: "/spec/units/0/content", value: CONTENT }]);
      expect(warnings).toEqual([
        `policy corp skips unit ${NAME} 10-limits.conf: the OSC says otherwise (conflict: keep)`,
        `policy corp skips unit ${NAME} enable: the OSC says otherwise (conflict: keep)`,
      ]);
    });

    it("replaces it, by the names of unit and drop-in", () => {
      const { operations, warnings } = runStep(unitsStep, osc, [wants("replace", unit)]);
      expect(operations).toEqual([
        GUARD,
        { op: "test", path: "/spec/units/0/dropIns/0/name", value: DROP_IN.name },
        { op: "replace", path: "/spec/units/0/dropIns/0/content", value: DROP_IN.content },
        { op: "add", path: "/spec/units/0/content", value: CONTENT },
        { op: "replace", path: "/spec/units/0/enable", value: true },
      ]);
      expect(warnings).toEqual([]);
    });

    it("refuses the request where the policy denies conflicts", () => {
      const { denials } = runStep(unitsStep, osc, [wants("deny", unit)]);
      expect(denials).toEqual([
        expect.stringContaining("spec.units[0].dropIns[0]: Invalid value"),
        expect.stringContaining("spec.units[0].enable: Invalid value"),
      ]);
    });
  });

  it("sets members that are null", () => {
    const { operations } = runStep(unitsStep, oscWith({ name: NAME, enable: null }), [
      wants("keep", desiredUnit(NAME, { enable: true })),
    ]);
    expect(operations).toEqual([GUARD, { op: "replace", path: "/spec/units/0/enable", value: true }]);
  });

  it("reads two units of one name as gardener-node-agent does, and edits what has the last word", () => {
    const osc = oscWith(
      { name: NAME, enable: true, content: "old", dropIns: [DROP_IN], filePaths: ["/opt/bin/kubelet"] },
      { name: NAME, content: CONTENT },
    );
    const unit = desiredUnit(NAME, {
      enable: false,
      content: CONTENT,
      command: "start",
      dropIns: [DROP_IN],
      filePaths: ["/opt/bin/kubelet", "/opt/bin/gardener-node-agent"],
    });
    expect(runStep(unitsStep, osc, [wants("replace", unit)]).operations).toEqual([
      { op: "test", path: "/spec/units/1/name", value: NAME },
      { op: "add", path: "/spec/units/1/filePaths", value: ["/opt/bin/gardener-node-agent"] },
      { op: "add", path: "/spec/units/1/command", value: "start" },
      GUARD,
      { op: "replace", path: "/spec/units/0/enable", value: false },
    ]);
  });

  it("leaves drop-ins to the extension of the operating system that brings them", () => {
    const osc = { ...oscWith({ name: NAME }), status: { extensionUnits: [{ name: NAME, dropIns: [DROP_IN] }] } };
    const unit = desiredUnit(NAME, { dropIns: [{ ...DROP_IN, content: "else" }] });
    expect(runStep(unitsStep, osc, [wants("replace", unit)])).toMatchObject({
      operations: [],
      warnings: [
        `policy corp skips unit ${NAME} 10-limits.conf: the extension of the operating system brings this drop-in`,
      ],
    });
    expect(runStep(unitsStep, osc, [wants("deny", unit)]).denials).toHaveLength(1);
  });

  it("has nothing to say where the extension of the operating system brings the very same drop-in", () => {
    for (const units of [[], [{ name: NAME }]]) {
      const osc = { ...oscWith(...units), status: { extensionUnits: [{ name: NAME, dropIns: [DROP_IN] }] } };
      const outcome = runStep(unitsStep, osc, [wants("deny", desiredUnit(NAME, { dropIns: [DROP_IN] }))]);
      expect(outcome).toMatchObject({ operations: [], warnings: [], denials: [], effects: [] });
    }
  });

  describe("of a unit that only the extension of the operating system has", () => {
    const osc = { ...oscWith(), status: { extensionUnits: [{ name: NAME, dropIns: [DROP_IN] }] } };
    const other = { ...DROP_IN, content: "else" };

    it("leaves the drop-ins to it, and adds the rest", () => {
      const unit = desiredUnit(NAME, { enable: true, dropIns: [other, { name: "20-more.conf", content: "x" }] });
      expect(runStep(unitsStep, osc, [wants("replace", unit)])).toMatchObject({
        operations: [
          {
            op: "add",
            path: "/spec/units/-",
            value: { name: NAME, enable: true, dropIns: [{ name: "20-more.conf", content: "x" }] },
          },
        ],
        warnings: [
          `policy corp skips unit ${NAME} 10-limits.conf: the extension of the operating system brings this drop-in`,
        ],
      });
    });

    it("adds nothing where nothing is left", () => {
      const unit = desiredUnit(NAME, { dropIns: [other], filePaths: ["/etc/missing"] });
      expect(runStep(unitsStep, osc, [wants("keep", unit)])).toMatchObject({ operations: [], denials: [] });
      const { operations, denials } = runStep(unitsStep, osc, [wants("deny", unit)]);
      expect([operations.length, denials.length]).toEqual([0, 1]);
    });

    it("passes the rules about OSCs", () => {
      const whole = { ...reconcileOsc(), status: osc.status };
      const { denials, change } = runMutation(whole, [
        wants("keep", desiredUnit(NAME, { enable: true, dropIns: [DROP_IN] })),
      ]);
      expect(denials).toEqual([]);
      expect(change?.result.spec.units.at(-1)).toMatchObject({ name: NAME, dropIns: [] });
    });
  });

  describe("of several policies for one unit", () => {
    const first = policy({
      name: "first",
      units: [desiredUnit(NAME, { enable: true, dropIns: [DROP_IN], filePaths: ["/opt/bin/kubelet"] })],
    });

    it("brings together what they want, never as a second unit", () => {
      const second = policy({
        name: "second",
        units: [
          desiredUnit(NAME, {
            content: CONTENT,
            dropIns: [{ name: "20-more.conf", content: "x" }],
            filePaths: ["/opt/bin/gardener-node-agent"],
          }),
        ],
      });
      const { result, warnings } = runStep(unitsStep, oscWith(), [first, second]);
      expect(result["spec"]).toHaveProperty("units", [
        {
          name: NAME,
          enable: true,
          content: CONTENT,
          dropIns: [DROP_IN, { name: "20-more.conf", content: "x" }],
          filePaths: ["/opt/bin/kubelet", "/opt/bin/gardener-node-agent"],
        },
      ]);
      expect(warnings).toEqual([]);
    });

    it.each([[oscWith()], [oscWith({ name: NAME })]])("takes the first one where they contradict each other", (osc) => {
      const second = policy({
        name: "second",
        conflict: "replace",
        units: [desiredUnit(NAME, { enable: false, dropIns: [{ ...DROP_IN, content: "else" }] })],
      });
      const { result, warnings } = runStep(unitsStep, osc, [first, second]);
      expect(result["spec"]).toMatchObject({ units: [{ name: NAME, enable: true, dropIns: [DROP_IN] }] });
      expect(warnings).toEqual([
        `policy second skips unit ${NAME} 10-limits.conf: policy first comes first and says otherwise`,
        `policy second skips unit ${NAME} enable: policy first comes first and says otherwise`,
      ]);
    });
  });

  it("does nothing without a policy about units", () => {
    expect(runStep(unitsStep, reconcileOsc(), [policy()]).operations).toEqual([]);
  });
});
