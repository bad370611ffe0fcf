import { required } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import type { ReferenceSite } from "./provider.ts";
import type { ImageReference } from "./provider-config.ts";

/** The field `image`, which some providers have; empty where it is not set. */
export function imageOf({ references }: ImageReference): string {
  return references.get("image") ?? "";
}

/**
 * CAP-PC-08 for providers that refer to an image by `image`. FieldError: Required.
 * Source: provider-gcp pkg/apis/gcp/validation/cloudprofile.go; gardener pkg/provider-local/apis/local/validation.
 */
export function* missingImageRules(reference: ImageReference, site: ReferenceSite): Iterable<Finding> {
  if (imageOf(reference) === "") {
    const detail = `give the image of ${site.owner}`;
    yield finding("CAP-PC-08", required(at(site.path, "image"), detail), ...site.names, "image");
  }
}
