import fc from "fast-check";
import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/load.ts";

const CONTEXT = { file: "config.yaml", cwd: "/srv", webhookNames: ["shoots.validate.gardengate.dev"] };
const SECTIONS = [
  "server",
  "log",
  "facts",
  "policies",
  "webhooks",
  "rules",
  "featureGates",
  "operatingSystemConfigs",
  "apiVersion",
  "kind",
];

it("never throws, and tells the line of every problem, whatever the text is", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.json()), (text) => {
      const outcome = parseConfig(text, CONTEXT);
      const problems = outcome.ok ? [] : outcome.problems;
      expect(outcome.ok).toBe(problems.length === 0);
      for (const problem of problems) {
        expect(problem).toMatch(/^config\.yaml:[1-9][0-9]*: /);
      }
    }),
  );
});

it("takes any value of a section for right or wrong, never for something else", () => {
  fc.assert(
    fc.property(fc.constantFrom(...SECTIONS), fc.jsonValue({ maxDepth: 3 }), (section, value) => {
      const outcome = parseConfig(JSON.stringify({ [section]: value }), CONTEXT);
      for (const problem of outcome.ok ? [] : outcome.problems) {
        expect(problem).toContain(`: ${section}`);
      }
    }),
  );
});
