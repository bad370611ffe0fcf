import fc from "fast-check";
import jsonPatch from "fast-json-patch";
import { describe, expect, it } from "vitest";
import type { MutationOutcome, MutationRequest } from "../../src/domain/mutation/mutate.ts";
import { containerdFindings } from "../../src/domain/osc/containerd-rules.ts";
import type { OperatingSystemConfig } from "../../src/domain/osc/types.ts";
import { validateOperatingSystemConfig } from "../../src/domain/osc/validate-operating-system-config.ts";
import { type Operation, patchText } from "../../src/domain/patches/operation.ts";
import type { Policy } from "../../src/domain/policies/types.ts";
import { findingIdentity, markOf } from "../../src/domain/rules/finding.ts";
import { ENFORCE_ALL, judge } from "../../src/domain/rules/judge.ts";
import type { RawObject } from "../../src/wire/admission-review.ts";
import { isObject } from "../../src/wire/json-object.ts";
import { withShuffledKeys } from "../support/case-shuffle.ts";
import { oscs, policyLists } from "../support/mutation-arbitraries.ts";
import { runMutation } from "../support/mutations.ts";
import { CLUSTER, oscView, poolOf, reviewOf } from "../support/osc-builders.ts";
import { containerdTable } from "../support/policy-builders.ts";

/** What a mutation depends on besides object and policies. */
interface Setting {
  readonly old: RawObject | undefined;
  readonly isHibernated: boolean;
  readonly extensionUpstreams: readonly string[];
  readonly containerd: string;
  readonly isInPlace: boolean;
}

const settings: fc.Arbitrary<Setting> = fc.record({
  old: fc.option(oscs, { nil: undefined }),
  isHibernated: fc.boolean(),
  extensionUpstreams: fc.subarray(["docker.io", "quay.io"]),
  containerd: fc.constantFrom("1.7", "2.1"),
  isInPlace: fc.boolean(),
});

function mutated(object: RawObject, policies: readonly Policy[], setting: Setting): MutationOutcome {
  return runMutation(object, policies, membersOf(object, setting));
}

function membersOf(object: RawObject, { old, isHibernated, extensionUpstreams, containerd, isInPlace }: Setting) {
  const osc = oscView(object);
  // gardenlet and all others write an OSC of the same purpose.
  const stored =
    old === undefined
      ? undefined
      : oscView({ ...old, spec: { ...(old["spec"] as RawObject), purpose: osc.spec.purpose } });
  const pool = poolOf(osc, { ...CLUSTER, isHibernated, extensionUpstreams });
  return {
    old: stored,
    pool: { ...pool, isInPlace },
    tables: containerdTable({ gardenlinux: containerd, ubuntu: containerd }),
  } satisfies Partial<MutationRequest>;
}

/** An outcome without what only tells how it was found. */
function withoutKnown({ change, ...outcome }: MutationOutcome): object {
  const { known: _, ...changed } = change ?? {};
  return { ...outcome, change: changed };
}

const RUNS = { numRuns: 400 };

describe("laws of mutation", () => {
  it("the result is answered with nothing", () => {
    let changes = 0;
    fc.assert(
      fc.property(oscs, policyLists, settings, (object, policies, setting) => {
        const { change } = mutated(object, policies, setting);
        if (change !== undefined) {
          changes += 1;
          const again = mutated(change.object, policies, setting);
          expect(again.operations).toEqual([]);
          expect(again.denials).toEqual([]);
        }
      }),
      RUNS,
    );
    expect(changes).toBeGreaterThan(RUNS.numRuns / 4);
  });

  it("what is remembered of other objects changes nothing", () => {
    const several = fc.array(oscs, { minLength: 2, maxLength: 4 });
    let known = 0;
    fc.assert(
      fc.property(several, policyLists, settings, (objects, policies, setting) => {
        const tables = containerdTable({ gardenlinux: setting.containerd, ubuntu: setting.containerd });
        for (const object of [...objects, ...objects]) {
          const members = { ...membersOf(object, setting), tables };
          const remembered = runMutation(object, policies, members);
          const anew = runMutation(
            object,
            policies.map((each) => ({ ...each })),
            { ...members, tables: { ...tables } },
          );
          known += remembered.change?.known === undefined ? 0 : 1;
          expect(withoutKnown(remembered)).toEqual(withoutKnown(anew));
          expect(JSON.stringify(remembered.operations)).toBe(patchText(remembered.operations));
        }
      }),
      RUNS,
    );
    expect(known).toBeGreaterThan(RUNS.numRuns / 4);
  });

  it("the result is read like every object", () => {
    fc.assert(
      fc.property(oscs, policyLists, settings, (object, policies, setting) => {
        const { change } = mutated(object, policies, setting);
        expect(change?.result).toEqual(change && oscView(change.object));
      }),
      RUNS,
    );
  });

  it("what is known of a configuration of containerd is what its rules refuse", () => {
    let known = 0;
    fc.assert(
      fc.property(oscs, policyLists, settings, (object, policies, setting) => {
        const members = membersOf(object, setting);
        runMutation(object, policies, members);
        const { change } = runMutation(object, policies, members);
        if (change?.known !== undefined) {
          known += 1;
          const refusals = containerdFindings(reviewOf(change.object)).filter((found) => markOf(found) !== "Ww");
          expect(change.known.refusals).toEqual(refusals);
          expect(change.known.view).toBe(change.result.spec.criConfig?.containerd);
        }
      }),
      RUNS,
    );
    expect(known).toBeGreaterThan(RUNS.numRuns / 4);
  });

  it("the patch makes of the object what the result is, and changes nothing else", () => {
    fc.assert(
      fc.property(oscs, policyLists, settings, (object, policies, setting) => {
        const { operations, change } = mutated(object, policies, setting);
        const patched = applied(object, operations);
        expect(patched).toEqual(change?.object ?? object);
        expect(change?.result).toEqual(change && oscView(patched));
      }),
      RUNS,
    );
  });

  it("no operation does what is so already, and there is a patch if and only if there is a change", () => {
    fc.assert(
      fc.property(oscs, policyLists, settings, (object, policies, setting) => {
        const { operations, change } = mutated(object, policies, setting);
        let present = object;
        for (const operation of operations) {
          const next = applied(present, [operation]);
          expect(JSON.stringify(next) === JSON.stringify(present), operation.path).toBe(operation.op === "test");
          present = next;
        }
        expect(operations.length > 0).toBe(change !== undefined);
        expect(operations.at(-1)?.op).not.toBe("test");
      }),
      RUNS,
    );
  });

  it("type, purpose, status, metadata, and files that no policy names stay as they are, byte by byte", () => {
    fc.assert(
      fc.property(oscs, policyLists, settings, (object, policies, setting) => {
        const { change } = mutated(object, policies, setting);
        if (change === undefined) {
          return;
        }
        const [before, after] = [object, change.object].map((each) => each["spec"] as RawObject);
        const { spec: _spec, ...others } = object;
        const { spec: _changed, ...stillThere } = change.object;
        expect(stillThere).toEqual(others);
        expect([after?.["type"], after?.["purpose"]]).toEqual([before?.["type"], before?.["purpose"]]);
        const named = new Set([KUBELET_CONFIG_PATH, ...policies.flatMap(({ files }) => files.map(({ path }) => path))]);
        for (const [index, file] of entriesOf(before?.["files"]).entries()) {
          if (!named.has(String(file["path"]))) {
            expect(entriesOf(after?.["files"])[index]).toBe(file);
          }
        }
      }),
      RUNS,
    );
  });

  it("entries that are there keep their places", () => {
    fc.assert(
      fc.property(oscs, policyLists, settings, (object, policies, setting) => {
        const { change } = mutated(object, policies, setting);
        const [before, after] = [object, change?.object ?? object].map((each) => oscView(each).spec);
        const names = (spec: typeof before) => [
          spec?.files.map(({ path }) => path),
          spec?.units.map(({ name }) => name),
          (spec?.criConfig?.containerd?.registries ?? []).map(({ upstream }) => upstream),
        ];
        for (const [index, list] of names(before).entries()) {
          expect(names(after)[index]?.slice(0, list?.length)).toEqual(list);
        }
      }),
      RUNS,
    );
  });

  it("fields that nobody knows survive wherever nothing is replaced as a whole", () => {
    fc.assert(
      fc.property(oscs, policyLists, settings, (object, policies, setting) => {
        const gentle = policies.map(
          (each) => ({ ...each, conflict: each.conflict === "replace" ? "keep" : each.conflict }) as Policy,
        );
        const known = withUnknownFields(object) as RawObject;
        const plain = mutated(object, gentle, setting);
        const { change, operations } = mutated(known, gentle, setting);
        expect(operations).toEqual(plain.operations);
        const survivors = JSON.stringify(change?.object ?? known).split(UNKNOWN).length;
        expect(survivors).toBe(JSON.stringify(known).split(UNKNOWN).length);
      }),
      RUNS,
    );
  });

  it("validation never refuses the result for what it does not refuse the object", () => {
    fc.assert(
      fc.property(oscs, policyLists, settings, (object, policies, setting) => {
        const { change } = mutated(object, policies, setting);
        if (change !== undefined) {
          const known = new Set(refusals(object, object, policies, setting));
          const introduced = refusals(change.object, object, policies, setting).filter((text) => !known.has(text));
          expect(introduced).toEqual([]);
        }
      }),
      RUNS,
    );
  });

  it("policies about different things give the same in any order, but for the order of what is added", () => {
    fc.assert(
      fc.property(oscs, policyLists, settings, (object, policies, setting) => {
        const parts = apart(policies);
        const [one, other] = [parts, parts.toReversed()].map((list) => mutated(object, list, setting));
        expect(unordered(other?.change?.object)).toEqual(unordered(one?.change?.object));
        expect(other?.denials.length).toBe(one?.denials.length);
        expect(other?.warnings.toSorted()).toEqual(one?.warnings.toSorted());
      }),
      RUNS,
    );
  });

  it("the order of map keys does not count", () => {
    fc.assert(
      fc.property(oscs, policyLists, settings, fc.nat(), (object, policies, setting, seed) => {
        const outcome = mutated(object, policies, setting);
        const shuffled = mutated(withShuffledKeys(object, seed), withShuffledKeys(policies, seed), setting);
        const bytes = ({ change, ...said }: MutationOutcome) => [said, change?.object];
        expect(bytes(shuffled)).toEqual(bytes(outcome));
      }),
      RUNS,
    );
  });

  it("policies in audit mode change nothing", () => {
    fc.assert(
      fc.property(oscs, policyLists, settings, (object, policies, setting) => {
        const [first, ...others] = policies;
        const audited = [...(first === undefined ? [] : [{ ...first, mode: "audit" as const }]), ...others];
        const { operations, denials, change } = mutated(object, audited, setting);
        const without = mutated(object, others, setting);
        expect({ operations, denials, change }).toEqual({
          operations: without.operations,
          denials: without.denials,
          change: without.change,
        });
      }),
      RUNS,
    );
  });
});

/** What the validating webhook refuses an object for; `sent` is the object before its mutation. */
function refusals(
  object: RawObject,
  sent: RawObject,
  policies: readonly Policy[],
  setting: Setting,
): readonly string[] {
  const { old, pool, tables } = membersOf(sent, setting);
  const found = (osc: OperatingSystemConfig, stored: OperatingSystemConfig | undefined) =>
    validateOperatingSystemConfig({
      ...reviewOf(object, undefined, { pool, tables, policies, osc }),
      operation: old === undefined ? "CREATE" : "UPDATE",
      old: stored,
    });
  const baseline = old === undefined ? [] : found(old, undefined);
  const verdict = judge(found(oscView(object), old), ENFORCE_ALL, baseline);
  return verdict.kind === "deny" ? verdict.findings.map(findingIdentity) : [];
}

const KUBELET_CONFIG_PATH = "/var/lib/kubelet/config/kubelet";

function applied(object: RawObject, operations: readonly Operation[]): RawObject {
  return jsonPatch.applyPatch(structuredClone(object), structuredClone(operations as Operation[]), true).newDocument;
}

function entriesOf(list: unknown): readonly RawObject[] {
  return Array.isArray(list) ? list : [];
}

const UNKNOWN = "fieldOfTheFuture";

/** One more member in every object that is not a map of the user's own. */
function withUnknownFields(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) {
    return value.map((entry) => withUnknownFields(entry));
  }
  if (!isObject(value) || OWN_MAPS.includes(key)) {
    return value;
  }
  const members = Object.entries(value).map(([name, member]) => [name, withUnknownFields(member, name)]);
  return { ...Object.fromEntries(members), [UNKNOWN]: true };
}

const OWN_MAPS = ["values", "labels", "annotations"];

/** Policies of which no two are about the same thing: the first registries, the files of the second, the rest of others. */
function apart(policies: readonly Policy[]): readonly Policy[] {
  const nothing = {
    registries: [],
    plugins: [],
    files: [],
    units: [],
    sandboxImage: undefined,
    cgroupDriver: undefined,
  };
  const [first, second, third] = policies;
  return [
    ...(first === undefined ? [] : [{ ...first, ...nothing, registries: first.registries }]),
    ...(second === undefined
      ? []
      : [{ ...second, ...nothing, files: second.files, sandboxImage: second.sandboxImage }]),
    ...(third === undefined
      ? []
      : [{ ...third, ...nothing, plugins: third.plugins, cgroupDriver: third.cgroupDriver }]),
  ];
}

/** An OSC with its lists sorted, but for plugins, of which the order is the meaning. */
function unordered(object: RawObject | undefined): unknown {
  if (object === undefined) {
    return undefined;
  }
  const { spec } = oscView(object);
  const sorted = <T>(list: readonly T[]) => list.map((entry) => JSON.stringify(entry)).sort();
  return {
    ...spec,
    files: sorted(spec.files),
    units: sorted(spec.units.map((unit) => ({ ...unit, filePaths: unit.filePaths.toSorted() }))),
    registries: sorted(spec.criConfig?.containerd?.registries ?? []),
    criConfig: { ...spec.criConfig, containerd: { ...spec.criConfig?.containerd, registries: [] } },
  };
}
