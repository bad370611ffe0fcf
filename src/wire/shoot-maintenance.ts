import { z } from "zod";
import { type Parsed, parsed } from "../domain/parsed.ts";
import type { RawObject } from "./admission-review.ts";
import { optionalFlag, optionalStruct } from "./field-shapes.ts";
import { parseWith } from "./issues.ts";

const autoUpdate = optionalStruct({ machineImageVersion: optionalFlag });

const WireShoot = z.object({ spec: z.object({ maintenance: optionalStruct({ autoUpdate }) }) });

/**
 * Whether maintenance updates the machine images of a Shoot on its own accord; where the Shoot does not tell, it does.
 * Errors: TypeInvalid for wrong JSON types, Required for a missing `spec`.
 * Source: gardener pkg/apis/core/v1beta1/defaults_shoot.go, `spec.maintenance.autoUpdate.machineImageVersion`.
 */
export function updatesMachineImages(object: RawObject): Parsed<boolean> {
  const result = parseWith(WireShoot, object);
  return result.ok ? parsed(result.value.spec.maintenance?.autoUpdate?.machineImageVersion ?? true) : result;
}
