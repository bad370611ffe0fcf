import { describe, expect, it } from "vitest";
import { sameFile, samePlugin, sameUnit } from "../../../src/domain/preview/semantic-equality.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { oscView, reconcileOsc } from "../../support/osc-builders.ts";

const containerd = (members: RawObject) => ({
  criConfig: { name: "containerd", containerd: { sandboxImage: "pause:1", ...members } },
});

const file = (members: RawObject) => {
  const [first] = oscView(reconcileOsc({ files: [members] })).spec.files;
  return first ?? expect.unreachable("one file was written");
};
const unit = (members: RawObject) => {
  const [first] = oscView(reconcileOsc({ units: [members] })).spec.units;
  return first ?? expect.unreachable("one unit was written");
};
const plugin = (members: RawObject) => {
  const [first] = oscView(reconcileOsc(containerd({ plugins: [members] }))).spec.criConfig?.containerd?.plugins ?? [];
  return first ?? expect.unreachable("one plugin was written");
};
describe("two files are the same for gardener-node-agent", () => {
  const inline = (encoding: string, data: string) => ({ content: { inline: { encoding, data } } });

  it.each<{ what: string; a: RawObject; b: RawObject; same: boolean }>([
    { what: "equal ones", a: { path: "/x", ...inline("", "a") }, b: { path: "/x", ...inline("", "a") }, same: true },
    { what: "another text", a: inline("", "a"), b: inline("", "b"), same: false },
    { what: "the same bytes, encoded otherwise", a: inline("", "a"), b: inline("b64", "YQ=="), same: false },
    { what: "permissions, unset or the default", a: {}, b: { permissions: 384 }, same: false },
    { what: "null permissions as unset ones", a: {}, b: { permissions: null }, same: true },
    { what: "a host name", a: {}, b: { hostName: "a" }, same: false },
    { what: "an empty content as none", a: {}, b: { content: {} }, same: true },
    {
      what: "an encoding that is not written as an empty one",
      a: { content: { inline: { data: "a" } } },
      b: inline("", "a"),
      same: true,
    },
    {
      what: "transmitUnencoded, unset or false",
      a: { content: {} },
      b: { content: { transmitUnencoded: false } },
      same: false,
    },
    { what: "an inline content that is not there", a: { content: {} }, b: inline("", ""), same: false },
    {
      what: "another key of a Secret",
      a: { content: { secretRef: { name: "s", dataKey: "a" } } },
      b: { content: { secretRef: { name: "s", dataKey: "b" } } },
      same: false,
    },
    {
      what: "another image",
      a: { content: { imageRef: { image: "i:1", filePathInImage: "/f" } } },
      b: { content: { imageRef: { image: "i:2", filePathInImage: "/f" } } },
      same: false,
    },
  ])("$what: $same", ({ a, b, same }) => {
    expect([sameFile(file(a), file(b)), sameFile(file(b), file(a))]).toEqual([same, same]);
  });
});

describe("two units are the same for gardener-node-agent", () => {
  it.each<{ what: string; a: RawObject; b: RawObject; same: boolean }>([
    {
      what: "absent lists and empty ones",
      a: { name: "u" },
      b: { name: "u", dropIns: [], filePaths: null },
      same: true,
    },
    { what: "enable, unset or true", a: {}, b: { enable: true }, same: false },
    { what: "enable, unset or false", a: {}, b: { enable: false }, same: false },
    { what: "command, start or restart", a: { command: "start" }, b: { command: "restart" }, same: false },
    { what: "content, unset or empty", a: {}, b: { content: "" }, same: false },
    {
      what: "file paths in another order",
      a: { filePaths: ["/a", "/b"] },
      b: { filePaths: ["/b", "/a"] },
      same: false,
    },
    {
      what: "drop-ins in another order",
      a: {
        dropIns: [
          { name: "a", content: "1" },
          { name: "b", content: "1" },
        ],
      },
      b: {
        dropIns: [
          { name: "b", content: "1" },
          { name: "a", content: "1" },
        ],
      },
      same: false,
    },
    {
      what: "a drop-in without content as an empty one",
      a: { dropIns: [{ name: "a" }] },
      b: { dropIns: [{ name: "a", content: "" }] },
      same: true,
    },
  ])("$what: $same", ({ a, b, same }) => {
    expect([sameUnit(unit(a), unit(b)), sameUnit(unit(b), unit(a))]).toEqual([same, same]);
  });
});

describe("two plugin instructions are the same for gardener-node-agent", () => {
  it.each<{ what: string; a: RawObject; b: RawObject; same: boolean }>([
    {
      what: "keys in another order",
      a: { path: ["p"], values: { a: { x: 1, y: [] }, b: "2" } },
      b: { path: ["p"], values: { b: "2", a: { y: [], x: 1 } } },
      same: true,
    },
    { what: "an absent op, or add", a: { path: ["p"] }, b: { path: ["p"], op: "add" }, same: false },
    { what: "values that are null as none", a: { path: ["p"] }, b: { path: ["p"], values: null }, same: true },
    { what: "values that are empty, or none", a: { path: ["p"] }, b: { path: ["p"], values: {} }, same: false },
    {
      what: "a list with its entries in another order",
      a: { values: { l: ["a", "b"] } },
      b: { values: { l: ["b", "a"] } },
      same: false,
    },
    { what: "an empty list within the values, or none", a: { values: { l: [] } }, b: { values: {} }, same: false },
    { what: "a list or an object", a: { values: { l: [] } }, b: { values: { l: {} } }, same: false },
    { what: "another path", a: { path: ["p", "q"] }, b: { path: ["p"] }, same: false },
  ])("$what: $same", ({ a, b, same }) => {
    expect([samePlugin(plugin(a), plugin(b)), samePlugin(plugin(b), plugin(a))]).toEqual([same, same]);
  });

  it("returns for values of any depth, and for keys that objects have a meaning for", () => {
    const deep = (): unknown => JSON.parse(`${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`);
    const odd = (value: string): unknown => JSON.parse(`{"__proto__":"${value}"}`);

    expect(samePlugin(plugin({ values: deep() }), plugin({ values: deep() }))).toBe(true);
    expect(samePlugin(plugin({ values: odd("a") }), plugin({ values: odd("b") }))).toBe(false);
    expect(samePlugin(plugin({ values: odd("a") }), plugin({ values: { x: "a" } }))).toBe(false);
  });
});
