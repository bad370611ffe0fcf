import type { OperatingSystemConfig, Unit } from "./types.ts";

/** The unit that the kubelet runs in. */
export const KUBELET_UNIT = "kubelet.service";

const FLAG = /(?:^|[\s"'])--cgroup[-_]driver(?:=|\s+)["']?([\w-]*)/g;

/**
 * The cgroup driver that the kubelet's command line asks for, which beats its configuration file; undefined where there
 * is no such flag. The last of several counts, as does the last command: an empty `ExecStart=` takes back those before
 * it.
 * Source: OperatingSystemConfig contract, section 4.1; systemd.unit(5), systemd.syntax(7).
 */
export function kubeletFlagDriver({ spec, status }: OperatingSystemConfig): string | undefined {
  if (!spec.units.some(mayHaveFlag) && !status.extensionUnits.some(mayHaveFlag)) {
    return undefined;
  }
  const units = [...spec.units, ...status.extensionUnits].filter(({ name }) => name === KUBELET_UNIT);
  const texts = unitTexts(units);
  const commands = texts.flatMap(settings).reduce<readonly string[]>(collected, []);
  const flags = commands.flatMap((command) => [...command.matchAll(FLAG)]);
  return flags.at(-1)?.[1];
}

/** Usual units of the kubelet name no driver at all. */
function mayHaveFlag({ name, content, dropIns }: Unit): boolean {
  return (
    name === KUBELET_UNIT &&
    (content?.includes("--cgroup") === true || dropIns.some((dropIn) => dropIn.content?.includes("--cgroup")))
  );
}

/** The unit file and its drop-ins in the order of their names, as systemd reads them. */
function unitTexts(units: readonly Unit[]): readonly string[] {
  const content = units.findLast((unit) => unit.content !== undefined)?.content;
  const dropIns = units.flatMap((unit) => unit.dropIns);
  const sorted = dropIns.length < 2 ? dropIns : [...dropIns].sort((a, b) => compareNames(a.name, b.name));
  return [content ?? "", ...sorted.map((dropIn) => dropIn.content ?? "")];
}

function compareNames(a = "", b = ""): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A backslash before the line break, and comments between the lines that it joins. */
const CONTINUATION = /\\\r?\n(?:[ \t]*[#;][^\n]*\n)*/g;
const EXEC_START = /^[ \t]*ExecStart[ \t]*=(.*)$/;

/** The values of `ExecStart` in a unit file, in order. */
function settings(text: string): readonly string[] {
  return text
    .replace(CONTINUATION, " ")
    .split(/\r?\n/)
    .flatMap((line) => EXEC_START.exec(line)?.[1] ?? []);
}

function collected(commands: readonly string[], value: string): readonly string[] {
  return value.trim() === "" ? [] : [...commands, value];
}
