import { type FieldError, notSupported, required } from "../domain/field/error.ts";
import { at } from "../domain/field/path.ts";
import { parsed, unparsed } from "../domain/parsed.ts";
import {
  PROVIDER_CONFIG,
  type ProviderConfig,
  type ProviderImage,
  type ProviderImageVersion,
  type ReadProviderConfig,
} from "../domain/providers/provider-config.ts";
import { providerOf } from "../domain/providers/registry.ts";
import type { ConfigSchema } from "../domain/providers/schema.ts";
import { parseWith } from "./issues.ts";
import { isObject } from "./json-object.ts";
import { isSet, listIn, type Members, memberIn, optionalFlagIn, optionalTextIn, textIn } from "./provider-fields.ts";
import { imageReference, readCapabilities } from "./provider-references.ts";
import { strictConfigSchema } from "./provider-schema.ts";

/*
 * A providerConfig is read in two plain steps: a strict schema, made of the fields that the provider lists, checks the
 * shape, and one function per object takes from the document itself what gardengate looks at.
 */

/**
 * Reads `spec.providerConfig` as the extension of the provider does, strictly: a field that the provider does not have
 * is an error, as is another type or kind of document. Undefined where there is no providerConfig, or gardengate does
 * not know the provider. Errors: Forbidden for unknown fields, TypeInvalid for wrong JSON types, NotSupported and
 * Required for `apiVersion` and `kind`. Never throws, whatever the JSON value is.
 *
 * Source: capabilities contract, section 8; decodeCloudProfileConfig of the extensions.
 */
export function readProviderConfig(providerType: string, raw: unknown): ReadProviderConfig {
  const provider = providerOf(providerType);
  if (provider === undefined || raw === undefined || raw === null) {
    return undefined;
  }
  const misnamed = isObject(raw) ? kindErrors(providerType, raw) : [];
  if (misnamed.length > 0) {
    return unparsed(misnamed);
  }
  const checked = parseWith(strictConfigSchema(provider), raw, PROVIDER_CONFIG);
  return checked.ok && isObject(raw) ? parsed(providerConfig(provider.schema, raw)) : unparsed(errorsOf(checked));
}

function errorsOf(result: ReturnType<typeof parseWith>): readonly FieldError[] {
  return result.ok ? [] : result.errors;
}

const KIND = "CloudProfileConfig";

/** Gardener takes an absent kind for granted, and an absent apiVersion only where nothing else is said. */
function kindErrors(providerType: string, raw: Members): readonly FieldError[] {
  const wanted = `${providerType}.provider.extensions.gardener.cloud/v1alpha1`;
  const [apiVersion, kind] = [memberIn(raw, "apiVersion") ?? "", memberIn(raw, "kind") ?? ""];
  const isBare = Object.keys(raw).every((key) => key === "apiVersion" || key === "kind");
  const errors: FieldError[] = [];
  if (apiVersion === "" && !isBare) {
    errors.push(required(at(PROVIDER_CONFIG, "apiVersion"), `must be ${wanted}`));
  } else if (typeof apiVersion === "string" && apiVersion !== "" && apiVersion !== wanted) {
    errors.push(notSupported(at(PROVIDER_CONFIG, "apiVersion"), apiVersion, [wanted]));
  }
  if (typeof kind === "string" && kind !== "" && kind !== KIND) {
    errors.push(notSupported(at(PROVIDER_CONFIG, "kind"), kind, [KIND]));
  }
  return errors;
}

function providerConfig(schema: ConfigSchema, raw: Members): ProviderConfig {
  const others = Object.entries(schema.config).filter(([name, shape]) => isSet(shape, memberIn(raw, name)));
  return {
    machineImages: listIn(raw, "machineImages").map((image) => machineImage(schema, image)),
    otherFields: new Set(others.map(([name]) => name)),
  };
}

function machineImage(schema: ConfigSchema, image: Members): ProviderImage {
  return {
    name: textIn(image, "name"),
    versions: listIn(image, "versions").map((version) => imageVersion(schema, version)),
  };
}

function imageVersion(schema: ConfigSchema, version: Members): ProviderImageVersion {
  return {
    ...imageReference(schema, schema.version, version),
    version: textIn(version, "version"),
    architecture: optionalTextIn(version, "architecture"),
    acceleratedNetworking: optionalFlagIn(version, "acceleratedNetworking"),
    capabilityFlavors: listIn(version, "capabilityFlavors").map((flavor) => ({
      ...imageReference(schema, schema.flavor, flavor),
      capabilities: readCapabilities(memberIn(flavor, "capabilities")),
    })),
  };
}
