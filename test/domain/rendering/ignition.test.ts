import { describe, expect, it } from "vitest";
import { renderIgnition } from "../../../src/domain/rendering/ignition.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { clearTextFile, imageFile, inlineFile, oscView, plainFile, provisionOsc } from "../../support/osc-builders.ts";

function rendered(files: readonly RawObject[], units: readonly RawObject[] = []) {
  return JSON.parse(renderIgnition(oscView(provisionOsc({ files, units }))));
}

const file = (object: RawObject) => rendered([object]).storage.files[0];
const source = (object: RawObject) => file(object).contents.source;
const unit = (object: RawObject) => rendered([], [object]).systemd.units[0];

it("is a configuration of version 3.3.0", () => {
  expect(rendered([])).toEqual({ ignition: { version: "3.3.0" }, storage: { files: [] }, systemd: { units: [] } });
});

describe("files", () => {
  it("have path, content and, if set, mode", () => {
    expect(file(inlineFile("/etc/a", "hello\n", { permissions: 420 }))).toEqual({
      path: "/etc/a",
      contents: { source: "data:;base64,aGVsbG8K" },
      mode: 420,
    });
    expect(file(inlineFile("/etc/a", "hello\n"))).not.toHaveProperty("mode");
  });

  it("show placeholders percent-encoded, in which form they are replaced", () => {
    expect(source(clearTextFile("/a", "<<BOOTSTRAP_TOKEN>>"))).toBe("data:,%3C%3CBOOTSTRAP_TOKEN%3E%3E");
  });

  it.each<[string, string]>([
    ["a b+c", "a%20b%2Bc"],
    ["!*'()", "%21%2A%27%28%29"],
    ["-_.~", "-_.~"],
    ["%\n\u0000é😀", "%25%0A%00%C3%A9%F0%9F%98%80"],
    ["\ud800", "%EF%BF%BD"],
  ])("of clear text %j are percent-encoded", (text, encoded) => {
    expect(source(plainFile("/a", text))).toBe(`data:,${encoded}`);
  });

  it("have base64 without line breaks", () => {
    expect(source({ path: "/a", content: { inline: { encoding: "b64", data: "aGVs\r\nbG8K\n" } } })).toBe(
      "data:;base64,aGVsbG8K",
    );
  });

  it("look at the encoding, not at transmitUnencoded", () => {
    const inline = { encoding: "b64", data: "YQ==" };
    expect(source({ path: "/a", content: { inline, transmitUnencoded: true } })).toBe("data:;base64,YQ==");
  });

  it.each<[string, RawObject]>([
    ["an image", imageFile("/a", "i")],
    ["an unknown Secret", { path: "/a", content: { secretRef: { name: "s", dataKey: "k" } } }],
    ["nowhere", { path: "/a" }],
  ])("from %s are empty", (_, object) => {
    expect(source(object)).toBe("data:;base64,");
  });

  it("from a known Secret have its content", () => {
    const osc = oscView(provisionOsc({ files: [{ path: "/a", content: { secretRef: { name: "s", dataKey: "k" } } }] }));
    expect(renderIgnition(osc, new Map([["s/k", "aGVsbG8K"]]))).toContain('"data:;base64,aGVsbG8K"');
  });
});

describe("units", () => {
  it.each<[RawObject, RawObject]>([
    [{ name: "a.service" }, { name: "a.service", enabled: true }],
    [
      { name: "a.service", enable: false, command: "stop" },
      { name: "a.service", enabled: false },
    ],
    [
      { name: "a.service", content: "" },
      { name: "a.service", enabled: true, contents: "" },
    ],
    [
      { name: "a.service", content: "[Service]\n", dropIns: [{ name: "a.conf", content: "b" }] },
      { name: "a.service", enabled: true, contents: "[Service]\n", dropins: [{ name: "a.conf", contents: "b" }] },
    ],
  ])("%j", (object, expected) => {
    expect(unit(object)).toEqual(expected);
  });
});

it("escapes in JSON what Go escapes, so that its size is the same", () => {
  const text = renderIgnition(oscView(provisionOsc({ files: [], units: [{ name: "<a>&\u2028.service" }] })));
  expect(text).toContain('"\\u003ca\\u003e\\u0026\\u2028.service"');
});
