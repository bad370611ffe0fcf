import { describe, expect, it } from "vitest";
import type { ClusterFact } from "../../../src/domain/clusters/cluster-fact.ts";
import { nodePoolOf } from "../../../src/domain/osc/node-pool.ts";
import { compileGlob } from "../../../src/domain/policies/glob.ts";
import { compileLabelSelector } from "../../../src/domain/policies/label-selector.ts";
import { matchingPolicies } from "../../../src/domain/policies/match.ts";
import type { Policy, PolicyMatch } from "../../../src/domain/policies/types.ts";
import { compileVersionRange } from "../../../src/domain/policies/version-range.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { CLUSTER, oscView, provisionOsc, reconcileOsc } from "../../support/osc-builders.ts";
import { MATCH_ALL, policy } from "../../support/policy-builders.ts";

/** Selectors as a document spells them. */
interface Selectors {
  readonly [key: string]: readonly string[] | string;
}

const GLOBS = ["namespaces", "projects", "seeds", "regions", "pools"];
const RANGES = ["osVersions", "kubernetes"];

function matchOf(selectors: Selectors): PolicyMatch {
  const compiled = Object.entries(selectors).map(([key, value]) => {
    if (typeof value === "string") {
      return [key, RANGES.includes(key) ? compileVersionRange(value) : value];
    }
    return [key, GLOBS.includes(key) ? value.map(compileGlob) : value];
  });
  return { ...MATCH_ALL, ...Object.fromEntries(compiled) };
}

function labelled(tier: string): Partial<PolicyMatch> {
  return { shootLabels: compileLabelSelector([{ key: "tier", operator: "In", values: new Set([tier]) }]) };
}

function isFor(one: Policy, object: RawObject = reconcileOsc(), cluster: ClusterFact | undefined = CLUSTER): boolean {
  const osc = oscView(object);
  return matchingPolicies([one], osc, nodePoolOf(osc, cluster)).length === 1;
}

function selects(selectors: Selectors, object?: RawObject, cluster?: ClusterFact): boolean {
  return isFor(policy({ match: matchOf(selectors) }), object, cluster);
}

describe("a policy is for an OSC if", () => {
  it.each<[string, Selectors]>([
    ["it selects nothing", {}],
    ["the namespace matches", { namespaces: ["garden", "shoot--acme--*"] }],
    ["the project matches", { projects: ["ac?e"] }],
    ["the seed matches", { seeds: ["seed-*"] }],
    ["the provider type is listed", { providerTypes: ["aws", "local"] }],
    ["the region matches", { regions: ["nor*"] }],
    ["the OS type is listed", { osTypes: ["gardenlinux"] }],
    ["the OS version is in the range", { osVersions: ">=1592" }],
    ["the pool matches", { pools: ["b*"] }],
    ["the Kubernetes version is in the range", { kubernetes: ">=1.31.0-0" }],
    ["the update strategy is listed", { updateStrategies: ["AutoRollingUpdate"] }],
    ["everything matches", { namespaces: ["*"], pools: ["blue"], kubernetes: "~1.33", regions: ["north"] }],
  ])("%s", (_, selectors) => {
    expect(selects(selectors)).toBe(true);
  });

  it("the labels of the Shoot match", () => {
    const gold: ClusterFact = { ...CLUSTER, shootLabels: { tier: "gold" } };
    expect(isFor(policy({ match: { ...MATCH_ALL, ...labelled("gold") } }), reconcileOsc(), gold)).toBe(true);
    expect(isFor(policy({ match: { ...MATCH_ALL, ...labelled("silver") } }), reconcileOsc(), gold)).toBe(false);
  });
});

describe("a policy is not for an OSC if", () => {
  it.each<[string, Selectors]>([
    ["the namespace does not match", { namespaces: ["shoot--other--*"] }],
    ["the project does not match", { projects: ["acm"] }],
    ["the seed does not match", { seeds: ["seed-2"] }],
    ["the provider type is not listed", { providerTypes: ["aws"] }],
    ["the region does not match", { regions: ["south"] }],
    ["the OS type is not listed, in another case", { osTypes: ["Gardenlinux"] }],
    ["the OS version is not in the range", { osVersions: "<1592" }],
    ["the pool does not match", { pools: ["gpu-*"] }],
    ["the Kubernetes version is not in the range", { kubernetes: ">=1.34" }],
    ["the update strategy is not listed", { updateStrategies: ["AutoInPlaceUpdate"] }],
    ["one of several selectors does not match", { namespaces: ["*"], pools: ["blue"], kubernetes: "<1.30" }],
  ])("%s", (_, selectors) => {
    expect(selects(selectors)).toBe(false);
  });
});

describe("a selector on a fact that is not known does not match:", () => {
  const unknownPool = reconcileOsc({}, { labels: {}, name: "somebody-elses" });

  it.each<[string, Selectors]>([
    ["the pool", { pools: ["*"] }],
    ["the OS version", { osVersions: "*" }],
    ["the update strategy", { updateStrategies: ["AutoRollingUpdate"] }],
  ])("%s", (_, selectors) => {
    expect(selects(selectors, unknownPool)).toBe(false);
  });

  it.each<[string, Selectors]>([
    ["the project", { projects: ["*"] }],
    ["the seed", { seeds: ["*"] }],
    ["the provider type", { providerTypes: ["local"] }],
    ["the region", { regions: ["*"] }],
  ])("%s, without a Cluster", (_, selectors) => {
    const osc = oscView(reconcileOsc());
    const one = policy({ match: matchOf(selectors) });
    expect(matchingPolicies([one], osc, nodePoolOf(osc, undefined))).toEqual([]);
  });

  it("the labels of the Shoot, even for a selector that no labels would meet too", () => {
    const shootLabels = compileLabelSelector([{ key: "tier", operator: "DoesNotExist", values: new Set() }]);
    const osc = oscView(reconcileOsc());
    const one = policy({ match: { ...MATCH_ALL, shootLabels } });
    expect(matchingPolicies([one], osc, nodePoolOf(osc, undefined))).toEqual([]);
    expect(matchingPolicies([one], osc, nodePoolOf(osc, CLUSTER))).toEqual([one]);
  });

  it.each<[string, Selectors, Partial<ClusterFact>]>([
    ["the region that is empty", { regions: ["*"] }, { region: "" }],
    ["the seed of a shoot that hosts itself", { seeds: ["*"] }, { seedName: undefined }],
    ["the project that nothing tells", { projects: ["*"] }, { project: undefined }],
  ])("%s", (_, selectors, members) => {
    expect(selects(selectors, reconcileOsc(), { ...CLUSTER, ...members })).toBe(false);
  });

  it("the OS that is empty", () => {
    expect(selects({ osTypes: ["gardenlinux"] }, reconcileOsc({ type: "" }))).toBe(false);
  });
});

describe("purposes", () => {
  it.each<[string, boolean, readonly string[] | undefined, boolean, boolean]>([
    ["unset", false, undefined, true, false],
    ["unset, with bootstrap", true, undefined, true, true],
    ["reconcile", false, ["reconcile"], true, false],
    ["provision, with bootstrap", true, ["provision"], false, true],
    ["both, with bootstrap", true, ["reconcile", "provision"], true, true],
  ])("%s", (_, bootstrap, purposes, forReconcile, forProvision) => {
    const one = policy({ bootstrap, match: { ...MATCH_ALL, purposes } });
    expect(isFor(one, reconcileOsc())).toBe(forReconcile);
    expect(isFor(one, provisionOsc())).toBe(forProvision);
  });

  it("an OSC without a valid purpose has no policies", () => {
    expect(isFor(policy({ bootstrap: true }), reconcileOsc({ purpose: "other" }))).toBe(false);
  });
});

it("keeps the order, and gives one and the same value where nothing matches", () => {
  const first = policy({ name: "first" });
  const other = policy({ name: "other", match: matchOf({ pools: ["gpu"] }) });
  const last = policy({ name: "last" });
  const osc = oscView(reconcileOsc());
  const pool = nodePoolOf(osc, CLUSTER);
  expect(matchingPolicies([first, other, last], osc, pool)).toEqual([first, last]);
  expect(matchingPolicies([other], osc, pool)).toBe(matchingPolicies([], osc, pool));
});

it("does not look for the version of the kubelet unless a policy asks for it", () => {
  const osc = oscView(reconcileOsc());
  const pool = {
    ...nodePoolOf(osc, CLUSTER),
    get kubernetesVersion(): string {
      throw new Error("asked for");
    },
  };
  const elsewhere = policy({ match: matchOf({ kubernetes: ">=1.31", pools: ["gpu"] }) });
  expect(matchingPolicies([policy(), elsewhere], osc, pool)).toHaveLength(1);
});
