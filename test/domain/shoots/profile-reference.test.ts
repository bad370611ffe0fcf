import { describe, expect, it } from "vitest";
import { compileProfile } from "../../../src/domain/profiles/compile.ts";
import type { CloudProfileFact, NamespacedCloudProfileFact } from "../../../src/domain/profiles/facts.ts";
import {
  type KnownProfiles,
  missingParent,
  profileReference,
  referencesEqual,
  resolveProfile,
} from "../../../src/domain/shoots/profile-reference.ts";
import type { ProfileReference, ShootSpec } from "../../../src/domain/workers/types.ts";
import { shootSpec } from "../../support/case-pools.ts";
import { cloudProfileSpec } from "../../support/profiles.ts";

type Fields = Pick<ShootSpec, "cloudProfile" | "cloudProfileName">;

describe("profileReference", () => {
  it.each<[string, Fields, ProfileReference | undefined]>([
    ["nothing where no field is set", { cloudProfile: undefined, cloudProfileName: undefined }, undefined],
    ["nothing where the deprecated name is empty", { cloudProfile: undefined, cloudProfileName: "" }, undefined],
    ["the deprecated name", { cloudProfile: undefined, cloudProfileName: "p" }, { kind: "CloudProfile", name: "p" }],
    [
      "the reference before the deprecated name",
      { cloudProfile: { kind: "NamespacedCloudProfile", name: "c" }, cloudProfileName: "p" },
      { kind: "NamespacedCloudProfile", name: "c" },
    ],
    [
      "a CloudProfile where the kind is empty",
      { cloudProfile: { kind: "", name: "p" }, cloudProfileName: undefined },
      { kind: "CloudProfile", name: "p" },
    ],
    [
      "the empty name of a reference, not the deprecated one",
      { cloudProfile: { kind: "", name: "" }, cloudProfileName: "p" },
      { kind: "CloudProfile", name: "" },
    ],
  ])("is %s", (_, fields, expected) => {
    expect(profileReference(shootSpec([], fields))).toEqual(expected);
  });
});

describe("referencesEqual", () => {
  const [p, q, c] = [
    { kind: "CloudProfile", name: "p" },
    { kind: "CloudProfile", name: "q" },
    { kind: "NamespacedCloudProfile", name: "p" },
  ];

  it.each<[string, ProfileReference | undefined, ProfileReference | undefined, boolean]>([
    ["the same kind and name", p, { ...p }, true],
    ["another name", p, q, false],
    ["another kind", p, c, false],
    ["none and one", undefined, p, false],
    ["none and none", undefined, undefined, true],
  ])("compares %s", (_, a, b, expected) => {
    expect(referencesEqual(a, b)).toBe(expected);
  });
});

describe("resolveProfile", () => {
  const parent: CloudProfileFact = { name: "p", profile: compileProfile(cloudProfileSpec({ type: "aws" })) };
  const rendered = compileProfile(cloudProfileSpec({ type: "gcp" }));
  const child = (parts: Partial<NamespacedCloudProfileFact>): NamespacedCloudProfileFact => ({
    namespace: "n",
    name: "c",
    spec: {
      parent: { kind: "CloudProfile", name: "p" },
      machineTypes: [],
      machineImages: [],
      kubernetesVersions: [],
      volumeTypes: [],
      providerConfig: undefined,
    },
    profile: rendered,
    isDeleting: false,
    isStale: false,
    ...parts,
  });
  const known = (fact: NamespacedCloudProfileFact, parents: readonly CloudProfileFact[] = [parent]): KnownProfiles => ({
    cloudProfile: (name) => parents.find((candidate) => candidate.name === name),
    namespacedCloudProfile: (namespace, name) =>
      namespace === fact.namespace && name === fact.name ? fact : undefined,
  });
  const [toParent, toChild] = [
    { kind: "CloudProfile", name: "p" },
    { kind: "NamespacedCloudProfile", name: "c" },
  ];

  it("finds a CloudProfile, which is its own root", () => {
    expect(resolveProfile(toParent, "n", known(child({})))).toEqual({
      profile: parent.profile,
      root: "p",
      isStale: false,
    });
  });

  it.each([true, false])("uses the rendered status as it is, stale (%s) or not, without its parent", (isStale) => {
    expect(resolveProfile(toChild, "n", known(child({ isStale }), []))).toEqual({
      profile: rendered,
      root: "p",
      isStale,
    });
  });

  it("renders a profile that has no status from its parent, and never calls it stale", () => {
    const found = resolveProfile(toChild, "n", known(child({ profile: undefined, isStale: true })));
    expect(found).toMatchObject({ root: "p", isStale: false, profile: { providerType: "aws" } });
  });

  it.each<[string, ProfileReference, string, KnownProfiles, string | undefined]>([
    ["a CloudProfile that does not exist", { kind: "CloudProfile", name: "q" }, "n", known(child({})), undefined],
    ["a profile of another namespace", toChild, "m", known(child({})), undefined],
    [
      "a CloudProfile by the name of a NamespacedCloudProfile",
      { kind: "CloudProfile", name: "c" },
      "n",
      known(child({})),
      undefined,
    ],
    [
      "a profile without status whose parent does not exist",
      toChild,
      "n",
      known(child({ profile: undefined }), []),
      "p",
    ],
  ])("does not find %s", (_, reference, namespace, profiles, parentName) => {
    expect(resolveProfile(reference, namespace, profiles)).toBeUndefined();
    expect(missingParent(reference, namespace, profiles)).toBe(parentName);
  });
});
