import { expect, it } from "vitest";
import { nodeSecretBytes, nodeSecretText } from "../../../src/domain/preview/node-secret.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { inlineFile, oscView, reconcileOsc } from "../../support/osc-builders.ts";

const textOf = (object: RawObject): string => nodeSecretText(oscView(object));

it("is the part of the OSC that nodes read, in one spelling", () => {
  const object = reconcileOsc({
    files: [{ path: "/x", permissions: null, content: { inline: { encoding: "", data: "a" } } }],
    units: [{ filePaths: ["/x"], dropIns: [], name: "u" }],
    inPlaceUpdates: { operatingSystemVersion: "1.0.0", kubelet: "1.33.4", credentialsRotation: {} },
    criConfig: {
      name: "containerd",
      containerd: {
        plugins: [{ path: ["p"], values: { z: [], a: { values: [{ y: "1", x: null }] } } }],
        registries: [],
        sandboxImage: "pause:3.10",
      },
    },
  });

  expect(JSON.parse(textOf(object))).toEqual({
    spec: {
      criConfig: {
        name: "containerd",
        containerd: {
          plugins: [{ path: ["p"], values: { a: { values: [{ x: null, y: "1" }] }, z: [] } }],
          sandboxImage: "pause:3.10",
        },
      },
      files: [{ content: { inline: { data: "a", encoding: "" } }, path: "/x" }],
      inPlaceUpdates: { credentialsRotation: {}, kubelet: "1.33.4", operatingSystemVersion: "1.0.0" },
      purpose: "",
      type: "",
      units: [{ filePaths: ["/x"], name: "u" }],
    },
    status: {},
  });
});

it.each<{ what: string; other: RawObject; same: boolean }>([
  { what: "metadata", other: reconcileOsc({}, { labels: { a: "b" }, annotations: { c: "d" } }), same: true },
  { what: "type and providerConfig", other: reconcileOsc({ type: "ubuntu", providerConfig: {} }), same: true },
  { what: "conditions", other: { ...reconcileOsc(), status: { conditions: [{}] } }, same: true },
  {
    what: "a file of the OS extension",
    other: { ...reconcileOsc(), status: { extensionFiles: [inlineFile("/x", "x")] } },
    same: false,
  },
  { what: "a unit", other: reconcileOsc({ units: [] }), same: false },
])("is the same for other $what: $same", ({ other, same }) => {
  expect(textOf(other) === textOf(reconcileOsc())).toBe(same);
});

it("does not depend on the order of keys, nor mind any of them", () => {
  const values = (text: string) =>
    reconcileOsc({
      criConfig: {
        name: "containerd",
        containerd: { sandboxImage: "x", plugins: [{ path: ["p"], values: JSON.parse(text) }] },
      },
    });

  expect(textOf(values('{"b":"1","a":"2","__proto__":"3"}'))).toBe(textOf(values('{"__proto__":"3","a":"2","b":"1"}')));
  expect(textOf(values('{"__proto__":"3"}'))).not.toBe(textOf(values("{}")));
});

it("returns for values of any depth and size", () => {
  const withValues = (values: unknown): RawObject =>
    reconcileOsc({
      criConfig: { name: "containerd", containerd: { sandboxImage: "x", plugins: [{ path: ["p"], values }] } },
    });
  const depth = 100_000;

  expect(textOf(withValues(JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`))).length).toBeGreaterThan(
    6 * depth,
  );
  expect(textOf(withValues({ list: Array.from({ length: 300_000 }, () => 1) })).length).toBeGreaterThan(600_000);
});

it("counts bytes with a tenth for YAML", () => {
  expect([nodeSecretBytes(""), nodeSecretBytes("é"), nodeSecretBytes("a".repeat(100))]).toEqual([0, 3, 111]);
});
