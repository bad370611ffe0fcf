import { patched } from "../../src/domain/patches/apply.ts";
import type { RawObject } from "../../src/wire/admission-review.ts";
import type { CaseSettings, Outcome } from "./case-file.ts";
import { runCase } from "./case-run.ts";
import { CLUSTER, OSC_NAMESPACE } from "./osc-builders.ts";

/** Asks the webhooks about OSCs as the API server does, with policies loaded from documents. */

/** What a question about an OSC may have besides the object. */
export interface OscCircumstances {
  /** The stored object, which makes the request an UPDATE. */
  readonly old?: RawObject;
  /** Policy documents. */
  readonly policies?: readonly RawObject[];
  /** Members of the first worker of the Cluster's Shoot. */
  readonly worker?: RawObject;
  /** Namespace of the request; that of the Cluster unless told. */
  readonly namespace?: string;
  readonly settings?: CaseSettings;
}

/** What the mutating webhook answers about an OSC. */
export function mutation(object: RawObject, circumstances: OscCircumstances = {}): Outcome {
  return asked("mutate-operatingsystemconfigs", object, circumstances);
}

/** What the validating webhook answers about an OSC. */
export function validation(object: RawObject, circumstances: OscCircumstances = {}): Outcome {
  return asked("validate-operatingsystemconfigs", object, circumstances);
}

/** An OSC as the mutating webhook leaves it; fails the test where it is refused. */
export function mutated(object: RawObject, circumstances: OscCircumstances = {}): RawObject {
  const { allowed, causes, patch } = mutation(object, circumstances);
  if (!allowed) {
    throw new Error(causes.map(({ field, message }) => `${field}: ${message}`).join("; "));
  }
  return patched(object, patch ?? []);
}

/** The document of a policy. */
export function policyDocument(name: string, spec: RawObject): RawObject {
  return {
    apiVersion: "policy.gardengate.dev/v1alpha1",
    kind: "OperatingSystemConfigPolicy",
    metadata: { name },
    spec,
  };
}

/** The ids of the rules for which a request was refused, each once. */
export function deniedRules({ causes }: Outcome): readonly string[] {
  return [...new Set(causes.map(({ message }) => /\[([A-Z0-9-]+)\]$/.exec(message)?.[1] ?? message))];
}

const TYPE = { group: "extensions.gardener.cloud", version: "v1alpha1" };

function asked(webhook: string, object: RawObject, circumstances: OscCircumstances): Outcome {
  const { old, policies = [], worker = {}, namespace = OSC_NAMESPACE, settings } = circumstances;
  const request = {
    uid: "705ab4f5-6393-11e8-b7cc-42010a800002",
    kind: { ...TYPE, kind: "OperatingSystemConfig" },
    resource: { ...TYPE, resource: "operatingsystemconfigs" },
    namespace,
    operation: old === undefined ? "CREATE" : "UPDATE",
    object,
    oldObject: old ?? null,
  };
  return runCase({
    webhook,
    facts: [clusterObject(worker)],
    policies,
    review: { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request },
    expectation: { allowed: true, causes: [], warnings: [], ...(settings === undefined ? {} : { settings }) },
  });
}

/** The Cluster of the base object, as gardenlet writes it; members of its only worker can be replaced. */
export function clusterObject(worker: RawObject = {}): RawObject {
  const [first] = CLUSTER.workers;
  return {
    apiVersion: "extensions.gardener.cloud/v1alpha1",
    kind: "Cluster",
    metadata: { name: OSC_NAMESPACE },
    spec: {
      shoot: {
        apiVersion: "core.gardener.cloud/v1beta1",
        kind: "Shoot",
        metadata: { name: CLUSTER.shootName, namespace: CLUSTER.shootNamespace },
        spec: {
          kubernetes: { version: CLUSTER.kubernetesVersion },
          region: CLUSTER.region,
          seedName: CLUSTER.seedName,
          provider: {
            type: CLUSTER.providerType,
            workers: [
              {
                name: first?.name,
                machine: { type: "m", image: { name: first?.imageName, version: first?.imageVersion } },
                cri: { name: "containerd" },
                ...worker,
              },
            ],
          },
        },
      },
    },
  };
}
