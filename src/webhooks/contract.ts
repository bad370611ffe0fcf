import type { OscLimits } from "../domain/osc/review.ts";
import type { Parsed } from "../domain/parsed.ts";
import type { PolicySet } from "../domain/policies/types.ts";
import { hasUseRules, type RuleSettings } from "../domain/rules/judge.ts";
import type { MutatingVerdict, Verdict } from "../domain/verdict.ts";
import type { FactKind, FactRequest, FactSnapshot } from "../facts/contract.ts";
import type { AdmissionRequest, RawObject } from "../wire/admission-review.ts";

/** Operations that a chapter can register for. */
export type RegisteredOperation = "CREATE" | "UPDATE";

/** How a webhook is registered and served; manifests and routes are both derived from this value. */
export interface Registration {
  /** `<resource>.<validate|mutate>.gardengate.dev`. */
  readonly name: string;
  /** `/<validate|mutate>/<resource>`. */
  readonly path: string;
  readonly type: "validating" | "mutating";
  /** Where the API server lives that calls: the garden cluster or a seed. */
  readonly role: "garden" | "seed";
  readonly target: {
    readonly group: string;
    readonly version: string;
    readonly resource: string;
    readonly kind: string;
    readonly scope: "Cluster" | "Namespaced";
  };
  readonly operations: readonly RegisteredOperation[];
  /** Requests about the object that the chapter is not asked about, besides those that change nothing it could judge. */
  readonly passes: {
    /** Objects that are being deleted. */
    readonly inDeletion: boolean;
    /** Updates that leave `spec` alone. */
    readonly unchangedSpec: boolean;
  };
  readonly failurePolicy: "Fail" | "Ignore";
  /** Seconds, as Kubernetes spells it; 1 to 10. */
  readonly timeoutSeconds: number;
  readonly sideEffects: "None";
  /** Labels of the namespaces whose objects are sent; all when absent. */
  readonly namespaceLabels?: Readonly<Record<string, string>>;
  /** Set where a mutating webhook is asked once more when a later one changed the object; never when absent. */
  readonly reinvocationPolicy?: "IfNeeded";
}

/** Feature gates of Gardener that change what is valid. */
export interface FeatureGates {
  readonly CloudProfileCapabilities: boolean;
  readonly VersionClassificationLifecycle: boolean;
  readonly InPlaceNodeUpdates: boolean;
}

/** What the operator configured for OperatingSystemConfigs. */
export interface OscSettings {
  /** Whether the cgroup driver of existing nodes is kept even where no policy asks for one. */
  readonly guardsCgroupDriver: boolean;
  readonly limits: OscLimits;
}

/** What the operator configured for all chapters. */
export interface ChapterSettings {
  readonly rules: RuleSettings;
  readonly featureGates: FeatureGates;
  /** Whether Shoots are known at all; see {@link guardsUse}. */
  readonly shoots: "watch" | "off";
  readonly operatingSystemConfigs: OscSettings;
}

/**
 * Whether what living shoots use is protected: Shoots are watched, and at least one rule about their use is in force.
 * Otherwise chapters neither need Shoots nor look at them.
 */
export function guardsUse({ shoots, rules }: ChapterSettings): boolean {
  return shoots === "watch" && hasUseRules(rules);
}

/** The object under review as its view, and what came with it. */
export interface Review<View> {
  readonly operation: RegisteredOperation;
  readonly view: View;
  /** The stored object; set on UPDATE (unless it does not fit the schema any more). */
  readonly old: View | undefined;
  readonly namespace: string;
}

/** What a decision may depend on besides the request. */
export interface Circumstances {
  readonly facts: FactSnapshot;
  readonly policies: PolicySet;
  readonly settings: ChapterSettings;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Everything that a decision may depend on. */
export interface Decision<View> extends Review<View>, Circumstances {}

/** A chapter: one rule book for one kind of object. */
interface Chapter<View> {
  readonly registration: Registration;
  /** The kinds that `needs` may ask for; a source watches them, and a request waits for their first sync. */
  readonly factKinds: (settings: ChapterSettings) => readonly FactKind[];
  /** Reads the fields that the chapter looks at; everything else is left alone. */
  readonly view: (object: RawObject) => Parsed<View>;
  /** The objects the decision depends on, given what is known; asked again after they were read. */
  readonly needs: (review: Review<View>, facts: FactSnapshot, settings: ChapterSettings) => readonly FactRequest[];
}

/** A chapter that lets pass or refuses, and by type cannot return a patch. */
export interface ValidatingChapter<View> extends Chapter<View> {
  /** Synchronous, deterministic and total: no clock, no I/O, no exception for any object. */
  readonly decide: (decision: Decision<View>) => Verdict;
}

/** A chapter that may change the object under review. */
export interface MutatingChapter<View> extends Chapter<View> {
  /** As of validating chapters; `object` is what the patch is for, and must not be changed. */
  readonly decide: (decision: Decision<View> & { readonly object: RawObject }) => MutatingVerdict;
}

/** A request that a chapter has read and will decide when its facts are there. */
export interface OpenReview {
  readonly needs: (facts: FactSnapshot, settings: ChapterSettings) => readonly FactRequest[];
  readonly decide: (circumstances: Circumstances) => MutatingVerdict;
}

/** A chapter as the route and the renderer see it, whatever its view is. */
export interface Webhook {
  readonly registration: Registration;
  readonly factKinds: (settings: ChapterSettings) => readonly FactKind[];
  /** Reads the object of a request that is in scope; errors are mistakes in the object's shape. */
  readonly open: (request: AdmissionRequest & { readonly object: RawObject }) => Parsed<OpenReview>;
}

/** Builds a webhook from a validating chapter. */
export function defineValidating<View>(chapter: ValidatingChapter<View>): Webhook {
  return define(chapter, (decision) => chapter.decide(decision));
}

/** Builds a webhook from a mutating chapter. */
export function defineMutating<View>(chapter: MutatingChapter<View>): Webhook {
  return define(chapter, (decision, object) => chapter.decide({ ...decision, object }));
}

function define<View>(
  chapter: Chapter<View>,
  decide: (decision: Decision<View>, object: RawObject) => MutatingVerdict,
): Webhook {
  return {
    registration: chapter.registration,
    factKinds: chapter.factKinds,
    open: (request) => {
      const view = chapter.view(request.object);
      if (!view.ok) {
        return view;
      }
      const old = request.operation === "UPDATE" && request.oldObject ? chapter.view(request.oldObject) : undefined;
      const review: Review<View> = {
        operation: request.operation === "UPDATE" ? "UPDATE" : "CREATE",
        view: view.value,
        old: old?.ok ? old.value : undefined,
        namespace: request.namespace ?? "",
      };
      return {
        ok: true,
        value: {
          needs: (facts, settings) => chapter.needs(review, facts, settings),
          decide: (circumstances) => decide({ ...review, ...circumstances }, request.object),
        },
      };
    },
  };
}
