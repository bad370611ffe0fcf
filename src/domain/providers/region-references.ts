import { ARCHITECTURE, ARCHITECTURES, type Capabilities, DEFAULT_ARCHITECTURE } from "../capabilities/types.ts";
import { forbidden, notSupported, required } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import type { FlatFlavor, ReferenceSite } from "./provider.ts";
import type { ImageReference, ProviderImageVersion, RegionReference } from "./provider-config.ts";

/** The only capability that most flat entries tell. */
export function ofArchitecture(architecture: string | undefined): Capabilities {
  return new Map([[ARCHITECTURE, [architecture ?? DEFAULT_ARCHITECTURE]]]);
}

/**
 * Checks `regions`, of which `reference` is the field with the image: incomplete ones (CAP-PC-08), an architecture
 * beside that of a flavor (CAP-PC-10), and an unknown one in the flat shape (CAP-PC-19). FieldErrors: Required,
 * Forbidden, NotSupported.
 *
 * Source: pkg/apis/<type>/validation/cloudprofile.go, validateRegions, of provider-aws, -alicloud and -openstack.
 */
export function* regionRules(
  regions: readonly RegionReference[],
  field: string,
  site: ReferenceSite,
): Iterable<Finding> {
  for (const [index, { name, reference, architecture }] of regions.entries()) {
    if (name !== "" && reference !== "" && architecture === undefined) {
      continue;
    }
    const path = at(site.path, "regions", index);
    const region = name === "" ? "this region" : `region ${JSON.stringify(name)}`;
    if (name === "") {
      yield finding("CAP-PC-08", required(at(path, "name"), `name the region of ${site.owner}`), ...site.names, "name");
    }
    if (reference === "") {
      const detail = `give the image of ${site.owner} in ${region}`;
      yield finding("CAP-PC-08", required(at(path, field), detail), ...site.names, name, field);
    }
    if (architecture !== undefined) {
      yield* regionArchitectureRules(architecture, at(path, ARCHITECTURE), name, site);
    }
  }
}

function* regionArchitectureRules(
  architecture: string,
  path: FieldPath,
  region: string,
  { shape, owner, names }: ReferenceSite,
): Iterable<Finding> {
  if (shape === "flavor") {
    const detail = `the architecture of ${owner} is in its capabilities; remove the field`;
    yield finding("CAP-PC-10", forbidden(path, detail), ...names, region);
  } else if (!ARCHITECTURES.includes(architecture)) {
    const error = notSupported(path, architecture, ARCHITECTURES, `correct ${owner}`);
    yield finding("CAP-PC-19", error, ...names, region, architecture);
  }
}

/** CAP-PC-08 where there is no region at all, for providers that have nothing else to refer to images. */
export function* missingRegionRules({ regions }: ImageReference, site: ReferenceSite): Iterable<Finding> {
  if (regions.length === 0) {
    const detail = `give ${site.owner} an image in at least one region`;
    yield finding("CAP-PC-08", required(at(site.path, "regions"), detail), ...site.names, "regions");
  }
}

/** One flavor per architecture that the regions name. */
export function flavorsOfRegions({ regions }: ProviderImageVersion): readonly FlatFlavor[] {
  const byArchitecture = new Map<string, Set<string>>();
  for (const { name, architecture = DEFAULT_ARCHITECTURE } of regions) {
    byArchitecture.set(architecture, (byArchitecture.get(architecture) ?? new Set()).add(name));
  }
  return [...byArchitecture].map(([architecture, names]) => ({
    capabilities: ofArchitecture(architecture),
    regions: names,
  }));
}

/** `regions`, where there are any. */
export function mixedRegions({ regions }: ProviderImageVersion): readonly FieldPath[] {
  return regions.length > 0 ? [["regions"]] : [];
}
