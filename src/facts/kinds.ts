import type { ClusterFact } from "../domain/clusters/cluster-fact.ts";
import { invalid, required } from "../domain/field/error.ts";
import { type Parsed, parsed, unparsed } from "../domain/parsed.ts";
import { compileProfile } from "../domain/profiles/compile.ts";
import type { CloudProfileFact, NamespacedCloudProfileFact } from "../domain/profiles/facts.ts";
import { type ShootFact, shootFact } from "../domain/usage/shoot-fact.ts";
import { metadataMember, type RawObject } from "../wire/admission-review.ts";
import { cloudProfileView } from "../wire/cloud-profile.ts";
import { clusterFact } from "../wire/cluster.ts";
import { namespacedCloudProfileView } from "../wire/namespaced-cloud-profile.ts";
import { shootView } from "../wire/shoot.ts";
import type { FactKind } from "./contract.ts";
import { embeddedShoot } from "./embedded-shoot.ts";

/** What an object of each kind is known as. */
export interface FactOf {
  readonly CloudProfile: CloudProfileFact;
  readonly NamespacedCloudProfile: NamespacedCloudProfileFact;
  readonly Shoot: ShootFact;
  readonly Cluster: ClusterFact;
}

/** A fact with its place: what a store holds. */
export type Fact = {
  readonly [Kind in FactKind]: { readonly kind: Kind; readonly key: string; readonly fact: FactOf[Kind] };
}[FactKind];

/** How objects of a kind are found, in files and on an API server, and what is kept of them. */
export interface KindDefinition {
  readonly group: string;
  readonly version: string;
  /** `group/version`, as objects spell it. */
  readonly apiVersion: string;
  readonly kind: FactKind;
  /** The resource, as API paths spell it. */
  readonly plural: string;
  readonly namespaced: boolean;
  /** Objects that are listed at a time: some 75 MB of the largest profiles; of Clusters, which all hold one, half. */
  readonly pageSize: number;
  /** Keeps of an object what chapters look up. Errors: those of the kind's view, and Required for a missing name. */
  readonly load: (object: RawObject) => Parsed<Fact>;
}

const GARDENER_EXTENSIONS = {
  group: "extensions.gardener.cloud",
  version: "v1alpha1",
  apiVersion: "extensions.gardener.cloud/v1alpha1",
};
const GARDENER_CORE = { group: "core.gardener.cloud", version: "v1beta1", apiVersion: "core.gardener.cloud/v1beta1" };

/** The definition of every kind of facts. */
export const KINDS: Readonly<Record<FactKind, KindDefinition>> = {
  CloudProfile: {
    ...GARDENER_CORE,
    kind: "CloudProfile",
    plural: "cloudprofiles",
    namespaced: false,
    pageSize: 50,
    load: loadCloudProfile,
  },
  NamespacedCloudProfile: {
    ...GARDENER_CORE,
    kind: "NamespacedCloudProfile",
    plural: "namespacedcloudprofiles",
    namespaced: true,
    pageSize: 50,
    load: loadNamespacedCloudProfile,
  },
  Shoot: {
    ...GARDENER_CORE,
    kind: "Shoot",
    plural: "shoots",
    namespaced: true,
    pageSize: 500,
    load: loadShoot,
  },
  Cluster: {
    ...GARDENER_EXTENSIONS,
    kind: "Cluster",
    plural: "clusters",
    namespaced: false,
    pageSize: 25,
    load: loadCluster,
  },
};

/** The definition for an object's own `kind`, or undefined for kinds that are not facts. */
export function definitionOf(kind: unknown): KindDefinition | undefined {
  return Object.values(KINDS).find((definition) => definition.kind === kind);
}

/** Identifies an object within its kind; the namespace is empty for kinds without one. */
export function factKey(namespace: string, name: string): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}

/**
 * Tells whether a text can be the name of a stored object. Names are segments of API paths, so that others would turn
 * a read of one object into a read of something else.
 * Source: k8s.io/apimachinery/pkg/api/validation/path/name.go.
 */
export function isObjectName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[/%]/.test(name) && name.isWellFormed();
}

function loadCloudProfile(object: RawObject): Parsed<Fact> {
  const view = cloudProfileView(object);
  if (!view.ok) {
    return view;
  }
  const { name, spec } = view.value;
  const fact: CloudProfileFact = Object.freeze({ name, profile: compileProfile(spec) });
  return misnamed("name", name) ?? parsed({ kind: "CloudProfile", key: factKey("", name), fact });
}

function loadNamespacedCloudProfile(object: RawObject): Parsed<Fact> {
  const view = namespacedCloudProfileView(object);
  if (!view.ok) {
    return view;
  }
  const { namespace, name, generation, spec, status } = view.value;
  const rendered = status.cloudProfileSpec;
  const fact: NamespacedCloudProfileFact = Object.freeze({
    namespace,
    name,
    spec,
    profile: rendered && compileProfile(rendered),
    isDeleting: isDeleting(object),
    isStale: generation !== 0 && status.observedGeneration !== generation,
  });
  return (
    misnamed("name", name) ??
    misnamed("namespace", namespace) ??
    parsed({ kind: "NamespacedCloudProfile", key: factKey(namespace, name), fact })
  );
}

function loadShoot(object: RawObject): Parsed<Fact> {
  const view = shootView(object);
  if (!view.ok) {
    return view;
  }
  const [namespace, name] = [metadataText(object, "namespace"), metadataText(object, "name")];
  const fact = shootFact({ namespace, name, isDeleting: isDeleting(object) }, view.value.spec);
  return (
    misnamed("name", name) ??
    misnamed("namespace", namespace) ??
    parsed({ kind: "Shoot", key: factKey(namespace, name), fact })
  );
}

/** Nothing of the object itself is kept: it holds a whole CloudProfile besides the Shoot. */
function loadCluster(object: RawObject): Parsed<Fact> {
  const name = metadataText(object, "name");
  const shoot = embeddedShoot(object);
  return (
    misnamed("name", name) ??
    (shoot.ok ? parsed({ kind: "Cluster", key: factKey("", name), fact: clusterFact(name, shoot.value) }) : shoot)
  );
}

function metadataText(object: RawObject, member: string): string {
  const value = metadataMember(object, member);
  return typeof value === "string" ? value : "";
}

function isDeleting(object: RawObject): boolean {
  const deletionTimestamp = metadataMember(object, "deletionTimestamp");
  return deletionTimestamp !== undefined && deletionTimestamp !== null;
}

function misnamed(field: "name" | "namespace", value: string): Parsed<never> | undefined {
  if (isObjectName(value)) {
    return undefined;
  }
  const path = ["metadata", field];
  return unparsed([
    value === ""
      ? required(path, "must not be empty")
      : invalid(path, value, "must be a name that an API path can hold"),
  ]);
}
