import { forbidden } from "../field/error.ts";
import { at } from "../field/path.ts";
import { jsonEqual } from "../json/equal.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import { kubeletConfigText, kubeletGateChanges } from "./kubelet-gate.ts";
import type { OscReview } from "./review.ts";
import { KUBELET_CONFIG_PATH, type OperatingSystemConfig } from "./types.ts";

/**
 * OSC-V-65: our own mutation leaves alone what nodes that are updated in place wait for before they apply anything. On
 * creation too: else every later update of the pool would be refused, as gardenlet writes the old values again.
 * Source: OperatingSystemConfig contract, sections 2.5 and 7.5.
 */
export function inPlaceFindings({ osc, input, pool, touched }: OscReview): readonly Finding[] {
  if (input === undefined) {
    return NO_FINDINGS;
  }
  const findings = jsonEqual(osc.spec.inPlaceUpdates, input.spec.inPlaceUpdates) ? [] : [inPlaceUpdatesFinding()];
  if (!pool.isInPlace) {
    return findings;
  }
  const index = osc.spec.files.findIndex(({ path }) => path === KUBELET_CONFIG_PATH);
  return touched?.files.has(index) ? [...findings, ...kubeletFindings(osc, input, index)] : findings;
}

function inPlaceUpdatesFinding(): Finding {
  const detail = "a policy cannot change it: the nodes would wait for an update that never comes";
  return finding("OSC-V-65", forbidden(["spec", "inPlaceUpdates"], detail), "inPlaceUpdates");
}

function kubeletFindings(osc: OperatingSystemConfig, input: OperatingSystemConfig, index: number): readonly Finding[] {
  const changes = kubeletGateChanges(textBefore(input), kubeletConfigText(osc));
  const path = at(["spec", "files"], index, "content");
  if (changes === undefined) {
    const detail = "the nodes are updated in place, and what a policy changes of kubelet cannot be read; leave it out";
    return [finding("OSC-V-65", forbidden(path, detail), "kubelet")];
  }
  return changes.map((field) => {
    const detail = `a policy cannot change ${field} of kubelet: the nodes, updated in place, would wait forever`;
    return finding("OSC-V-65", forbidden(path, detail), field);
  });
}

/** The kubelet's configuration before; one that a policy brings along is compared with an empty one. */
function textBefore(input: OperatingSystemConfig): string | undefined {
  return input.spec.files.some(({ path }) => path === KUBELET_CONFIG_PATH) ? kubeletConfigText(input) : "";
}
