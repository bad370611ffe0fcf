import { describe, expect, it } from "vitest";
import { renderBash } from "../../../src/domain/rendering/bash.ts";
import { renderIgnition } from "../../../src/domain/rendering/ignition.ts";
import { renderUserData } from "../../../src/domain/rendering/user-data.ts";
import { userDataBytes } from "../../../src/domain/rendering/user-data-size.ts";
import { inlineFile, oscView, plainFile, provisionOsc } from "../../support/osc-builders.ts";

describe("the form of the user data", () => {
  it.each([
    ["coreos", "{"],
    ["flatcar", "{"],
    ["ubuntu", "#cloud-config-archive\n"],
    ["memoryone-chost", "Content-Type: multipart/mixed;"],
    ["memoryone-gardenlinux", "Content-Type: multipart/mixed;"],
    ["gardenlinux", "#!/bin/bash\n"],
    ["suse-chost", "#!/bin/bash\n"],
    ["local", "#!/bin/bash\n"],
    ["memoryone", "#!/bin/bash\n"],
    ["", "#!/bin/bash\n"],
    [undefined, "#!/bin/bash\n"],
  ])("of %s begins with %j", (type, start) => {
    expect(renderUserData(oscView(provisionOsc({ type })))).toMatch(new RegExp(`^${RegExp.escape(start)}`));
  });

  it("has the content of known Secrets in every form", () => {
    const files = [{ path: "/a", content: { secretRef: { name: "s", dataKey: "k" } } }];
    const secrets = new Map([["s/k", "aGVsbG8K"]]);
    for (const type of ["flatcar", "ubuntu", "memoryone-chost", "gardenlinux"]) {
      expect(renderUserData(oscView(provisionOsc({ type, files })), secrets)).toContain("aGVsbG8K");
    }
  });
});

describe("the size of the user data", () => {
  it("is that of the script where files are in base64", () => {
    const osc = oscView(provisionOsc({ files: [inlineFile("/etc/a", "é".repeat(5000))] }));
    expect(userDataBytes(osc, 0)).toBe(renderBash(osc).length);
    expect(userDataBytes(osc, 1500)).toBe(renderBash(osc).length + 1500);
  });

  it("is that of Ignition where clear text has to be percent-encoded", () => {
    const osc = oscView(provisionOsc({ files: [plainFile("/etc/a", "<".repeat(5000))] }));
    expect(userDataBytes(osc, 0)).toBe(renderIgnition(osc).length);
    expect(userDataBytes(osc, 0)).toBeGreaterThan(15_000);
  });

  it("is about what the contract estimates for each file", () => {
    const path = "/etc/containerd/certs.d/_default/hosts.toml";
    const [before, after] = [
      provisionOsc({ files: [] }),
      provisionOsc({ files: [inlineFile(path, "x".repeat(3000))] }),
    ];
    const grown = userDataBytes(oscView(after), 0) - userDataBytes(oscView(before), 0);
    expect(Math.abs(grown - (4000 + 2 * path.length + 60))).toBeLessThan(40);
  });

  it("counts bytes, not characters", () => {
    const of = (text: string) =>
      userDataBytes(oscView(provisionOsc({ units: [{ name: "a.service", content: text }] })), 0);
    expect(of("é".repeat(300))).toBe(of("ee".repeat(300)));
  });

  it("counts what known Secrets add", () => {
    const osc = oscView(provisionOsc({ files: [{ path: "/a", content: { secretRef: { name: "s", dataKey: "k" } } }] }));
    expect(userDataBytes(osc, 0, new Map([["s/k", "aGVsbG8K"]])) - userDataBytes(osc, 0)).toBe(8);
  });
});
