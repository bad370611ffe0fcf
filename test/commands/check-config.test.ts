import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCheckConfig } from "../../src/commands/check-config.ts";
import { parseConfig } from "../../src/config/load.ts";
import type { Settings } from "../../src/config/settings.ts";
import { PolicyDirectoryError } from "../../src/policies/directory.ts";
import { document } from "../policies/documents.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

async function settingsFor(text: string, policies?: string): Promise<Settings> {
  const directory = await temporaryDirectory();
  if (policies !== undefined) {
    await mkdir(join(directory, "policies"));
    await writeFile(join(directory, "policies", "p.yaml"), policies);
  }
  const outcome = parseConfig(text, { file: "config.yaml", cwd: directory, webhookNames: [] });
  if (!outcome.ok) {
    throw new Error(outcome.problems.join("\n"));
  }
  return outcome.settings;
}

describe("checks a configuration with its policies:", () => {
  it("describes it if they are in order", async () => {
    const settings = await settingsFor("{}", document("one", "files: [{ path: /a, content: x }]"));
    const { code, text, problems } = await runCheckConfig(settings);
    expect({ code, problems }).toEqual({ code: 0, problems: [] });
    expect(JSON.parse(text)).toMatchObject({ policies: { directory: settings.policies.directory } });
  });

  it("adds what is worth a look", async () => {
    const settings = await settingsFor(
      "{}",
      document("one", "match: { pools: [] }", "files: [{ path: /a, content: x }]"),
    );
    const { code, problems } = await runCheckConfig(settings);
    expect(code).toBe(0);
    expect(problems).toEqual([
      `warning: ${settings.policies.directory}/p.yaml:5: spec.match.pools: Forbidden: an empty list matches everything; leave the key out to say so`,
    ]);
  });

  it("fails with everything that is broken in them", async () => {
    const settings = await settingsFor("{}", document("one", "mode: no", "priority: x"));
    const file = `${settings.policies.directory}/p.yaml`;
    expect(await runCheckConfig(settings)).toEqual({
      code: 1,
      text: "",
      problems: [
        `${file}:5: spec.mode: Unsupported value: "no": supported values: "enforce", "audit"`,
        `${file}:6: spec.priority: Invalid value: "x": must be a number`,
      ],
    });
  });

  it("needs no directory that it does not name", async () => {
    expect(await runCheckConfig(await settingsFor("{}"))).toMatchObject({ code: 0 });
    await expect(runCheckConfig(await settingsFor("policies: { directory: rules }"))).rejects.toThrow(
      PolicyDirectoryError,
    );
  });
});
