import type { RuleId } from "../catalogue.ts";
import { BASTION } from "./bastion.ts";
import { CRI } from "./cri.ts";
import { CRI_CONSTRAINTS } from "./cri-constraints.ts";
import type { Explanation } from "./explanation.ts";
import { FLAVORS } from "./flavors.ts";
import { MACHINE_IMAGES } from "./machine-images.ts";
import { MACHINE_TYPES } from "./machine-types.ts";
import { NAMESPACED_OVERRIDES } from "./namespaced-overrides.ts";
import { NAMESPACED_PROFILES } from "./namespaced-profiles.ts";
import { NAMESPACED_PROVIDER_CONFIGS } from "./namespaced-provider-configs.ts";
import { OSC_BOOTSTRAP } from "./osc-bootstrap.ts";
import { OSC_CGROUP } from "./osc-cgroup.ts";
import { OSC_CRI_CONFIG } from "./osc-criconfig.ts";
import { OSC_FILES } from "./osc-files.ts";
import { OSC_PLUGINS } from "./osc-plugins.ts";
import { OSC_REGISTRIES } from "./osc-registries.ts";
import { OSC_UNITS } from "./osc-units.ts";
import { PROFILE_UPDATES } from "./profile-updates.ts";
import { PROVIDER_ENTRIES } from "./provider-entries.ts";
import { PROVIDER_MAPPINGS } from "./provider-mappings.ts";
import { SCHEMA } from "./schema.ts";
import { SHOOT_FIT } from "./shoot-fit.ts";
import { SHOOT_POOLS } from "./shoot-pools.ts";
import { SHOOT_PROFILES } from "./shoot-profiles.ts";
import { VERSIONS } from "./versions.ts";
import { VOCABULARY } from "./vocabulary.ts";

/** Every rule explained; a rule of the catalogue that is missing here does not compile. */
export const EXPLANATIONS = {
  ...SCHEMA,
  ...VOCABULARY,
  ...MACHINE_TYPES,
  ...MACHINE_IMAGES,
  ...FLAVORS,
  ...VERSIONS,
  ...CRI,
  ...BASTION,
  ...PROFILE_UPDATES,
  ...NAMESPACED_PROFILES,
  ...NAMESPACED_OVERRIDES,
  ...SHOOT_PROFILES,
  ...SHOOT_POOLS,
  ...SHOOT_FIT,
  ...PROVIDER_ENTRIES,
  ...PROVIDER_MAPPINGS,
  ...NAMESPACED_PROVIDER_CONFIGS,
  ...OSC_CRI_CONFIG,
  ...OSC_REGISTRIES,
  ...OSC_PLUGINS,
  ...OSC_UNITS,
  ...OSC_FILES,
  ...OSC_BOOTSTRAP,
  ...OSC_CGROUP,
  ...CRI_CONSTRAINTS,
} as const satisfies Readonly<Record<RuleId, Explanation>>;

/** The explanation of a rule. */
export function explanationOf(id: RuleId): Explanation {
  return EXPLANATIONS[id];
}
