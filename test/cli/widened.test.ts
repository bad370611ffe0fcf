import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Output } from "../../src/cli/report-options.ts";
import { runWidened } from "../../src/cli/widened.ts";

const EXAMPLES = join(import.meta.dirname, "../../examples/migration");

function widened(before: string, after: string, output: Output = "text") {
  const texts: Readonly<Record<string, string>> = { before, after };
  return runWidened({ oldFile: "before", newFile: "after", output, readText: async (file) => texts[file] ?? "" });
}

function example(file: string): Promise<string> {
  return readFile(join(EXAMPLES, file), "utf8");
}

/** A profile with capabilities on aws, whose version 1.0.0 has the two images `metal` and `virtual` in eu. */
function profile(host: string, flavor = "{architecture: [amd64]}"): string {
  return `apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: p}
spec:
  type: aws
  machineCapabilities:
  - {name: architecture, values: [amd64]}
  - {name: host, values: [${host}]}
  machineTypes:
  - {name: open}
  - {name: metal, capabilities: {host: [metal]}}
  machineImages:
  - name: os
    versions:
    - {version: 1.0.0, capabilityFlavors: [${flavor}, {host: [virtual]}, {host: [metal]}]}
    - {version: 2.0.0}
  regions: [{name: eu}, {name: us}]
  providerConfig:
    apiVersion: aws.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
    - name: os
      versions:
      - version: 1.0.0
        capabilityFlavors:
        - {capabilities: {host: [virtual]}, regions: [{name: eu, ami: ami-virtual}]}
        - {capabilities: {host: [metal]}, regions: [{name: eu, ami: ami-metal}, {name: us, ami: ami-us}]}
`;
}

it("names every element that an added value widens", async () => {
  const { code, text, problems } = await widened(profile("virtual, metal"), profile("virtual, metal, nested"));
  expect({ code, problems }).toEqual({ code: 0, problems: [] });
  expect(text).toBe(`capability host has new values: nested; claimed at once, since 3 elements omit it [CAP-CP-91]
  machine type "open"
  flavor 0 of os:1.0.0
  os:2.0.0
`);
});

it("tells which machine types get another image in which regions when the order changes", async () => {
  const { code, text } = await widened(profile("virtual, metal"), profile("metal, virtual"));
  expect(code).toBe(0);
  expect(text).toBe(`the order of host is preference, and changes [CAP-CP-90]
  from virtual, metal
  to   metal, virtual

os:1.0.0 gets another image for new nodes [CAP-CP-90]
  from ami-virtual
  to   ami-metal
  in eu
  on machine types open
`);
});

it("prints the same as JSON", async () => {
  const { code, text } = await widened(profile("virtual, metal"), profile("metal, virtual, nested"), "json");
  expect(code).toBe(0);
  expect(JSON.parse(text)).toEqual({
    widened: [
      {
        rule: "CAP-CP-91",
        capability: "host",
        added: ["nested"],
        isNew: false,
        elements: [
          { machineType: "open" },
          { image: "os", version: "1.0.0", flavor: 0 },
          { image: "os", version: "2.0.0", flavor: null },
        ],
      },
    ],
    reordered: [
      { rule: "CAP-CP-90", capability: "host", from: ["virtual", "metal"], to: ["metal", "virtual", "nested"] },
    ],
    choices: [
      {
        machineType: "open",
        image: "os",
        version: "1.0.0",
        region: "eu",
        from: "ami-virtual",
        to: "ami-metal",
      },
    ],
  });
});

it("has nothing to say about an edit that changes nothing", async () => {
  const text = "nothing is widened or ranked anew\n";
  await expect(widened(profile("a, b"), profile("a, b"))).resolves.toEqual({ code: 0, text, problems: [] });
});

it("points to the migration where the old profile is a legacy one", async () => {
  const { code, problems } = await widened(await example("aws.yaml"), profile("a"));
  expect({ code, problems }).toEqual({
    code: 0,
    problems: [
      "before: the profile defines no capabilities, so that nothing can be widened; see gardengate help migrate",
    ],
  });
});

it("reports every file that cannot be read", async () => {
  await expect(widened("a: [1\n", "b: 1\n")).resolves.toEqual({
    code: 1,
    text: "",
    problems: [
      expect.stringMatching(/^before: .* at line 2/),
      "after: is not a CloudProfile of core.gardener.cloud/v1beta1",
    ],
  });
});

it("explains the example", async () => {
  const { code, text } = await widened(await example("widened-before.yaml"), await example("widened-after.yaml"));
  expect(code).toBe(0);
  expect(text.match(/.*\[CAP-CP-\d+\]/g)).toEqual([
    "capability confidentialVM is new: all of none, sev; claimed at once, since 4 elements omit it [CAP-CP-91]",
    "the order of bootMode is preference, and changes [CAP-CP-90]",
    "gardenlinux:1877.4.0 gets another image for new nodes [CAP-CP-90]",
  ]);
});
