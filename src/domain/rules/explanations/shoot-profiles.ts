import type { Explanations } from "./explanation.ts";

/** CAP-SH-02 to 08 and 35: how a shoot refers to its profile. */
export const SHOOT_PROFILES = {
  "CAP-SH-02": {
    what: "A shoot has neither `cloudProfile` nor `cloudProfileName`, or the name in it is empty.",
    why: "The profile says which machine types, images and versions there are.",
    example: 'cloudProfile: { kind: CloudProfile, name: "" }',
    fix: "Name a CloudProfile, or a NamespacedCloudProfile of the shoot's namespace.",
  },
  "CAP-SH-03": {
    what: "`cloudProfile.kind` is neither `CloudProfile` nor `NamespacedCloudProfile`. An empty kind means `CloudProfile`.",
    why: "There are no other profiles.",
    example: "cloudProfile: { kind: Seed, name: aws }",
    fix: "Correct the kind.",
  },
  "CAP-SH-04": {
    what: "`cloudProfileName` is set on a shoot of Kubernetes 1.34 or later.",
    why: "Gardener retires the deprecated field with that version.",
    example: `
      kubernetes: { version: 1.34.1 }
      cloudProfileName: aws`,
    fix: "Write `cloudProfile: { kind: CloudProfile, name: aws }` instead.",
  },
  "CAP-SH-05": {
    what: "The profile that a shoot refers to does not exist. A NamespacedCloudProfile is looked for in the shoot's namespace only; one that has not been rendered yet needs its parent to exist.",
    why: "Nothing that the shoot asks for can be had.",
    example: "cloudProfile: { kind: NamespacedCloudProfile, name: own-of-another-project }",
    fix: "Correct the name, or create the profile first.",
    except:
      "That a NamespacedCloudProfile is being rendered anew, and the shoot was judged by its previous state, is only a warning.",
  },
  "CAP-SH-06": {
    what: "An update moves a shoot to a profile with another root. The root of a NamespacedCloudProfile is its parent.",
    why: "Machine types and images of the same name may be entirely different under another root.",
    example: `
      # stored: cloudProfile: { kind: CloudProfile, name: aws }
      cloudProfile: { kind: CloudProfile, name: aws-china }`,
    fix: "Stay with the CloudProfile, or move to a NamespacedCloudProfile of it. For another one create a new shoot.",
  },
  "CAP-SH-07": {
    what: "An update moves a shoot to another profile under the same root that lacks a machine type, an image version or a volume type that the shoot uses. An image version that the old profile lacked too does not count.",
    why: "Its pools could not get new nodes.",
    example: `
      # stored: a NamespacedCloudProfile with a custom version 4.9.0 that a pool runs
      cloudProfile: { kind: CloudProfile, name: aws }`,
    fix: "Move the pools to something that both profiles have first, or add what is missing to the new profile.",
  },
  "CAP-SH-08": {
    what: "`provider.type` of a shoot is not the `type` of its profile. The pools are not looked at then.",
    why: "The profile lists machine types and images of another provider.",
    example: `
      # CloudProfile aws has type aws
      cloudProfile: { kind: CloudProfile, name: aws }
      provider: { type: azure }`,
    fix: "Choose a profile of the shoot's provider.",
  },
  "CAP-SH-35": {
    what: "Nothing: a shoot with a `deletionTimestamp` is let through, whatever its state. There are no findings with this id.",
    why: "A shoot that is refused while its finalizers are removed can never be deleted. Gardener's own check does not make this exception.",
    example: '# metadata: { deletionTimestamp: "2026-11-21T10:00:00Z" }',
    fix: "There is nothing to fix.",
  },
} as const satisfies Explanations;
