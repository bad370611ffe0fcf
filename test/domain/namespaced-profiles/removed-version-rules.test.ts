import { describe, expect, it } from "vitest";
import type { ProfileUse } from "../../../src/domain/profiles/profile-use.ts";
import {
  childOf,
  D2,
  FUTURE,
  findingsOf,
  linesOf,
  PAST,
  parentOf,
  parentVersion,
  withCustomImage,
  withVersion,
} from "./reviewed.ts";

function use(parts: Partial<ProfileUse> = {}): ProfileUse {
  const image = { image: "os", version: "4.0.0" };
  return { namespace: "garden-dev", shoot: "botany", pool: "worker", machineType: "m1", ...image, ...parts };
}

const EXTENDED = withVersion({ version: "4.0.0", expirationDate: FUTURE });
const versions = [parentVersion(D2, { expirationDate: PAST })];
const EXPIRED_IN_PARENT = parentOf(D2, { machineImages: [{ name: "os", updateStrategy: "minor", versions }] });
const LOST = ["CAP-NCP-22 Forbidden spec.machineImages"];

describe("a version that is removed from the profile", () => {
  it.each<[string, Parameters<typeof linesOf>[0], Parameters<typeof linesOf>[1], readonly string[]]>([
    ["and expired in the parent", childOf(), { old: EXTENDED, parent: EXPIRED_IN_PARENT, uses: [use()] }, LOST],
    ["and offered by the parent", childOf(), { old: EXTENDED, uses: [use()] }, []],
    [
      "and unknown to the parent",
      childOf(),
      { old: withCustomImage({}), uses: [use({ image: "custom", version: "1.0.0" })] },
      LOST,
    ],
    ["and used nowhere", childOf(), { old: withCustomImage({}), uses: [use()] }, []],
    [
      "and used in another namespace alone",
      childOf(),
      { old: withCustomImage({}), uses: [use({ namespace: "garden", image: "custom", version: "1.0.0" })] },
      [],
    ],
    ["from one entry, and still there", EXTENDED, { old: EXTENDED, parent: EXPIRED_IN_PARENT, uses: [use()] }, []],
    ["before, not by this update", childOf(), { old: childOf(), parent: EXPIRED_IN_PARENT, uses: [use()] }, []],
    ["on creation, when nothing can be", childOf(), { parent: EXPIRED_IN_PARENT, uses: [use()] }, []],
  ])("%s", (_, spec, parts, expected) => {
    expect(linesOf(spec, parts)).toEqual(expected);
  });

  it("names up to five shoots, once each", () => {
    const shoots = ["g", "f", "e", "d", "c", "b", "a", "a"];
    const uses = shoots.map((shoot, index) => use({ shoot, pool: `p${index}` }));
    const [found] = findingsOf(childOf(), { old: EXTENDED, parent: EXPIRED_IN_PARENT, uses });
    expect(found?.error.detail).toBe(
      'version "4.0.0" of machine image "os" is used by shoots garden-dev/a, garden-dev/b, garden-dev/c, garden-dev/d, garden-dev/e and 2 more, and the parent has it expired; keep it until nothing uses it',
    );
  });
});
