import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { registryFindings } from "../../src/domain/osc/registry-rules.ts";
import { findingIdentity } from "../../src/domain/rules/finding.ts";
import { containerdOsc, inlineFile, reviewOf } from "../support/osc-builders.ts";

const URLS = [
  "https://a.example",
  "https://A.example/",
  "http://10.96.7.20:5000",
  "ftp://a.example",
  "https://u:p@a.example?b",
  "10.0.0.9:5000",
  "",
];
const UPSTREAMS = ["docker.io", "quay.io", "_default", "Quay.IO", "__proto__", ""];

const host = fc.record(
  {
    url: fc.constantFrom(...URLS),
    capabilities: fc.array(fc.constantFrom("pull", "push", "referrers"), { maxLength: 3 }),
    caCerts: fc.array(fc.constantFrom("", "ca.pem", "/etc//ca.pem", "/etc/ca.pem"), { maxLength: 2 }),
    overridePath: fc.boolean(),
  },
  { requiredKeys: [] },
);

const registry = fc.record(
  {
    upstream: fc.constantFrom(...UPSTREAMS),
    server: fc.constantFrom(...URLS),
    hosts: fc.array(host, { maxLength: 3 }),
    readinessProbe: fc.boolean(),
  },
  { requiredKeys: [] },
);

/** What is found, as the ratchet tells findings apart; sorted. */
function identities(registries: readonly unknown[]): readonly string[] {
  const files = UPSTREAMS.slice(0, 2).map((upstream) =>
    inlineFile(`/etc/containerd/certs.d/${upstream}/hosts.toml`, "x"),
  );
  return registryFindings(reviewOf(containerdOsc({ registries }, { files })))
    .map(findingIdentity)
    .sort();
}

describe("what is found about registries", () => {
  it("is the same in whatever order they stand", () => {
    const shuffled = fc
      .array(registry, { maxLength: 5 })
      .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        expect(identities(other)).toEqual(identities(list));
      }),
      { numRuns: 500 },
    );
  });

  it("about one registry does not depend on others of other upstreams", () => {
    const other = { upstream: "other.example", hosts: [{ url: "https://other.example" }] };
    fc.assert(
      fc.property(registry, (one) => {
        expect(identities([other, one])).toEqual(identities([one]));
      }),
      { numRuns: 500 },
    );
  });
});
