import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Unit } from "../../src/domain/osc/types.ts";
import { runMutation } from "../support/mutations.ts";
import { oscView, reconcileOsc } from "../support/osc-builders.ts";
import { desiredUnit, policy } from "../support/policy-builders.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { describePart } from "./describe-part.ts";
import { type Run, runProgram } from "./program.ts";

const MIRROR_WATCH = {
  command: "start",
  enable: true,
  content:
    "[Unit]\nDescription=Watches the mirrors\n[Service]\nExecStart=/bin/true\n[Install]\nWantedBy=multi-user.target\n",
};
const LIMITS = { name: "50-limits.conf", content: "[Service]\nLimitNOFILE=1048576\n" };

describePart("systemd-analyze", "systemd, given the units that a policy adds and extends", (systemdAnalyze) => {
  /** Writes a unit with its drop-ins as gardener-node-agent does, and has it verified. */
  async function verified({ name = "", content = "", dropIns }: Unit): Promise<Run> {
    const directory = await temporaryDirectory();
    await mkdir(join(directory, `${name}.d`));
    await writeFile(join(directory, name), content);
    for (const dropIn of dropIns) {
      await writeFile(join(directory, `${name}.d`, dropIn.name ?? ""), dropIn.content ?? "");
    }
    return runProgram(systemdAnalyze, ["verify", "--man=no", "--recursive-errors=no", join(directory, name)]);
  }

  function unitsOf(content: string): readonly Unit[] {
    const object = reconcileOsc({
      units: [
        { name: "containerd.service", content: "[Service]\nExecStart=/bin/true\n" },
        ...(reconcileOsc()["spec"] as { readonly units: readonly { readonly name: string }[] }).units.slice(1),
      ],
    });
    const { change } = runMutation(object, [
      policy({
        units: [
          desiredUnit("mirror-watch.service", { ...MIRROR_WATCH, content }),
          desiredUnit("containerd.service", { dropIns: [LIMITS] }),
        ],
      }),
    ]);
    return oscView(change?.object ?? object).spec.units;
  }

  it.each(["mirror-watch.service", "containerd.service"])("accepts %s", async (name) => {
    const unit = unitsOf(MIRROR_WATCH.content).find((candidate) => candidate.name === name);
    expect(unit).toBeDefined();
    expect(await verified(unit as Unit)).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  it("refuses one with a mistake, so that its word counts", async () => {
    const unit = unitsOf("[Service]\nExecStart=relative/path\n").find(({ name }) => name === "mirror-watch.service");
    expect((await verified(unit as Unit)).stderr).toContain("relative/path");
  });
});
