import { kubeletConfigText, kubeletGateChanges } from "../osc/kubelet-gate.ts";
import type { InPlaceUpdates, OperatingSystemConfig } from "../osc/types.ts";
import { minorText } from "./minor-text.ts";

/**
 * Why nodes of a pool that is updated in place apply nothing but `config.toml` until machine-controller-manager has made
 * them ready; empty where they apply the OSC at once. That happens for changes of the Shoot alone, so that a webhook that
 * gives such a reason leaves the pool stuck.
 * Source: OperatingSystemConfig contract, section 7.5; gardener
 * pkg/nodeagent/controller/operatingsystemconfig/changes.go.
 */
export function inPlaceGate(old: OperatingSystemConfig, next: OperatingSystemConfig): readonly string[] {
  const before = old.spec.inPlaceUpdates;
  const after = next.spec.inPlaceUpdates;
  return before === undefined || after === undefined
    ? []
    : [...versionReasons(before, after), ...kubeletReasons(old, next), ...rotationReasons(before, after)];
}

function versionReasons(before: InPlaceUpdates, after: InPlaceUpdates): readonly string[] {
  const osVersions = [before.operatingSystemVersion ?? "", after.operatingSystemVersion ?? ""] as const;
  const minors = [minorText(before.kubelet ?? ""), minorText(after.kubelet ?? "")] as const;
  return [...difference("operating system version", ...osVersions), ...difference("kubelet minor version", ...minors)];
}

function difference(what: string, before: string, after: string): readonly string[] {
  return before === after ? [] : [`${what} ${before || "unset"} to ${after || "unset"}`];
}

function kubeletReasons(old: OperatingSystemConfig, next: OperatingSystemConfig): readonly string[] {
  const changes = kubeletGateChanges(kubeletConfigText(old), kubeletConfigText(next)) ?? [UNREADABLE];
  return changes.map((field) => `kubelet ${field}`);
}

const UNREADABLE = "configuration, which cannot be read";

/** The rotations that a node takes part in, by their members in `credentialsRotation`. */
const ROTATIONS: readonly { readonly member: string; readonly text: string }[] = [
  { member: "certificateAuthorities", text: "rotation of certificate authorities" },
  { member: "serviceAccountKey", text: "rotation of the service account key" },
];

/** The first rotation counts where it was begun, a later one where both sides know of rotations of its kind. */
function rotationReasons(before: InPlaceUpdates, after: InPlaceUpdates): readonly string[] {
  const [was, is] = [before.credentialsRotation, after.credentialsRotation];
  return ROTATIONS.filter(({ member }) => {
    const [a, b] = [memberOf(was, member), memberOf(is, member)];
    const begun = memberOf(b, BEGUN);
    return was === undefined ? begun !== undefined : a !== undefined && b !== undefined && memberOf(a, BEGUN) !== begun;
  }).map(({ text }) => text);
}

const BEGUN = "lastInitiationTime";

/** The member of an object; undefined where it is absent or null, or where there is no object. */
function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? ((value as Readonly<Record<string, unknown>>)[name] ?? undefined)
    : undefined;
}
