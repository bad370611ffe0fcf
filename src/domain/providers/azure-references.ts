import { invalid, required } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import type { ReferenceSite } from "./provider.ts";
import type { ImageReference } from "./provider-config.ts";

/** The ways to refer to an image on azure, of which an entry has exactly one. */
export const REFERENCES = ["urn", "id", "communityGalleryImageID", "sharedGalleryImageID"] as const;

/** How a reference has to be written; an `id` may be anything. */
interface Format {
  readonly example: string;
  readonly fits: (text: string) => boolean;
}

const FORMATS: ReadonlyMap<string, Format> = new Map([
  ["urn", { example: "Publisher:Offer:Sku:Version", fits: (text) => text.split(":").length === 4 }],
  ["communityGalleryImageID", gallery("CommunityGalleries")],
  ["sharedGalleryImageID", gallery("SharedGalleries")],
]);

function gallery(name: string): Format {
  const fits = (text: string) => {
    const parts = text.split("/");
    return parts.length === 7 && parts[1]?.toLowerCase() === name.toLowerCase();
  };
  return { example: `/${name}/<gallery>/Images/<image>/Versions/<version>`, fits };
}

/**
 * CAP-PC-08 for azure: exactly one reference, and that one well-formed. FieldErrors: Required, Invalid.
 * Source: provider-azure pkg/apis/azure/validation/cloudprofile.go, validateProvidedImageIdCount, validateProviderImageId.
 */
export function* azureReferenceRules({ references }: ImageReference, site: ReferenceSite): Iterable<Finding> {
  if (references.size !== 1) {
    const isBare = references.size === 0 && site.shape === "flat" && site.isCapabilityMode;
    const detail = `give ${site.owner} exactly one of ${REFERENCES.join(", ")}`;
    yield finding("CAP-PC-08", required(isBare ? at(site.path, "image") : site.path, detail), ...site.names);
  }
  for (const [field, text] of references) {
    const path = at(site.path, field);
    const format = FORMATS.get(field);
    if (text === "") {
      yield finding("CAP-PC-08", required(path, "must not be empty where it is set"), ...site.names, field);
    } else if (format !== undefined && !format.fits(text)) {
      yield finding("CAP-PC-08", invalid(path, text, `use the format ${format.example}`), ...site.names, field);
    }
  }
}
