import { describe, expect, it } from "vitest";
import { sameFileOnNode } from "../../../src/domain/policies/same-file.ts";
import type { DesiredFile } from "../../../src/domain/policies/types.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { oscView, reconcileOsc } from "../../support/osc-builders.ts";

const inline = (encoding: string, data: string): RawObject => ({ inline: { encoding, data } });

/** The file as an OSC is read. */
function read(file: RawObject) {
  const [view] = oscView(reconcileOsc({ files: [file] })).spec.files;
  if (view === undefined) {
    throw new Error("no file was read");
  }
  return view;
}

describe("sameFileOnNode", () => {
  it.each<[string, RawObject, DesiredFile["entry"]]>([
    ["the very same", { path: "/a", content: inline("", "x") }, { path: "/a", content: inline("", "x") }],
    ["another encoding", { path: "/a", content: inline("b64", "eA==") }, { path: "/a", content: inline("", "x") }],
    [
      "the line breaks of base64",
      { path: "/a", content: inline("b64", "eHh4\neHh4") },
      { path: "/a", content: inline("b64", "eHh4eHh4") },
    ],
    ["wide characters", { path: "/a", content: inline("b64", "w6k=") }, { path: "/a", content: inline("", "é") }],
    [
      "nulls",
      { path: "/a", permissions: null, content: { ...inline("", "x"), transmitUnencoded: null } },
      { path: "/a", content: inline("", "x") },
    ],
    [
      "an image",
      { path: "/a", content: { imageRef: { image: "i", filePathInImage: "/f" } } },
      { path: "/a", content: { imageRef: { filePathInImage: "/f", image: "i" } } },
    ],
    [
      "a Secret",
      { path: "/a", content: { secretRef: { name: "s", dataKey: "k" } } },
      { path: "/a", content: { secretRef: { name: "s", dataKey: "k" } } },
    ],
    [
      "a field of the future",
      { path: "/a", future: 1, content: inline("", "x") },
      { path: "/a", content: inline("", "x") },
    ],
  ])("allows for %s", (_, file, wanted) => {
    expect(sameFileOnNode(read(file), wanted)).toBe(true);
  });

  it.each<[string, RawObject, DesiredFile["entry"]]>([
    ["content", { path: "/a", content: inline("", "x") }, { path: "/a", content: inline("", "y") }],
    ["data that is no base64", { path: "/a", content: inline("b64", "eA") }, { path: "/a", content: inline("", "x") }],
    ["bytes", { path: "/a", content: inline("b64", "6Q==") }, { path: "/a", content: inline("", "é") }],
    [
      "permissions",
      { path: "/a", content: inline("", "x") },
      { path: "/a", permissions: 384, content: inline("", "x") },
    ],
    ["the host", { path: "/a", hostName: "h", content: inline("", "x") }, { path: "/a", content: inline("", "x") }],
    [
      "transmitUnencoded",
      { path: "/a", content: { ...inline("", "x"), transmitUnencoded: true } },
      { path: "/a", content: inline("", "x") },
    ],
    [
      "the place of the content",
      { path: "/a", content: { secretRef: { name: "s", dataKey: "k" } } },
      { path: "/a", content: inline("", "x") },
    ],
    ["no content", { path: "/a" }, { path: "/a", content: inline("", "x") }],
  ])("tells files apart by %s", (_, file, wanted) => {
    expect(sameFileOnNode(read(file), wanted)).toBe(false);
  });
});
