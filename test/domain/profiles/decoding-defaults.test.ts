import { describe, expect, it } from "vitest";
import { withDecodingDefaults } from "../../../src/domain/profiles/decoding-defaults.ts";
import { D1 } from "../../support/case-pools.ts";
import { cloudProfileSpec, imageVersion, machineType } from "../../support/profiles.ts";

const BARE = cloudProfileSpec({
  machineTypes: [machineType({})],
  machineImages: [{ name: "os", updateStrategy: undefined, versions: [imageVersion({ cri: [] })] }],
});

describe("withDecodingDefaults", () => {
  it("fills in everything in legacy mode", () => {
    expect(withDecodingDefaults(BARE)).toEqual(
      cloudProfileSpec({
        machineTypes: [machineType({ architecture: "amd64" })],
        machineImages: [
          { name: "os", updateStrategy: "major", versions: [imageVersion({ architectures: ["amd64"] })] },
        ],
      }),
    );
  });

  it("fills in no architectures in capability mode", () => {
    expect(withDecodingDefaults({ ...BARE, machineCapabilities: D1 })).toEqual(
      cloudProfileSpec({
        machineCapabilities: D1,
        machineTypes: [machineType({})],
        machineImages: [{ name: "os", updateStrategy: "major", versions: [imageVersion({})] }],
      }),
    );
  });

  it("keeps what is given, empty texts included", () => {
    const given = cloudProfileSpec({
      machineTypes: [machineType({ architecture: "" })],
      machineImages: [
        {
          name: "os",
          updateStrategy: "",
          versions: [imageVersion({ architectures: ["arm64"], cri: [{ name: "docker", containerRuntimes: [] }] })],
        },
      ],
    });
    expect(withDecodingDefaults(given)).toEqual(given);
  });
});
