import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mutationNotice } from "../../src/domain/preview/mutation-notice.ts";
import type { NodePreview } from "../../src/domain/preview/node-preview.ts";
import { previewNodes } from "../../src/domain/preview/preview-nodes.ts";
import type { RawObject } from "../../src/wire/admission-review.ts";
import { oscView, poolOf, reconcileOsc } from "../support/osc-builders.ts";

/** Few names and contents, so that both states have things in common. */
const path = fc.constantFrom("/a", "/b", "/c", "/opt/bin/kubelet");
const content = fc.constantFrom("1", "2");
const flag = fc.constantFrom(null, true, false);

const file = fc.record({
  path,
  permissions: fc.constantFrom(null, 384, 420),
  content: content.map((data) => ({ inline: { encoding: "", data } })),
});

const unit = fc.record({
  name: fc.constantFrom("containerd.service", "kubelet.service", "gardener-node-agent.service", "x.service"),
  content: fc.option(content),
  enable: flag,
  command: fc.constantFrom(null, "start", "restart", "stop"),
  dropIns: fc.array(fc.record({ name: fc.constantFrom("a.conf", "b.conf"), content }), { maxLength: 2 }),
  filePaths: fc.array(path, { maxLength: 2 }),
});

const registry = fc.record({
  upstream: fc.constantFrom("docker.io", "ghcr.io", "_default"),
  server: fc.constantFrom(null, "https://m.example"),
  readinessProbe: flag,
  hosts: fc.array(fc.record({ url: content.map((name) => `https://m${name}.example`) }), { maxLength: 2 }),
});

const plugin = fc.record({
  path: fc.constantFrom(["p"], ["p", "q"]),
  values: fc.dictionary(fc.constantFrom("a", "b"), content),
});

const criConfig = fc.record({
  name: fc.constant("containerd"),
  cgroupDriver: fc.constantFrom(null, "systemd", "cgroupfs"),
  containerd: fc.option(
    fc.record({
      sandboxImage: content,
      registries: fc.uniqueArray(registry, { selector: ({ upstream }) => upstream, maxLength: 3 }),
      plugins: fc.array(plugin, { maxLength: 3 }),
    }),
  ),
});

const files = fc.uniqueArray(file, { selector: (each) => each.path, maxLength: 4 });
const units = fc.array(unit, { maxLength: 4 });

const osc: fc.Arbitrary<RawObject> = fc
  .record({ criConfig: fc.option(criConfig), files, units, extensionUnits: units })
  .map(({ extensionUnits, ...spec }) => ({ ...reconcileOsc(spec), status: { extensionUnits } }));

const LIMITS = { userDataBytes: 16_384, userDataBytesByProvider: new Map<string, number>(), osOverheadBytes: 0 };

function preview(old: RawObject | undefined, next: RawObject): NodePreview {
  const view = oscView(next);
  return previewNodes({ old: old && oscView(old), new: view, pool: poolOf(view), limits: LIMITS });
}

/** The same lists the other way round, for lists whose order does not count. */
function reordered(object: RawObject): RawObject {
  const spec = object["spec"] as { readonly files: RawObject[]; readonly criConfig: RawObject | null };
  const containerd = spec.criConfig?.["containerd"] as { readonly registries: RawObject[] } | null | undefined;
  return {
    ...object,
    spec: {
      ...spec,
      files: spec.files.toReversed(),
      criConfig: spec.criConfig && {
        ...spec.criConfig,
        containerd: containerd && { ...containerd, registries: containerd.registries.toReversed() },
      },
    },
  };
}

describe("the preview of nodes", () => {
  it("tells of nothing where nothing changes, nor only the order of files and registries", () => {
    fc.assert(
      fc.property(osc, (object) => {
        for (const same of [structuredClone(object), reordered(object)]) {
          expect(preview(object, same)).toMatchObject({
            effects: [],
            containerd: { configChanged: false },
            files: { added: [], changed: [], removed: [] },
            units: { changed: [], removed: [] },
            registries: { added: [], changed: [], removed: [] },
            inPlaceGate: [],
          });
        }
      }),
    );
  });

  it("never restarts what it stops, and only for a reason", () => {
    fc.assert(
      fc.property(osc, osc, (old, next) => {
        const { restarts, stops, effects } = preview(old, next);
        expect(restarts.filter((name) => stops.includes(name))).toEqual([]);
        expect(new Set([...restarts, ...stops]).size).toBe(effects.length);
        expect(effects.filter(({ causes }) => causes.length === 0)).toEqual([]);
      }),
    );
  });

  it("swaps what is added and what is removed when the states are swapped", () => {
    fc.assert(
      fc.property(osc, osc, (old, next) => {
        const [there, back] = [preview(old, next), preview(next, old)];
        expect(new Set(there.files.added)).toEqual(new Set(back.files.removed));
        expect(new Set(there.files.changed)).toEqual(new Set(back.files.changed));
      }),
    );
  });

  it("restarts nothing on nodes that there are not", () => {
    fc.assert(
      fc.property(osc, (object) => {
        expect(preview(undefined, object)).toMatchObject({ restarts: [], stops: [], isNew: true });
      }),
    );
  });
});

describe("the notice of a mutation", () => {
  const touched = { files: new Set([0, 1, 2, 3]), units: new Set([0, 1, 2, 3]) };
  const notice = (input: RawObject, old: RawObject, result: RawObject) =>
    mutationNotice({
      input: oscView(input),
      old: oscView(old),
      result: oscView(result),
      pool: poolOf(oscView(input)),
      touched,
    });

  it("is silent where the result is what is stored", () => {
    fc.assert(
      fc.property(osc, osc, (input, old) => {
        expect(notice(input, old, structuredClone(old))).toEqual({ warning: undefined, annotations: {} });
      }),
    );
  });

  it("tells of no restart that the preview does not tell of", () => {
    fc.assert(
      fc.property(osc, osc, osc, (input, old, result) => {
        const { annotations, warning } = notice(input, old, result);
        const { restarts } = preview(old, result);
        const told = annotations["node-restarts"]?.split(", ") ?? [];
        expect(told.filter((name) => !restarts.includes(name))).toEqual([]);
        expect(warning?.length ?? 0).toBeLessThanOrEqual(200);
      }),
    );
  });
});
