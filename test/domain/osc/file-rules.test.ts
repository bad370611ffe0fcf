import { describe, expect, it } from "vitest";
import { fileFindings } from "../../../src/domain/osc/file-rules.ts";
import { findingText } from "../../../src/domain/rules/finding.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import {
  imageFile,
  inlineFile,
  mutationReviewOf,
  oscLines,
  plainFile,
  provisionOsc,
  reconcileOsc,
  reviewOf,
} from "../../support/osc-builders.ts";

function found(files: readonly RawObject[], extensionFiles: readonly RawObject[] = []): readonly string[] {
  return oscLines(fileFindings(reviewOf({ ...reconcileOsc({ files }), status: { extensionFiles } })));
}

const content = (members: RawObject) => found([{ path: "/etc/a", content: members }]);
const inline = (encoding: unknown, data: unknown) => content({ inline: { encoding, data } });

it("has nothing against the files of gardenlet", () => {
  expect(fileFindings(reviewOf(reconcileOsc()))).toEqual([]);
  expect(fileFindings(reviewOf(provisionOsc()))).toEqual([]);
});

describe("OSC-V-44 and 45: paths", () => {
  it.each([undefined, "", null])("%j is missing", (path) => {
    expect(found([{ ...plainFile("", "a"), path }])).toEqual(["OSC-V-44 spec.files[0].path Required"]);
  });

  it.each([
    "/a",
    "/etc/a",
    "/etc/.a",
    "/etc/..a/b..",
    "/etc/a b",
    "/etc/ä+@:%~#!&;|*?<>()[]{}",
    `/${"n".repeat(4095)}`,
    "/var/lib/gardener-node-agent/config-v1.150.0.yaml",
    "/var/lib/gardener-node-agent/config-v0.0.0-master+$Format:%H$.yaml",
  ])("%s is fine", (path) => {
    expect(found([plainFile(path, "a")])).toEqual([]);
  });

  it.each([
    ["etc/a", "absolute"],
    ["./a", "absolute"],
    ["/", "//"],
    ["//etc", "//"],
    ["/etc//a", "//"],
    ["/etc/./a", "//"],
    ["/etc/../a", "//"],
    ["/etc/a/", "//"],
    ["/etc/a/.", "//"],
    ["/..", "//"],
    ['/etc/"a"', "quotes"],
    ["/etc/a'b", "quotes"],
    ["/etc/$a", "quotes"],
    ["/etc/`a`", "quotes"],
    ["/etc/a\\b", "quotes"],
    ["/etc/a\nb", "quotes"],
    ["/etc/a\u0000", "quotes"],
    ["/etc/a\u007F", "quotes"],
    ["/etc/a\u0085", "quotes"],
    [`/${"n".repeat(4096)}`, "4096"],
    [`/${"ä".repeat(2048)}`, "4096"],
    ["/var/lib/gardener-node-agent/config-v0.0.0-master+$Format:%H$.yaml.bak", "quotes"],
  ])("%j is not", (path, hint) => {
    const findings = fileFindings(reviewOf(reconcileOsc({ files: [plainFile(path, "a")] })));
    expect(oscLines(findings)).toEqual(["OSC-V-45 spec.files[0].path Invalid"]);
    expect(findings[0]?.error.detail).toContain(hint);
  });
});

describe("OSC-V-46: the source of the content", () => {
  const secretRef = { name: "s", dataKey: "k" };
  const imageRef = { image: "i", filePathInImage: "/f" };
  const text = { encoding: "", data: "a" };

  it.each<[string, RawObject]>([
    ["inline", { inline: text }],
    ["secretRef", { secretRef }],
    ["imageRef", { imageRef }],
    ["one, beside null", { imageRef, inline: null, secretRef: null }],
  ])("is %s", (_, members) => {
    expect(content(members)).toEqual([]);
  });

  it.each<[string, RawObject | undefined | null]>([
    ["an empty content", {}],
    ["no content", undefined],
    ["null", null],
    ["only a flag", { transmitUnencoded: true }],
  ])("is not %s", (_, members) => {
    expect(found([{ path: "/etc/a", content: members }])).toEqual(["OSC-V-46 spec.files[0].content Required"]);
  });

  it.each<[string, RawObject]>([
    ["inline and secretRef", { inline: text, secretRef }],
    ["secretRef and imageRef", { secretRef, imageRef }],
    ["all three", { inline: text, secretRef, imageRef }],
    ["two that are incomplete (row 92)", { inline: { encoding: "gzip", data: "" }, secretRef: {} }],
  ])("is not %s", (_, members) => {
    expect(content(members)).toEqual(["OSC-V-46 spec.files[0].content Invalid"]);
  });
});

describe("OSC-V-47: what the content consists of", () => {
  it.each<[RawObject, readonly string[]]>([
    [{ secretRef: {} }, ["secretRef.name Required", "secretRef.dataKey Required"]],
    [{ secretRef: { name: "", dataKey: "k" } }, ["secretRef.name Required"]],
    [{ imageRef: { image: "i" } }, ["imageRef.filePathInImage Required"]],
    [
      { imageRef: { image: "", filePathInImage: "" } },
      ["imageRef.image Required", "imageRef.filePathInImage Required"],
    ],
    [{ inline: {} }, ["inline.encoding Required", "inline.data Required"]],
    [{ inline: { data: "a" } }, ["inline.encoding Required"]],
    [{ inline: { encoding: null, data: "a" } }, ["inline.encoding Required"]],
    [{ inline: { encoding: "", data: "" } }, ["inline.data Required"]],
    [{ inline: { encoding: "gzip", data: "a" } }, ["inline.encoding NotSupported"]],
    [{ inline: { encoding: "B64", data: "" } }, ["inline.encoding NotSupported", "inline.data Required"]],
  ])("%j", (members, expected) => {
    expect(content(members)).toEqual(expected.map((line) => `OSC-V-47 spec.files[0].content.${line}`));
  });
});

describe("OSC-V-48: base64", () => {
  it.each(["YQ==", "YWI=", "YWJj", "YW\nI=\r\n", "YR==", "+/+/"])("%j is base64", (data) => {
    expect(inline("b64", data)).toEqual([]);
  });

  it.each(["a$b=", "YQ", "YQ=", "-_-_", "YQ==YQ==", "=", "====", "YW I=", "YWI=\t", "\u0141\u0141\u0141\u0141", "\n="])(
    "%j is none (row 43)",
    (data) => {
      expect(inline("b64", data)).toEqual(["OSC-V-48 spec.files[0].content.inline.data Invalid"]);
    },
  );

  it("is not asked for of clear text", () => {
    expect(inline("", "a$b=")).toEqual([]);
  });

  it("does not repeat the data", () => {
    const [finding] = fileFindings(reviewOf(reconcileOsc({ files: [inlineOf("$".repeat(50_000))] })));
    expect(finding && findingText(finding).length).toBeLessThan(200);
  });

  const inlineOf = (data: string) => ({ path: "/etc/a", content: { inline: { encoding: "b64", data } } });
});

describe("OSC-V-49: hosts", () => {
  const of = (hostName: unknown) => found([plainFile("/etc/a", "a", { hostName })]);

  it.each(["a", "node-1.example", "1.2", "a--b", "n".repeat(64), "n".repeat(253), undefined, null])(
    "%s is one",
    (name) => {
      expect(of(name)).toEqual([]);
    },
  );

  it.each(["", "A", "a_b", "-a", "a-", "a..b", ".a", "a.", "a\n", "n".repeat(254), "ä"])("%j is none", (name) => {
    expect(of(name)).toEqual(["OSC-V-49 spec.files[0].hostName Invalid"]);
  });
});

describe("OSC-V-50: paths that repeat", () => {
  const on = (hostName: string | undefined, path = "/var/lib/x") => plainFile(path, "a", { hostName });

  it.each<[string, readonly (string | undefined)[], readonly string[]]>([
    ["of different hosts", ["a", "b", "c"], []],
    ["without a host", [undefined, undefined], ["OSC-V-50 spec.files[1].path Duplicate"]],
    ["of all hosts and one (row 45)", ["a", undefined], ["OSC-V-50 spec.files[1].path Duplicate"]],
    ["of one host and all", [undefined, "a"], ["OSC-V-50 spec.files[1].path Duplicate"]],
    ["of the first host", ["a", "b", "a"], ["OSC-V-50 spec.files[2].path Duplicate"]],
    ["of a later host, which Gardener misses (row 44)", ["a", "b", "b"], ["OSC-V-50 (W) spec.files[2].path Duplicate"]],
    [
      "of all hosts between two, of which Gardener sees one",
      ["a", undefined, "b"],
      ["OSC-V-50 spec.files[1].path Duplicate", "OSC-V-50 (W) spec.files[2].path Duplicate"],
    ],
    [
      "several times",
      [undefined, undefined, undefined],
      ["OSC-V-50 spec.files[1].path Duplicate", "OSC-V-50 spec.files[2].path Duplicate"],
    ],
  ])("%s", (_, hosts, expected) => {
    expect(found(hosts.map((host) => on(host)))).toEqual(expected);
  });

  it("in what the OS extension adds (row 46)", () => {
    expect(found([on(undefined, "/etc/ntp.conf")], [on(undefined, "/etc/a"), on(undefined, "/etc/ntp.conf")])).toEqual([
      "OSC-V-50 status.extensionFiles[1].path Duplicate",
    ]);
  });

  it("are not told of where they are missing", () => {
    expect(found([on(undefined, ""), on(undefined, "")])).toEqual([
      "OSC-V-44 spec.files[0].path Required",
      "OSC-V-44 spec.files[1].path Required",
    ]);
  });
});

describe("OSC-V-51: permissions", () => {
  const findings = (permissions: unknown) =>
    fileFindings(reviewOf(reconcileOsc({ files: [plainFile("/etc/a", "a", { permissions })] })));

  it.each([0, 1, 256, 384, 420, 493, 511, 2541, 4095, undefined, null])("%s are fine", (permissions) => {
    expect(findings(permissions)).toEqual([]);
  });

  it.each([
    [400, 256],
    [440, 288],
    [444, 292],
    [600, 384],
    [640, 416],
    [644, 420],
    [660, 432],
    [664, 436],
    [700, 448],
    [750, 488],
    [755, 493],
    [775, 509],
    [777, 511],
  ])("%d is octal, typed as decimal, for %d (row 40)", (typed, meant) => {
    const [finding, ...more] = findings(typed);
    expect(oscLines(finding ? [finding] : [])).toEqual(["OSC-V-51 spec.files[0].permissions Invalid"]);
    expect(finding?.error.detail).toMatch(new RegExp(`; for 0${typed} write ${meant}$`));
    expect(more).toEqual([]);
  });

  it.each([-1, 4096, 420.5, 1e300, Number.MAX_SAFE_INTEGER])("%d are none", (permissions) => {
    expect(oscLines(findings(permissions))).toEqual(["OSC-V-51 spec.files[0].permissions Invalid"]);
  });
});

describe("OSC-V-52: provision OSCs", () => {
  const of = (file: RawObject, status: RawObject = {}) =>
    oscLines(fileFindings(reviewOf({ ...provisionOsc({ files: [file] }), status })));

  it("have no files from images (row 52)", () => {
    expect(of(imageFile("/opt/bin/a", "i"))).toEqual(["OSC-V-52 spec.files[0].content.imageRef Forbidden"]);
  });

  it("have no files of single hosts", () => {
    expect(of(plainFile("/etc/a", "a", { hostName: "a" }))).toEqual(["OSC-V-52 spec.files[0].hostName Forbidden"]);
  });

  it("are rendered without what is in the status", () => {
    expect(of(plainFile("/etc/a", "a"), { extensionFiles: [imageFile("/opt/bin/a", "i")] })).toEqual([]);
  });

  it("are not reconcile OSCs", () => {
    expect(found([plainFile("/etc/a", "a", { hostName: "a" }), imageFile("/opt/bin/a", "i")])).toEqual([]);
  });
});

describe("OSC-V-53: containerd's config.toml", () => {
  const file = plainFile("/etc/containerd/config.toml", "version = 2");

  it("is left to gardener-node-agent by reconcile OSCs", () => {
    expect(found([file])).toEqual(["OSC-V-53 spec.files[0].path Forbidden"]);
  });

  it("may be in a provision OSC", () => {
    expect(fileFindings(reviewOf(provisionOsc({ files: [file] })))).toEqual([]);
  });

  it("is not what has only a similar path", () => {
    expect(found([plainFile("/etc/containerd/config.toml.bak", "a")])).toEqual([]);
  });
});

describe("files of the OS extension", () => {
  it("obey the same rules", () => {
    const files = [
      { path: "", content: {} },
      { path: "etc", permissions: 755, hostName: "A", content: { inline: { encoding: "b64", data: "$" } } },
      { path: "/etc/a", content: { secretRef: {} } },
    ];
    expect(found([], files).toSorted()).toEqual([
      "OSC-V-44 status.extensionFiles[0].path Required",
      "OSC-V-45 status.extensionFiles[1].path Invalid",
      "OSC-V-46 status.extensionFiles[0].content Required",
      "OSC-V-47 status.extensionFiles[2].content.secretRef.dataKey Required",
      "OSC-V-47 status.extensionFiles[2].content.secretRef.name Required",
      "OSC-V-48 status.extensionFiles[1].content.inline.data Invalid",
      "OSC-V-49 status.extensionFiles[1].hostName Invalid",
      "OSC-V-51 status.extensionFiles[1].permissions Invalid",
    ]);
  });
});

describe("of our own mutation", () => {
  const bad = { path: "relative", permissions: 755, content: {} };

  function touching(
    files: readonly RawObject[],
    touched: readonly number[],
    extensionFiles: readonly RawObject[] = [],
  ) {
    return outcome([], files, touched, extensionFiles);
  }

  function outcome(
    before: readonly RawObject[],
    files: readonly RawObject[],
    touched: readonly number[],
    extensionFiles: readonly RawObject[] = [],
  ) {
    const [input, object] = [before, files].map((each) => ({
      ...reconcileOsc({ files: each }),
      status: { extensionFiles },
    }));
    return oscLines(fileFindings(mutationReviewOf(input ?? {}, object ?? {}, { files: touched })));
  }

  it("single files are looked at where it touched them", () => {
    expect(touching([bad, inlineFile("/etc/a", "a")], [1], [bad])).toEqual([]);
    expect(touching([bad, inlineFile("/etc/a", "a")], [0], [])).toHaveLength(3);
  });

  it("paths are compared with those of all files", () => {
    const files = [plainFile("/etc/a", "a"), plainFile("/etc/b", "b"), plainFile("/etc/b", "b")];
    expect(touching(files, [0], [plainFile("/etc/a", "a")])).toEqual([
      "OSC-V-50 status.extensionFiles[0].path Duplicate",
    ]);
    expect(touching(files, [1])).toEqual(["OSC-V-50 spec.files[2].path Duplicate"]);
    expect(touching(files, [])).toEqual([]);
  });

  it("paths that were there before are not its own", () => {
    const files = [plainFile("/etc/a", "a"), plainFile("/etc/a", "b")];
    const changed = [plainFile("/etc/a", "c"), plainFile("/etc/a", "b")];
    expect(outcome(files, changed, [0])).toEqual([]);
    expect(outcome([plainFile("/etc/b", "a"), ...files.slice(1)], changed, [0])).toEqual([
      "OSC-V-50 spec.files[1].path Duplicate",
    ]);
    const onHost = [plainFile("/etc/a", "c", { hostName: "h" }), ...files.slice(1)];
    expect(outcome(files, onHost, [0])).toEqual(["OSC-V-50 spec.files[1].path Duplicate"]);
  });
});

describe("the logical keys", () => {
  const keys = (files: readonly RawObject[]) => fileFindings(reviewOf(reconcileOsc({ files }))).map(({ key }) => key);

  it("name path and mistake, wherever the file stands", () => {
    const wrong = plainFile("/etc/a", "a", { permissions: 755 });
    expect(keys([wrong])).toEqual(['"/etc/a"/"755"']);
    expect(keys([plainFile("/etc/b", "b"), wrong])).toEqual(['"/etc/a"/"755"']);
    expect(keys([{ ...wrong, permissions: 777 }])).toEqual(['"/etc/a"/"777"']);
  });
});
