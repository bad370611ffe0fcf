import { describe, expect, it } from "vitest";
import { unitFindings } from "../../../src/domain/osc/unit-rules.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { mutationReviewOf, oscLines, plainFile, reconcileOsc, reviewOf } from "../../support/osc-builders.ts";

/** What is found about units in the spec of an OSC that has a file of its own and one of the OS extension. */
function found(units: readonly RawObject[], extensionUnits: readonly RawObject[] = []): readonly string[] {
  const object = reconcileOsc({ units, files: [plainFile("/etc/own", "a")] });
  const status = { extensionUnits, extensionFiles: [plainFile("/etc/extension", "b")] };
  return oscLines(unitFindings(reviewOf({ ...object, status })));
}

const drop = (name: unknown, content: unknown = "[Service]") => ({ name, content });

it("has nothing against the units of gardenlet", () => {
  expect(unitFindings(reviewOf(reconcileOsc()))).toEqual([]);
});

describe("OSC-V-36: names and content", () => {
  it.each<[string, RawObject, readonly string[]]>([
    ["a unit without name", {}, ["OSC-V-36 spec.units[0].name Required"]],
    ["a unit with an empty name", { name: "" }, ["OSC-V-36 spec.units[0].name Required"]],
    [
      "a drop-in without name",
      { name: "a.service", dropIns: [drop(undefined)] },
      ["OSC-V-36 spec.units[0].dropIns[0].name Required"],
    ],
    [
      "a drop-in without content",
      { name: "a.service", dropIns: [drop("a.conf"), drop("b.conf", "")] },
      ["OSC-V-36 spec.units[0].dropIns[1].content Required"],
    ],
    [
      "a drop-in that is null",
      { name: "a.service", dropIns: [null] },
      ["OSC-V-36 spec.units[0].dropIns[0].name Required", "OSC-V-36 spec.units[0].dropIns[0].content Required"],
    ],
    ["a unit without content", { name: "a.service" }, []],
    ["a drop-in of one character", { name: "a.service", dropIns: [drop("a.conf", " ")] }, []],
  ])("%s", (_, unit, expected) => {
    expect(found([unit])).toEqual(expected);
  });
});

describe("OSC-V-37: names of units", () => {
  it.each([
    "a.service",
    "var-lib-kubelet.mount",
    "getty@tty1.service",
    "dev-disk-by\\x2duuid-1.device",
    "A_b:c.d.timer",
    `${"n".repeat(240)}.socket`,
    ...["target", "path", "automount", "swap", "slice", "scope"].map((suffix) => `a.${suffix}`),
  ])("%s is one", (name) => {
    expect(found([{ name }])).toEqual([]);
  });

  it.each([
    "a",
    ".service",
    "a.conf",
    "a.service ",
    "a.service\n",
    "a b.service",
    "../a.service",
    "ä.service",
    "a'; reboot; '.service",
    'a".service',
    "$HOME.service",
    "`id`.service",
    `${"n".repeat(241)}.service`,
  ])("%j is none", (name) => {
    expect(found([{ name }])).toEqual(["OSC-V-37 spec.units[0].name Invalid"]);
  });
});

describe("OSC-V-38 and 43: names of drop-ins", () => {
  const of = (name: string, unit = "containerd.service") => found([{ name: unit, dropIns: [drop(name)] }]);

  it.each(["10-limits.conf", "a.conf", "A_b@c.d-e.conf"])("%s is one", (name) => {
    expect(of(name)).toEqual([]);
  });

  it.each(["limits", ".conf", "a.conf.bak", "a/b.conf", "a b.conf", "$x.conf", "a.conf\n", "ü.conf"])(
    "%j is none",
    (name) => {
      expect(of(name)).toEqual(["OSC-V-38 spec.units[0].dropIns[0].name Invalid"]);
    },
  );

  it("leaves 30-env_config.conf of containerd to gardener-node-agent", () => {
    expect(of("30-env_config.conf")).toEqual(["OSC-V-43 spec.units[0].dropIns[0].name Forbidden"]);
    expect(of("30-env_config.conf", "kubelet.service")).toEqual([]);
  });
});

describe("OSC-V-39: commands", () => {
  it.each(["start", "restart", "stop", undefined, null])("%s is one", (command) => {
    expect(found([{ name: "a.service", command }])).toEqual([]);
  });

  it.each(["reload", "", "Start", "stop "])("%j is none (row 48)", (command) => {
    expect(found([{ name: "a.service", command }])).toEqual(["OSC-V-39 spec.units[0].command NotSupported"]);
  });
});

describe("OSC-V-40: files that a unit depends on", () => {
  const of = (...filePaths: readonly unknown[]) => found([{ name: "a.service", filePaths }]);

  it("are in the spec or in what the OS extension adds (row 47)", () => {
    expect(of("/etc/own", "/etc/extension", "/etc/own")).toEqual([]);
  });

  it.each(["/etc/other", "/etc/own/", "", null])("are named exactly, unlike %j", (path) => {
    expect(of("/etc/own", path)).toEqual(["OSC-V-40 spec.units[0].filePaths[1] Invalid"]);
  });
});

describe("OSC-V-41: units of one name", () => {
  const a = { name: "a.service" };

  it.each<[string, readonly RawObject[], readonly RawObject[], readonly string[]]>([
    ["in the spec", [a, { name: "b.service" }, a, a], [], ["spec.units[2]", "spec.units[3]"]],
    ["in the status", [], [a, a], ["status.extensionUnits[1]"]],
    ["in both, as OS extensions add drop-ins", [a], [a], []],
  ])("%s", (_, units, extensionUnits, places) => {
    expect(found(units, extensionUnits)).toEqual(places.map((place) => `OSC-V-41 ${place}.name Duplicate`));
  });

  it("are not told of where the names are missing", () => {
    expect(found([{}, {}])).not.toContain("OSC-V-41 spec.units[1].name Duplicate");
  });
});

describe("OSC-V-42: drop-ins of one name", () => {
  const of = (name: string, ...dropIns: readonly string[]) => ({ name, dropIns: dropIns.map((text) => drop(text)) });

  it.each<[string, readonly RawObject[], readonly RawObject[], readonly string[]]>([
    ["in one unit", [of("a.service", "a.conf", "b.conf", "a.conf")], [], ["spec.units[0].dropIns[2]"]],
    [
      "in the same unit of the status",
      [of("a.service", "a.conf")],
      [of("a.service", "b.conf", "a.conf")],
      ["status.extensionUnits[0].dropIns[1]"],
    ],
    ["in another unit", [of("a.service", "a.conf"), of("b.service", "a.conf")], [], []],
    ["in units without name", [of("", "a.conf", "a.conf")], [], []],
    ["without a name", [of("a.service", "", "")], [], []],
  ])("%s", (_, units, extensionUnits, places) => {
    const lines = found(units, extensionUnits).filter((line) => line.startsWith("OSC-V-42"));
    expect(lines).toEqual(places.map((place) => `OSC-V-42 ${place}.name Duplicate`));
  });

  it("in two units of one name in the spec, which are merged", () => {
    expect(found([of("a.service", "a.conf"), of("a.service", "a.conf")])).toEqual([
      "OSC-V-41 spec.units[1].name Duplicate",
      "OSC-V-42 spec.units[1].dropIns[0].name Duplicate",
    ]);
  });
});

describe("units of the OS extension", () => {
  it("obey the same rules", () => {
    const unit = { name: "a", command: "reload", dropIns: [drop("limits"), {}], filePaths: ["/etc/other"] };
    expect(found([], [unit]).toSorted()).toEqual([
      "OSC-V-36 status.extensionUnits[0].dropIns[1].content Required",
      "OSC-V-36 status.extensionUnits[0].dropIns[1].name Required",
      "OSC-V-37 status.extensionUnits[0].name Invalid",
      "OSC-V-38 status.extensionUnits[0].dropIns[0].name Invalid",
      "OSC-V-39 status.extensionUnits[0].command NotSupported",
      "OSC-V-40 status.extensionUnits[0].filePaths[0] Invalid",
    ]);
  });

  it("may have containerd's drop-in of gardener-node-agent as little", () => {
    expect(found([], [{ name: "containerd.service", dropIns: [drop("30-env_config.conf")] }])).toEqual([
      "OSC-V-43 status.extensionUnits[0].dropIns[0].name Forbidden",
    ]);
  });
});

describe("of our own mutation", () => {
  const bad = { name: "bad", command: "reload", filePaths: ["/nowhere"] };
  const withDropIn = { name: "a.service", dropIns: [drop("a.conf")] };

  function touching(
    units: readonly RawObject[],
    touched: readonly number[],
    extensionUnits: readonly RawObject[] = [],
  ) {
    const object = { ...reconcileOsc({ units }), status: { extensionUnits } };
    return oscLines(unitFindings(mutationReviewOf(object, object, { units: touched })));
  }

  it("single units are looked at where it touched them", () => {
    expect(touching([bad, { name: "a.service" }], [1])).toEqual([]);
    expect(touching([bad, { name: "a.service" }], [])).toEqual([]);
    expect(touching([bad, { name: "a.service" }], [0])).toHaveLength(3);
  });

  it("drop-ins are compared with those of all units of the same name", () => {
    const other = { name: "b.service", dropIns: [drop("b.conf"), drop("b.conf")] };
    expect(touching([withDropIn, other], [0], [withDropIn])).toEqual([
      "OSC-V-42 status.extensionUnits[0].dropIns[0].name Duplicate",
    ]);
  });
});
