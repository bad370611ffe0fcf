import { describe, expect, it } from "vitest";
import { parseImageReference } from "../../../src/domain/osc/image-reference.ts";

const SHA256 = `sha256:${"0a".repeat(32)}`;
const SHA512 = `sha512:${"0a".repeat(64)}`;

describe("an image reference", () => {
  it.each<[string, string, string | undefined, string | undefined]>([
    ["pause", "pause", undefined, undefined],
    ["pause:3.10", "pause", "3.10", undefined],
    ["registry.k8s.io/pause:3.10", "registry.k8s.io/pause", "3.10", undefined],
    [`registry.k8s.io/pause@${SHA256}`, "registry.k8s.io/pause", undefined, SHA256],
    [`registry.k8s.io/pause:3.10@${SHA256}`, "registry.k8s.io/pause", "3.10", SHA256],
    [`a/b@${SHA512}`, "a/b", undefined, SHA512],
    ["localhost:5000/a/b", "localhost:5000/a/b", undefined, undefined],
    ["localhost:5000", "localhost", "5000", undefined],
    ["Mirror.Example:443/k8s/pause:v1_2-3", "Mirror.Example:443/k8s/pause", "v1_2-3", undefined],
    ["10.0.0.9:5000/pause:1", "10.0.0.9:5000/pause", "1", undefined],
    ["[fd00::1]:5000/pause:1", "[fd00::1]:5000/pause", "1", undefined],
    ["a.b_c/d__e/f---g:1", "a.b_c/d__e/f---g", "1", undefined],
    [`a:${"t".repeat(128)}`, "a", "t".repeat(128), undefined],
  ])("%s", (text, name, tag, digest) => {
    expect(parseImageReference(text)).toEqual({ name, tag, digest });
  });

  it.each([
    "",
    " pause:3.10",
    "pause:3.10 ",
    "pause :3.10",
    "pause:3.10\n",
    "https://registry.k8s.io/pause:3.10",
    "docker://pause",
    "registry.k8s.io/",
    "/pause",
    "registry.k8s.io//pause",
    "Pause:3.10",
    "registry.k8s.io/Pause:3.10",
    "-a/b",
    "a-/b",
    "a..b/c",
    "a___b",
    "a:",
    "a:.1",
    "a:b:c",
    `a:${"t".repeat(129)}`,
    "a@",
    "a@sha256:0a",
    `a@${SHA256.toUpperCase()}`,
    `a@${SHA256}@${SHA256}`,
    `a@md5:${"0".repeat(32)}`,
    "host:port/a",
    "ho_st:5000/a",
    `registry.k8s.io/${"a".repeat(256)}`,
  ])("is not %j", (text) => {
    expect(parseImageReference(text)).toBeUndefined();
  });

  it.each(["a-".repeat(2_000_000), "a/".repeat(2_000_000), "a.".repeat(2_000_000), ":".repeat(4_000_000)])(
    "can be nonsense of any length",
    (text) => {
      expect(parseImageReference(text)).toBeUndefined();
    },
  );
});
