import { stdout } from "node:process";
import { compileProfile } from "../src/domain/profiles/compile.ts";
import { updateRules } from "../src/domain/profiles/update-rules.ts";
import { validateCloudProfile } from "../src/domain/profiles/validate-cloud-profile.ts";
import { NO_USAGE } from "../src/domain/usage/profile-usage.ts";
import { type CloudProfileView, cloudProfileView } from "../src/wire/cloud-profile.ts";
import { cloudProfile, type ProfileSize } from "./workloads.ts";

/**
 * `npm run bench:profile`: what the write of a CloudProfile costs, step by step, in multiples of parsing its JSON. The
 * sizes double, so that anything quadratic shows as a column that doubles with them.
 */
const ROUNDS = 7;

const SIZES: readonly ProfileSize[] = [
  { machineTypes: 175, images: 1, versionsPerImage: 100, flavorsPerVersion: 12 },
  { machineTypes: 350, images: 1, versionsPerImage: 200, flavorsPerVersion: 12 },
  { machineTypes: 700, images: 1, versionsPerImage: 400, flavorsPerVersion: 12 },
];

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** Median milliseconds of a step, after one run that is not counted. */
function time(step: () => unknown): number {
  step();
  return median(
    Array.from({ length: ROUNDS }, () => {
      const startedAt = performance.now();
      step();
      return performance.now() - startedAt;
    }),
  );
}

function viewOf(json: string): CloudProfileView {
  const view = cloudProfileView(JSON.parse(json));
  if (!view.ok) {
    throw new Error("the generated profile does not fit its own schema");
  }
  return view.value;
}

function row(cells: readonly (string | number)[]): void {
  stdout.write(`${cells.map((cell) => String(cell).padStart(14)).join("")}\n`);
}

const gates = { CloudProfileCapabilities: true, VersionClassificationLifecycle: false };

row(["versions", "types", "flavors", "kB", "parse ms", "view x", "validate x", "update x", "compile x"]);
for (const size of SIZES) {
  const json = JSON.stringify(cloudProfile("bench", size));
  const { spec } = viewOf(json);
  const parse = time(() => JSON.parse(json));
  const object = JSON.parse(json);
  const steps = [
    time(() => cloudProfileView(object)),
    time(() => validateCloudProfile({ spec, old: spec, featureGates: gates, now: 0 })),
    time(() => updateRules({ spec, old: spec, usage: NO_USAGE, children: [] })),
    time(() => compileProfile(spec)),
  ];
  const versions = size.images * size.versionsPerImage;
  const counts = [versions, size.machineTypes, versions * size.flavorsPerVersion, Math.round(json.length / 1000)];
  row([...counts, parse.toFixed(2), ...steps.map((step) => (step / parse).toFixed(1))]);
}
