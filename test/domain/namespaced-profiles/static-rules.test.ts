import { describe, expect, it } from "vitest";
import {
  AMD,
  ARM,
  CRI,
  childOf,
  FUTURE,
  findingsOf,
  type Json,
  L,
  linesOf,
  parentOf,
  withVersion,
} from "./reviewed.ts";

const V = "spec.machineImages[0].versions[0]";

const IMAGE = { name: "os", versions: [{ version: "1.0.0" }] };

/** The findings that need no parent. */
function staticLines(parts: Json): readonly string[] {
  return linesOf(childOf(parts), { parent: undefined }).filter((text) => !text.startsWith("CAP-NCP-04"));
}

function image(version: Json, parts: Json = {}): Json {
  return { machineImages: [{ name: "os", versions: [{ version: "1.0.0", ...version }], ...parts }] };
}

describe("machine images on their own", () => {
  it.each<[string, Json, readonly string[]]>([
    ["an override", image({ expirationDate: FUTURE }), []],
    ["no update strategy and no versions", { machineImages: [{ name: "os" }] }, []],
    ["things that only the parent can judge", image({ capabilityFlavors: [{ gpu: [] }, { gpu: [] }], cri: [{}] }), []],
    ["no name", image({}, { name: "" }), ["CAP-NCP-26 Required spec.machineImages[0].name"]],
    ["a malformed name", image({}, { name: "a/b" }), ['CAP-NCP-26 Invalid spec.machineImages[0].name "a/b"']],
    [
      "a repeated name and version",
      { machineImages: [IMAGE, IMAGE] },
      [
        'CAP-NCP-26 Duplicate spec.machineImages[1] "os"',
        'CAP-NCP-26 Duplicate spec.machineImages[1].versions[0] "os-1.0.0"',
      ],
    ],
    [
      "an unknown update strategy",
      image({}, { updateStrategy: "" }),
      ['CAP-NCP-26 NotSupported spec.machineImages[0].updateStrategy ""'],
    ],
    [
      "no version text",
      image({ version: "" }),
      [
        "CAP-NCP-26 Invalid spec.machineImages",
        `CAP-NCP-26 Invalid ${V}.version ""`,
        `CAP-NCP-26 Required ${V}.version`,
      ],
    ],
    [
      "an unknown architecture",
      image({ architectures: ["arm64", "riscv64"] }),
      [`CAP-NCP-26 NotSupported ${V}.architectures[1] "riscv64"`],
    ],
    [
      "texts about other versions",
      image({ kubeletVersionConstraint: ">>1", inPlaceUpdates: { supported: true, minVersionForUpdate: "old" } }),
      [
        `CAP-NCP-26 Invalid ${V}.kubeletVersionConstraint ">>1"`,
        `CAP-NCP-26 Invalid ${V}.minVersionForInPlaceUpdate "old"`,
      ],
    ],
  ])("%s", (_, parts, expected) => {
    expect(staticLines(parts)).toEqual(expected);
  });

  it("speaks of architectures that the parent does not define only where it is asked", () => {
    const spec = withVersion({ version: "4.9.0", cri: CRI, architectures: ["arm64"] });
    const legacy = parentOf(L);
    expect(linesOf(spec, { parent: legacy })).toEqual([]);
    const oneArchitecture = parentOf([{ name: "architecture", values: ["amd64"] }], { machineTypes: [] });
    expect(linesOf(spec, { parent: oneArchitecture }).filter((text) => text.includes(" spec."))).toEqual([
      `CAP-NCP-09 NotSupported ${V}.architectures[0] "arm64"`,
      `CAP-NCP-09 NotSupported ${V}.capabilityFlavors[0].architecture[0] "arm64"`,
    ]);
  });

  it("names the rule that it applies", () => {
    const [found] = findingsOf(childOf(image({}, { name: "a/b" })), { parent: undefined });
    expect(found?.error.detail).toMatch(/ends and no '\/' \(CAP-CP-41\)$/);
  });
});

describe("machine types on their own", () => {
  function type(parts: Json): Json {
    return { machineTypes: [{ name: "t", ...parts }] };
  }

  it.each<[string, Json, readonly string[]]>([
    ["a name alone", type({}), []],
    ["both formats, in contradiction", type({ architecture: "amd64", capabilities: ARM }), []],
    ["an empty architecture", type({ architecture: "" }), []],
    ["no name", type({ name: null }), ["CAP-NCP-16 Required spec.machineTypes[0].name"]],
    ["a malformed name", type({ name: "t/" }), ['CAP-NCP-16 Invalid spec.machineTypes[0].name "t/"']],
    [
      "an unknown architecture",
      type({ architecture: "AMD64", capabilities: AMD }),
      ['CAP-NCP-16 NotSupported spec.machineTypes[0].architecture "AMD64"'],
    ],
    [
      "a repeated name, behind which nothing more is looked at",
      { machineTypes: [{ name: "t" }, { name: "t", architecture: "AMD64" }] },
      ['CAP-NCP-16 Duplicate spec.machineTypes[1].name "t"'],
    ],
  ])("%s", (_, parts, expected) => {
    expect(staticLines(parts)).toEqual(expected);
  });
});
