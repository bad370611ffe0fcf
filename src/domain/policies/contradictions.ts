import { sameRegistry } from "../containerd/registry-identity.ts";
import type { FieldPath } from "../field/path.ts";
import { jsonEqual } from "../json/equal.ts";
import { isCombining } from "./conflict-mode.ts";
import { areDisjoint } from "./disjoint.ts";
import type { PolicyPart } from "./effect.ts";
import { pluginDisagreement } from "./plugin-disagreement.ts";
import { sameFileOnNode } from "./same-file.ts";
import type { Policy } from "./types.ts";

/** Two policies of one priority that may both be for one OSC and want different things of it. */
export interface Contradiction {
  readonly first: Side;
  readonly second: Side;
  readonly part: PolicyPart;
  /** What they disagree about: an upstream, a path, a setting. */
  readonly subject: string;
}

/** One of the two policies, and where it says what the other one contradicts; plugins by their place in `plugins`. */
interface Side {
  readonly policy: Policy;
  readonly path: FieldPath;
}

/** A disagreement, with the paths on both sides. */
interface Disagreement {
  readonly first: FieldPath;
  readonly second: FieldPath;
  readonly part: PolicyPart;
  readonly subject: string;
}

/**
 * The contradictions among policies, in the order of the policies given. Policies of different priorities never
 * contradict each other, since the higher one wins; nor do such that are never for the same OSC.
 * Source: OperatingSystemConfig contract, sections 3.3 and 9 (row 81).
 */
export function contradictions(policies: readonly Policy[]): readonly Contradiction[] {
  return policies.flatMap((second, index) =>
    policies.slice(0, index).flatMap((first) => contradictionsOf(first, second)),
  );
}

function contradictionsOf(first: Policy, second: Policy): readonly Contradiction[] {
  if (first.priority !== second.priority) {
    return [];
  }
  const found = COMPARISONS.flatMap((compare) => compare(first, second));
  return found.length === 0 || areDisjoint(first, second)
    ? []
    : found.map(({ part, subject, ...paths }) => ({
        first: { policy: first, path: paths.first },
        second: { policy: second, path: paths.second },
        part,
        subject,
      }));
}

const COMPARISONS: readonly ((first: Policy, second: Policy) => readonly Disagreement[])[] = [
  registryDisagreements,
  pluginDisagreements,
  sandboxImageDisagreements,
  fileDisagreements,
  unitDisagreements,
  cgroupDriverDisagreements,
];

/** Pairs of entries of two lists that have the same key. */
function pairs<Entry>(
  first: readonly Entry[],
  second: readonly Entry[],
  keyOf: (entry: Entry) => string,
): readonly { readonly a: Entry; readonly b: Entry; readonly i: number; readonly j: number }[] {
  const known = new Map(first.map((entry, index) => [keyOf(entry), { entry, index }]));
  return second.flatMap((entry, index) => {
    const other = known.get(keyOf(entry));
    return other === undefined ? [] : [{ a: other.entry, b: entry, i: other.index, j: index }];
  });
}

/** Policies that add their hosts to what is there contradict nobody. */
function registryDisagreements(first: Policy, second: Policy): readonly Disagreement[] {
  if (isCombining(first.conflict) || isCombining(second.conflict)) {
    return [];
  }
  return pairs(first.registries, second.registries, ({ upstream }) => upstream)
    .filter(({ a, b }) => !sameRegistry(a.entry, b.entry))
    .map(({ b, i, j }) => listed("registries", i, j, b.upstream));
}

function listed(part: PolicyPart, first: number, second: number, subject: string): Disagreement {
  return { part, first: ["spec", part, first], second: ["spec", part, second], subject };
}

function pluginDisagreements(first: Policy, second: Policy): readonly Disagreement[] {
  return second.plugins.flatMap((b, j) =>
    first.plugins.flatMap((a, i) => {
      const subject = pluginDisagreement(a, b);
      return subject === undefined ? [] : [listed("plugins", i, j, subject)];
    }),
  );
}

function sandboxImageDisagreements(first: Policy, second: Policy): readonly Disagreement[] {
  return whole("sandboxImage", first.sandboxImage, second.sandboxImage, "the sandbox image");
}

function cgroupDriverDisagreements(first: Policy, second: Policy): readonly Disagreement[] {
  return whole("cgroupDriver", first.cgroupDriver, second.cgroupDriver, "the cgroup driver");
}

function whole(part: PolicyPart, first: unknown, second: unknown, subject: string): readonly Disagreement[] {
  const isSaidTwice = first !== undefined && second !== undefined;
  return isSaidTwice && !jsonEqual(first, second)
    ? [{ part, first: ["spec", part], second: ["spec", part], subject }]
    : [];
}

function fileDisagreements(first: Policy, second: Policy): readonly Disagreement[] {
  return pairs(first.files, second.files, ({ path }) => path)
    .filter(({ a, b }) => !sameFileOnNode(a.entry, b.entry))
    .map(({ b, i, j }) => listed("files", i, j, b.path));
}

function unitDisagreements(first: Policy, second: Policy): readonly Disagreement[] {
  return pairs(first.units, second.units, ({ name }) => name).flatMap(({ a, b, i, j }) => {
    const member = UNIT_MEMBERS.find((key) => disagree(a.entry[key], b.entry[key]));
    const contents = new Map(a.dropIns.map(({ name, content }) => [name, content]));
    const dropIn = b.dropIns.find(({ name, content }) => disagree(contents.get(name), content));
    const subject = member ?? dropIn?.name;
    return subject === undefined ? [] : [listed("units", i, j, `${b.name} ${subject}`)];
  });
}

/** What a unit can have once only. */
const UNIT_MEMBERS = ["command", "enable", "content"];

function disagree(a: unknown, b: unknown): boolean {
  return a !== undefined && b !== undefined && a !== b;
}
