import { aligned } from "./aligned.ts";
import type { FitReport } from "./fit.ts";
import { choiceText } from "./provider-choice.ts";

type Row = readonly string[];

/** What goes with a machine type or an image version, for a terminal. */
export function fitText(report: FitReport): string {
  const tables = "versions" in report ? versionTables(report) : machineTypeTables(report);
  return [...headLines(report), ...tables, ""].join("\n");
}

function headLines(report: FitReport): readonly string[] {
  const { profile, isProfileStale, obstacles } = report;
  const name = profile.namespace === null ? profile.name : `${profile.namespace}/${profile.name}`;
  const rows = [
    ["profile", `${profile.kind} ${name}${isProfileStale ? " (its previous state; it is being rendered anew)" : ""}`],
    subjectRow(report),
    ["asked for", askedText(report)],
    ...obstacles.map((obstacle) => ["note", `it ${obstacle}`]),
  ];
  return aligned(rows, "");
}

function subjectRow(report: FitReport): Row {
  if ("versions" in report) {
    const { machineType, capabilities } = report.machineType;
    return ["machine type", `${machineType} (${capabilities})`];
  }
  const { image, version, classification, architectures } = report.imageVersion;
  return ["machine image", `${image}:${version} (${classification}, ${architectures.join(", ") || "no architecture"})`];
}

function askedText({ region, zones, cri, containerRuntimes, kubelet, at }: FitReport): string {
  const runtimes = containerRuntimes.length === 0 ? "" : ` with ${containerRuntimes.join(", ")}`;
  const parts = [
    region === null ? "any region" : `region ${region}`,
    ...(zones.length === 0 ? [] : [`zone ${zones.join(", ")}`]),
    ...(cri === null ? [] : [`CRI ${cri}${runtimes}`]),
    ...(kubelet === null ? [] : [`kubelet ${kubelet}`]),
    `at ${at}`,
  ];
  return parts.join("; ");
}

type VersionsFit = Extract<FitReport, { readonly versions: unknown }>;

function versionTables({ versions: { offered, rejected } }: VersionsFit): readonly string[] {
  return [
    ...table(
      "Offered image versions (* preselected)",
      ["  IMAGE VERSION", "CLASSIFICATION", "PROVIDER FLAVOR (in spec.providerConfig)"],
      offered.map(({ image, version, classification, isPreselected, providerFlavor }) => [
        `${isPreselected ? "*" : " "} ${image}:${version}`,
        classification,
        choiceText(providerFlavor),
      ]),
    ),
    ...table(
      "Rejected image versions",
      ["  IMAGE VERSION", "CAPABILITY", "REASON"],
      rejected.map(({ image, version, capability, reasons }) => [
        `  ${image}:${version}`,
        capability ?? "",
        reasons.join("; "),
      ]),
    ),
  ];
}

type MachineTypesFit = Extract<FitReport, { readonly machineTypes: unknown }>;

function machineTypeTables({ machineTypes: { offered, rejected } }: MachineTypesFit): readonly string[] {
  return [
    ...table(
      "Offered machine types",
      ["  MACHINE TYPE", "ARCHITECTURE", "PROVIDER FLAVOR (in spec.providerConfig)"],
      offered.map(({ machineType, architecture, providerFlavor }) => [
        `  ${machineType}`,
        architecture,
        choiceText(providerFlavor),
      ]),
    ),
    ...table(
      "Rejected machine types",
      ["  MACHINE TYPE", "CAPABILITY", "REASON"],
      rejected.map(({ machineType, capability, reasons }) => [
        `  ${machineType}`,
        capability ?? "",
        reasons.join("; "),
      ]),
    ),
  ];
}

/** A table under its title; columns in which no row says anything are left out. */
function table(title: string, header: Row, rows: readonly Row[]): readonly string[] {
  if (rows.length === 0) {
    return ["", `${title}: none`];
  }
  const shown = header.map((_, column) => rows.some((row) => row[column] !== ""));
  const visible = [header, ...rows].map((row) => row.filter((_, column) => shown[column]));
  return ["", `${title}:`, ...aligned(visible, "")];
}
