import { aligned, TABLE_WIDTH } from "./aligned.ts";
import type { MaintenanceReport, PoolReport, ShootReport } from "./maintain.ts";
import { wrap } from "./wrap.ts";

/** What maintenance comes to, for a terminal. */
export function maintainText({ at, shoots, problems }: MaintenanceReport): string {
  const blocks = [
    ...(shoots.length === 0 ? [] : [[`Maintenance of machine images at ${at}`]]),
    ...shoots.map(shootLines),
    ...(problems.length === 0 ? [] : [problems.map((problem) => `error: ${problem}`)]),
  ];
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function shootLines(shoot: ShootReport): readonly string[] {
  const { namespace, name, profile, isProfileStale, isDeleting, autoUpdates, pools } = shoot;
  const updates = `automatic updates ${autoUpdates ? "on" : "off"}`;
  const head = `Shoot ${namespace === "" ? name : `${namespace}/${name}`} (${profile.kind} ${profile.name}, ${updates})`;
  if (isDeleting) {
    return [head, "  is being deleted and not maintained"];
  }
  const note = isProfileStale ? ["  by the previous state of its profile, which is being rendered anew"] : [];
  return [head, ...note, ...(pools.length === 0 ? ["  has no worker pools"] : pools.flatMap(poolLines))];
}

function poolLines(pool: PoolReport): readonly string[] {
  const { name, machineType, image } = pool;
  switch (pool.outcome) {
    case "maintained": {
      const machine = `machine type ${machineType} (${pool.architecture})`;
      return [
        `  worker pool ${name}: ${image}:${pool.current} on ${machine}`,
        ...aligned(decisionRows(pool), "    "),
        ...versionLines(
          "filtered out",
          pool.filteredOut.map(({ version, step, reason }) => [version, step, reason]),
        ),
        ...versionLines(
          "passed over",
          pool.passedOver.map(({ version, reason }) => [version, reason]),
        ),
      ];
    }
    case "aborted":
      return sentence(`  worker pool ${name}: aborted, and with it maintenance of the shoot: ${pool.reason}`);
    case "skipped":
      return [`  worker pool ${name}: skipped`];
  }
}

type Maintained = Extract<PoolReport, { readonly outcome: "maintained" }>;

function decisionRows({ trigger, reason, strategy, target, choice, error, current }: Maintained) {
  const none = error === null ? `none, the pool stays at ${current}` : "none";
  return [
    ["target", target === null ? none : `${target}, ${choice}`],
    ["trigger", `${trigger}: ${reason}`],
    ["strategy", strategy],
    ...(error === null ? [] : [["error", error]]),
  ];
}

function versionLines(heading: string, rows: readonly (readonly string[])[]): readonly string[] {
  return rows.length === 0 ? [] : [`    ${heading}:`, ...aligned(rows, "      ")];
}

function sentence(text: string): readonly string[] {
  return wrap(text.trimStart().split(" "), { width: TABLE_WIDTH, first: "  ", next: "    " });
}
