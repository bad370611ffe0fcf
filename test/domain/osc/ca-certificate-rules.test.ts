import { describe, expect, it } from "vitest";
import { errorText } from "../../../src/domain/field/error.ts";
import { registryFindings } from "../../../src/domain/osc/registry-rules.ts";
import { NO_POLICIES } from "../../../src/domain/policies/types.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { containerdOsc, inlineFile, oscLines, reviewOf } from "../../support/osc-builders.ts";

const CA = "/etc/containerd/certs.d-ca/corp.pem";
const C = "spec.criConfig.containerd.registries[0].hosts[0].caCerts";
const FILES = { files: [inlineFile(CA, "certificate")] };

function osc(caCerts: readonly string[], spec: RawObject = FILES, url = "https://mirror.example"): RawObject {
  return containerdOsc({ registries: [{ upstream: "quay.io", hosts: [{ url, caCerts }] }] }, spec);
}

function lines(object: RawObject): readonly string[] {
  return oscLines(registryFindings(reviewOf(object)));
}

const unclean = (index: number) => `OSC-V-20 ${C}[${index}] Invalid`;
const unknown = (index: number) => `OSC-V-20 (Ww) ${C}[${index}] Invalid`;

describe("OSC-V-20, a CA certificate", () => {
  it.each<[string, string, readonly string[]]>([
    ["of the files", CA, []],
    ["of the operating system", "/etc/ssl/certs/ca-certificates.crt", []],
    ["that is empty", "", [unclean(0)]],
    ["with an empty element", "/etc//ca.pem", [unclean(0)]],
    ["with a dot", "/etc/./ca.pem", [unclean(0)]],
    ["with a dot at the end", "/etc/.", [unclean(0)]],
    ["that leads upwards", "/etc/containerd/certs.d/../certs.d-ca/corp.pem", [unclean(0)]],
    ["with a slash at the end", `${CA}/`, [unclean(0)]],
    ["that nobody knows", "/etc/ca.pem", [unknown(0)]],
    ["of the root", "/", [unknown(0)]],
    ["that is relative and leads to a file", "../../certs.d-ca/corp.pem", []],
    ["that is relative, by detours", ".././..//../containerd/certs.d-ca/corp.pem", []],
    ["that is relative and leads nowhere", "corp.pem", [unknown(0)]],
    ["that leads above the root", "../../../../../../etc/containerd/certs.d-ca/corp.pem", []],
  ])("%s", (_, written, expected) => {
    expect(lines(osc([written]))).toEqual(expected);
  });

  it("may stand in the directory of the upstream", () => {
    const files = [inlineFile("/etc/containerd/certs.d/quay.io/ca.pem", "certificate")];
    expect(lines(osc(["ca.pem", "./ca.pem", "/etc/containerd/certs.d/quay.io/ca.pem"], { files }))).toEqual([]);
  });

  it("may come from an OS extension", () => {
    const status = { extensionFiles: [inlineFile("/var/lib/depot/ca.pem", "certificate")] };
    expect(lines({ ...osc(["/var/lib/depot/ca.pem"]), status })).toEqual([]);
  });

  it("may be one of the operator's table", () => {
    const tables = { ...NO_POLICIES.tables, caCertificates: ["/opt/ca.pem"] };
    const review = reviewOf(osc(["/opt/ca.pem", "/etc/ssl/certs/ca-certificates.crt"]), undefined, { tables });
    expect(oscLines(registryFindings(review))).toEqual([unknown(1)]);
  });

  it("is judged one by one", () => {
    expect(lines(osc([CA, "", "/x", "/y/"]))).toEqual([unclean(1), unknown(2), unclean(3)]);
  });

  it.each([
    ["http://mirror.example", [`OSC-V-20 (Ww) ${C} Invalid`]],
    ["HTTP://mirror.example", ["OSC-V-15", `OSC-V-20 (Ww) ${C} Invalid`]],
    ["https://mirror.example", []],
  ])("of a host with clear text or not: %s", (url, expected) => {
    expect(lines(osc([CA, CA], FILES, url)).map((line) => (line.startsWith("OSC-V-15") ? "OSC-V-15" : line))).toEqual(
      expected,
    );
    expect(lines(osc([], FILES, url)).filter((line) => line.startsWith("OSC-V-20"))).toEqual([]);
  });

  it("is told where it would be, and what to do", () => {
    const found = registryFindings(reviewOf(osc(["/a/../b.pem", "c.pem"])));
    expect(found.map(({ error }) => errorText(error))).toEqual([
      `${C}[0]: Invalid value: "/a/../b.pem": is no clean path; write "/b.pem"`,
      `${C}[1]: Invalid value: "c.pem": is no known file (/etc/containerd/certs.d/quay.io/c.pem); without it every pull of the upstream fails; add it to spec.files`,
    ]);
  });
});
