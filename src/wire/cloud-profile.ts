import { z } from "zod";
import type { FieldPath } from "../domain/field/path.ts";
import { type Parsed, parsed } from "../domain/parsed.ts";
import type { CloudProfileSpec } from "../domain/profiles/types.ts";
import type { RawObject } from "./admission-review.ts";
import { list, optionalStruct, optionalText, struct, text } from "./field-shapes.ts";
import { parseWith } from "./issues.ts";
import { objectMeta } from "./meta.ts";
import { capabilityDefinition, kubernetes, machineImage, machineType, volumeType } from "./profile-parts.ts";
import { readProviderConfig } from "./provider-config.ts";

/** What gardengate reads of a CloudProfile. */
export interface CloudProfileView {
  readonly name: string;
  readonly spec: CloudProfileSpec;
}

const zone = struct({ name: text, unavailableMachineTypes: list(text) });

const region = struct({ name: text, zones: list(zone) });

const bastion = optionalStruct({
  machineType: optionalStruct({ name: text }),
  machineImage: optionalStruct({ name: text, version: optionalText }),
});

/** `spec` of a CloudProfile. Null and absence are errors; see {@link cloudProfileSpec} for the parser. */
export const CloudProfileSpecSchema: z.ZodType<CloudProfileSpec> = z
  .object({
    type: text,
    machineCapabilities: list(capabilityDefinition),
    machineTypes: list(machineType),
    machineImages: list(machineImage),
    kubernetes,
    regions: list(region),
    volumeTypes: list(volumeType),
    bastion,
    providerConfig: z.unknown().optional(),
  })
  .transform(({ kubernetes: { versions }, providerConfig, ...spec }) => ({
    ...spec,
    kubernetesVersions: versions,
    providerConfig: readProviderConfig(spec.type, providerConfig),
  }));

/**
 * Reads a bare profile spec, such as `status.cloudProfileSpec`, found at `base` in its object. Errors: TypeInvalid for
 * wrong JSON types, Invalid for unreadable times, Required for null.
 */
export function cloudProfileSpec(spec: unknown, base: FieldPath): Parsed<CloudProfileSpec> {
  return parseWith(CloudProfileSpecSchema, spec ?? undefined, base);
}

const CloudProfile = z.object({ metadata: objectMeta, spec: present(CloudProfileSpecSchema) });

/** Treats null like absence, so that a missing object is reported as required. */
export function present<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => value ?? undefined, schema);
}

/**
 * Reads a CloudProfile; fields that are not looked at may be anything. Errors: as {@link cloudProfileSpec}, and
 * Required for a missing `spec`.
 */
export function cloudProfileView(object: RawObject): Parsed<CloudProfileView> {
  const result = parseWith(CloudProfile, object);
  return result.ok ? parsed({ name: result.value.metadata.name, spec: result.value.spec }) : result;
}
