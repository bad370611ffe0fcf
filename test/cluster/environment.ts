import process from "node:process";

/**
 * The one place where the cluster tests read environment variables.
 * An empty variable counts as unset.
 */
export function environmentVariable(name: string): string | undefined {
  return process.env[name] || undefined;
}

/** Whether the tests run in continuous integration, where nothing may be skipped. */
export function isContinuousIntegration(): boolean {
  const ci = environmentVariable("CI");
  return ci !== undefined && ci !== "false" && ci !== "0";
}

/**
 * A small environment for child processes: nothing of the developer's own
 * configuration (kubeconfigs, proxies, Node options) reaches them.
 */
export function isolatedEnvironment(
  home: string,
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return { PATH: environmentVariable("PATH") ?? "", HOME: home, LC_ALL: "C", TZ: "UTC", ...extra };
}

/** One line for the developer at the terminal; stdout stays free for results. */
export function progress(line: string): void {
  process.stderr.write(`tests: ${line}\n`);
}
