import { describe, expect, it } from "vitest";
import { WEBHOOKS } from "../../src/webhooks/registry.ts";
import { type CaseFile, caseFiles, type Outcome, rewriteExpectation } from "../support/case-file.ts";
import { caseFolder, runCase } from "../support/case-run.ts";
import { withShuffledKeys } from "../support/case-shuffle.ts";

const CASES = caseFiles();
const FOLDERS = WEBHOOKS.map(caseFolder);

/** Set to write what is answered into the Expectations; review the change as a diff. */
const isUpdate = process.env["UPDATE_CASES"] === "1";

/** Seeds of the orders in which every case is tried. */
const SEEDS = [1, 2, 3];

describe.each(FOLDERS)("cases of %s", (folder) => {
  const cases = CASES.filter(({ webhook }) => webhook === folder);

  it.each(cases)("$sentence", (file) => {
    const outcome = runCase(file);
    if (isUpdate) {
      rewriteExpectation(file, outcome);
    } else {
      expect(outcome).toEqual(expectedOutcome(file));
    }
  });

  it("are answered the same whatever the order of map keys, and every time", () => {
    for (const file of cases) {
      const bytes = JSON.stringify(runCase(file));
      expect(JSON.stringify(runCase(file)), file.sentence).toBe(bytes);
      for (const seed of SEEDS) {
        const { facts, review } = withShuffledKeys({ facts: file.facts, review: file.review }, seed);
        expect(JSON.stringify(runCase({ ...file, facts, review })), file.sentence).toBe(bytes);
      }
    }
  });

  it("show the webhook allowing, refusing and warning, and passing over fields that it does not know", () => {
    const expectations = cases.map(({ expectation }) => expectation);
    expect(expectations.some(({ allowed, warnings }) => allowed && warnings.length === 0)).toBe(true);
    expect(expectations.some(({ allowed }) => !allowed)).toBe(true);
    expect(expectations.some(({ warnings }) => warnings.length > 0)).toBe(true);
    expect(cases.some(({ sentence }) => sentence.includes("unknown-fields"))).toBe(true);
  });
});

function expectedOutcome({ expectation }: CaseFile): Outcome {
  const { now: _now, settings: _settings, ...outcome } = expectation;
  return outcome;
}

describe("the cases", () => {
  it("are all of a registered webhook", () => {
    expect(CASES.filter(({ webhook }) => !FOLDERS.includes(webhook)).map(({ path }) => path)).toEqual([]);
  });

  it("are named by sentences that begin with the verdict", () => {
    const misnamed = CASES.filter(({ sentence, expectation }) => !isNamedAfter(sentence, expectation));
    expect(misnamed.map(({ path }) => path)).toEqual([]);
  });

  it.each([
    ["validate-cloudprofiles", [...range(1, 33), ...range(78, 84), 100]],
    ["validate-namespacedcloudprofiles", [...range(66, 77), 79]],
    ["validate-shoots", range(34, 65)],
  ])("of %s contain every row of the capabilities contract's section 10 about them", (folder, rows) => {
    const covered = new Set(CASES.filter(({ webhook }) => webhook === folder).flatMap((file) => file.rows));
    expect(rows.filter((row) => FOLDERS.includes(folder) && !covered.has(row))).toEqual([]);
  });
});

describe("the cases for OperatingSystemConfigs", () => {
  // Rows 68 to 73 are about previews and 80 about the loading of policies; see test/domain/preview and test/policies.
  it.each([
    ["mutate-operatingsystemconfigs", texts(1, 12), ["14", ...texts(34, 39), ...texts(55, 59), "58a"]],
    ["mutate-operatingsystemconfigs", texts(61, 67), ["81", "82"]],
    ["validate-operatingsystemconfigs", ["10", "13"], [...texts(15, 33), ...texts(40, 54), "60", ...texts(82, 93)]],
    ["validate-shoots", texts(74, 77), []],
    ["validate-cloudprofiles", ["78", "79"], []],
  ])("of %s contain the contract's rows %s and %s", (folder, rows, moreRows) => {
    const covered = new Set(CASES.filter(({ webhook }) => webhook === folder).flatMap((file) => file.oscRows));
    expect([...rows, ...moreRows].filter((row) => !covered.has(row))).toEqual([]);
  });
});

function texts(from: number, to: number): readonly string[] {
  return range(from, to).map(String);
}

function isNamedAfter(sentence: string, { allowed, warnings }: Outcome): boolean {
  const verb = allowed ? (warnings.length > 0 ? "warns" : "allows") : "denies";
  return sentence.startsWith(`${verb}-`);
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
