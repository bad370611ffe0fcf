import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OperatingSystemConfig } from "../../src/domain/osc/types.ts";
import { renderBash } from "../../src/domain/rendering/bash.ts";
import { renderUserData } from "../../src/domain/rendering/user-data.ts";
import { loadPolicies } from "../../src/policies/load.ts";
import { runMutation } from "../support/mutations.ts";
import { oscView, provisionOsc } from "../support/osc-builders.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { describePart } from "./describe-part.ts";
import { runProgram } from "./program.ts";

const POLICY = join(import.meta.dirname, "../../examples/policies/p03-air-gapped.yaml");

/** A provision OSC of an operating system, with the bootstrap files of the air-gapped example. */
function bootstrapped(type: string): OperatingSystemConfig {
  const load = loadPolicies([{ name: POLICY, text: readFileSync(POLICY, "utf8") }]);
  if (!load.ok) {
    throw new Error(load.errors.join("\n"));
  }
  const object = provisionOsc({ type });
  const { change } = runMutation(object, load.set.policies);
  if (change === undefined) {
    throw new Error("the policy changes nothing");
  }
  return oscView(change.object);
}

describe("the script of a provision OSC", () => {
  it("is one that bash can read", async () => {
    const script = renderBash(bootstrapped("gardenlinux"));
    expect(script).toContain("/etc/containerd/certs.d/_default/hosts.toml");
    expect(await runProgram("bash", ["-n"], script)).toEqual({ code: 0, stdout: "", stderr: "" });
  });
});

interface Part {
  readonly type: string;
  readonly text: string;
}

describePart("cloud-init", "cloud-init", (cloudInit) => {
  async function partsOf(userData: string): Promise<readonly Part[]> {
    const program = join(import.meta.dirname, "user-data-parts.py");
    const { code, stdout, stderr } = await runProgram("/usr/bin/python3", [program], userData);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  }

  it.each(["ubuntu", "memoryone-gardenlinux"])("finds the script in the user data of %s", async (type) => {
    const osc = bootstrapped(type);
    const parts = await partsOf(renderUserData(osc));
    const script = parts.find((part) => part.type === "text/x-shellscript")?.text ?? "";
    expect(script.trim()).toBe(renderBash(osc).trim());
    expect(await runProgram("bash", ["-n"], script)).toMatchObject({ code: 0 });
  });

  it.each([
    ["an OS extension may add, which its schema accepts", "#cloud-config\nruncmd:\n- [systemctl, daemon-reload]\n", 0],
    ["is broken, which its schema refuses", "#cloud-config\nruncmd: 7\n", 1],
  ])("still finds the script beside cloud-config that %s", async (_, text, code) => {
    const osc = bootstrapped("ubuntu");
    const archive = `${renderUserData(osc)}- type: text/cloud-config\n  content: ${JSON.stringify(text)}\n`;
    const [script, added] = await partsOf(archive);
    expect(script?.text.trim()).toBe(renderBash(osc).trim());
    const file = join(await temporaryDirectory(), "cloud-config.yaml");
    await writeFile(file, added?.text ?? "");
    expect(await runProgram(cloudInit, ["schema", "--config-file", file])).toMatchObject({ code });
  });
});

describePart("ignition-validate", "Ignition", (ignitionValidate) => {
  it.each(["flatcar", "coreos"])("accepts the user data of %s", async (type) => {
    const osc = bootstrapped(type);
    const accepted = await runProgram(ignitionValidate, [], renderUserData(osc));
    expect(accepted).toMatchObject({ code: 0, stderr: "" });
    expect(accepted.stdout).not.toContain("error");
  });

  it("refuses the same with a mistake, so that its word counts", async () => {
    const broken = renderUserData(bootstrapped("flatcar")).replace('"path":"/', '"path":"');
    expect((await runProgram(ignitionValidate, [], broken)).code).toBe(1);
  });
});
