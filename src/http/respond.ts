import { assertNever } from "../domain/assert-never.ts";
import { pathText } from "../domain/field/path.ts";
import { type Operation, patchText } from "../domain/patches/operation.ts";
import { type Finding, findingBody, findingText, ruleIdsOf } from "../domain/rules/finding.ts";
import type { DecidedVerdict, Deny } from "../domain/verdict.ts";
import { type AdmissionRequest, type AdmissionReview, nameOf } from "../wire/admission-review.ts";
import { type DeliverableWarnings, deliverWarnings } from "./warnings.ts";

/** A verdict as the API server reads it: the body of the answer, and how many warnings had to be cut. */
export interface VerdictBody {
  readonly text: string;
  readonly warningsCut: number;
}

/**
 * Renders a verdict as AdmissionReview. Version and uid are echoed; a verdict is always HTTP 200.
 * Source: admission webhook contract, sections 1.3, 1.4 and 1.9.
 */
export function verdictBody(review: AdmissionReview, verdict: DecidedVerdict): VerdictBody {
  if (
    verdict.kind === "allow" &&
    verdict.warnings.length === 0 &&
    verdict.warned.length === 0 &&
    !verdict.annotations
  ) {
    return { text: `${envelopeStart(review)},"allowed":true}}`, warningsCut: 0 };
  }
  const warnings = deliverWarnings(verdict.warnings);
  const remarks = remarksText(remarkMembers(verdict, warnings));
  return {
    text: `${envelopeStart(review)},${answerText(review.request, verdict)}${remarks}}}`,
    warningsCut: warnings.cut,
  };
}

/** Everything up to the uid. The two versions are plain words, so only the uid needs escaping. */
function envelopeStart({ apiVersion, kind, request }: AdmissionReview): string {
  return `{"apiVersion":"${apiVersion}","kind":"${kind}","response":{"uid":${JSON.stringify(request.uid)}`;
}

/** Members of the response that tell the verdict. Base64 needs no escaping. */
function answerText(request: AdmissionRequest, verdict: DecidedVerdict): string {
  switch (verdict.kind) {
    case "allow":
      return '"allowed":true';
    case "patch":
      return `"allowed":true,"patchType":"JSONPatch","patch":"${encodedPatch(verdict.operations)}"`;
    case "deny":
      return `"allowed":false,"status":${JSON.stringify(denialStatus(request, verdict))}`;
    default:
      return assertNever(verdict);
  }
}

/** Members of an object, each behind a comma. */
function remarksText(members: object): string {
  const text = JSON.stringify(members).slice(1, -1);
  return text === "" ? "" : `,${text}`;
}

function remarkMembers(verdict: DecidedVerdict, warnings: DeliverableWarnings): object {
  const annotations = auditAnnotations(verdict);
  return {
    ...(Object.keys(annotations).length === 0 ? {} : { auditAnnotations: annotations }),
    ...(warnings.texts.length === 0 ? {} : { warnings: warnings.texts }),
  };
}

function encodedPatch(operations: readonly Operation[]): string {
  return Buffer.from(patchText(operations)).toString("base64");
}

/** kubectl prints one bullet per cause, or, with several refused objects in one apply, only the message. */
function denialStatus(request: AdmissionRequest, { findings }: Deny): object {
  return {
    status: "Failure",
    message: denialMessage(findings),
    reason: "Invalid",
    details: {
      name: nameOf(request),
      group: request.kind.group,
      kind: request.kind.kind,
      causes: findings.map((finding) => ({
        reason: finding.error.type,
        message: findingBody(finding),
        field: pathText(finding.error.path),
      })),
    },
    code: 422,
  };
}

/** Several findings are put in brackets, as Kubernetes does. Source: k8s.io/apimachinery/pkg/util/errors, aggregate.Error. */
function denialMessage(findings: readonly Finding[]): string {
  const texts = [...new Set(findings.map(findingText))];
  return texts.length === 1 ? texts.join() : `[${texts.join(", ")}]`;
}

/** Keys are one segment of a qualified name; the API server puts the name of the webhook before them. */
function auditAnnotations(verdict: DecidedVerdict): Readonly<Record<string, string>> {
  return {
    ...verdict.annotations,
    ...ruleList("denied-rules", verdict.kind === "deny" ? verdict.findings : []),
    ...ruleList("warned-rules", verdict.warned),
  };
}

function ruleList(key: string, findings: readonly Finding[]): Readonly<Record<string, string>> {
  return findings.length === 0 ? {} : { [key]: ruleIdsOf(findings).join(",") };
}
