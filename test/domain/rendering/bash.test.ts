import { describe, expect, it } from "vitest";
import { renderBash } from "../../../src/domain/rendering/bash.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { clearTextFile, imageFile, inlineFile, oscView, plainFile, provisionOsc } from "../../support/osc-builders.ts";

function rendered(files: readonly RawObject[], units: readonly RawObject[] = []): string {
  return renderBash(oscView(provisionOsc({ files, units })));
}

/** What stands between the guard and the end. */
function body(files: readonly RawObject[], units: readonly RawObject[] = []): readonly string[] {
  const lines = rendered(files, units).split("\n");
  return lines.slice(lines.indexOf("fi") + 1, lines.indexOf("systemctl daemon-reload")).filter((line) => line !== "");
}

it("is a script that runs once", () => {
  expect(rendered([]).split("\n")).toEqual([
    "#!/bin/bash",
    'if [ -f "/var/lib/osc/provision-osc-applied" ]; then',
    '  echo "The machine has been provisioned already."',
    "  exit 0",
    "fi",
    "",
    "",
    "",
    "systemctl daemon-reload",
    "",
    "",
    "mkdir -p /var/lib/osc",
    "touch /var/lib/osc/provision-osc-applied",
    "",
  ]);
});

describe("files", () => {
  it.each<[string, RawObject, readonly string[]]>([
    [
      "in base64, with permissions",
      inlineFile("/etc/a/b", "hello\n", { permissions: 420 }),
      ['mkdir -p "/etc/a"', 'cat << EOF | base64 -d > "/etc/a/b"', "aGVsbG8K", "EOF", 'chmod "0644" "/etc/a/b"'],
    ],
    [
      "in clear text, which is encoded",
      plainFile("/a", "$x"),
      ['mkdir -p "/"', 'cat << EOF | base64 -d > "/a"', "JHg=", "EOF"],
    ],
    [
      "transmitted unencoded",
      clearTextFile("/etc/a", "<<MACHINE_NAME>>\nb"),
      ['mkdir -p "/etc"', 'cat << EOF > "/etc/a"', "<<MACHINE_NAME>>", "b", "EOF"],
    ],
    [
      "in base64 with line breaks, written on one line",
      { path: "/a", content: { inline: { encoding: "b64", data: "aGVs\nbG8K\n" } } },
      ['mkdir -p "/"', 'cat << EOF | base64 -d > "/a"', "aGVsbG8K", "EOF"],
    ],
  ])("%s", (_, file, expected) => {
    expect(body([file])).toEqual(expected);
  });

  it.each<[number, string]>([
    [0, "0000"],
    [1, "0001"],
    [493, "0755"],
    [2541, "4755"],
    [4095, "7777"],
  ])("with permissions %d get mode %s", (permissions, mode) => {
    expect(body([plainFile("/a", "a", { permissions })]).at(-1)).toBe(`chmod "${mode}" "/a"`);
  });

  it.each([undefined, -1, 1.5, 1e300])("without permissions such as %s get no mode", (permissions) => {
    expect(body([plainFile("/a", "a", { permissions })]).at(-1)).toBe("EOF");
  });

  it.each<[string, RawObject]>([
    ["an image", imageFile("/a", "i")],
    ["an unknown Secret", { path: "/a", content: { secretRef: { name: "s", dataKey: "k" } } }],
    ["nowhere", { path: "/a" }],
  ])("from %s are empty", (_, file) => {
    expect(body([file]).slice(1, 4)).toEqual(['cat << EOF | base64 -d > "/a"', "EOF", ...body([file]).slice(3, 4)]);
  });

  it("from a known Secret have its content", () => {
    const osc = oscView(provisionOsc({ files: [{ path: "/a", content: { secretRef: { name: "s", dataKey: "k" } } }] }));
    expect(renderBash(osc, new Map([["s/k", "aGVsbG8K"]]))).toContain('> "/a"\naGVsbG8K\nEOF\n');
  });

  it("come in their order, before units", () => {
    const units = [{ name: "a.service", content: "a" }];
    const targets = body([plainFile("/b", "b"), plainFile("/a", "a")], units).filter((line) => line.startsWith("cat"));
    expect(targets.map((line) => line.split("> ")[1])).toEqual(['"/b"', '"/a"', '"/etc/systemd/system/a.service"']);
  });
});

describe("units", () => {
  it("are written with their drop-ins", () => {
    const dropIns = [
      { name: "10-a.conf", content: "a" },
      { name: "20-b.conf", content: "b" },
    ];
    expect(body([], [{ name: "a.service", content: "[Service]\n", dropIns }])).toEqual([
      'cat << EOF | base64 -d > "/etc/systemd/system/a.service"',
      "W1NlcnZpY2VdCg==",
      "EOF",
      'mkdir -p "/etc/systemd/system/a.service.d"',
      'cat << EOF | base64 -d > "/etc/systemd/system/a.service.d/10-a.conf"',
      "YQ==",
      "EOF",
      'cat << EOF | base64 -d > "/etc/systemd/system/a.service.d/20-b.conf"',
      "Yg==",
      "EOF",
    ]);
  });

  it("are all enabled and restarted, whatever their command", () => {
    const script = rendered([], [{ name: "a.service", enable: false, command: "stop" }, { name: "b.service" }]);
    expect(script).toContain(
      [
        "systemctl daemon-reload",
        "systemctl enable 'a.service' && systemctl restart --no-block 'a.service'",
        "systemctl enable 'b.service' && systemctl restart --no-block 'b.service'",
        "",
      ].join("\n"),
    );
    expect(body([], [{ name: "b.service" }])).toEqual([]);
  });
});

describe("what rules refuse", () => {
  it.each([
    ['/etc/"; reboot; "', '"/etc/\\"; reboot; \\""'],
    ["/etc/$(reboot)", '"/etc/\\$(reboot)"'],
    ["/etc/`reboot`", '"/etc/\\`reboot\\`"'],
    ["/etc/\\", '"/etc/\\\\"'],
    ["-rf", '"./-rf"'],
  ])("a path %s is quoted", (path, quoted) => {
    expect(body([plainFile(path, "a")])[1]).toBe(`cat << EOF | base64 -d > ${quoted}`);
  });

  it("a relative path is below the present folder", () => {
    expect(body([plainFile("a", "a")])[0]).toBe('mkdir -p "."');
  });

  it.each([
    ["it's.service", "'it'\\''s.service'"],
    ["-a.service", "-- '-a.service'"],
    ["$(reboot).service", "'$(reboot).service'"],
  ])("a unit named %s is quoted", (name, quoted) => {
    expect(rendered([], [{ name }])).toContain(
      `\nsystemctl enable ${quoted} && systemctl restart --no-block ${quoted}\n`,
    );
  });

  it("clear text is not expanded", () => {
    expect(body([clearTextFile("/a", "$(reboot) `reboot` \\$x \\")])[2]).toBe("\\$(reboot) \\`reboot\\` \\\\\\$x \\\\");
  });

  it("clear text does not end its here-document", () => {
    expect(body([clearTextFile("/a", "EOF\nreboot\nEOF1")])).toEqual([
      'mkdir -p "/"',
      'cat << EOF2 > "/a"',
      "EOF",
      "reboot",
      "EOF1",
      "EOF2",
    ]);
  });
});
