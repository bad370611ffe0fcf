import type { RawObject } from "./admission-review.ts";
import { asObject } from "./json-object.ts";
import { listIn, memberIn, optionalFlagIn, textIn } from "./provider-fields.ts";

/**
 * The names of the machine types that the providerConfig of a CloudProfile (azure) gives accelerated networking. Never
 * throws; what has another shape tells nothing.
 * Source: provider-azure pkg/apis/azure/v1alpha1/types_cloudprofile.go, MachineType.
 */
export function acceleratedTypes(object: RawObject): ReadonlySet<string> {
  const spec = asObject(memberIn(object, "spec")) ?? {};
  const config = asObject(memberIn(spec, "providerConfig")) ?? {};
  const accelerated = listIn(config, "machineTypes").filter(
    (machineType) => optionalFlagIn(machineType, "acceleratedNetworking") === true,
  );
  return new Set(accelerated.map((machineType) => textIn(machineType, "name")));
}
