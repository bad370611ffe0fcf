import { join } from "node:path";
import { expect, it } from "vitest";
import { type Command, parseArguments } from "../../src/cli/arguments.ts";
import { runFit } from "../../src/commands/fit.ts";
import { runMaintain } from "../../src/commands/maintain.ts";
import type { Edge, Outcome } from "../../src/commands/outcome.ts";
import { runRender } from "../../src/commands/render.ts";
import { reviewFiles } from "../../src/commands/review.ts";
import { loadConfig } from "../../src/config/load.ts";
import type { Settings } from "../../src/config/settings.ts";
import { WEBHOOKS } from "../../src/webhooks/registry.ts";

const EXAMPLES = join(import.meta.dirname, "../../examples");
const NOW = Date.parse("2026-09-01T00:00:00Z");

const SHOOT = `apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: { name: web, namespace: garden-dev }
spec: { cloudProfile: { name: stratus } }
`;
const JSON_SHOOT = `{ "apiVersion": "core.gardener.cloud/v1beta1", "kind": "Shoot", "spec": { "cloudProfile": { "name": "gone" } } }`;

const FILES: Readonly<Record<string, string>> = {
  "-": SHOOT.replace("web", "piped"),
  "web.yaml": SHOOT,
  "gone.json": JSON_SHOOT,
  "broken.yaml": "a: b: c\n",
  "broken.json": "{",
};

const EDGE: Edge = {
  env: {},
  version: "test",
  now: () => NOW,
  write: () => {},
  readText: async (file) => {
    const text = FILES[file];
    if (text === undefined) {
      throw new Error("no such file");
    }
    return text;
  },
};

async function settings(): Promise<Settings> {
  const webhookNames = WEBHOOKS.map(({ registration }) => registration.name);
  const outcome = await loadConfig({ file: "config.yaml", cwd: EXAMPLES, webhookNames });
  if (!outcome.ok) {
    throw new Error(outcome.problems.join("\n"));
  }
  return outcome.settings;
}

async function run(line: string): Promise<Outcome> {
  const command: Command = parseArguments(line.split(" "));
  switch (command.kind) {
    case "maintain":
      return runMaintain(await settings(), command, EDGE);
    case "fit":
      return runFit(await settings(), command.options, EDGE);
    default:
      throw new Error(`not a command of this test: ${line}`);
  }
}

it("maintains the shoots of files, and reports those that cannot be read", async () => {
  const { code, text, problems } = await run(
    "maintain --config c web.yaml - missing.yaml broken.yaml broken.json gone.json",
  );
  expect({ code, problems }).toEqual({ code: 1, problems: [] });
  expect(text.split("\n")).toEqual([
    "Maintenance of machine images at 2026-09-01T00:00:00Z",
    "",
    "Shoot garden-dev/web (CloudProfile stratus, automatic updates on)",
    "  has no worker pools",
    "",
    "Shoot garden-dev/piped (CloudProfile stratus, automatic updates on)",
    "  has no worker pools",
    "",
    "error: missing.yaml: no such file",
    expect.stringMatching(/^error: broken\.yaml:1: is not YAML: /),
    expect.stringMatching(/^error: broken\.json:1: is not JSON: /),
    'error: gone.json:1: the Shoot: there is no CloudProfile "gone"',
    "",
  ]);
});

it("reads standard input where no file is named, and looks at another moment", async () => {
  expect(await run("maintain --config c --at 2027-02-03T04:05:06+01:00")).toEqual({
    code: 0,
    problems: [],
    text: `Maintenance of machine images at 2027-02-03T03:05:06Z

Shoot garden-dev/piped (CloudProfile stratus, automatic updates on)
  has no worker pools
`,
  });
});

it("tells what fits, now and at another moment", async () => {
  const line = "fit --config c --profile stratus --image gardenlinux:1592.15.0";
  expect((await run(line)).text).toContain("(deprecated, amd64, arm64)\nasked for      any region; at 2026-09-01");
  expect((await run(`${line} --at 2099-04-01T00:00:00Z`)).text).toContain(
    "note           it is expired since 2099-03-31",
  );
  expect(await run("fit --config c --profile stratus --machine-type x")).toMatchObject({ code: 1, text: "" });
});

it("rejects where the facts are broken", async () => {
  const broken = { ...(await settings()), facts: { ...(await settings()).facts, directory: "/nowhere" } };
  const command = parseArguments(["maintain", "--config", "c", "web.yaml"]);
  await expect(command.kind === "maintain" && runMaintain(broken, command, EDGE)).rejects.toThrow(
    "/nowhere: the directory of facts does not exist",
  );
});

it("reviews files by the facts of the configuration", async () => {
  const written: string[] = [];
  const shoot = `${SHOOT.replace("stratus", "gone")}`;
  const edge = { ...EDGE, readText: async () => shoot, write: (text: string) => written.push(text) };
  expect(await reviewFiles(await settings(), [], edge)).toBe(1);
  expect(written.join("")).toContain('The Shoot "web" is invalid');
});

it("renders manifests, and says what is wrong with the certificates", async () => {
  const command = parseArguments("render --role garden --url https://gardengate.garden --ca ca.crt".split(" "));
  const options = command.kind === "render" ? command.options : undefined;
  if (options === undefined) {
    throw new Error("render has options");
  }
  expect(await runRender(await settings(), { ...options, caFile: undefined }, EDGE)).toMatchObject({
    code: 0,
    text: expect.stringContaining("kind: ValidatingWebhookConfiguration"),
  });
  const refused = await runRender(await settings(), options, { ...EDGE, readText: async () => "no certificate" });
  expect(refused).toMatchObject({ code: 1, text: "", problems: [expect.stringContaining("certificate")] });
});
