import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { runMigrate } from "../../src/cli/migrate.ts";
import { compileProfile } from "../../src/domain/profiles/compile.ts";
import { withDecodingDefaults } from "../../src/domain/profiles/decoding-defaults.ts";
import { fitOf } from "../../src/domain/profiles/fit.ts";
import type { CloudProfileSpec } from "../../src/domain/profiles/types.ts";
import { validateCloudProfile } from "../../src/domain/profiles/validate-cloud-profile.ts";
import { validateProviderConfig } from "../../src/domain/providers/validate-provider-config.ts";
import { ENFORCE_ALL, judge } from "../../src/domain/rules/judge.ts";
import { cloudProfileView } from "../../src/wire/cloud-profile.ts";
import { parsedValue } from "../support/parsed.ts";

const NOW = 1_000_000;
const REGIONS = ["r1", "r2"];
const VERSIONS = ["1.0.0", "1.1.0", "2.0.0"];

const architecture = fc.constantFrom("amd64", "arm64");
const optionalArchitecture = fc.option(architecture, { nil: undefined });
const architectures = fc.option(fc.uniqueArray(architecture, { maxLength: 2 }), { nil: undefined });
const id = fc.nat({ max: 999 }).map((number) => `id-${number}`);

function regions(field: string, hasArchitecture: boolean) {
  const region = fc.record({
    name: fc.constantFrom(...REGIONS),
    [field]: id,
    ...(hasArchitecture ? { architecture: optionalArchitecture } : {}),
  });
  return fc.array(region, { minLength: 1, maxLength: 4 });
}

type Json = Readonly<Record<string, unknown>>;

/** Entries of the flat shape, by provider; of some providers only those whose meaning leaves no doubt. */
const ENTRIES: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  aws: fc.record({ regions: regions("ami", true) }),
  alicloud: fc.record({ regions: regions("id", false) }),
  openstack: fc.record({ regions: regions("id", true) }),
  azure: fc.record({
    id,
    architecture: optionalArchitecture,
    acceleratedNetworking: fc.option(fc.boolean(), { nil: undefined }),
    skipMarketplaceAgreement: fc.option(fc.boolean(), { nil: undefined }),
  }),
  gcp: fc.record({ image: id, architecture: optionalArchitecture }),
  local: fc.record({ image: id }),
};

/** A version of the profile. */
interface Version {
  readonly version: string;
  readonly architectures: readonly string[] | undefined;
}

const versions: fc.Arbitrary<readonly Version[]> = fc.uniqueArray(
  fc.record({ version: fc.constantFrom(...VERSIONS), architectures }),
  { selector: ({ version }) => version, minLength: 1 },
);

function builtFor({ architectures: written }: Version): readonly string[] {
  return written === undefined || written.length === 0 ? ["amd64"] : written;
}

/** Entries that have nothing to do with the versions of the profile. */
function anyEntries(type: string): fc.Arbitrary<readonly Json[]> {
  const entry = fc.tuple(fc.constantFrom(...VERSIONS), ENTRIES[type] ?? fc.constant({}));
  return fc.array(
    entry.map(([version, rest]) => ({ version, ...rest })),
    { minLength: 1, maxLength: 8 },
  );
}

/** Entries that have an image for every architecture of a version, and for others now and then. */
function completeEntries(type: string, version: Version): fc.Arbitrary<readonly Json[]> {
  const entry: fc.Arbitrary<Json> = ENTRIES[type] ?? fc.constant({});
  const wanted = builtFor(version);
  const named = (rest: Json): Json => ({ version: version.version, ...rest });
  if (type === "azure" || type === "gcp") {
    return fc
      .constantFrom(wanted, ["amd64", "arm64"])
      .chain((names) => fc.tuple(...names.map((name) => entry.map((rest) => named({ ...rest, architecture: name })))));
  }
  return entry.map((rest) => [named(type === "aws" || type === "openstack" ? withRegions(type, rest, wanted) : rest)]);
}

function withRegions(type: string, entry: Json, wanted: readonly string[]): Json {
  const field = type === "aws" ? "ami" : "id";
  const added = wanted.map((each) => ({ name: "r1", [field]: `id-${each}`, architecture: each }));
  return { ...entry, regions: [...(Array.isArray(entry["regions"]) ? entry["regions"] : []), ...added] };
}

function profiles(entriesOf: (type: string, known: readonly Version[]) => fc.Arbitrary<readonly Json[]>) {
  return fc.constantFrom(...Object.keys(ENTRIES)).chain((type) =>
    versions
      .chain((known) =>
        fc.record({
          known: fc.constant(known),
          entries: entriesOf(type, known),
          accelerated: fc.subarray(["m1", "m2"]),
          machineTypes: fc.uniqueArray(
            fc.record({ name: fc.constantFrom("m1", "m2", "m3", "m4"), architecture: optionalArchitecture }),
            { selector: ({ name }) => name, minLength: 1 },
          ),
        }),
      )
      .map(({ known, entries, accelerated, machineTypes }) => ({
        apiVersion: "core.gardener.cloud/v1beta1",
        kind: "CloudProfile",
        metadata: { name: "p" },
        spec: {
          type,
          regions: REGIONS.map((name) => ({ name })),
          machineTypes,
          machineImages: [{ name: "os", versions: known }],
          providerConfig: {
            apiVersion: `${type}.provider.extensions.gardener.cloud/v1alpha1`,
            kind: "CloudProfileConfig",
            machineImages: [{ name: "os", versions: entries }],
            ...(type === "azure"
              ? { machineTypes: accelerated.map((name) => ({ name, acceleratedNetworking: true })) }
              : {}),
          },
        },
      })),
  );
}

const legacyProfiles = profiles(anyEntries);
const completeProfiles = profiles((type, known) =>
  fc.tuple(...known.map((version) => completeEntries(type, version))).map((entries) => entries.flat()),
);

function specOf(object: unknown): CloudProfileSpec {
  return withDecodingDefaults(parsedValue(cloudProfileView(object as Readonly<Record<string, unknown>>)).spec);
}

function isDenied(spec: CloudProfileSpec): boolean {
  const featureGates = { CloudProfileCapabilities: true, VersionClassificationLifecycle: true };
  const findings = [
    ...validateCloudProfile({ spec, old: undefined, featureGates, now: NOW }),
    ...validateProviderConfig(spec),
  ];
  return judge(findings, ENFORCE_ALL).kind === "deny";
}

/** What goes together, with the rules of the profile's mode. */
function pairs(spec: CloudProfileSpec): readonly string[] {
  const profile = compileProfile(spec);
  const versions = [...profile.machineImages.values()].flatMap((image) => [...image.values()]);
  return [...profile.machineTypes.values()].flatMap((machineType) =>
    versions
      .filter(({ architectures: built }) => built.includes(machineType.architecture))
      .filter((version) => fitOf(profile, machineType, version) === "fits")
      .map(({ version }) => `${machineType.name} (${machineType.architecture}) ${version}`),
  );
}

function migrate(object: unknown) {
  const text = typeof object === "string" ? object : JSON.stringify(object);
  return runMigrate({ file: "-", readText: async () => text, now: NOW });
}

describe("laws of migration", () => {
  it("the same pairs go together as before, per architecture", async () => {
    await fc.assert(
      fc.asyncProperty(legacyProfiles, async (object) => {
        const { text } = await migrate(object);
        expect(pairs(specOf(parse(text)))).toEqual(pairs(specOf(object)));
      }),
    );
  });

  it("a profile that maps all its versions is accepted, and its machine types keep their images", async () => {
    await fc.assert(
      fc.asyncProperty(completeProfiles, async (object) => {
        expect(isDenied(specOf(object))).toBe(false);
        const { code, problems } = await migrate(object);
        expect(problems.filter((line) => /^(denied|changed)/.test(line))).toEqual([]);
        expect(code).toBe(0);
      }),
    );
  });

  it("what is migrated is not migrated again", async () => {
    await fc.assert(
      fc.asyncProperty(legacyProfiles, async (object) => {
        const once = await migrate(object);
        const twice = await migrate(once.text);
        expect(twice).toEqual({ code: 0, text: once.text, problems: [expect.stringContaining("already")] });
      }),
    );
  });
});
