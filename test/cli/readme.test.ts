import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withDefaults } from "../../src/config/defaults.ts";
import { loadConfig } from "../../src/config/load.ts";
import { loadPolicies } from "../../src/policies/load.ts";
import { WEBHOOKS } from "../../src/webhooks/registry.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { commandsOf, runShown } from "./comparison-page.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
const COMMANDS = commandsOf(PAGE);

/** The block in YAML with a document of this kind. */
function blockOf(kind: string): string {
  const blocks = [...PAGE.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = ""]) => text);
  return blocks.find((text) => text.includes(`kind: ${kind}\n`)) ?? expect.unreachable(`no block with ${kind}`);
}

function withoutBreaks(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

describe("README.md", () => {
  it("shows a refusal and a preview", () => {
    expect(COMMANDS.map(({ command, code }) => [command.split(" ")[5], code])).toEqual([
      ["review", 1],
      ["preview", 0],
    ]);
  });

  it.each(COMMANDS)("shows what $command prints", { timeout: 30_000 }, async (shown) => {
    const { code, output } = await runShown(shown);
    expect(code).toBe(shown.code);
    const printed = withoutBreaks(output);
    let from = 0;
    for (const line of shown.shown) {
      const found = printed.indexOf(withoutBreaks(line), from);
      expect(found, `${line}\nis not next in\n${output}`).toBeGreaterThanOrEqual(0);
      from = found + withoutBreaks(line).length;
    }
  });

  it("names every webhook that is built", () => {
    const rows = [...PAGE.matchAll(/^\| `(\S+\.gardengate\.dev)` \|/gm)].map(([, name]) => name);
    expect(rows.sort()).toEqual(WEBHOOKS.map(({ registration }) => registration.name).sort());
  });

  it("shows a policy that loads", () => {
    expect(loadPolicies([{ name: "policy.yaml", text: blockOf("OperatingSystemConfigPolicy") }])).toMatchObject({
      ok: true,
      set: { policies: [{ name: "corporate-mirrors" }] },
    });
  });

  it("shows the defaults of the configuration, but for the keys that it names", async () => {
    const cwd = await temporaryDirectory();
    await writeFile(join(cwd, "config.yaml"), blockOf("GardengateConfiguration"));
    const webhookNames = WEBHOOKS.map(({ registration }) => registration.name);
    const webhookRoles = new Map(WEBHOOKS.map(({ registration: { name, role } }) => [name, role]));
    const outcome = await loadConfig({ file: "config.yaml", cwd, webhookNames, webhookRoles });
    const defaults = withDefaults({}, { resolvePath: (path) => join(cwd, path), webhookNames });
    const { limits } = defaults.operatingSystemConfigs;
    const garden = WEBHOOKS.filter(({ registration }) => registration.role === "garden");
    expect(outcome).toEqual({
      ok: true,
      settings: {
        ...defaults,
        // The same directory, which has to exist where it is named.
        policies: { ...defaults.policies, isRequired: true },
        webhooks: { enabled: garden.map(({ registration }) => registration.name) },
        rules: { ...defaults.rules, overrides: new Map([["CAP-CP-54", "warn"]]) },
        operatingSystemConfigs: {
          ...defaults.operatingSystemConfigs,
          limits: { ...limits, userDataBytesByProvider: new Map([["local", 65_536]]) },
        },
      },
    });
  });
});
