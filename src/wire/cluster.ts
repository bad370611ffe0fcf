import type { ClusterFact, ClusterWorker } from "../domain/clusters/cluster-fact.ts";
import { projectOf } from "../domain/clusters/project.ts";
import type { RawObject } from "./admission-review.ts";
import { asObject, isObject } from "./json-object.ts";

/*
 * The Shoot in a Cluster is as old as its last reconciliation, and may be of a Gardener that knows more than this reader:
 * whatever is of another type than expected counts as absent, and nothing is an error.
 * Source: OperatingSystemConfig contract, sections 1.6 and 1.7; github.com/gardener/gardener/pkg/extensions/cluster.go.
 */

/**
 * Keeps of a Cluster, and of the Shoot in it, what chapters look up; frozen, and without a reference to the objects it
 * was read from, which are a thousand times as large. Total, whatever the Shoot is.
 */
export function clusterFact(name: string, shoot: RawObject): ClusterFact {
  const [metadata, spec, status] = [objectAt(shoot, "metadata"), objectAt(shoot, "spec"), objectAt(shoot, "status")];
  const provider = objectAt(spec, "provider");
  const identity = {
    name,
    shootName: textAt(metadata, "name") ?? "",
    shootNamespace: textAt(metadata, "namespace") ?? "",
  };
  return Object.freeze<ClusterFact>({
    ...identity,
    project: projectOf(identity),
    providerType: textAt(provider, "type") ?? "",
    region: textAt(spec, "region") ?? "",
    seedName: textAt(spec, "seedName"),
    shootLabels: labelsOf(metadata),
    kubernetesVersion: textAt(objectAt(spec, "kubernetes"), "version") ?? "",
    isHibernated: status["hibernated"] === true,
    workers: Object.freeze(objectsAt(provider, "workers").map(workerOf)),
    networks: distinct([...networksIn(objectAt(spec, "networking")), ...networksIn(objectAt(status, "networking"))]),
    extensionUpstreams: distinct(objectsAt(spec, "extensions").flatMap(upstreamsOf).sort()),
  });
}

function workerOf(worker: RawObject): ClusterWorker {
  const image = objectAt(objectAt(worker, "machine"), "image");
  return Object.freeze<ClusterWorker>({
    name: textAt(worker, "name") ?? "",
    imageName: textAt(image, "name"),
    imageVersion: textAt(image, "version"),
    kubernetesVersion: textAt(objectAt(worker, "kubernetes"), "version"),
    updateStrategy: textAt(worker, "updateStrategy"),
  });
}

/** A copy of its own, however it is keyed. */
function labelsOf(metadata: RawObject): Readonly<Record<string, string>> {
  const labels = Object.entries(objectAt(metadata, "labels"));
  return Object.freeze(
    Object.fromEntries(labels.filter((label): label is [string, string] => typeof label[1] === "string")),
  );
}

/** In `spec` one network each, in `status` lists of all that the shoot has, such as those of IPv6. */
function networksIn(networking: RawObject): readonly string[] {
  return ["pods", "services", "nodes"]
    .flatMap((field) => networking[field])
    .filter((network): network is string => typeof network === "string" && network !== "");
}

/** The extensions that mirror registries for one shoot, and the list in their providerConfig that names upstreams. */
const UPSTREAM_LISTS: ReadonlyMap<unknown, string> = new Map([
  ["registry-cache", "caches"],
  ["registry-mirror", "mirrors"],
]);

function upstreamsOf(extension: RawObject): readonly string[] {
  const list = extension["disabled"] === true ? undefined : UPSTREAM_LISTS.get(extension["type"]);
  return list === undefined
    ? []
    : objectsAt(objectAt(extension, "providerConfig"), list).flatMap((entry) => textAt(entry, "upstream") ?? []);
}

function distinct(texts: readonly string[]): readonly string[] {
  return Object.freeze([...new Set(texts)]);
}

const NOTHING: RawObject = Object.freeze({});

function objectAt(object: RawObject, field: string): RawObject {
  return asObject(object[field]) ?? NOTHING;
}

function objectsAt(object: RawObject, field: string): readonly RawObject[] {
  const value = object[field];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function textAt(object: RawObject, field: string): string | undefined {
  const value = object[field];
  return typeof value === "string" ? value : undefined;
}
