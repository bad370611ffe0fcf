import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isRuleId, RULES } from "../../../src/domain/rules/catalogue.ts";
import { CONTRACT_IDS, NOT_IMPLEMENTED_IDS, PENDING_IDS } from "./rule-ids.ts";

const TESTS = join(import.meta.dirname, "../..");
const RULES_DOCUMENT = join(TESTS, "../docs/rules.md");

/** Folders of tests about what rules find; elsewhere ids are only examples. */
const FOLDERS = ["cases", "cluster", "conformance", "domain", "properties", "webhooks", "wire"];

const IDS = Object.keys(RULES).filter(isRuleId);

describe("the rules of the contracts", () => {
  it("are all in the catalogue, but for those that are listed as not implemented", () => {
    expect(CONTRACT_IDS.filter((id) => !isRuleId(id))).toEqual(sameOrder(NOT_IMPLEMENTED_IDS));
  });

  it("are all that the catalogue has, beside the one about the shape of objects", () => {
    expect(IDS.filter((id) => !CONTRACT_IDS.includes(id))).toEqual(["WIRE-01"]);
  });

  it("are listed once", () => {
    expect(CONTRACT_IDS).toEqual([...new Set(CONTRACT_IDS)]);
    expect(NOT_IMPLEMENTED_IDS).toEqual([...new Set(NOT_IMPLEMENTED_IDS)]);
  });
});

describe("every rule of the catalogue", () => {
  it("is named by a test of rules or by a golden case", () => {
    const named = new Set(ruleTests().flatMap((file) => readFileSync(file, "utf8").match(ID) ?? []));
    expect(IDS.filter((id) => !named.has(id))).toEqual([]);
  });

  it("has a section in docs/rules.md", () => {
    const headings = new Set(readFileSync(RULES_DOCUMENT, "utf8").split("\n"));
    expect(IDS.filter((id) => !headings.has(`### ${id}`))).toEqual([]);
  });
});

it("docs/rules.md names every id of the contracts that is built or never will be", () => {
  const named = new Set(readFileSync(RULES_DOCUMENT, "utf8").match(ID));
  expect(CONTRACT_IDS.filter((id) => !named.has(id) && !PENDING_IDS.includes(id))).toEqual([]);
});

const ID = /\b(?:CAP-(?:CP|NCP|PC|SH)|CRI-V|OSC-V|POL|WIRE)-\d{2}\b/g;

/** Tests and golden cases, but for the tests of the catalogue itself. */
function ruleTests(): readonly string[] {
  return FOLDERS.flatMap((folder) => filesBelow(join(TESTS, folder))).filter(
    (file) => /\.(test\.ts|yaml)$/.test(file) && !file.startsWith(import.meta.dirname),
  );
}

function filesBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** In the order of the contract, whatever the groups of the file. */
function sameOrder(ids: readonly string[]): readonly string[] {
  const ordered = CONTRACT_IDS.filter((id) => ids.includes(id));
  return [...ordered, ...ids.filter((id) => !CONTRACT_IDS.includes(id))];
}
