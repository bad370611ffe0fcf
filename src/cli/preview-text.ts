import type { Operation } from "../domain/patches/operation.ts";
import type { ConfigPreview } from "../domain/preview/config-preview.ts";
import { cutList, cutText } from "../domain/preview/cut-list.ts";
import { ROLL_FIELDS } from "../domain/preview/roll-reasons.ts";
import { aligned, TABLE_WIDTH } from "./aligned.ts";
import type { PreviewsReport } from "./preview.ts";
import type { HostsTomlReport, NodesReport, OscReport, PolicyReport, PoolReport } from "./preview-report.ts";
import type { RollReport, ShootReport } from "./preview-shoot.ts";
import { wrap } from "./wrap.ts";

type Row = readonly [label: string, text: string];

/** Characters of a value of the patch. */
const VALUE_ROOM = 60;
/** Characters of a list of paths or names; they can be hundreds. */
const LIST_ROOM = 400;
/** Characters of a digest, which suffice to tell two apart. */
const DIGEST_LENGTH = 12;

/** What comes of OSCs and Shoots, for a terminal. */
export function previewText({ previews }: PreviewsReport): string {
  const many = previews.length > 1;
  return previews
    .flatMap((report) => [
      ...(many ? [`==> ${report.source}`] : []),
      ...(report.kind === "Shoot" ? shootLines(report) : oscLines(report)),
      "",
    ])
    .join("\n");
}

function oscLines(report: OscReport): readonly string[] {
  const { kind, operation, pool, nodes, patch, denials, warnings } = report;
  return [
    `${kind} ${objectName(report)} (${operation})`,
    ...(pool === null ? [] : sentences([poolText(pool)])),
    ...sentences([VERDICTS[report.verdict]]),
    ...section("Refused", sentences(denials)),
    ...section("Policies", policyLines(report.policies)),
    ...section("Patch", aligned(patch.map(operationRow), "  ")),
    ...(nodes === null ? [] : nodesLines(nodes)),
    ...section("Warnings", sentences(warnings)),
  ];
}

function objectName({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}

const VERDICTS: Readonly<Record<OscReport["verdict"], string>> = {
  allowed: "allowed as it is",
  patched: "allowed, with a patch",
  denied: "denied: nodes keep what they have",
  failed: "refused for want of a verdict: nodes keep what they have; what follows is without policies",
};

function poolText({ name, shoot, operatingSystem, kubernetes, updateStrategy }: PoolReport): string {
  const parts = [
    `pool ${name ?? "unknown"} of ${shoot === null ? "an unknown Shoot" : `Shoot ${shoot}`}`,
    ...[operatingSystem || null, kubernetes && `Kubernetes ${kubernetes}`, updateStrategy].filter(
      (part) => part !== null,
    ),
  ];
  return parts.join(", ");
}

function policyLines(policies: readonly PolicyReport[]): readonly string[] {
  return aligned(
    policies.map(({ policy, mode, changed, skipped }) => [policy, mode, policyText(mode, changed, skipped)]),
    "  ",
  );
}

function policyText(
  mode: PolicyReport["mode"],
  changed: PolicyReport["changed"],
  skipped: PolicyReport["skipped"],
): string {
  const texts = [
    ...changed.map((part) => `${mode === "audit" ? "would change" : "changed"} ${partText(part)}`),
    ...skipped.map((part) => `left out ${partText(part)}`),
  ];
  return texts.join("; ") || "nothing to do";
}

function partText({ part, subjects }: PolicyReport["changed"][number]): string {
  const names = subjects.filter((subject) => subject !== "");
  return names.length === 0 ? part : `${part} ${cutList(names, LIST_ROOM)}`;
}

function operationRow(operation: Operation): readonly string[] {
  const value = operation.op === "remove" ? "" : cutText(JSON.stringify(operation.value), VALUE_ROOM);
  return [operation.op, operation.path, value];
}

function nodesLines(nodes: NodesReport): readonly string[] {
  const rows = [...changeRows(nodes), ...sizeRows(nodes), ...reachRows(nodes)];
  return [
    ...section(nodesTitle(nodes), aligned(rows, "  ")),
    ...section("hosts.toml of containerd", nodes.hostsToml.flatMap(hostsTomlLines)),
    ...nodes.configToml.flatMap((config) => section(configTitle(config), configLines(config))),
  ];
}

function nodesTitle({ isNew, purpose, pool }: NodesReport): string {
  const where = pool === undefined ? "the pool" : `pool ${pool}`;
  if (purpose === "provision") {
    return `New machines of ${where}`;
  }
  return isNew ? `New nodes of ${where}` : `Every node of ${where}`;
}

function changeRows(nodes: NodesReport): readonly Row[] {
  const { files, units, effects, registries, containerd, inPlaceGate, isNew } = nodes;
  const rows: readonly Row[] = [
    ...effects.map(({ unit, effect, causes }): Row => [`${effect}s`, `${unit} (${cutList(causes, LIST_ROOM)})`]),
    ...listRow("config.toml", containerd.reasons),
    ...changesRow("registries", registries),
    ...listRow("probed", registries.probed),
    ...changesRow("files", files),
    ...changesRow("units", { added: [], ...units }),
    ...listRow("waits for", inPlaceGate),
  ];
  return rows.length === 0 && !isNew ? [["changes", "none"]] : rows;
}

interface Changes {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** What is added, changes and goes away; nothing where nothing does. */
function changesRow(label: string, { added, changed, removed }: Changes): readonly Row[] {
  const texts = [
    ...(added.length === 0 ? [] : [`added ${cutList(added, LIST_ROOM)}`]),
    ...(changed.length === 0 ? [] : [`changed ${cutList(changed, LIST_ROOM)}`]),
    ...(removed.length === 0 ? [] : [`removed ${cutList(removed, LIST_ROOM)}`]),
  ];
  return texts.length === 0 ? [] : [[label, texts.join("; ")]];
}

function listRow(label: string, entries: readonly string[]): readonly Row[] {
  return entries.length === 0 ? [] : [[label, cutList(entries, LIST_ROOM)]];
}

function sizeRows(nodes: NodesReport): readonly Row[] {
  const { purpose, userDataBytes, userDataChanged, nodeSecretBytes, nodeSecretDigest } = nodes;
  if (purpose === "provision") {
    return [["user data", `about ${userDataBytes} bytes, ${userDataChanged ? "changed" : "unchanged"}`]];
  }
  const [was, is] = [nodeSecretDigest.old, nodeSecretDigest.new].map((text) => text?.slice(0, DIGEST_LENGTH) ?? "");
  const digest = was === "" || was === is ? `digest ${is}` : `digest ${was} to ${is}`;
  return [["node Secret", `about ${nodeSecretBytes} bytes, ${digest}`]];
}

function reachRows({ isNew, purpose, effects, nodeSecretChanged, rollout }: NodesReport): readonly Row[] {
  const isFelt = !isNew && purpose !== "provision" && (effects.length > 0 || nodeSecretChanged);
  return [
    ...(isFelt ? ([["reached", REACHED]] as const) : []),
    ["rollout", `none: ${rollout.reason} (${ROLL_FIELDS.join("; ")})`],
  ];
}

const REACHED =
  "with the next reconciliation of the Shoot, often in its maintenance time window; then each node within five minutes, without a drain";

function hostsTomlLines({ path, change, text }: HostsTomlReport): readonly string[] {
  const lines = text?.trimEnd().split("\n") ?? [];
  return [`  ${path} (${change})`, ...lines.map((line) => (line === "" ? "" : `    ${line}`))];
}

function configTitle({ containerd, isKnown }: ConfigPreview): string {
  return isKnown
    ? `config.toml of containerd ${containerd}, which the nodes have`
    : `config.toml of containerd ${containerd.replace(/\..*/, ".x")}, which the nodes may have`;
}

function configLines({ changes, error }: ConfigPreview): readonly string[] {
  return error === undefined
    ? changes.map((change) => `  ${change}`)
    : sentences([`nodes apply nothing of the OSC: ${error}`]);
}

function shootLines(report: ShootReport): readonly string[] {
  return [
    `${report.kind} ${objectName(report)}`,
    ...aligned(
      report.pools.map((pool) => [`pool ${pool.name}`, rollText(pool)]),
      "  ",
    ),
    ...sentences([`not looked at, though they replace machines too: ${report.notRead.join("; ")}`]),
  ];
}

function rollText({ outcome, reasons }: RollReport): string {
  switch (outcome) {
    case "new":
      return "is new";
    case "removed":
      return "is removed with its machines";
    case "in place":
      return "is updated in place; its machines stay";
    case "kept":
      return "keeps its machines";
    case "rolled":
      return `gets new machines: ${reasons.join("; ")}`;
  }
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", `${title}:`, ...lines];
}

function sentences(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => wrap(text.split(" "), { width: TABLE_WIDTH, first: "  ", next: "    " }));
}
