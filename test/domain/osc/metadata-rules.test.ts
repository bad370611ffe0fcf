import { describe, expect, it } from "vitest";
import { errorText } from "../../../src/domain/field/error.ts";
import { metadataFindings } from "../../../src/domain/osc/metadata-rules.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { OSC_NAME, OSC_NAMESPACE, oscLines, provisionOsc, reconcileOsc, reviewOf } from "../../support/osc-builders.ts";

function lines(object: RawObject, old?: RawObject): readonly string[] {
  return oscLines(metadataFindings(reviewOf(object, old)));
}

function named(metadata: RawObject): RawObject {
  return reconcileOsc({}, metadata);
}

describe("OSC-V-01 of an object", () => {
  it.each<[string, RawObject, readonly string[]]>([
    ["a name and a namespace", {}, []],
    ["a name with dots", { name: "a.b-1" }, []],
    ["a name of 253 characters", { name: "a".repeat(253) }, []],
    ["a name of 254 characters", { name: "a".repeat(254) }, ["OSC-V-01 metadata.name Invalid"]],
    ["a name in upper case", { name: "Osc" }, ["OSC-V-01 metadata.name Invalid"]],
    ["a name with an underscore", { name: "pool_blue" }, ["OSC-V-01 metadata.name Invalid"]],
    ["a name that ends in a dash", { name: "osc-" }, ["OSC-V-01 metadata.name Invalid"]],
    ["a name of two lines", { name: "osc\n" }, ["OSC-V-01 metadata.name Invalid"]],
    ["no name", { name: "" }, ["OSC-V-01 metadata.name Required"]],
    ["a name that will be made up", { name: "", generateName: "osc-" }, []],
    ["no namespace", { namespace: "" }, ["OSC-V-01 metadata.namespace Required"]],
    [
      "neither",
      { name: null, namespace: null },
      ["OSC-V-01 metadata.name Required", "OSC-V-01 metadata.namespace Required"],
    ],
  ])("with %s", (_, metadata, expected) => {
    expect(lines(named(metadata))).toEqual(expected);
  });
});

describe("OSC-V-01 of an update", () => {
  const STARTED = "2026-11-01T00:00:00Z";

  it.each<[string, RawObject, RawObject, readonly string[]]>([
    ["of nothing", {}, {}, []],
    ["of labels", { labels: { a: "b" } }, {}, []],
    ["of an object in deletion", { deletionTimestamp: STARTED }, { deletionTimestamp: STARTED }, []],
    ["of the name", { name: "other" }, {}, ["OSC-V-01 metadata.name Invalid"]],
    ["of the namespace", { namespace: "shoot--acme--other" }, {}, ["OSC-V-01 metadata.namespace Invalid"]],
    ["that deletes", { deletionTimestamp: STARTED }, {}, ["OSC-V-01 metadata.deletionTimestamp Invalid"]],
    ["that revives", {}, { deletionTimestamp: STARTED }, ["OSC-V-01 metadata.deletionTimestamp Invalid"]],
    [
      "that takes the name away, even to make one up",
      { name: "", generateName: "osc-" },
      {},
      ["OSC-V-01 metadata.name Required", "OSC-V-01 metadata.name Invalid"],
    ],
  ])("%s", (_, metadata, former, expected) => {
    expect(lines(named(metadata), named(former))).toEqual(expected);
  });

  it("tells what it was", () => {
    const found = metadataFindings(reviewOf(named({ name: "other", deletionTimestamp: STARTED }), named({})));
    expect(found.map(({ error }) => errorText(error))).toEqual([
      `metadata.name: Invalid value: "other": cannot change; leave it at "${OSC_NAME}"`,
      `metadata.deletionTimestamp: Invalid value: "${STARTED}": cannot be set by an update`,
    ]);
  });
});

describe("OSC-V-02", () => {
  it.each<[unknown, readonly string[]]>([
    ["provision", []],
    ["reconcile", []],
    [null, ["OSC-V-02 spec.purpose Required"]],
    ["", ["OSC-V-02 spec.purpose Required"]],
    ["Reconcile", ["OSC-V-02 spec.purpose NotSupported"]],
    ["bootstrap", ["OSC-V-02 spec.purpose NotSupported"]],
  ])("the purpose %j", (purpose, expected) => {
    expect(lines(reconcileOsc({ purpose }))).toEqual(expected);
  });
});

describe("OSC-V-03", () => {
  const at = (path: string) => [`OSC-V-03 ${path} Required`];

  it.each<[string, RawObject, readonly string[]]>([
    ["an empty type, as shoots that host themselves have", { type: "" }, []],
    ["no type", { type: null }, at("spec.type")],
    ["complete in-place updates", { inPlaceUpdates: { operatingSystemVersion: "", kubelet: "" } }, []],
    [
      "in-place updates without versions",
      { inPlaceUpdates: {} },
      [...at("spec.inPlaceUpdates.operatingSystemVersion"), ...at("spec.inPlaceUpdates.kubelet")],
    ],
    [
      "in-place updates without kubelet",
      { inPlaceUpdates: { operatingSystemVersion: "1592.1.0" } },
      at("spec.inPlaceUpdates.kubelet"),
    ],
  ])("with %s", (_, spec, expected) => {
    expect(lines(reconcileOsc(spec))).toEqual(expected);
  });

  it.each<[string, RawObject, readonly string[]]>([
    ["empty", {}, []],
    ["with a Secret", { cloudConfig: { secretRef: { name: "osc-result", namespace: OSC_NAMESPACE } } }, []],
    ["with a Secret without names, which the API takes", { cloudConfig: { secretRef: {} } }, []],
    ["without a Secret", { cloudConfig: {} }, at("status.cloudConfig.secretRef")],
    ["without an update of the operating system", { inPlaceUpdates: {} }, []],
    ["with an update", { inPlaceUpdates: { osUpdate: { command: "/bin/update" } } }, []],
    [
      "with an update without command",
      { inPlaceUpdates: { osUpdate: { args: ["-f"] } } },
      at("status.inPlaceUpdates.osUpdate.command"),
    ],
  ])("of a status %s", (_, status, expected) => {
    expect(lines({ ...provisionOsc(), status })).toEqual(expected);
  });
});
