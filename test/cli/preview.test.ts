import { describe, expect, it } from "vitest";
import { parseArguments } from "../../src/cli/arguments.ts";

describe("arguments of preview", () => {
  it("reads all options, and standard input where no file is named", () => {
    expect(parseArguments(["preview"])).toEqual({
      kind: "preview",
      options: {
        config: undefined,
        policies: undefined,
        facts: undefined,
        oldFile: undefined,
        hostName: undefined,
        userData: false,
        output: "text",
        files: ["-"],
      },
    });
    expect(
      parseArguments(
        "preview --config c --policies p --facts f --old o --host h --user-data --output json a b".split(" "),
      ),
    ).toEqual({
      kind: "preview",
      options: {
        config: "c",
        policies: "p",
        facts: "f",
        oldFile: "o",
        hostName: "h",
        userData: true,
        output: "json",
        files: ["a", "b"],
      },
    });
  });

  it.each([
    ["preview --old -", "standard input can be read only once; name a FILE besides --old -"],
    ["preview - -", "standard input can be read only once"],
    ["preview --polices p", "unknown option --polices; did you mean --policies?"],
    ["preview --output yaml", "--output must be text or json"],
  ])("refuses %s", (line, message) => {
    expect(parseArguments(line.split(" "))).toEqual({
      kind: "usage-error",
      text: expect.stringContaining(message),
    });
  });
});
