import { describe, expect, it } from "vitest";
import { containerdStep } from "../../../src/domain/mutation/containerd.ts";
import type { ConflictMode, DesiredRegistry, Policy } from "../../../src/domain/policies/types.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { runStep } from "../../support/mutation-steps.ts";
import { CLUSTER, oscView, poolOf, reconcileOsc } from "../../support/osc-builders.ts";
import { CORPORATE_MIRRORS, desiredRegistry, mirrorOf, policy } from "../../support/policy-builders.ts";

const PATH = "/spec/criConfig/containerd/registries";

function oscWith(registries: unknown): RawObject {
  return reconcileOsc({
    criConfig: {
      name: "containerd",
      containerd: { sandboxImage: "pause:1", ...(registries === undefined ? {} : { registries }) },
    },
  });
}

function registriesOf(result: RawObject): unknown {
  return oscView(result).spec.criConfig?.containerd?.registries.map(({ upstream, server, hosts }) => [
    upstream,
    ...(server === undefined ? [] : [`server ${server}`]),
    ...hosts.map(({ url }) => url),
  ]);
}

const wants = (conflict: ConflictMode, ...registries: readonly DesiredRegistry[]): Policy =>
  policy({ conflict, registries });

const FOREIGN = {
  upstream: "docker.io",
  server: "https://origin.example",
  hosts: [{ url: "https://foreign.example" }],
};
const OURS = mirrorOf("docker.io", "ours.example", { server: "https://registry-1.docker.io" });

describe("registriesStep", () => {
  it("appends what is missing in the order of the policy, as one list where there is none", () => {
    const { operations, effects, warnings } = runStep(containerdStep, oscWith(undefined), [CORPORATE_MIRRORS]);
    const value = CORPORATE_MIRRORS.registries.map(({ entry }) => entry);
    expect(operations).toEqual([{ op: "add", path: PATH, value }]);
    expect(effects).toEqual(
      ["docker.io", "ghcr.io", "quay.io"].map((upstream) => `changed corp registries ${upstream}`),
    );
    expect(warnings).toEqual([]);
  });

  it("appends to registries that are there one by one, and leaves those alone", () => {
    const other = { upstream: "other.example", hosts: [{ url: "https://m.example" }], futureField: 1 };
    const { operations } = runStep(containerdStep, oscWith([other]), [
      wants("keep", mirrorOf("b.example", "m.example"), mirrorOf("a.example", "m.example")),
    ]);
    expect(operations).toEqual([
      { op: "add", path: `${PATH}/-`, value: { upstream: "b.example", hosts: [{ url: "https://m.example" }] } },
      { op: "add", path: `${PATH}/-`, value: { upstream: "a.example", hosts: [{ url: "https://m.example" }] } },
    ]);
  });

  it("does nothing without a policy about registries", () => {
    expect(runStep(containerdStep, oscWith([FOREIGN]), [policy()])).toMatchObject({ operations: [], warnings: [] });
  });

  it.each<[string, RawObject]>([
    ["as the policy has it", { ...OURS.entry }],
    [
      "with defaults written",
      { ...OURS.entry, hosts: [{ url: "https://ours.example", capabilities: ["pull", "resolve"] }] },
    ],
    [
      "with more defaults",
      { ...OURS.entry, readinessProbe: false, hosts: [{ url: "https://ours.example", caCerts: [] }] },
    ],
    ["with a field of the future", { ...OURS.entry, futureField: 1 }],
  ])("leaves an entry alone that is there %s", (_, entry) => {
    for (const mode of ["keep", "replace", "prependHosts", "appendHosts", "deny"] as const) {
      const outcome = runStep(containerdStep, oscWith([FOREIGN_OTHER, entry]), [wants(mode, OURS)]);
      expect(outcome, mode).toMatchObject({ operations: [], warnings: [], denials: [], effects: [] });
    }
  });

  describe("where the OSC has another entry of the upstream", () => {
    const osc = oscWith([FOREIGN_OTHER, FOREIGN]);

    it("keeps it, with a warning", () => {
      const { operations, warnings, effects } = runStep(containerdStep, osc, [wants("keep", OURS)]);
      expect(operations).toEqual([]);
      expect(warnings).toEqual(["policy corp skips registry docker.io: the OSC says otherwise (conflict: keep)"]);
      expect(effects).toEqual(["skipped corp registries docker.io"]);
    });

    it("replaces it at its place, by its name", () => {
      const { operations, warnings, effects } = runStep(containerdStep, osc, [wants("replace", OURS)]);
      expect(operations).toEqual([
        { op: "test", path: `${PATH}/1/upstream`, value: "docker.io" },
        { op: "replace", path: `${PATH}/1`, value: OURS.entry },
      ]);
      expect(warnings).toEqual([]);
      expect(effects).toEqual(["changed corp registries docker.io"]);
    });

    it("puts the policy's hosts before its own, and keeps its server", () => {
      const { operations, result } = runStep(containerdStep, osc, [wants("prependHosts", OURS)]);
      expect(operations).toEqual([
        { op: "test", path: `${PATH}/1/upstream`, value: "docker.io" },
        { op: "add", path: `${PATH}/1/hosts/0`, value: { url: "https://ours.example" } },
      ]);
      expect(registriesOf(result)).toEqual([
        ["quay.io", "https://q.example"],
        ["docker.io", "server https://origin.example", "https://ours.example", "https://foreign.example"],
      ]);
    });

    it("puts the policy's hosts behind its own", () => {
      const { operations } = runStep(containerdStep, osc, [wants("appendHosts", OURS)]);
      expect(operations).toEqual([
        { op: "test", path: `${PATH}/1/upstream`, value: "docker.io" },
        { op: "add", path: `${PATH}/1/hosts/-`, value: { url: "https://ours.example" } },
      ]);
    });

    it("refuses the request where the policy denies conflicts", () => {
      const { operations, denials, warnings } = runStep(containerdStep, osc, [wants("deny", OURS)]);
      expect(operations).toEqual([]);
      expect(warnings).toEqual([]);
      expect(denials).toEqual([
        'spec.criConfig.containerd.registries[1]: Invalid value: "docker.io": contradicts policy corp, which denies conflicts; remove it from the OSC, or change the policy [POL-01]',
      ]);
    });
  });

  it("keeps the order of several hosts, and leaves out those that are there in another spelling", () => {
    const entry = { upstream: "docker.io", hosts: [{ url: "https://B.example/" }] };
    const hosts = ["https://a.example", "https://b.example", "https://c.example"].map((url) => ({ url }));
    const several = desiredRegistry({ upstream: "docker.io", hosts });
    expect(registriesOf(runStep(containerdStep, oscWith([entry]), [wants("prependHosts", several)]).result)).toEqual([
      ["docker.io", "https://a.example", "https://c.example", "https://B.example/"],
    ]);
    expect(registriesOf(runStep(containerdStep, oscWith([entry]), [wants("appendHosts", several)]).result)).toEqual([
      ["docker.io", "https://B.example/", "https://a.example", "https://c.example"],
    ]);
  });

  it.each([[undefined], [null], [[]]])("adds hosts where there are none: %j", (hosts) => {
    const entry = { upstream: "docker.io", ...(hosts === undefined ? {} : { hosts }) };
    for (const mode of ["prependHosts", "appendHosts"] as const) {
      expect(registriesOf(runStep(containerdStep, oscWith([entry]), [wants(mode, OURS)]).result)).toEqual([
        ["docker.io", "https://ours.example"],
      ]);
    }
  });

  it("leaves an entry alone that has all hosts and another server", () => {
    const entry = { ...OURS.entry, server: "https://other.example" };
    expect(runStep(containerdStep, oscWith([entry]), [wants("prependHosts", OURS)]).operations).toEqual([]);
  });

  it("takes upstreams by the letter", () => {
    const { result } = runStep(containerdStep, oscWith([FOREIGN]), [
      wants("keep", mirrorOf("registry-1.docker.io", "m.example")),
    ]);
    expect(registriesOf(result)).toHaveLength(2);
  });

  it("edits the first entry of an upstream that is there twice, and skips entries without one", () => {
    const osc = oscWith([null, {}, FOREIGN, FOREIGN]);
    const { operations } = runStep(containerdStep, osc, [wants("replace", OURS)]);
    expect(operations.map(({ path }) => path)).toEqual([`${PATH}/2/upstream`, `${PATH}/2`]);
  });

  describe("where a registry extension of the shoot serves the upstream", () => {
    const osc = oscWith(undefined);
    const pool = { ...poolOf(oscView(osc)), cluster: { ...CLUSTER, extensionUpstreams: ["docker.io"] } };

    it("leaves the upstream to it, with a warning", () => {
      const policies = [wants("keep", OURS, mirrorOf("quay.io", "q.example"))];
      const { result, warnings } = runStep(containerdStep, osc, policies, { pool });
      expect(registriesOf(result)).toEqual([["quay.io", "https://q.example"]]);
      expect(warnings).toEqual([
        "policy corp skips registry docker.io: left to the shoot's registry-cache or registry-mirror, which serves it",
      ]);
    });

    it.each(["replace", "prependHosts", "appendHosts", "deny"] as const)("does not give way with %s", (mode) => {
      const { result, warnings } = runStep(containerdStep, osc, [wants(mode, OURS)], { pool });
      expect(registriesOf(result)).toHaveLength(1);
      expect(warnings).toEqual([]);
    });

    it("treats what the extension has written as any other entry", () => {
      const { operations, warnings } = runStep(containerdStep, oscWith([FOREIGN]), [wants("keep", OURS)], { pool });
      expect(operations).toEqual([]);
      expect(warnings).toEqual(["policy corp skips registry docker.io: the OSC says otherwise (conflict: keep)"]);
    });

    it("adds the hosts of those who only combine", () => {
      const combining = policy({
        name: "also",
        conflict: "appendHosts",
        registries: [mirrorOf("docker.io", "b.example")],
      });
      const { result, effects } = runStep(containerdStep, osc, [wants("keep", OURS), combining], { pool });
      expect(registriesOf(result)).toEqual([["docker.io", "https://b.example"]]);
      expect(effects).toEqual(["skipped corp registries docker.io", "changed also registries docker.io"]);
    });
  });
});

const FOREIGN_OTHER = { upstream: "quay.io", hosts: [{ url: "https://q.example" }] };

describe("registries that several policies want", () => {
  const first = (conflict: ConflictMode, entry: DesiredRegistry = mirrorOf("docker.io", "first.example")): Policy =>
    policy({ name: "first", conflict, registries: [entry] });
  const second = (conflict: ConflictMode, entry: DesiredRegistry = mirrorOf("docker.io", "second.example")): Policy =>
    policy({ name: "second", conflict, registries: [entry] });

  it.each(["keep", "replace", "deny"] as const)("are those of the first policy, though the second has %s", (mode) => {
    const { result, warnings, denials } = runStep(containerdStep, oscWith(undefined), [first("keep"), second(mode)]);
    expect(registriesOf(result)).toEqual([["docker.io", "https://first.example"]]);
    expect(warnings).toEqual(["policy second skips registry docker.io: policy first comes first and says otherwise"]);
    expect(denials).toEqual([]);
  });

  it("do not contradict each other where they are the same", () => {
    const explicit = desiredRegistry({
      upstream: "docker.io",
      hosts: [{ url: "https://first.example", capabilities: ["pull", "resolve"] }],
    });
    const { operations, warnings } = runStep(containerdStep, oscWith(undefined), [
      first("keep"),
      second("keep", explicit),
    ]);
    expect(operations).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  it.each<[ConflictMode, ConflictMode, readonly string[]]>([
    ["keep", "prependHosts", ["https://second.example", "https://first.example"]],
    ["keep", "appendHosts", ["https://first.example", "https://second.example"]],
    ["prependHosts", "keep", ["https://first.example", "https://second.example"]],
    ["appendHosts", "replace", ["https://second.example", "https://first.example"]],
    ["prependHosts", "prependHosts", ["https://first.example", "https://second.example"]],
    ["appendHosts", "appendHosts", ["https://first.example", "https://second.example"]],
  ])("are combined with %s and %s, and stay so", (one, other, urls) => {
    const policies = [first(one), second(other)];
    const { result, warnings } = runStep(containerdStep, oscWith(undefined), policies);
    expect(registriesOf(result)).toEqual([["docker.io", ...urls]]);
    expect(warnings).toEqual([]);
    expect(runStep(containerdStep, result, policies)).toMatchObject({ operations: [], warnings: [], effects: [] });
  });

  it.each<[ConflictMode, ConflictMode, readonly string[]]>([
    ["keep", "prependHosts", ["https://second.example", "https://foreign.example"]],
    ["replace", "appendHosts", ["https://first.example", "https://second.example"]],
    ["prependHosts", "appendHosts", ["https://first.example", "https://foreign.example", "https://second.example"]],
    ["prependHosts", "prependHosts", ["https://first.example", "https://second.example", "https://foreign.example"]],
  ])("are combined with what the OSC has by %s and %s, and stay so", (one, other, urls) => {
    const foreign = { upstream: "docker.io", hosts: [{ url: "https://foreign.example" }] };
    const policies = [first(one), second(other)];
    const { result } = runStep(containerdStep, oscWith([foreign]), policies);
    expect(registriesOf(result)).toEqual([["docker.io", ...urls]]);
    expect(runStep(containerdStep, result, policies).operations).toEqual([]);
  });

  it("say who added something", () => {
    const have = oscWith([{ upstream: "docker.io", hosts: [{ url: "https://first.example" }] }]);
    const { effects } = runStep(containerdStep, have, [first("keep"), second("prependHosts")]);
    expect(effects).toEqual(["changed second registries docker.io"]);
  });

  it("say who added something to a new entry", () => {
    const same = { ...second("appendHosts", mirrorOf("docker.io", "first.example")), name: "same" };
    const policies = [first("keep"), second("prependHosts"), same];
    expect(runStep(containerdStep, oscWith(undefined), policies).effects).toEqual([
      "changed first registries docker.io",
      "changed second registries docker.io",
    ]);
    const other = oscWith([{ upstream: "docker.io", server: "https://other.example" }]);
    expect(runStep(containerdStep, other, [first("replace"), ...policies.slice(1)]).effects).toEqual([
      "changed first registries docker.io",
      "changed second registries docker.io",
    ]);
  });

  it("count once where one policy names an upstream twice", () => {
    const twice = policy({ registries: [mirrorOf("docker.io", "a.example"), mirrorOf("docker.io", "b.example")] });
    const { result } = runStep(containerdStep, oscWith(undefined), [twice]);
    expect(registriesOf(result)).toEqual([["docker.io", "https://a.example"]]);
  });
});
