import { required } from "../field/error.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import { inlineBytes } from "./inline-content.ts";
import { KUBELET_UNIT } from "./kubelet-flag.ts";
import type { OscReview, TouchedElements } from "./review.ts";
import { BOOTSTRAP_TOKEN, MACHINE_NAME } from "./transmission-rules.ts";
import {
  isNodeAgentConfig,
  KUBELET_BINARY_PATH,
  KUBELET_CONFIG_PATH,
  type OperatingSystemConfig,
  type OscFile,
  PROVISION,
  RECONCILE,
} from "./types.ts";

/** Begins the names of the OSCs that gardenlet writes for the pools of a shoot; what gardenadm writes is different. */
const GARDENLET_PREFIX = "gardener-node-agent-";

/**
 * OSC-V-58 and 59: an OSC of gardenlet has what a machine needs to join, or what a node needs to run. Our own mutation
 * removes nothing, so that it is only asked about the content of what it touched.
 * Source: OperatingSystemConfig contract, sections 1.5 and 2.5.
 */
export function requiredElementFindings({ osc, touched }: OscReview): readonly Finding[] {
  if (!osc.metadata.name.startsWith(GARDENLET_PREFIX)) {
    return NO_FINDINGS;
  }
  switch (osc.spec.purpose) {
    case PROVISION:
      return [...(touched === undefined ? missingToJoin(osc) : []), ...wrongContent(osc, touched)];
    case RECONCILE:
      return touched === undefined ? missingToRun(osc) : NO_FINDINGS;
    default:
      return NO_FINDINGS;
  }
}

const FOLDER = "/var/lib/gardener-node-agent";
const INIT_UNIT = "gardener-node-init.service";

const TOKEN_FILE = `${FOLDER}/credentials/bootstrap-token`;
const MACHINE_NAME_FILE = `${FOLDER}/machine-name`;
const PROVISION_FILES: readonly string[] = [
  TOKEN_FILE,
  MACHINE_NAME_FILE,
  `${FOLDER}/init.sh`,
  `${FOLDER}/cluster-ca.crt`,
];

function missingToJoin({ spec: { units, files } }: OperatingSystemConfig): readonly Finding[] {
  const needs = "machines need it to join; keep what gardenlet writes";
  const paths = new Set(files.map(({ path = "" }) => path));
  const missing = PROVISION_FILES.filter((path) => !paths.has(path));
  const config = files.some(({ path = "" }) => isNodeAgentConfig(path)) ? [] : [`${FOLDER}/config-*.yaml`];
  return [
    ...(units.some(({ name }) => name === INIT_UNIT) ? [] : [missingFinding("OSC-V-58", "units", INIT_UNIT, needs)]),
    ...[...missing, ...config].map((path) => missingFinding("OSC-V-58", "files", path, needs)),
  ];
}

/** What exactly has to be in a file of a provision OSC. */
const EXACT: ReadonlyMap<string, string> = new Map([
  [TOKEN_FILE, BOOTSTRAP_TOKEN],
  [MACHINE_NAME_FILE, MACHINE_NAME],
]);

function wrongContent({ spec }: OperatingSystemConfig, touched: TouchedElements | undefined): readonly Finding[] {
  return spec.files.flatMap((file, index) => {
    const { path = "" } = file;
    const text = EXACT.get(path);
    if (text === undefined || touched?.files.has(index) === false || textOf(file) === text) {
      return NO_FINDINGS;
    }
    return [missingFinding("OSC-V-58", "files", path, `machines need it with exactly ${text} as its content`)];
  });
}

/** The decoded content; undefined where it is not inline or cannot be decoded. */
function textOf({ content }: OscFile): string | undefined {
  return content?.inline === undefined ? undefined : inlineBytes(content.inline)?.toString();
}

const RECONCILE_UNITS: readonly string[] = [KUBELET_UNIT, "gardener-node-agent.service"];
const RECONCILE_FILES: readonly string[] = [KUBELET_CONFIG_PATH, KUBELET_BINARY_PATH, "/opt/bin/gardener-node-agent"];

function missingToRun({ spec: { units, files } }: OperatingSystemConfig): readonly Finding[] {
  const names = new Set(units.map(({ name = "" }) => name));
  const paths = new Set(files.map(({ path = "" }) => path));
  const needs = "nodes need it to run; keep what gardenlet writes";
  return [
    ...RECONCILE_UNITS.filter((name) => !names.has(name)).map((name) =>
      missingFinding("OSC-V-59", "units", name, needs),
    ),
    ...RECONCILE_FILES.filter((path) => !paths.has(path)).map((path) =>
      missingFinding("OSC-V-59", "files", path, needs),
    ),
  ];
}

function missingFinding(rule: "OSC-V-58" | "OSC-V-59", list: "units" | "files", name: string, why: string): Finding {
  return finding(rule, required(["spec", list], `${name}: ${why}`), name);
}
