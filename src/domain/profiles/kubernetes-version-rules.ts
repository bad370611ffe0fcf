import { invalid } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { compareImageVersions, parseImageVersion } from "../versions/image-version.ts";
import type { KubernetesVersion } from "./types.ts";

/**
 * CAP-CP-72: the latest Kubernetes version does not expire. Silent where a version cannot be read. The path has no
 * index, as in Gardener. FieldError: Invalid.
 *
 * Source: capabilities contract, section 3.4; gardener pkg/api/core/validation/cloudprofile.go
 * validateCloudProfileKubernetesSettings.
 */
export function* kubernetesVersionRules(versions: readonly KubernetesVersion[], path: FieldPath): Iterable<Finding> {
  const latest = latestOf(versions);
  if (latest?.expirationDate !== undefined) {
    const detail = "the latest Kubernetes version must not expire; remove its expirationDate, or add a newer version";
    yield finding("CAP-CP-72", invalid(at(path, "", "expirationDate"), latest.version, detail), latest.version);
  }
}

function latestOf(versions: readonly KubernetesVersion[]): KubernetesVersion | undefined {
  const read = versions.flatMap((version) => {
    const parsed = parseImageVersion(version.version);
    return parsed === undefined ? [] : [{ version, parsed }];
  });
  const [first, ...others] = read;
  if (first === undefined || read.length < versions.length) {
    return undefined;
  }
  const latest = others.reduce(
    (best, next) => (compareImageVersions(next.parsed, best.parsed) > 0 ? next : best),
    first,
  );
  return latest.version;
}
