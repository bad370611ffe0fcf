import { expect, it } from "vitest";
import { mergedProviderConfig } from "../../../src/domain/providers/merged-config.ts";
import type { ProviderConfig } from "../../../src/domain/providers/provider-config.ts";
import { readProviderConfig } from "../../../src/wire/provider-config.ts";
import { parsedValue } from "../../support/parsed.ts";
import { configOf, type Json } from "./mapped.ts";

function config(...images: readonly Json[]): ProviderConfig {
  const read = readProviderConfig("gcp", { ...configOf("gcp", []), machineImages: images });
  return parsedValue(read ?? { ok: false, errors: [] });
}

function image(name: string, ...versions: readonly (readonly [string, string])[]): Json {
  return { name, versions: versions.map(([version, path]) => ({ version, image: path })) };
}

it("an entry of the NamespacedCloudProfile takes the place of its parent's", () => {
  const parent = config(image("a", ["1", "p1"], ["2", "p2"]), image("b", ["1", "p1"]));
  const own = config(image("c", ["1", "o1"]), image("a", ["2", "o2"], ["3", "o3"]));
  const merged = mergedProviderConfig(parent, own).machineImages.map(({ name, versions }) => [
    name,
    versions.map(({ version, references }) => `${version}=${references.get("image")}`),
  ]);
  expect(merged).toEqual([
    ["a", ["1=p1", "2=o2", "3=o3"]],
    ["b", ["1=p1"]],
    ["c", ["1=o1"]],
  ]);
});
