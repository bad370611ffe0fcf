import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cgroupDriverStep } from "../../src/domain/mutation/cgroup-driver.ts";
import { cgroupDecision } from "../../src/domain/mutation/cgroup-plan.ts";
import type { MutationSubject } from "../../src/domain/mutation/mutation.ts";
import { cgroupFindings } from "../../src/domain/osc/cgroup-rules.ts";
import type { CgroupDriver } from "../../src/domain/osc/kubelet-config.ts";
import type { Policy } from "../../src/domain/policies/types.ts";
import type { RawObject } from "../../src/wire/admission-review.ts";
import { cgroupOsc, cgroupPolicy, driversOf, fileText, kubeletText } from "../support/cgroup-builders.ts";
import { mutationSubject, runStep } from "../support/mutation-steps.ts";
import { CLUSTER, oscView, poolOf, reviewOf } from "../support/osc-builders.ts";

const driver = fc.constantFrom<CgroupDriver>("systemd", "cgroupfs");
const change = fc.constantFrom("never", "whenHibernated", "always");
const policies = fc.array(
  fc
    .record({ driver, change, requireKubeletFile: fc.boolean() })
    .map((desired) => cgroupPolicy(desired.driver, desired)),
  { maxLength: 2 },
);

const texts = fc.oneof(
  fc.option(driver, { nil: undefined }).map(kubeletText),
  driver.map(
    (each) => `kind: KubeletConfiguration\r\n"cgroupDriver": '${each}' # old\r\nlogging:\r\n  cgroupDriver: x`,
  ),
);
const types = fc.constantFrom("ubuntu", "gardenlinux");

function oscs(text: fc.Arbitrary<string | undefined>): fc.Arbitrary<RawObject> {
  return fc
    .record({
      containerd: fc.option(driver, { nil: undefined }),
      text,
      encoding: fc.constantFrom("", "b64"),
      type: types,
    })
    .map(({ type, ...sides }) => cgroupOsc(sides, { type }));
}

const WITH_FILE = oscs(texts);
const ANY = oscs(fc.option(texts, { nil: undefined }));

const worlds = fc.record({ isHibernated: fc.boolean(), isInPlace: fc.boolean(), guardsCgroupDriver: fc.boolean() });
type World = typeof worlds extends fc.Arbitrary<infer Value> ? Value : never;

function membersOf(
  object: RawObject,
  { isHibernated, isInPlace, guardsCgroupDriver }: World,
): Partial<MutationSubject> {
  const updateStrategy = isInPlace ? "AutoInPlaceUpdate" : "AutoRollingUpdate";
  const workers = CLUSTER.workers.map((worker) => ({ ...worker, updateStrategy }));
  return { pool: poolOf(oscView(object), { ...CLUSTER, isHibernated, workers }), guardsCgroupDriver };
}

function run(object: RawObject, wanted: readonly Policy[], world: World, old: RawObject | undefined) {
  const update = old === undefined ? {} : { old: oscView(old) };
  return runStep(cgroupDriverStep, object, wanted, { ...membersOf(object, world), ...update });
}

/** Lines with their line breaks. */
function linesOf(text = ""): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** What the drivers are where the file leaves it to the default. */
function effective(object: RawObject) {
  const { containerd, kubelet } = driversOf(object);
  return { containerd, kubelet: kubelet ?? "cgroupfs" };
}

describe("the step for the cgroup driver", () => {
  it("finds nothing left to do in its own result", () => {
    fc.assert(
      fc.property(ANY, policies, worlds, fc.option(ANY, { nil: undefined }), (object, wanted, world, old) => {
        const { result } = run(object, wanted, world, old);
        expect(run(result, wanted, world, old).operations).toEqual([]);
        expect(run(result, wanted, world, result).operations).toEqual([]);
      }),
    );
  });

  it("changes nothing but the driver of containerd and one line of the kubelet's file", () => {
    fc.assert(
      fc.property(WITH_FILE, policies, worlds, fc.option(ANY, { nil: undefined }), (object, wanted, world, old) => {
        const { operations, result } = run(object, wanted, world, old);
        const paths = operations.filter(({ op }) => op !== "test").map(({ path }) => path);
        expect(["/spec/criConfig/cgroupDriver", "/spec/files/0/content/inline/data"]).toEqual(
          expect.arrayContaining(paths),
        );
        const [before, after] = [linesOf(fileText(object)), linesOf(fileText(result))];
        const isLeft = (line: string) => !/^["']?cgroupDriver/.test(line);
        const complete = (line: string) => line.replace(/\n?$/, "\n");
        expect(after.filter(isLeft).map(complete)).toEqual(before.filter(isLeft).map(complete));
        expect(after.length - before.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("gives both sides of running nodes what they had, whatever is written and wanted, unless permitted", () => {
    fc.assert(
      fc.property(WITH_FILE, WITH_FILE, policies, worlds, (object, old, wanted, world) => {
        const isAwake = { ...world, isHibernated: false, guardsCgroupDriver: true };
        const strict = wanted.filter(({ cgroupDriver }) => cgroupDriver?.change !== "always");
        const { result } = run(object, strict, isAwake, old);
        expect(effective(result)).toEqual(effective(old));
      }),
    );
  });

  it("gives nodes that are updated in place what they had, even where a change is permitted", () => {
    fc.assert(
      fc.property(WITH_FILE, WITH_FILE, policies, worlds, (object, old, wanted, world) => {
        const { result } = run(object, wanted, { ...world, isInPlace: true, guardsCgroupDriver: true }, old);
        expect(effective(result)).toEqual(effective(old));
      }),
    );
  });

  it("never leaves behind a flip that the rules refuse", () => {
    fc.assert(
      fc.property(WITH_FILE, WITH_FILE, policies, worlds, (object, old, wanted, world) => {
        const guarded = { ...world, guardsCgroupDriver: true };
        const { result } = run(object, wanted, guarded, old);
        const review = reviewOf(result, old, { ...membersOf(result, guarded), policies: wanted });
        expect(cgroupFindings(review).filter(({ rule }) => rule === "OSC-V-63")).toEqual([]);
      }),
    );
  });

  it("makes both sides of new nodes agree with the policy", () => {
    fc.assert(
      fc.property(WITH_FILE, driver, worlds, (object, wanted, world) => {
        const { result, effects } = run(object, [cgroupPolicy(wanted)], world, undefined);
        const isSkipped = effects.some((effect) => effect.startsWith("skipped"));
        expect(isSkipped ? result : driversOf(result)).toEqual(
          isSkipped ? object : { containerd: wanted, kubelet: wanted },
        );
      }),
    );
  });

  it("leaves containerd with the driver that was told beforehand", () => {
    fc.assert(
      fc.property(ANY, policies, worlds, fc.option(ANY, { nil: undefined }), (object, wanted, world, old) => {
        const update = old === undefined ? {} : { old: oscView(old) };
        const subject = mutationSubject(object, wanted, { ...membersOf(object, world), ...update });
        expect(driversOf(run(object, wanted, world, old).result).containerd).toBe(cgroupDecision(subject).driver);
      }),
    );
  });
});
