import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { RULE_GROUPS } from "../../src/cli/rule-groups.ts";
import { rulesDocument } from "../../src/cli/rules-document.ts";
import { RULES } from "../../src/domain/rules/catalogue.ts";

const COMMITTED = readFileSync(join(import.meta.dirname, "../../docs/rules.md"), "utf8");
const LINES = rulesDocument().split("\n");
const PROSE = rulesDocument()
  .replaceAll(/^```\w+\n[^`]*```$/gm, "")
  .split("\n");

it("docs/rules.md is what `npm run rules:update` writes", () => {
  expect(COMMITTED).toBe(rulesDocument());
});

it("lists every rule of the catalogue in one group", () => {
  expect(RULE_GROUPS.flatMap(({ ids }) => ids).sort()).toEqual(Object.keys(RULES).sort());
});

it("links to headings that exist, each once", () => {
  const anchors = PROSE.filter((line) => line.startsWith("#")).map(anchorOf);
  const links = LINES.flatMap((line) => [...line.matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor]) => anchor));
  expect(anchors).toEqual([...new Set(anchors)]);
  expect(links.filter((link) => !anchors.includes(link ?? ""))).toEqual([]);
});

it("keeps lines as short as the other documents do, but for tables", () => {
  expect(LINES.filter((line) => line.length > 120 && !line.startsWith("|"))).toEqual([]);
});

it.each([
  ["CAP-SH-18", "CRI-V-03, CRI-V-04"],
  ["CAP-SH-20", "CRI-V-05"],
  ["CAP-CP-68", "CRI-V-06, CRI-V-07"],
  ["CAP-CP-69", "CRI-V-08"],
])("names the other ids that the contracts have for %s", (id, others) => {
  const heading = LINES.indexOf(`### ${id}`);
  expect(LINES.slice(heading + 4, heading + 5)).toEqual([`*Other ids* of the contracts: ${others}`]);
});

it("shows the section of a rule as documents do", () => {
  const start = LINES.indexOf("### CAP-CP-55");
  expect(LINES.slice(start, LINES.indexOf("### CAP-CP-56")).join("\n")).toBe(`### CAP-CP-55

**a capability of a flavor is not an empty list**

*What*: A capability of a flavor is an empty list or \`null\`. For \`architecture\` with several architectures, CAP-CP-46
says it already.

*Why*: An empty list is not an omitted one: it has no value in common with any machine type, so nobody ever gets this
flavor.

*Example* that violates it:

\`\`\`yaml
machineCapabilities:
- { name: architecture, values: [amd64] }
- { name: tpm, values: [v2, v1] }
machineImages:
- name: gardenlinux
  versions: [{ version: 7.0.0, capabilityFlavors: [{ tpm: [] }] }]
\`\`\`

*How to fix*: Remove the capability to allow all of its values, or list those that the image supports.

*Enforced by*: Only gardengate refuses it; Gardener and the provider extensions accept it (mark W).

*Switch*: \`rules.strict: warn\` lowers all rules of this mark to warnings. \`rules.overrides: { CAP-CP-55: warn }\` lowers
this one alone; \`off\` instead silences it, \`enforce\` keeps it. What was stored already is a warning, so that an update
is refused only for what it introduces.
`);
});

/** The anchor that Markdown renderers make of a heading without other punctuation than these. */
function anchorOf(heading: string): string {
  return heading.replace(/^#+ /, "").toLowerCase().replaceAll(/[:,.]/g, "").replaceAll(" ", "-");
}
