import { expect, it } from "vitest";
import type { ClusterFact } from "../../src/domain/clusters/cluster-fact.ts";
import { type Fact, KINDS } from "../../src/facts/kinds.ts";
import { factStore } from "../../src/facts/snapshot.ts";
import { parsedValue } from "../support/parsed.ts";

/*
 * A large seed: 5,000 Clusters of 0.4 MB each, of which less than 3 KB of memory each are kept. On one core of a laptop of
 * 2026 reading one takes 3 ms, nearly all of it JSON; unpacking a compressed Shoot adds 0.1 ms. No times are asserted.
 */
const CLUSTERS = 5_000;

/** Characters of a fact as JSON, which take about three times as much memory. */
const FACT_LENGTH = 900;

function cluster(index: number, region: string, bulk: string): Fact {
  const workers = ["a", "b", "c"].map((name) => ({
    name,
    machine: { type: "m5.large", image: { name: "gardenlinux", version: "1877.5.0" }, bulk },
    kubernetes: { version: "1.33.4" },
    updateStrategy: "AutoRollingUpdate",
    bulk,
  }));
  const shoot = {
    metadata: { name: `s${index}`, namespace: "garden-acme", labels: { tier: "gold" }, annotations: { bulk } },
    spec: { region, kubernetes: { version: "1.33.4" }, provider: { type: "aws", workers, bulk }, bulk },
    status: { hibernated: false, bulk },
  };
  const object = {
    metadata: { name: `shoot--acme--s${index}` },
    spec: { shoot, cloudProfile: { bulk }, seed: { bulk } },
  };
  return parsedValue(KINDS.Cluster.load(object));
}

it("keeps of a Cluster of any size no more than of a small one", () => {
  const [small, large] = ["", "x".repeat(100_000)].map((bulk) => JSON.stringify(cluster(1, "eu-1", bulk).fact));
  expect(large).toBe(small);
  expect(large?.length).toBeLessThan(FACT_LENGTH);
});

it("keeps up with 5,000 Clusters, one change at a time", () => {
  const first = factStore(Array.from({ length: CLUSTERS }, (_, index) => cluster(index, "eu-1", "")));
  let store = first;
  for (let index = 0; index < 1_000; index += 1) {
    store =
      index % 2 === 0 ? store.with(cluster(index, "eu-2", "")) : store.without("Cluster", `shoot--acme--s${index}`);
  }
  const regionOf = (fact: ClusterFact | undefined) => fact?.region;
  expect([0, 1, 1_000].map((index) => regionOf(store.cluster(`shoot--acme--s${index}`)))).toEqual([
    "eu-2",
    undefined,
    "eu-1",
  ]);
  expect([first.count("Cluster"), store.count("Cluster")]).toEqual([5_000, 4_500]);
  expect(store.with(cluster(0, "eu-2", ""))).toBe(store);
});
