import type { FieldPath } from "../domain/field/path.ts";
import { bootstrapFindings } from "../domain/osc/bootstrap-rules.ts";
import { containerdFindings } from "../domain/osc/containerd-rules.ts";
import { criConfigFindings } from "../domain/osc/cri-config-rules.ts";
import { fileFindings } from "../domain/osc/file-rules.ts";
import { nodePoolOf } from "../domain/osc/node-pool.ts";
import { secondWriterFindings } from "../domain/osc/registry-rules.ts";
import type { OscReview } from "../domain/osc/review.ts";
import { PROVISION, RECONCILE } from "../domain/osc/types.ts";
import { unitFindings } from "../domain/osc/unit-rules.ts";
import { purposesOf } from "../domain/policies/disjoint.ts";
import type { OperatorTables, Policy } from "../domain/policies/types.ts";
import type { RuleId } from "../domain/rules/catalogue.ts";
import { type Finding, markOf } from "../domain/rules/finding.ts";
import type { RawObject } from "../wire/admission-review.ts";
import { operatingSystemConfigView } from "../wire/operating-system-config.ts";
import { documentPath } from "./document-path.ts";
import type { LoadedDocument } from "./documents.ts";
import { type EmittedRemark, onceForEachPlugin } from "./emitted-remarks.ts";
import type { Remark } from "./remark.ts";

/** What a policy is judged beside. */
export interface OscContext {
  readonly tables: OperatorTables;
  /** Other policies that may be for the same OSC. */
  readonly others: readonly Policy[];
}

type Rules = readonly ((review: OscReview) => readonly Finding[])[];

const RECONCILE_RULES: Rules = [
  criConfigFindings,
  containerdFindings,
  secondWriterFindings,
  unitFindings,
  fileFindings,
];

/**
 * What the rules about OSCs say to what a policy would put into one: each is asked about an OSC that is made of nothing
 * but the policy. What other policies bring along stands behind it, so that nothing of it is missed; findings about it
 * are theirs.
 */
export function oscRemarks(document: LoadedDocument, policy: Policy, context: OscContext): readonly Remark[] {
  const goesIntoProvision = policy.bootstrap && purposesOf(policy).includes(PROVISION);
  const findings = [
    ...findingsOf(reconcileOsc(policy, context.others), context.tables, RECONCILE_RULES),
    ...(goesIntoProvision
      ? findingsOf(provisionOsc(policy), context.tables, [fileFindings, bootstrapFindings])
      : findingsOf(reconcileOsc(policy, []), context.tables, [bootstrapFindings])),
  ];
  const remarks = findings
    .filter(({ rule }) => isJudged(rule, document))
    .flatMap((found) => remarkOf(found, document, policy));
  return onceForEachPlugin(remarks, document);
}

function findingsOf(osc: RawObject, tables: OperatorTables, rules: Rules): readonly Finding[] {
  const view = operatingSystemConfigView(osc);
  if (!view.ok) {
    return [];
  }
  const review: OscReview = {
    operation: "CREATE",
    osc: view.value,
    old: undefined,
    pool: nodePoolOf(view.value, undefined),
    tables,
    limits: { userDataBytes: Number.MAX_SAFE_INTEGER, userDataBytesByProvider: new Map(), osOverheadBytes: 0 },
    policies: [],
    guardsCgroupDriver: false,
    touched: undefined,
  };
  return rules.flatMap((rule) => rule(review));
}

/** Files that units depend on may be gardenlet's; and who pins the generation wants no counterpart. */
function isJudged(rule: RuleId, { document }: LoadedDocument): boolean {
  const { generation } = document.spec;
  return (
    rule !== "OSC-V-40" &&
    (rule !== "OSC-V-35" || generation === undefined || generation === null || generation === "auto")
  );
}

/** Stands for the sandbox image where the policy has none, or rewrites it. */
const PAUSE = "pause:3.10";

function reconcileOsc(policy: Policy, others: readonly Policy[]): RawObject {
  const { sandboxImage, registries, plugins, units, files } = policy;
  const image =
    sandboxImage?.kind === "image" ? sandboxImage.image : `${sandboxImage?.to ?? "registry.k8s.io/"}${PAUSE}`;
  return oscOf(RECONCILE, {
    criConfig: {
      name: "containerd",
      containerd: {
        sandboxImage: image,
        registries: [...registries, ...others.flatMap((other) => other.registries)].map(({ entry }) => entry),
        plugins: [...plugins, ...others.flatMap((other) => other.plugins)],
      },
    },
    units: units.map(({ entry }) => entry),
    files: [...files, ...others.flatMap((other) => other.files)].map(({ entry }) => entry),
  });
}

function provisionOsc({ files }: Policy): RawObject {
  return oscOf(PROVISION, { criConfig: { name: "containerd" }, files: files.map(({ entry }) => entry) });
}

function oscOf(purpose: string, spec: RawObject): RawObject {
  return {
    apiVersion: "extensions.gardener.cloud/v1alpha1",
    kind: "OperatingSystemConfig",
    metadata: { name: "policy", namespace: "policy" },
    spec: { type: "", purpose, ...spec },
  };
}

function remarkOf(found: Finding, document: LoadedDocument, policy: Policy): readonly EmittedRemark[] {
  const path = policyPath(found.error.path, policy);
  if (path === undefined) {
    return [];
  }
  const severity = markOf(found) === "Ww" ? "warning" : "error";
  const written = withShortContent(documentPath(document, path), document);
  const [, part, index] = path;
  return [
    {
      severity,
      error: { ...found.error, path: written, detail: inPolicyKeys(found.error.detail) },
      rule: found.rule,
      plugin: part === "plugins" && typeof index === "number" ? index : undefined,
    },
  ];
}

/** Policies have the keys of `criConfig` in their spec itself. */
function inPolicyKeys(detail: string): string {
  return detail.replace(/\b(?:spec\.)?criConfig\.(?:containerd\.)?(?=[a-z])/g, "spec.");
}

/** The path in the compiled policy for one in an OSC that was made of it; undefined for what is not the policy's. */
function policyPath(path: FieldPath, policy: Policy): FieldPath | undefined {
  const [, part, index, ...below] = path[1] === "criConfig" ? ["spec", ...path.slice(3)] : path;
  switch (part) {
    case "registries":
    case "plugins":
    case "units":
    case "files":
      return typeof index === "number" && index < policy[part].length ? ["spec", part, index, ...below] : undefined;
    case "sandboxImage":
      return sandboxPath(policy);
    default:
      return undefined;
  }
}

function sandboxPath({ sandboxImage }: Policy): FieldPath | undefined {
  return sandboxImage && ["spec", "sandboxImage", sandboxImage.kind === "image" ? "image" : "to"];
}

/** A file whose content is written as text has no keys below `content`. */
function withShortContent(path: FieldPath, { document }: LoadedDocument): FieldPath {
  const [spec, part, index, member] = path;
  const file = part === "files" && typeof index === "number" ? document.spec.files?.[index] : undefined;
  return typeof file?.content === "string" && member === "content"
    ? [spec ?? "", "files", Number(index), member]
    : path;
}
