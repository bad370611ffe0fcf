import { describe, expect, it } from "vitest";
import { dropInMistake, isContainerdDropIn } from "../../../src/domain/policies/containerd-drop-in.ts";

const WITHOUT_VERSION = "must begin with version = 3, which is what every containerd 2 reads";

it.each([
  ["/etc/containerd/conf.d/50-pull.toml", true],
  ["/etc/containerd/conf.d/50-pull.conf", false],
  ["/etc/containerd/conf.d/more/50-pull.toml", false],
  ["/etc/containerd/conf.d.toml", false],
  ["/etc/containerd/config.toml", false],
])("%s is a drop-in: %s", (path, expected) => {
  expect(isContainerdDropIn(path)).toBe(expected);
});

describe("nothing is wrong with a drop-in that", () => {
  it.each([
    ["is that of P9", "version = 3\n[plugins.'io.containerd.cri.v1.images']\n  max_concurrent_downloads = 8\n"],
    ["has a comment behind its version", "# pulls\nversion = 3 # of the file\n"],
    ["has Windows line ends", "version = 3\r\n[debug]\r\n"],
    ["is about other plugins", 'version = 3\n[plugins."io.containerd.gc.v1.scheduler"]\npause_threshold = 0.05\n'],
    [
      "has what stays in the CRI plugin",
      `version = 3\n[plugins."io.containerd.grpc.v1.cri"]\nstream_server_port = "0"\n`,
    ],
    [
      "has a table that stays there",
      `version = 3\n[plugins."io.containerd.grpc.v1.cri".x509_key_pair_streaming]\ntls_cert_file = "/x"\n`,
    ],
    ["mentions the old plugin in a comment", `version = 3\n# [plugins."io.containerd.grpc.v1.cri".containerd]\n`],
  ])("%s", (_, text) => {
    expect(dropInMistake(text)).toBeUndefined();
  });
});

describe("a drop-in is refused that", () => {
  it.each([
    ["is empty", "", WITHOUT_VERSION],
    ["has no version", "[plugins.'io.containerd.cri.v1.images']\nmax_concurrent_downloads = 8\n", WITHOUT_VERSION],
    ["has version 2", "version = 2\n", WITHOUT_VERSION],
    ["has version 4, which containerd 2.0 to 2.2 do not know", "version = 4\n", WITHOUT_VERSION],
    ["has its version in a table", "[debug]\nversion = 3\n", WITHOUT_VERSION],
    [
      "begins with a table of version 2",
      `[plugins."io.containerd.grpc.v1.cri"]\nmax_concurrent_downloads = 8\n`,
      "io.containerd.grpc.v1.cri.max_concurrent_downloads is not read by containerd 2; version 3 has it in io.containerd.cri.v1.images.max_concurrent_downloads",
    ],
    [
      "has a table of version 2",
      `version = 3\n[plugins."io.containerd.grpc.v1.cri".containerd]\nsnapshotter = "native"\n`,
      "io.containerd.grpc.v1.cri.containerd is not read by containerd 2; version 3 has it in io.containerd.cri.v1.images or io.containerd.cri.v1.runtime",
    ],
    [
      "has a runtime of version 2, in dotted keys",
      `version = 3\nplugins.'io.containerd.grpc.v1.cri'.cni.conf_dir = "/x"\n`,
      "io.containerd.grpc.v1.cri.cni.conf_dir is not read by containerd 2; version 3 has it in io.containerd.cri.v1.runtime.cni.conf_dir",
    ],
  ])("%s", (_, text, expected) => {
    expect(dropInMistake(text)).toBe(expected);
  });
});

it("reads long lines in no time", () => {
  expect(dropInMistake(`${"a.".repeat(200_000)}\n${'"x'.repeat(100_000)}`)).toBe(WITHOUT_VERSION);
});
