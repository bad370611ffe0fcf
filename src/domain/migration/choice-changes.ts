import { capabilitySetKey } from "../capabilities/set.ts";
import {
  type CompiledImageVersion,
  type CompiledMachineType,
  type CompiledProfile,
  findImageVersion,
} from "../profiles/compile.ts";
import { providerOf } from "../providers/registry.ts";
import { isPair } from "./matching-changes.ts";
import { type ImageChooser, imageChooser } from "./provider-choice.ts";

/** A machine type that gets another image of the provider for the same image version. */
export interface ChoiceChange {
  readonly machineType: string;
  readonly image: string;
  readonly version: string;
  /** Empty where the provider has the same images in all regions. */
  readonly region: string;
  /** The references, or why there is no image. */
  readonly from: string;
  readonly to: string;
}

/**
 * For which machine types, image versions and regions the provider takes another image after a change of the profile, in
 * the order of the profile before. Only what fits and what both profiles have is compared; nothing where the images of
 * the provider are not known. Machine types with equal capabilities are asked once.
 *
 * Source: capabilities contract, section 6.2 and CAP-CP-90.
 */
export function choiceChanges(before: CompiledProfile, after: CompiledProfile): readonly ChoiceChange[] {
  const [former, now] = [sideOf(before), sideOf(after)];
  if (former === undefined || now === undefined) {
    return [];
  }
  const groups = [...typeGroups(before, after)];
  const versions = [...before.machineImages.values()].flatMap((image) => [...image.values()]);
  const regions = regionsOf(before, after);
  return versions.flatMap((version) => {
    const same = findImageVersion(after, version.image, version.version);
    return same === undefined
      ? []
      : groups.flatMap((types) => groupChanges(types, [former, version], [now, same], regions));
  });
}

/** A profile, and how its provider chooses. */
interface Side {
  readonly profile: CompiledProfile;
  readonly choose: ImageChooser;
}

function sideOf(profile: CompiledProfile): Side | undefined {
  const choose = imageChooser(profile);
  return choose && { profile, choose };
}

/** A machine type before and after. */
type TypePair = readonly [before: CompiledMachineType, after: CompiledMachineType];

/** Machine types that every choice treats alike. */
function typeGroups(before: CompiledProfile, after: CompiledProfile): Iterable<readonly TypePair[]> {
  const pairs = [...before.machineTypes.values()].flatMap((former): readonly TypePair[] => {
    const now = after.machineTypes.get(former.name);
    return now === undefined ? [] : [[former, now]];
  });
  return Map.groupBy(pairs, (pair) => JSON.stringify(pair.map(typeKey))).values();
}

function typeKey({ architecture, wide, narrowed }: CompiledMachineType): readonly string[] {
  return [architecture, capabilitySetKey(wide), capabilitySetKey(narrowed)];
}

/** The regions that both profiles have; the empty text alone where images are not mapped by region. */
function regionsOf(before: CompiledProfile, after: CompiledProfile): readonly string[] {
  if (providerOf(before.providerType)?.schema.regions === undefined) {
    return [""];
  }
  const remaining = new Set(after.spec.regions.map(({ name }) => name));
  return before.spec.regions.map(({ name }) => name).filter((name) => remaining.has(name));
}

function groupChanges(
  types: readonly TypePair[],
  [former, formerVersion]: readonly [Side, CompiledImageVersion],
  [now, version]: readonly [Side, CompiledImageVersion],
  regions: readonly string[],
): readonly ChoiceChange[] {
  const [first] = types;
  if (
    first === undefined ||
    !isPair(former.profile, first[0], formerVersion) ||
    !isPair(now.profile, first[1], version)
  ) {
    return [];
  }
  return regions.flatMap((region) => {
    const from = former.choose({ machineType: first[0], imageVersion: formerVersion, region });
    const to = now.choose({ machineType: first[1], imageVersion: version, region });
    return from === to
      ? []
      : types.map(([{ name }]) => ({
          machineType: name,
          image: version.image,
          version: version.version,
          region,
          from,
          to,
        }));
  });
}
