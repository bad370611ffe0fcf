import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { renderBash } from "../../../src/domain/rendering/bash.ts";
import { renderCloudInit } from "../../../src/domain/rendering/cloud-init.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { clearTextFile, oscView, provisionOsc } from "../../support/osc-builders.ts";

const view = (spec: RawObject) => oscView(provisionOsc(spec));

describe("the archive of ubuntu", () => {
  const ubuntu = view({ type: "ubuntu" });

  it("begins with the line that cloud-init knows it by", () => {
    const lines = renderCloudInit(ubuntu).split("\n");
    expect(lines.slice(0, 4)).toEqual([
      "#cloud-config-archive",
      "- type: text/x-shellscript",
      "  content: |",
      "    #!/bin/bash",
    ]);
  });

  it.each(["1.1", "1.2"] as const)("is YAML %s with the script in it", (version) => {
    expect(parse(renderCloudInit(ubuntu), { version })).toEqual([
      { type: "text/x-shellscript", content: renderBash(ubuntu) },
    ]);
  });

  it.each(["a\tb\n\n  c", "\r\n", "\u0085\u2028\u2029", "\u0000\u007f", "é😀", "\ufeff", "#: - &*", "'\""])(
    "holds clear text such as %j",
    (text) => {
      const osc = view({ type: "ubuntu", files: [clearTextFile("/a", text)] });
      expect(parse(renderCloudInit(osc), { version: "1.1" })).toEqual([
        { type: "text/x-shellscript", content: renderBash(osc) },
      ]);
    },
  );
});

describe("the message of MemoryOne", () => {
  const chost = (spec: RawObject = {}) => view({ type: "memoryone-chost", ...spec });

  it("has the settings of the hypervisor, and then the script", () => {
    expect(renderCloudInit(chost())).toBe(
      [
        'Content-Type: multipart/mixed; boundary="==BOUNDARY=="',
        "MIME-Version: 1.0",
        "",
        "--==BOUNDARY==",
        "Content-Type: text/x-vsmp; section=vsmp",
        "",
        "mem_topology=2",
        "system_memory=6x",
        "--==BOUNDARY==",
        "Content-Type: text/x-shellscript",
        "",
        renderBash(chost()),
        "--==BOUNDARY==--",
        "",
      ].join("\n"),
    );
  });

  const settings = (providerConfig: unknown) => {
    const lines = renderCloudInit(chost({ providerConfig })).split("\n");
    return lines.slice(
      lines.indexOf("Content-Type: text/x-vsmp; section=vsmp") + 2,
      lines.lastIndexOf("--==BOUNDARY=="),
    );
  };

  it.each<[string, unknown, readonly string[]]>([
    ["both members", { memoryTopology: "3", systemMemory: "8x" }, ["mem_topology=3", "system_memory=8x"]],
    [
      "a map, in order of name",
      { vsmpConfiguration: { z: "1", a: "2", system_memory: "7x" } },
      ["a=2", "mem_topology=2", "system_memory=7x", "z=1"],
    ],
    [
      "a member beside the map",
      { vsmpConfiguration: { mem_topology: "4" }, memoryTopology: "5" },
      ["mem_topology=5", "system_memory=6x"],
    ],
    [
      "values that end early",
      { vsmpConfiguration: { "a;b": "1;c=2", d: "3\ne=4" } },
      ["a=1", "d=3", "mem_topology=2", "system_memory=6x"],
    ],
    ["a member with a line break", { systemMemory: "6x\n--==BOUNDARY==" }, ["mem_topology=2", "system_memory=6x"]],
    ["what is no text", { memoryTopology: 3, vsmpConfiguration: { a: 1 } }, ["system_memory=6x"]],
    ["null", { memoryTopology: null, vsmpConfiguration: null }, ["mem_topology=2", "system_memory=6x"]],
  ])("takes from providerConfig %s", (_, providerConfig, expected) => {
    expect(settings(providerConfig)).toEqual(expected);
  });

  it("is not cut by clear text", () => {
    const text = "--==BOUNDARY==--\n==BOUNDARY==BOUNDARY1==";
    const message = renderCloudInit(chost({ files: [clearTextFile("/a", text)] }));
    expect(message.split("\n")[0]).toBe('Content-Type: multipart/mixed; boundary="==BOUNDARY2=="');
    expect(message.split("--==BOUNDARY2==")).toHaveLength(4);
  });
});
