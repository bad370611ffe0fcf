import { describe, expect, it } from "vitest";
import type { ClusterFact } from "../../../src/domain/clusters/cluster-fact.ts";
import { errorText } from "../../../src/domain/field/error.ts";
import { nodePoolOf } from "../../../src/domain/osc/node-pool.ts";
import { registryFindings } from "../../../src/domain/osc/registry-rules.ts";
import { CLUSTER, containerdOsc, oscLines, oscView, reviewOf } from "../../support/osc-builders.ts";

const R = "spec.criConfig.containerd.registries[0]";
const PROBED = [`OSC-V-22 ${R}.readinessProbe Invalid`];

function findings(urls: readonly string[], cluster: ClusterFact | undefined, readinessProbe: boolean | null = true) {
  const hosts = urls.map((url) => ({ url }));
  const object = containerdOsc({ registries: [{ upstream: "quay.io", hosts, readinessProbe }] });
  return registryFindings(reviewOf(object, undefined, { pool: nodePoolOf(oscView(object), cluster) }));
}

const DUAL_STACK = { ...CLUSTER, networks: ["10.64.0.0/13", "fd00:10::/48"] };

describe("OSC-V-22, a readiness probe", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ["of a Service", ["http://10.96.7.20:5000"], []],
    ["of a Pod and a node", ["http://10.64.0.1", "https://10.250.255.255:443"], []],
    ["of an address outside", ["http://10.32.0.1:5000"], PROBED],
    ["of one address outside", ["http://10.96.7.20:5000", "http://192.168.0.1"], PROBED],
    ["of a name", ["https://mirror.example"], PROBED],
    ["of an address that is written like none", ["http://10.96.7.020:5000"], PROBED],
    ["of an address of another family", ["http://[fd00:10::1]:5000"], PROBED],
    ["of nothing", [], PROBED],
  ])("%s", (_, urls, expected) => {
    expect(oscLines(findings(urls, CLUSTER))).toEqual(expected);
  });

  it.each<[string, readonly string[]]>([
    ["http://[fd00:10::1]:5000", []],
    ["http://[fd00:11::1]:5000", PROBED],
    ["http://[::ffff:10.64.0.1]:5000", []],
    ["http://10.64.0.1:5000", []],
  ])("of %s in a shoot with both families", (url, expected) => {
    expect(oscLines(findings([url], DUAL_STACK))).toEqual(expected);
  });

  it.each<[string, ClusterFact | undefined]>([
    ["the Cluster is not known", undefined],
    ["the networks are not known", { ...CLUSTER, networks: [] }],
  ])("may go to any address where %s, but not to a name or nowhere", (_, cluster) => {
    expect(findings(["http://192.168.0.1:5000"], cluster)).toEqual([]);
    expect(oscLines(findings(["https://mirror.example"], cluster))).toEqual(PROBED);
    expect(oscLines(findings([], cluster))).toEqual(PROBED);
  });

  it.each([false, null])("that is %j is none", (readinessProbe) => {
    expect(findings(["https://mirror.example"], CLUSTER, readinessProbe)).toEqual([]);
    expect(findings([], CLUSTER, readinessProbe)).toEqual([]);
  });

  it("names the first host that may not answer", () => {
    const urls = ["http://10.96.7.20:5000", "https://mirror.example", "http://192.168.0.1"];
    expect(findings(urls, CLUSTER).map(({ error }) => errorText(error))).toEqual([
      `${R}.readinessProbe: Invalid value: true: https://mirror.example is no address in the shoot's networks; unless it answers, no node reports the OSC as applied`,
    ]);
  });
});
