import { describe, expect, it } from "vitest";
import { errorText } from "../../src/domain/field/error.ts";
import type { RawObject } from "../../src/wire/admission-review.ts";
import { operatingSystemConfigView } from "../../src/wire/operating-system-config.ts";
import { oscView, reconcileOsc } from "../support/osc-builders.ts";

function errorsOf(object: RawObject): readonly string[] {
  const view = operatingSystemConfigView(object);
  return view.ok ? [] : view.errors.map(errorText);
}

describe("reads an OperatingSystemConfig", () => {
  it("with everything set", () => {
    const { spec, status, metadata } = oscView({
      metadata: {
        name: "a",
        namespace: "b",
        labels: { pool: "blue" },
        annotations: { note: "x" },
        deletionTimestamp: "2026-11-01T00:00:00Z",
      },
      spec: {
        type: "gardenlinux",
        class: "shoot",
        purpose: "reconcile",
        providerConfig: { kind: "Any" },
        criConfig: {
          name: "containerd",
          cgroupDriver: "systemd",
          containerd: {
            sandboxImage: "pause",
            registries: [
              {
                upstream: "quay.io",
                server: "https://quay.io",
                hosts: [{ url: "https://m", capabilities: ["pull"], caCerts: ["ca.pem"], overridePath: false }],
                readinessProbe: true,
              },
            ],
            plugins: [{ op: "remove", path: ["a", "b"], values: "text" }],
          },
        },
        units: [{ name: "a.service", dropIns: [{ name: "a.conf", content: "x" }], filePaths: ["/a"] }],
        files: [{ path: "/a", permissions: 420, content: { inline: { encoding: "", data: "x" } } }],
        inPlaceUpdates: { operatingSystemVersion: "1", kubelet: "1.33.4" },
      },
      status: { cloudConfig: { secretRef: { name: "s" } }, inPlaceUpdates: { osUpdate: { command: "u", args: [] } } },
    });
    expect(metadata).toEqual({
      name: "a",
      generateName: "",
      namespace: "b",
      labels: { pool: "blue" },
      annotations: { note: "x" },
      deletionTimestamp: "2026-11-01T00:00:00Z",
    });
    expect(spec).toMatchObject({
      type: "gardenlinux",
      class: "shoot",
      purpose: "reconcile",
      providerConfig: { kind: "Any" },
      criConfig: {
        name: "containerd",
        cgroupDriver: "systemd",
        containerd: {
          sandboxImage: "pause",
          registries: [
            {
              upstream: "quay.io",
              server: "https://quay.io",
              hosts: [{ url: "https://m", capabilities: ["pull"], caCerts: ["ca.pem"], overridePath: false }],
              readinessProbe: true,
            },
          ],
          plugins: [{ op: "remove", path: ["a", "b"], values: "text" }],
        },
      },
      units: [{ name: "a.service", dropIns: [{ name: "a.conf", content: "x" }], filePaths: ["/a"] }],
      files: [{ path: "/a", permissions: 420, content: { inline: { encoding: "", data: "x" } } }],
      inPlaceUpdates: { operatingSystemVersion: "1", kubelet: "1.33.4" },
      hasDocumentedCri: false,
    });
    expect(status).toMatchObject({
      extensionUnits: [],
      extensionFiles: [],
      cloudConfig: { secretRef: { name: "s", namespace: undefined } },
      inPlaceUpdates: { osUpdate: { command: "u", args: [] } },
    });
  });

  it("tells an absent member from an empty one", () => {
    const { spec } = oscView({
      spec: { type: "", criConfig: { containerd: {} }, files: [{ content: { inline: {} } }] },
    });
    expect(spec.type).toBe("");
    expect(spec.purpose).toBeUndefined();
    expect(spec.criConfig).toEqual({
      name: undefined,
      cgroupDriver: undefined,
      containerd: { sandboxImage: undefined, registries: [], plugins: [] },
    });
    expect(spec.files[0]?.content).toEqual({
      inline: { encoding: undefined, data: undefined },
      secretRef: undefined,
      imageRef: undefined,
      transmitUnencoded: undefined,
    });
  });

  it("with null for whatever is optional, as if it were absent", () => {
    const nulls = {
      criConfig: null,
      units: null,
      files: null,
      inPlaceUpdates: null,
      class: null,
      providerConfig: null,
    };
    expect(oscView({ metadata: null, spec: nulls, status: null })).toEqual(oscView({ spec: {} }));
    const entries = oscView({ spec: { units: [null], files: [null] } });
    expect(entries).toEqual(oscView({ spec: { units: [{}], files: [{}] } }));
  });

  it("with null among labels and annotations, as the empty text", () => {
    const labels = JSON.parse('{ "a": null, "b": "c", "__proto__": null }');
    const { metadata } = oscView(reconcileOsc({}, { labels, annotations: { d: null } }));
    expect(Object.entries(metadata.labels)).toEqual([
      ["a", ""],
      ["b", "c"],
      ["__proto__", ""],
    ]);
    expect(metadata.annotations).toEqual({ d: "" });
  });

  it.each([[null], [false], ["text"], [0], [[1]], [{ a: 1 }]])("with plugin values %j", (values) => {
    const plugins = [{ path: ["a"], values }];
    const { spec } = oscView({ spec: { criConfig: { containerd: { plugins } } } });
    expect(spec.criConfig?.containerd?.plugins[0]?.values).toEqual(values ?? undefined);
  });

  it.each([-1, 420.5, 1e300, Infinity])("with permissions %j, which a rule judges", (permissions) => {
    expect(oscView({ spec: { files: [{ permissions }] } }).spec.files[0]?.permissions).toBe(permissions);
  });

  it("and notes the key that only documents have", () => {
    expect(oscView({ spec: { cri: null } }).spec.hasDocumentedCri).toBe(true);
  });

  it("without a look at members of no concern", () => {
    const object = reconcileOsc({ future: 1 }, { finalizers: 7, managedFields: "x" });
    expect(errorsOf({ ...object, status: { conditions: 1, state: "x" } })).toEqual([]);
  });
});

describe("refuses an OperatingSystemConfig", () => {
  it.each<[string, RawObject, readonly string[]]>([
    ["without spec", { metadata: { name: "a" } }, ["spec: Required value: must be an object"]],
    ["with a null spec", { spec: null }, ["spec: Required value: must be an object"]],
    ["with a list for spec", { spec: [] }, ["spec: Invalid value: must be an object, not a list"]],
    [
      "without spec and with more",
      { metadata: { name: 1 } },
      ["spec: Required value: must be an object", "metadata.name: Invalid value: 1: must be a string"],
    ],
    [
      "with a text for permissions",
      { spec: { files: [{ permissions: "0644" }] } },
      ['spec.files[0].permissions: Invalid value: "0644": must be a number'],
    ],
    [
      "with a number for a label",
      reconcileOsc({}, { labels: { a: 1 } }),
      ["metadata.labels.a: Invalid value: 1: must be a string"],
    ],
    [
      "with a text for annotations",
      reconcileOsc({}, { annotations: "a" }),
      ['metadata.annotations: Invalid value: "a": must be an object'],
    ],
    [
      "with a text for providerConfig",
      reconcileOsc({ providerConfig: "a" }),
      ['spec.providerConfig: Invalid value: "a": must be an object'],
    ],
    [
      "with an object among capabilities",
      reconcileOsc({ criConfig: { containerd: { registries: [{ hosts: [{ capabilities: [{}] }] }] } } }),
      [
        "spec.criConfig.containerd.registries[0].hosts[0].capabilities[0]: Invalid value: must be a string, not an object",
      ],
    ],
    [
      "with several mistakes, telling all",
      { spec: { type: 1, units: {} }, status: { extensionFiles: [{ content: "x" }] } },
      [
        "spec.type: Invalid value: 1: must be a string",
        "spec.units: Invalid value: must be a list, not an object",
        'status.extensionFiles[0].content: Invalid value: "x": must be an object',
      ],
    ],
  ])("%s", (_, object, expected) => {
    expect(errorsOf(object)).toEqual(expected);
  });
});
