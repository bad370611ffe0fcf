import { describe, expect, it } from "vitest";
import { ENFORCE_ALL } from "../../src/domain/rules/judge.ts";
import { NO_USES } from "../../src/domain/usage/usage-index.ts";
import type { FactSnapshot } from "../../src/facts/contract.ts";
import type { ChapterSettings } from "../../src/webhooks/contract.ts";
import { cloudProfileValidation } from "../../src/webhooks/validate-cloud-profile.ts";
import { parsedValue } from "../support/parsed.ts";
import { TEST_SETTINGS } from "../support/test-app.ts";

const PROFILE = { metadata: { name: "aws" }, spec: { type: "aws" } };
const NOTHING: FactSnapshot = {
  cloudProfile: () => undefined,
  namespacedCloudProfile: () => undefined,
  cluster: () => undefined,
  usage: NO_USES,
};

function needs(operation: "CREATE" | "UPDATE", settings: ChapterSettings): unknown {
  const { group, version, kind, resource } = cloudProfileValidation.registration.target;
  const opened = cloudProfileValidation.open({
    uid: "1",
    kind: { group, version, kind },
    resource: { group, version, resource },
    operation,
    object: PROFILE,
    oldObject: operation === "UPDATE" ? PROFILE : null,
  });
  return parsedValue(opened).needs(NOTHING, settings);
}

const UNUSED: ChapterSettings = { ...TEST_SETTINGS, rules: { ...ENFORCE_ALL, inUse: "off" } };

describe("what the review of a CloudProfile depends on", () => {
  it.each<[string, ChapterSettings, readonly string[]]>([
    ["all dependents", TEST_SETTINGS, ["NamespacedCloudProfile", "Shoot"]],
    ["no Shoots where they are not watched", { ...TEST_SETTINGS, shoots: "off" }, ["NamespacedCloudProfile"]],
    ["no Shoots where their use is not protected", UNUSED, ["NamespacedCloudProfile"]],
    [
      "Shoots where one rule about their use is on",
      { ...UNUSED, rules: { ...UNUSED.rules, overrides: new Map([["CAP-CP-87", "warn"]]) } },
      ["NamespacedCloudProfile", "Shoot"],
    ],
    [
      "no Shoots where all rules about their use are off",
      {
        ...TEST_SETTINGS,
        rules: {
          ...ENFORCE_ALL,
          overrides: new Map([
            ["CAP-CP-86", "off"],
            ["CAP-CP-87", "off"],
            ["CAP-NCP-23", "off"],
            ["CRI-V-24", "off"],
          ]),
        },
      },
      ["NamespacedCloudProfile"],
    ],
  ])("is %s", (_, settings, kinds) => {
    expect(cloudProfileValidation.factKinds(settings)).toEqual(kinds);
    expect(needs("UPDATE", settings)).toEqual(kinds.map((kind) => ({ kind, all: true })));
  });

  it("is nothing for a new one", () => {
    expect(needs("CREATE", TEST_SETTINGS)).toEqual([]);
  });
});
