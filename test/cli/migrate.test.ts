import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { runMigrate } from "../../src/cli/migrate.ts";

const EXAMPLES = join(import.meta.dirname, "../../examples/migration");
const NOW = Date.parse("2026-09-01T00:00:00Z");
const UNCHANGED = "matching is unchanged: the same machine types fit the same image versions";

function migrate(text: string) {
  return runMigrate({ file: "profile.yaml", readText: async () => text, now: NOW });
}

function indented(text: string, columns: number): string {
  return text.replace(/^(?=.)/gm, " ".repeat(columns));
}

/** A profile with one amd64 and one arm64 machine type, the image os for both, and these provider versions of it. */
function legacy(type: string, versions: string, architectures = "[amd64, arm64]"): string {
  return `apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata:
  name: p
spec:
  type: ${type}
  machineTypes:
  - name: intel
    architecture: amd64
  - name: arm
    architecture: arm64
  machineImages:
  - name: os
    versions:
    - version: 1.0.0
      architectures: ${architectures}
  regions:
  - name: eu
  - name: us
  providerConfig:
    apiVersion: ${type}.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
    - name: os
      versions:
${indented(versions, 6)}`;
}

/** What the profile of {@link legacy} becomes; the capabilities beside the architecture are those of azure. */
function proposed(type: string, versions: string, architectures = "[amd64, arm64]"): string {
  const isAzure = type === "azure";
  const networking = (columns: number, values: string) =>
    isAzure ? `${" ".repeat(columns)}azure-networking: [${values}]\n` : "";
  const definition = isAzure
    ? `  # guessed: machine types with accelerated networking also take images without it, as before; check their azure-networking
  - name: azure-networking
    values: [accelerated, basic]
`
    : "";
  const flavors = architectures
    .slice(1, -1)
    .split(", ")
    .map((architecture) => {
      const values = architecture === "amd64" ? "accelerated, basic" : "basic";
      return `      - architecture: [${architecture}]\n${networking(8, values)}`;
    });
  return legacy(type, versions, architectures)
    .replace(
      "  machineTypes:\n",
      `  machineCapabilities:\n  - name: architecture\n    values: [amd64, arm64]\n${definition}  machineTypes:\n`,
    )
    .replace(/^ {4}architecture: (.*)\n/gm, (line, architecture) => {
      return `${line}    capabilities:\n      architecture: [${architecture}]\n${networking(6, "basic")}`;
    })
    .replace(/^ {6}architectures: .*\n/m, (line) => `${line}      capabilityFlavors:\n${flavors.join("")}`);
}

describe("migration of", () => {
  it.each([
    [
      "aws splits regions by architecture",
      "aws",
      `- version: 1.0.0
  regions:
  - name: eu
    ami: ami-1
  # in the west
  - name: us
    ami: ami-2
    architecture: amd64
  - name: eu
    ami: ami-3 # built late
    architecture: arm64 # graviton
  - {name: us, ami: ami-4, architecture: arm64}
`,
      `- version: 1.0.0
  capabilityFlavors:
  - capabilities:
      architecture: [amd64]
    regions:
    - name: eu
      ami: ami-1
    # in the west
    - name: us
      ami: ami-2
  - capabilities:
      architecture: [arm64]
    regions:
    # graviton
    - name: eu
      ami: ami-3 # built late
    - {name: us, ami: ami-4}
`,
    ],
    [
      "azure merges the entries of a version and says what accelerated networking was",
      "azure",
      `# for intel
- version: 1.0.0
  acceleratedNetworking: true
  urn: a:b:c:1.0.0
  skipMarketplaceAgreement: true
# for arm
- version: 1.0.0
  architecture: arm64
  id: /images/arm
`,
      `# for intel
# for arm
- version: 1.0.0
  capabilityFlavors:
  - capabilities:
      architecture: [amd64]
      azure-networking: [accelerated, basic]
    urn: a:b:c:1.0.0
    skipMarketplaceAgreement: true
  - capabilities:
      architecture: [arm64]
      azure-networking: [basic]
    id: /images/arm
`,
    ],
    [
      "gcp merges the entries of a version",
      "gcp",
      `- version: 1.0.0
  image: projects/p/arm
  architecture: arm64
- version: 1.0.0
  image: projects/p/intel
`,
      `- version: 1.0.0
  capabilityFlavors:
  - capabilities:
      architecture: [amd64]
    image: projects/p/intel
  - capabilities:
      architecture: [arm64]
    image: projects/p/arm
`,
    ],
    [
      "openstack splits regions and keeps the name for all of them",
      "openstack",
      `- version: 1.0.0
  image: os-1
  regions:
  - {name: eu, id: id-1}
  - {name: eu, id: id-2, architecture: arm64}
`,
      `- version: 1.0.0
  capabilityFlavors:
  - capabilities:
      architecture: [amd64]
    image: os-1
    regions:
    - {name: eu, id: id-1}
  # guessed: image "os-1" for arm64 too, as in regions that are not listed; check that it is built for it
  - capabilities:
      architecture: [arm64]
    image: os-1
    regions:
    - {name: eu, id: id-2}
`,
    ],
    [
      "alicloud guesses that the image is for all architectures",
      "alicloud",
      `- version: 1.0.0
  regions:
  - {name: eu, id: id-1}
  - {name: us, id: id-2}
`,
      `- version: 1.0.0
  capabilityFlavors:
  - capabilities:
      architecture: [amd64]
    regions:
    - {name: eu, id: id-1}
    - {name: us, id: id-2}
  # guessed: for arm64 too, since the entry named no architecture; check that the image is built for it
  - capabilities:
      architecture: [arm64]
    regions:
    - {name: eu, id: id-1}
    - {name: us, id: id-2}
`,
    ],
    [
      "local guesses that the image is for all architectures",
      "local",
      `- version: 1.0.0
  image: os:1.0.0
`,
      `- version: 1.0.0
  capabilityFlavors:
  - capabilities:
      architecture: [amd64]
    image: os:1.0.0
  # guessed: for arm64 too, since the entry named no architecture; check that the image is built for it
  - capabilities:
      architecture: [arm64]
    image: os:1.0.0
`,
    ],
  ])("%s", async (_, type, before, after) => {
    const { code, text, problems } = await migrate(legacy(type, before));
    expect(text).toBe(proposed(type, after));
    expect(code).toBe(0);
    expect(problems.filter((line) => line.startsWith("denied"))).toEqual([]);
  });
});

describe("what the profile does not say", () => {
  it("is guessed, with a comment", async () => {
    const text = legacy("gcp", "- {version: 1.0.0, image: i}\n", "[]").replaceAll(/ {4}architecture: .*\n/g, "");
    const outcome = await migrate(text);
    expect(outcome).toMatchObject({ code: 0, problems: [UNCHANGED] });
    expect(outcome.text.match(/.*# .*/g)).toEqual([
      "  # guessed: only amd64, as nothing here is for arm64; check the NamespacedCloudProfiles of this profile",
      "    # guessed: amd64, which the API server fills in where no architecture is set; check the machine type",
      "    # guessed: amd64, which the API server fills in where no architecture is set; check the machine type",
      "      # guessed: amd64, which the API server fills in where no architecture is set; check the image",
    ]);
  });

  it("is left out where the profile does not offer it, with a comment", async () => {
    const versions = `- version: 1.0.0
  image: intel
- version: 1.0.0
  image: "arm\\nspec: evil"
  architecture: arm64
- version: 1.0.0
  image: again
`;
    const { code, text } = await migrate(legacy("gcp", versions, "[amd64]"));
    expect(code).toBe(0);
    expect(text).toContain(`      - version: 1.0.0
        # guessed: not offered for arm64, which spec.machineImages does not list; left out: image "arm\\nspec: evil"; check the architectures there
        # guessed: the first of several equal images counts; left out: image "again"; check which one is right
        capabilityFlavors:
        - capabilities:
            architecture: [amd64]
          image: intel
`);
  });

  it("of accelerated networking is taken for none", async () => {
    const { code, text } = await migrate(legacy("azure", "- {version: 1.0.0, id: x}\n", "[amd64]"));
    expect(code).toBe(0);
    expect(text).toContain(
      "# guessed: needed although nothing is accelerated, since the provider adds azure-networking: [basic] to flat entries; check that no machine type has accelerated networking",
    );
  });

  it("leaves a denial where an image is missing", async () => {
    const { code, text, problems } = await migrate(legacy("gcp", "- {version: 1.0.0, image: i}\n"));
    expect(code).toBe(1);
    expect(text).toContain(
      "# guessed: offered for arm64 as before, although spec.providerConfig has no image for it; check there",
    );
    expect(problems[0]).toMatch(
      /^denied: spec\.machineImages\[0\]\.versions\[0\]\.capabilityFlavors\[1\]: .*CAP-PC-13\]$/,
    );
  });
});

describe("everything else of the document", () => {
  it("survives: comments, unknown fields, odd names and values", async () => {
    const text = `# top
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata:
  name: p # its name
  __proto__: {polluted: yes}
spec:
  # about the type
  type: stratus
  futureField: {a: [1, 0x1f, 1.10, "2"]}
  # about machine types
  machineTypes:
  - name: m # the only one
    architecture: amd64 # intel
    __proto__: 1
    constructor: {}
  # about images
  machineImages:
  - name: os
    versions:
    - version: 1.0.0
      unknown: |
        several
        lines
      # last words
`;
    const { code, text: result } = await migrate(text);
    expect(code).toBe(0);
    expect(result).toBe(
      text
        .replace(
          "  # about machine types\n",
          `  # guessed: nothing, since gardengate does not know provider "stratus"; check whether its extension wants flavors in the providerConfig
  machineCapabilities:
  # guessed: only amd64, as nothing here is for arm64; check the NamespacedCloudProfiles of this profile
  - name: architecture
    values: [amd64]
  # about machine types\n`,
        )
        .replace("# intel\n", "# intel\n    capabilities:\n      architecture: [amd64]\n")
        .replace(
          "      # last words\n",
          `      capabilityFlavors:
      # guessed: amd64, which the API server fills in where no architecture is set; check the image
      - architecture: [amd64]
      # last words\n`,
        ),
    );
  });

  it("is the same in JSON, of which the proposal is YAML", async () => {
    const yaml = legacy("gcp", "- {version: 1.0.0, image: i}\n", "[amd64]");
    const { code, text } = await migrate(JSON.stringify(parse(yaml)));
    expect(code).toBe(0);
    expect(text).toContain(
      "spec:\n  type: gcp\n  machineCapabilities:\n  - name: architecture\n    values: [amd64, arm64]\n",
    );
    expect(parse(text)).toEqual(parse((await migrate(yaml)).text));
  });

  it("is not shared by anchors any more", async () => {
    const text = legacy("gcp", "- {version: 1.0.0, image: i}\n", "[amd64]").replace(
      "  - name: intel\n    architecture: amd64\n  - name: arm\n    architecture: arm64\n",
      "  - &m\n    name: intel\n    architecture: amd64\n  - *m\n",
    );
    const { text: result } = await migrate(text);
    const type = { name: "intel", architecture: "amd64", capabilities: { architecture: ["amd64"] } };
    expect(parse(result).spec.machineTypes).toEqual([type, type]);
    expect(result).not.toContain("&m");
  });

  it("is indented as before", async () => {
    const text = `apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
spec:
  type: stratus
  machineTypes:
    - { name: m, architecture: amd64 }
`;
    const { text: result } = await migrate(text);
    expect(result).toContain("    - name: architecture\n      values: [ amd64 ]\n");
    expect(result).toContain("    - { name: m, architecture: amd64, capabilities: { architecture: [ amd64 ] } }\n");
  });
});

describe("a profile that is migrated already", () => {
  it.each(["aws.yaml", "azure.yaml"])("is left alone, such as the result of %s", async (file) => {
    const once = await migrate(await readFile(join(EXAMPLES, file), "utf8"));
    expect(once).toMatchObject({ code: 0, problems: [UNCHANGED] });
    await expect(migrate(once.text)).resolves.toEqual({
      code: 0,
      text: once.text,
      problems: ["profile.yaml: the profile defines capabilities already; there is nothing to migrate"],
    });
  });

  it("keeps its bytes", async () => {
    const text = await readFile(join(EXAMPLES, "widened-before.yaml"), "utf8");
    await expect(migrate(text)).resolves.toMatchObject({ code: 0, text });
  });
});

describe("a providerConfig that cannot be read", () => {
  it("stays as it is, with a comment", async () => {
    const { code, text, problems } = await migrate(legacy("gcp", "- {version: 1.0.0, image: i, colour: red}\n"));
    expect(code).toBe(1);
    expect(text).toContain(
      "  # guessed: nothing, since the providerConfig cannot be read; check what gardengate says about it\n  providerConfig:\n",
    );
    expect(text).toContain("- {version: 1.0.0, image: i, colour: red}\n");
    expect(problems[0]).toContain("colour");
  });
});

describe("files that hold no profile", () => {
  it.each([
    ["broken YAML", "a: [1\n", expect.stringMatching(/^profile\.yaml: .* at line 2/)],
    ["nothing", "# nothing\n", "profile.yaml: holds 0 documents; give one CloudProfile"],
    ["two documents", "a: 1\n---\nb: 2\n", "profile.yaml: holds 2 documents; give one CloudProfile"],
    ["a text", "hello\n", "profile.yaml: is not a CloudProfile of core.gardener.cloud/v1beta1"],
    [
      "another kind",
      "apiVersion: v1\nkind: Pod\n",
      "profile.yaml: is not a CloudProfile of core.gardener.cloud/v1beta1",
    ],
    [
      "a profile without spec",
      "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\n",
      expect.stringMatching(/^profile\.yaml: spec: Required value/),
    ],
  ])("such as %s are reported", async (_, text, problem) => {
    await expect(migrate(text)).resolves.toEqual({ code: 1, text: "", problems: [problem] });
  });
});

describe("repeated images", () => {
  it("count once per region and architecture, the first one", async () => {
    const versions = `- version: 1.0.0
  regions:
  - {name: eu, ami: ami-1}
  - {name: eu, ami: ami-2, architecture: amd64}
`;
    const { code, text } = await migrate(legacy("aws", versions, "[amd64]"));
    expect(code).toBe(0);
    expect(
      text,
    ).toContain(`        # guessed: the first of several equal images counts; left out: eu "ami-2"; check which one is right
        capabilityFlavors:
        - capabilities:
            architecture: [amd64]
          regions:
          - {name: eu, ami: ami-1}
`);
  });

  it("with and without accelerated networking are two flavors", async () => {
    const versions = `- {version: 1.0.0, id: slow}
- {version: 1.0.0, id: fast, acceleratedNetworking: true}
`;
    const { text } = await migrate(legacy("azure", versions, "[amd64]"));
    expect(parse(text).spec.machineImages[0].versions[0].capabilityFlavors).toEqual([
      { architecture: ["amd64"], "azure-networking": ["basic"] },
      { architecture: ["amd64"], "azure-networking": ["accelerated", "basic"] },
    ]);
  });
});
