import type { ClusterFact } from "../../src/domain/clusters/cluster-fact.ts";
import { pathText } from "../../src/domain/field/path.ts";
import { type NodePool, nodePoolOf } from "../../src/domain/osc/node-pool.ts";
import type { OscReview } from "../../src/domain/osc/review.ts";
import type { KnownViews, OperatingSystemConfig } from "../../src/domain/osc/types.ts";
import { NO_POLICIES } from "../../src/domain/policies/types.ts";
import type { Finding } from "../../src/domain/rules/finding.ts";
import type { RawObject } from "../../src/wire/admission-review.ts";
import { operatingSystemConfigView } from "../../src/wire/operating-system-config.ts";
import { parsedValue } from "./parsed.ts";

/** The base object of the OperatingSystemConfig contract, section 9. */
export const OSC_NAME = "gardener-node-agent-blue-0f1e2d3c4b5a6978-original";
/** Its namespace, and the name of its Cluster. */
export const OSC_NAMESPACE = "shoot--acme--lab";

/** The kubelet configuration of the base object, decoded. */
export const KUBELET_CONFIG =
  "apiVersion: kubelet.config.k8s.io/v1beta1\ncgroupDriver: systemd\nkind: KubeletConfiguration\n";

/** The base object: a valid `reconcile` OSC as gardenlet writes it; members of `spec` can be replaced. */
export function reconcileOsc(spec: RawObject = {}, metadata: RawObject = {}): RawObject {
  return {
    apiVersion: "extensions.gardener.cloud/v1alpha1",
    kind: "OperatingSystemConfig",
    metadata: {
      name: OSC_NAME,
      namespace: OSC_NAMESPACE,
      labels: { "worker.gardener.cloud/pool": "blue" },
      ...metadata,
    },
    spec: {
      type: "gardenlinux",
      purpose: "reconcile",
      criConfig: {
        name: "containerd",
        cgroupDriver: "systemd",
        containerd: { sandboxImage: "registry.k8s.io/pause:3.10" },
      },
      units: [
        { name: "containerd.service", filePaths: ["/var/lib/ca-certificates-local/ROOTcerts.crt"] },
        {
          name: "kubelet.service",
          command: "start",
          enable: true,
          content: "[Service]\nExecStart=/opt/bin/kubelet --config=/var/lib/kubelet/config/kubelet\n",
          filePaths: ["/var/lib/kubelet/config/kubelet", "/opt/bin/kubelet"],
        },
        {
          name: "gardener-node-agent.service",
          enable: true,
          content: "[Service]\nExecStart=/opt/bin/gardener-node-agent\n",
        },
      ],
      files: [
        inlineFile("/var/lib/ca-certificates-local/ROOTcerts.crt", "certificates\n"),
        inlineFile("/var/lib/kubelet/config/kubelet", KUBELET_CONFIG, { permissions: 384 }),
        imageFile("/opt/bin/kubelet", "registry.k8s.io/kubelet:v1.33.4"),
        imageFile("/opt/bin/gardener-node-agent", "registry.example/gardener/node-agent:v1.150.0"),
      ],
      ...spec,
    },
  };
}

/** The `provision` OSC of the same pool. */
export function provisionOsc(spec: RawObject = {}, metadata: RawObject = {}): RawObject {
  const folder = "/var/lib/gardener-node-agent";
  return {
    ...reconcileOsc(),
    metadata: {
      name: OSC_NAME.replace("-original", "-init"),
      namespace: OSC_NAMESPACE,
      labels: { "worker.gardener.cloud/pool": "blue" },
      ...metadata,
    },
    spec: {
      type: "gardenlinux",
      purpose: "provision",
      criConfig: { name: "containerd" },
      units: [
        {
          name: "gardener-node-init.service",
          command: "start",
          enable: true,
          content: "[Service]\nExecStart=/bin/true\n",
        },
      ],
      files: [
        clearTextFile(`${folder}/credentials/bootstrap-token`, "<<BOOTSTRAP_TOKEN>>"),
        clearTextFile(`${folder}/machine-name`, "<<MACHINE_NAME>>"),
        inlineFile(`${folder}/init.sh`, "#!/bin/bash\n", { permissions: 493 }),
        inlineFile(`${folder}/cluster-ca.crt`, "certificate\n"),
        inlineFile(`${folder}/config-v1.150.0.yaml`, "apiVersion: nodeagent.config.gardener.cloud/v1alpha1\n"),
      ],
      ...spec,
    },
  };
}

/** A file with its content in base64. */
export function inlineFile(path: string, text: string, members: RawObject = {}): RawObject {
  return { path, content: { inline: { encoding: "b64", data: Buffer.from(text).toString("base64") } }, ...members };
}

/** A file with its content in clear text. */
export function plainFile(path: string, data: string, members: RawObject = {}): RawObject {
  return { path, content: { inline: { encoding: "", data } }, ...members };
}

/** A file that is transmitted unencoded, for placeholders. */
export function clearTextFile(path: string, data: string): RawObject {
  return { path, content: { inline: { encoding: "", data }, transmitUnencoded: true } };
}

/** A file out of a container image. */
export function imageFile(path: string, image: string): RawObject {
  return { path, permissions: 493, content: { imageRef: { image, filePathInImage: path } } };
}

/** The view of an OSC. */
export function oscView(object: RawObject, known?: KnownViews): OperatingSystemConfig {
  return parsedValue(operatingSystemConfigView(object, known));
}

/** The Cluster of the base object. */
export const CLUSTER: ClusterFact = {
  name: OSC_NAMESPACE,
  shootName: "lab",
  shootNamespace: "garden-acme",
  project: "acme",
  providerType: "local",
  region: "north",
  seedName: "seed-1",
  shootLabels: {},
  kubernetesVersion: "1.33.4",
  isHibernated: false,
  workers: [
    {
      name: "blue",
      imageName: "gardenlinux",
      imageVersion: "1592.1.0",
      kubernetesVersion: undefined,
      updateStrategy: "AutoRollingUpdate",
    },
  ],
  networks: ["10.96.0.0/11", "10.64.0.0/13", "10.250.0.0/16"],
  extensionUpstreams: [],
};

/** The pool of an OSC of the base object's shoot; what cannot be read off the OSC is as in {@link CLUSTER}. */
export function poolOf(osc: OperatingSystemConfig, cluster: ClusterFact = CLUSTER): NodePool {
  const pool = nodePoolOf(osc, cluster);
  // Members of its own, so that tests can spread it.
  return { ...pool, kubernetesVersion: pool.kubernetesVersion, isStale: pool.isStale, notes: pool.notes };
}

/** A review of an OSC, on CREATE unless `old` is given, without policies. */
export function reviewOf(object: RawObject, old?: RawObject, members: Partial<OscReview> = {}): OscReview {
  const osc = oscView(object);
  return {
    operation: old === undefined ? "CREATE" : "UPDATE",
    osc,
    old: old === undefined ? undefined : oscView(old),
    pool: poolOf(osc),
    tables: NO_POLICIES.tables,
    limits: { userDataBytes: 16_384, userDataBytesByProvider: new Map(), osOverheadBytes: 1500 },
    policies: [],
    guardsCgroupDriver: true,
    touched: undefined,
    ...members,
  };
}

/** A review of what our own mutation made of an object, and of the elements of `spec` that it touched. */
export function mutationReviewOf(
  input: RawObject,
  result: RawObject,
  touched: { readonly files?: readonly number[]; readonly units?: readonly number[] },
  members: Partial<OscReview> = {},
): OscReview {
  return reviewOf(result, undefined, {
    input: oscView(input),
    touched: { files: new Set(touched.files), units: new Set(touched.units) },
    ...members,
  });
}

/** The base object with another configuration of containerd; its sandbox image stays unless replaced. */
export function containerdOsc(containerd: RawObject, spec: RawObject = {}): RawObject {
  const criConfig = { name: "containerd", containerd: { sandboxImage: "registry.k8s.io/pause:3.10", ...containerd } };
  return reconcileOsc({ criConfig, ...spec });
}

/**
 * Findings in one line each: `OSC-V-12 spec.criConfig.containerd.registries[0].upstream Invalid`, with the mark behind the
 * id where it is not the one of the rule.
 */
export function oscLines(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ rule, mark, error }) => {
    const id = mark === undefined ? rule : `${rule} (${mark})`;
    return `${id} ${pathText(error.path)} ${error.type.replace("FieldValue", "")}`;
  });
}
