import { forbidden, invalid, notSupported, required } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { allFindings, type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import { type Listed, reviewedUnits } from "./listed-elements.ts";
import type { OscReview } from "./review.ts";
import { CONTAINERD_UNIT, type DropIn, type Unit } from "./types.ts";
import { unitFilePathFindings } from "./unit-file-path-rules.ts";
import { unitRepeatFindings } from "./unit-repeat-rules.ts";

/**
 * Units of the OSC and those that the OS extension adds: OSC-V-36 to 43.
 * Source: OperatingSystemConfig contract, section 2.4.
 */
export function unitFindings(review: OscReview): readonly Finding[] {
  const asked = reviewedUnits(review);
  if (asked.length === 0) {
    return NO_FINDINGS;
  }
  return allFindings([
    allFindings(asked.map(nameFindings)),
    allFindings(asked.map(commandFindings)),
    allFindings(asked.map(dropInsFindings)),
    unitFilePathFindings(review.osc, asked),
    unitRepeatFindings(review.osc, asked),
  ]);
}

const UNIT_NAME =
  /^[A-Za-z0-9:_.\\@-]{1,240}\.(?:service|socket|target|timer|path|mount|automount|swap|slice|scope|device)$/;

function nameFindings({ element: { name = "" }, path }: Listed<Unit>): readonly Finding[] {
  if (name === "") {
    return [finding("OSC-V-36", required(at(path, "name"), "name the unit, as in kubelet.service"))];
  }
  if (UNIT_NAME.test(name)) {
    return NO_FINDINGS;
  }
  const detail = "no name of a systemd unit: use letters, digits, and :_.\\@- before a suffix such as .service";
  return [finding("OSC-V-37", invalid(at(path, "name"), name, detail), name)];
}

const COMMANDS: readonly string[] = ["start", "restart", "stop"];

function commandFindings({ element: { name = "", command }, path }: Listed<Unit>): readonly Finding[] {
  if (command === undefined || COMMANDS.includes(command)) {
    return NO_FINDINGS;
  }
  const hint = "gardener-node-agent takes anything but stop for restart";
  return [finding("OSC-V-39", notSupported(at(path, "command"), command, COMMANDS, hint), name, command)];
}

function dropInsFindings({ element: { name = "", dropIns }, path }: Listed<Unit>): readonly Finding[] {
  return dropIns.flatMap((dropIn, index) => dropInFindings(dropIn, at(path, "dropIns", index), name));
}

function dropInFindings(dropIn: DropIn, path: FieldPath, unit: string): readonly Finding[] {
  const { name = "", content = "" } = dropIn;
  const findings = dropInNameFindings(name, at(path, "name"), unit);
  return content === ""
    ? [...findings, finding("OSC-V-36", required(at(path, "content"), "give the drop-in content"), unit, name)]
    : findings;
}

const DROP_IN_NAME = /^[A-Za-z0-9_.@-]+\.conf$/;

/** The drop-in with environment variables that gardener-node-agent appends to containerd's unit. */
const NODE_AGENT_DROP_IN = "30-env_config.conf";

function dropInNameFindings(name: string, path: FieldPath, unit: string): readonly Finding[] {
  if (name === "") {
    return [finding("OSC-V-36", required(path, "name the drop-in, as in 10-limits.conf"), unit)];
  }
  if (unit === CONTAINERD_UNIT && name === NODE_AGENT_DROP_IN) {
    const detail = "gardener-node-agent writes this drop-in itself; choose another name";
    return [finding("OSC-V-43", forbidden(path, detail), name)];
  }
  if (DROP_IN_NAME.test(name)) {
    return NO_FINDINGS;
  }
  const detail = "use a file name of letters, digits and _.@- that ends in .conf, as in 10-limits.conf";
  return [finding("OSC-V-38", invalid(path, name, detail), unit, name)];
}
