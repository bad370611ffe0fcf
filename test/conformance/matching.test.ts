import { describe, expect, it } from "vitest";
import { areCompatible, effectiveCapabilities } from "../../src/domain/capabilities/set.ts";
import type { CapabilityDefinition } from "../../src/domain/capabilities/types.ts";
import { vocabularyOf } from "../../src/domain/capabilities/vocabulary.ts";
import { compileProfile } from "../../src/domain/profiles/compile.ts";
import { fitOf } from "../../src/domain/profiles/fit.ts";
import { cloudProfileSpec, imageVersion, machineType } from "../support/profiles.ts";
import { recordedVerdicts } from "../support/recorded-verdicts.ts";

type WrittenCapabilities = Readonly<Record<string, readonly string[] | null>>;

interface RecordedMatch {
  readonly id: string;
  readonly request: {
    readonly imageFlavors: readonly (WrittenCapabilities | null)[] | null;
    readonly machineCapabilities: WrittenCapabilities | null;
    readonly capabilityDefinitions: readonly CapabilityDefinition[] | null;
  };
  readonly expect: { readonly compatible: boolean; readonly flavors: readonly boolean[] | null };
}

function capabilities(written: WrittenCapabilities | null): ReadonlyMap<string, readonly string[]> {
  return new Map(Object.entries(written ?? {}).map(([name, values]) => [name, values ?? []]));
}

const RECORDED = recordedVerdicts<RecordedMatch>("is-compatible.jsonl");

describe("matching agrees with Gardener", () => {
  it("has verdicts to agree with", () => {
    expect(RECORDED.length).toBeGreaterThan(200);
  });

  it.each(RECORDED)("$id", ({ request, expect: recorded }) => {
    const definitions = request.capabilityDefinitions ?? [];
    const vocabulary = vocabularyOf(definitions);
    const flavors = (request.imageFlavors ?? []).map(capabilities);
    const machine = capabilities(request.machineCapabilities);

    const set = effectiveCapabilities(vocabulary, machine);
    const perFlavor = flavors.map((flavor) => areCompatible(effectiveCapabilities(vocabulary, flavor), set));
    expect(perFlavor).toEqual(recorded.flavors ?? []);

    const profile = compileProfile(
      cloudProfileSpec({
        machineCapabilities: definitions,
        machineTypes: [machineType({ name: "m", capabilities: machine })],
        machineImages: [
          { name: "i", updateStrategy: "major", versions: [imageVersion({ capabilityFlavors: flavors })] },
        ],
      }),
    );
    const type = profile.machineTypes.get("m");
    const version = profile.machineImages.get("i")?.get("1.0.0");
    expect(type && version && fitOf(profile, type, version) !== "clashes").toBe(recorded.compatible);
  });
});
