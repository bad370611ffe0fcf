import { describe, expect, it } from "vitest";
import { errorText } from "../../../src/domain/field/error.ts";
import { containerdFindings } from "../../../src/domain/osc/containerd-rules.ts";
import { findingIdentity } from "../../../src/domain/rules/finding.ts";
import { containerdOsc, oscLines, reviewOf } from "../../support/osc-builders.ts";

describe("OSC-V-08, the sandbox image", () => {
  const PATH = "spec.criConfig.containerd.sandboxImage";

  it.each(["registry.k8s.io/pause:3.10", "pause:3.10", "localhost:5000/pause:3.10", `a/b@sha256:${"0".repeat(64)}`])(
    "may be %s",
    (sandboxImage) => {
      expect(oscLines(containerdFindings(reviewOf(containerdOsc({ sandboxImage }))))).toEqual([]);
    },
  );

  it.each([" registry.k8s.io/pause:3.10", "https://registry.k8s.io/pause:3.10", "a b:1", "Pause:3.10", "a:1@sha256:0"])(
    "is not %j",
    (sandboxImage) => {
      expect(oscLines(containerdFindings(reviewOf(containerdOsc({ sandboxImage }))))).toEqual([
        `OSC-V-08 ${PATH} Invalid`,
      ]);
    },
  );

  it.each(["pause", "registry.k8s.io/pause", "localhost:5000/pause"])("is only warned of as %s", (sandboxImage) => {
    expect(oscLines(containerdFindings(reviewOf(containerdOsc({ sandboxImage }))))).toEqual([
      `OSC-V-08 (Ww) ${PATH} Invalid`,
    ]);
  });

  it("says what to write", () => {
    const [found] = containerdFindings(reviewOf(containerdOsc({ sandboxImage: "docker://pause" })));
    expect(found && errorText(found.error)).toBe(
      `${PATH}: Invalid value: "docker://pause": must be [host[:port]/]repository[:tag][@digest], without scheme and blanks`,
    );
  });

  it("is another mistake where it is another image", () => {
    const identities = ["a b", "c d"].flatMap((sandboxImage) =>
      containerdFindings(reviewOf(containerdOsc({ sandboxImage }))).map(findingIdentity),
    );
    expect(new Set(identities).size).toBe(2);
  });
});
