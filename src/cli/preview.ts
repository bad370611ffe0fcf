import { EXIT_FAILED, EXIT_OK } from "./arguments.ts";
import type { PreviewOptions } from "./preview-options.ts";
import { type AskedOsc, type OscReport, oscReport, type PreviewContext } from "./preview-report.ts";
import type { PreviewRequest } from "./preview-requests.ts";
import { type ShootReport, shootReport } from "./preview-shoot.ts";
import { previewText } from "./preview-text.ts";

/** What is printed, as JSON or as text. */
export interface PreviewsReport {
  readonly previews: readonly (OscReport | ShootReport)[];
  /** What could not be read, each `source: reason`. */
  readonly problems: readonly string[];
}

/** What previews are asked about, in the order of the input. */
export interface PreviewInput {
  readonly subjects: readonly (AskedOsc | PreviewRequest | { readonly source: string; readonly problem: string })[];
  readonly options: Pick<PreviewOptions, "output" | "userData">;
  readonly context: PreviewContext;
}

/**
 * Tells what comes of OSCs and Shoots. The exit code is 1 if an object could not be read, if an OSC would be refused (by a
 * rule, by a policy, or because a webhook gives no verdict), or if user data is asked for and none of them has any.
 */
export function tellPreview({ subjects, options, context }: PreviewInput): {
  readonly code: number;
  readonly text: string;
  readonly problems: readonly string[];
} {
  const told = subjects.map((subject) => tellSubject(subject, context));
  const report: PreviewsReport = {
    previews: told.filter((each) => typeof each !== "string"),
    problems: told.filter((each) => typeof each === "string"),
  };
  const isFine = report.problems.length === 0 && report.previews.every(isAllowed) && report.previews.length > 0;
  const code = isFine ? EXIT_OK : EXIT_FAILED;
  if (options.output === "json") {
    return { code, text: `${JSON.stringify(report, undefined, 2)}\n`, problems: [] };
  }
  const nothing = subjects.length === 0 ? ["nothing to preview: the input holds no object"] : [];
  const text = options.userData ? userDataText(report) : previewText(report);
  return {
    code: text === "" ? EXIT_FAILED : code,
    text,
    problems: [...report.problems, ...nothing, ...(options.userData ? withoutUserData(report) : [])],
  };
}

function tellSubject(
  subject: PreviewInput["subjects"][number],
  context: PreviewContext,
): OscReport | ShootReport | string {
  if ("problem" in subject) {
    return `${subject.source}: ${subject.problem}`;
  }
  if ("asked" in subject) {
    return oscReport(subject, context);
  }
  const report = shootReport(subject);
  return typeof report === "string" ? `${subject.source}: ${report}` : report;
}

function isAllowed(report: OscReport | ShootReport): boolean {
  return report.kind === "Shoot" || report.verdict === "allowed" || report.verdict === "patched";
}

/** User data alone, so that it can be written to a file. */
function userDataText({ previews }: PreviewsReport): string {
  return previews.map((report) => (report.kind === "Shoot" ? "" : (report.userData ?? ""))).join("");
}

function withoutUserData({ previews }: PreviewsReport): readonly string[] {
  return previews
    .filter((report) => report.kind === "Shoot" || report.userData === null)
    .map(({ source }) => `${source}: only OperatingSystemConfigs of purpose provision have user data`);
}
