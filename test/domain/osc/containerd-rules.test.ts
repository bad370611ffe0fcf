import { describe, expect, it } from "vitest";
import { containerdFindings, knownContainerd } from "../../../src/domain/osc/containerd-rules.ts";
import { nodeSecretBound } from "../../../src/domain/osc/node-secret-bound.ts";
import type { ContainerdConfig } from "../../../src/domain/osc/types.ts";
import { NO_POLICIES } from "../../../src/domain/policies/types.ts";
import { markOf } from "../../../src/domain/rules/finding.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { containerdOsc, oscLines, oscView, reviewOf } from "../../support/osc-builders.ts";

const MISTAKEN: RawObject = {
  sandboxImage: "a b",
  registries: [
    { upstream: "Quay.IO" },
    { upstream: "docker.io", hosts: [{ url: "https://a.example", capabilities: ["x"] }] },
  ],
  plugins: [{ path: ["io.containerd.grpc.v1.cri"], values: { a: 1 } }, { path: [] }],
};

function configOf(object: RawObject): ContainerdConfig {
  const { containerd } = oscView(object).spec.criConfig ?? {};
  if (containerd === undefined) {
    throw new Error("the object does not configure containerd");
  }
  return containerd;
}

describe("what is known of a configuration of containerd", () => {
  const object = containerdOsc(MISTAKEN);
  const known = knownContainerd(configOf(object), NO_POLICIES.tables);

  it("is what its rules refuse, without warnings", () => {
    const refused = containerdFindings(reviewOf(object)).filter((found) => markOf(found) !== "Ww");
    expect(known.refusals.length).toBeGreaterThan(3);
    expect(known.refusals).toEqual(refused);
  });

  it("is believed of this configuration, and not of an equal one", () => {
    const review = reviewOf(object);
    const { spec } = review.osc;
    const same = {
      ...review.osc,
      spec: { ...spec, criConfig: { name: "containerd", cgroupDriver: "systemd", containerd: known.view } },
    };
    const believed = { ...known, refusals: [] };
    expect(containerdFindings({ ...review, osc: same, known: believed })).toEqual([]);
    expect(oscLines(containerdFindings({ ...review, known: believed }))).toEqual(oscLines(containerdFindings(review)));
  });

  it("bounds the Secret of the nodes as the configuration itself does", () => {
    const osc = oscView(object);
    const { criConfig } = osc.spec;
    const same = criConfig && { ...osc, spec: { ...osc.spec, criConfig: { ...criConfig, containerd: known.view } } };
    expect(same && nodeSecretBound(same, 0, known)).toBe(nodeSecretBound(osc));
  });
});
