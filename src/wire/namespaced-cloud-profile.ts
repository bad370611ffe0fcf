import { z } from "zod";
import { type Parsed, parsed } from "../domain/parsed.ts";
import type { CloudProfileSpec, NamespacedCloudProfileSpec } from "../domain/profiles/types.ts";
import type { RawObject } from "./admission-review.ts";
import { CloudProfileSpecSchema, present } from "./cloud-profile.ts";
import { list, struct, text } from "./field-shapes.ts";
import { parseWith } from "./issues.ts";
import { count, objectMeta } from "./meta.ts";
import { kubernetes, machineImage, machineType, volumeType } from "./profile-parts.ts";

/** What gardengate reads of a NamespacedCloudProfile. */
export interface NamespacedCloudProfileView {
  readonly name: string;
  readonly namespace: string;
  readonly generation: number;
  readonly spec: NamespacedCloudProfileSpec;
  readonly status: {
    /** Undefined as long as Gardener has not rendered the profile. */
    readonly cloudProfileSpec: CloudProfileSpec | undefined;
    /** The generation of `spec` that the status was rendered from; 0 before the first time. */
    readonly observedGeneration: number;
  };
}

const Spec: z.ZodType<NamespacedCloudProfileSpec> = z
  .object({
    parent: struct({ kind: text, name: text }),
    machineTypes: list(machineType),
    machineImages: list(machineImage),
    kubernetes,
    volumeTypes: list(volumeType),
    providerConfig: z.unknown().optional(),
  })
  .transform(({ kubernetes: { versions }, providerConfig, ...spec }) => ({
    ...spec,
    kubernetesVersions: versions,
    providerConfig: providerConfig ?? undefined,
  }));

const NamespacedCloudProfile = z.object({
  metadata: objectMeta,
  spec: present(Spec),
  status: struct({
    cloudProfileSpec: CloudProfileSpecSchema.nullish().transform((spec) => (spec && !isEmpty(spec) ? spec : undefined)),
    observedGeneration: count,
  }),
});

/** Go serialises the status of a profile that was never rendered as an object full of empty fields. */
function isEmpty(spec: CloudProfileSpec): boolean {
  const lists = [
    spec.machineCapabilities,
    spec.machineTypes,
    spec.machineImages,
    spec.kubernetesVersions,
    spec.regions,
  ];
  return spec.type === "" && lists.every((entries) => entries.length === 0);
}

/**
 * Reads a NamespacedCloudProfile; fields that are not looked at may be anything. Errors: TypeInvalid for wrong JSON
 * types, Invalid for unreadable times, Required for a missing `spec`.
 */
export function namespacedCloudProfileView(object: RawObject): Parsed<NamespacedCloudProfileView> {
  const result = parseWith(NamespacedCloudProfile, object);
  if (!result.ok) {
    return result;
  }
  const { metadata, spec, status } = result.value;
  return parsed({
    name: metadata.name,
    namespace: metadata.namespace,
    generation: metadata.generation,
    spec,
    status,
  });
}
