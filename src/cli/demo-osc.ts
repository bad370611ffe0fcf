import { patched } from "../domain/patches/apply.ts";
import type { Operation } from "../domain/patches/operation.ts";
import type { Registration } from "../webhooks/contract.ts";
import { type DemoServer, postReview } from "./demo-client.ts";
import { kubectlText } from "./kubectl-text.ts";
import { type Asked, type AskedOsc, oscReport, type PreviewContext } from "./preview-report.ts";
import { previewRequests } from "./preview-requests.ts";
import { previewText } from "./preview-text.ts";
import type { ReviewDocument } from "./review-documents.ts";

/** What an OperatingSystemConfig is shown with. */
export interface OscDemoOptions {
  readonly server: DemoServer;
  /** The webhooks that the API server would ask about it, in its order. */
  readonly webhooks: readonly Registration[];
  /** What the server knows too. */
  readonly context: Pick<PreviewContext, "policies" | "cluster" | "limits">;
}

/** The text about an OperatingSystemConfig, and whether every webhook gave a verdict on it. */
interface ShownOsc {
  readonly text: string;
  readonly isAnswered: boolean;
}

/** What comes of a webhook that is not served. */
const NOT_ASKED: Asked = { kind: "verdict", verdict: { kind: "allow", warnings: [], warned: [] } };

/**
 * Writes an OperatingSystemConfig as the API server does: the mutating webhook is asked first, and the validating one
 * about what that has made. If both allow it, the text is the preview of the patch and of what nodes do, without the
 * files that they get; otherwise it is the refusal.
 */
export async function showOsc(example: ReviewDocument, options: OscDemoOptions): Promise<ShownOsc> {
  const [asked] = previewRequests([example], undefined);
  if (asked === undefined || "problem" in asked) {
    return { text: `error: ${asked?.problem ?? "holds no object"}\n`, isAnswered: false };
  }
  let object = asked.request.object;
  const warnings: string[] = [];
  const answers = new Map<Registration["type"], Asked>();
  for (const { name, path, type } of options.webhooks) {
    const request = { ...asked.request, object };
    const answer = await postReview(options.server, path, { ...example.review, request }, example.uid);
    if (answer.kind === "fault") {
      return { text: kubectlText(example.subject, name, answer), isAnswered: false };
    }
    if (!answer.allowed) {
      const refusal = { ...answer, warnings: [...warnings, ...answer.warnings] };
      return { text: kubectlText(example.subject, name, refusal), isAnswered: true };
    }
    warnings.push(...answer.warnings);
    answers.set(type, allowedWith(answer.patch, answer.warnings));
    object = answer.patch === undefined ? object : patched(object, answer.patch);
  }
  const [mutation = NOT_ASKED, validation = NOT_ASKED] = [answers.get("mutating"), answers.get("validating")];
  return { text: nodesText({ asked, mutation, validation, mutated: object }, options), isAnswered: true };
}

function allowedWith(operations: readonly Operation[] | undefined, warnings: readonly string[]): Asked {
  const remarks = { warnings, warned: [] };
  return {
    kind: "verdict",
    verdict: operations === undefined ? { kind: "allow", ...remarks } : { kind: "patch", operations, ...remarks },
  };
}

/** Which policy did what is not part of an answer, so that no policies are told. */
function nodesText(asked: AskedOsc, { context }: OscDemoOptions): string {
  const report = oscReport(asked, {
    ...context,
    policies: { ...context.policies, policies: [] },
    hostName: undefined,
    withUserData: false,
  });
  const nodes = report.nodes && { ...report.nodes, hostsToml: [] };
  return previewText({ previews: [{ ...report, nodes }], problems: [] });
}

/** Whether a request is about an object of which there is more to show than a verdict. */
export function isOsc({ subject }: ReviewDocument): boolean {
  return subject.kind === "OperatingSystemConfig";
}
