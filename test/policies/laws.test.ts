import fc from "fast-check";
import { expect, it } from "vitest";
import { loadPolicies } from "../../src/policies/load.ts";

const PARTS = [
  "priority",
  "match",
  "registries",
  "plugins",
  "sandboxImage",
  "files",
  "units",
  "cgroupDriver",
  "containerdVersions",
  "osSupport",
  "caCertificates",
];

/** Entries that nearly fit, so that rules get to see odd values. */
const path = fc.array(fc.constantFrom("io.containerd.grpc.v1.cri", "containerd", "runtimes", "__proto__", ""), {
  maxLength: 5,
});
const plugin = fc.record(
  {
    op: fc.constantFrom("add", "remove"),
    path,
    values: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
  },
  { requiredKeys: ["path"] },
);
const registry = fc.record(
  {
    upstream: fc.string(),
    server: fc.string(),
    hosts: fc.array(
      fc.record({ url: fc.string(), caCerts: fc.array(fc.string(), { maxLength: 2 }) }, { requiredKeys: ["url"] }),
    ),
  },
  { requiredKeys: ["upstream"] },
);
const file = fc.record(
  { path: fc.string(), permissions: fc.integer(), content: fc.string() },
  { requiredKeys: ["path", "content"] },
);
const spec = fc.record(
  {
    plugins: fc.array(plugin, { maxLength: 3 }),
    registries: fc.array(registry, { maxLength: 3 }),
    files: fc.array(file, { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

function text(name: string, value: unknown): string {
  return JSON.stringify({
    apiVersion: "policy.gardengate.dev/v1alpha1",
    kind: "OperatingSystemConfigPolicy",
    metadata: { name },
    spec: value,
  });
}

function expectTold(files: Parameters<typeof loadPolicies>[0]): void {
  const outcome = loadPolicies(files);
  const texts = outcome.ok ? outcome.warnings : outcome.errors;
  expect(outcome.ok || texts.length > 0).toBe(true);
  for (const told of texts) {
    expect(told).toMatch(/^[ab]\.yaml:[1-9][0-9]*: ./s);
  }
  expect(loadPolicies(files)).toEqual(outcome);
}

it("never throws, and tells file and line of everything, whatever the text is", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.json()), (any) => {
      expectTold([{ name: "a.yaml", text: any }]);
    }),
  );
});

it("never throws, whatever a part is", () => {
  fc.assert(
    fc.property(fc.constantFrom(...PARTS), fc.jsonValue({ maxDepth: 4 }), (part, value) => {
      expectTold([{ name: "a.yaml", text: text("one", { [part]: value }) }]);
    }),
  );
});

it("never throws for documents that nearly fit, beside each other", () => {
  fc.assert(
    fc.property(spec, spec, (one, two) => {
      expectTold([
        { name: "a.yaml", text: text("one", one) },
        { name: "b.yaml", text: text("two", two) },
      ]);
    }),
  );
});
