import { z } from "zod";
import { isObject } from "./json-object.ts";

/*
 * What the plain reader of OperatingSystemConfigs expects, as a schema. Only wrong JSON types are errors, as in the CRD's
 * schema: missing keys, enumerations and ranges are judged by rules. Null and absent are the same, as in Go.
 * Source: OperatingSystemConfig contract, sections 1.2 to 1.4 and 2; gardener
 * pkg/component/extensions/crds/assets/crd-extensions.gardener.cloud_operatingsystemconfigs.yaml.
 */

const text = z.string().nullish();
const flag = z.boolean().nullish();

/** A list, of which entries may be null. */
function list<Item extends z.ZodType>(item: Item) {
  return z.array(item.nullable()).nullish();
}

/** Any JSON number, also one too large to be finite, which `z.number()` refuses. */
const number = z
  .unknown()
  .superRefine((value, context) => {
    if (typeof value !== "number") {
      context.addIssue({ code: "invalid_type", expected: "number", input: value });
    }
  })
  .nullish();

/** A map of texts; `z.record()` would pass over a key `__proto__`. */
const textMap = z
  .unknown()
  .superRefine((value, context) => {
    if (!isObject(value)) {
      context.addIssue({ code: "invalid_type", expected: "object", input: value });
      return;
    }
    for (const [key, member] of Object.entries(value)) {
      if (typeof member !== "string" && member !== null) {
        context.addIssue({ code: "invalid_type", expected: "string", input: member, path: [key] });
      }
    }
  })
  .nullish();

/** An object of which nothing else is read. */
const anyObject = z.object({}).nullish();

const WireRegistry = z.object({
  upstream: text,
  server: text,
  hosts: list(z.object({ url: text, capabilities: list(z.string()), caCerts: list(z.string()), overridePath: flag })),
  readinessProbe: flag,
});

const WirePlugin = z.object({ op: text, path: list(z.string()), values: z.unknown().optional() });

const WireUnit = z.object({
  name: text,
  command: text,
  enable: flag,
  content: text,
  dropIns: list(z.object({ name: text, content: text })),
  filePaths: list(z.string()),
});

const WireFile = z.object({
  path: text,
  permissions: number,
  hostName: text,
  content: z
    .object({
      inline: z.object({ encoding: text, data: text }).nullish(),
      secretRef: z.object({ name: text, dataKey: text }).nullish(),
      imageRef: z.object({ image: text, filePathInImage: text }).nullish(),
      transmitUnencoded: flag,
    })
    .nullish(),
});

const WireRotation = z.object({ lastInitiationTime: text }).nullish();

const WireSpec = z.object({
  type: text,
  class: text,
  purpose: text,
  providerConfig: anyObject,
  criConfig: z
    .object({
      name: text,
      cgroupDriver: text,
      containerd: z.object({ sandboxImage: text, registries: list(WireRegistry), plugins: list(WirePlugin) }).nullish(),
    })
    .nullish(),
  units: list(WireUnit),
  files: list(WireFile),
  inPlaceUpdates: z
    .object({
      operatingSystemVersion: text,
      kubelet: text,
      credentialsRotation: z
        .object({ certificateAuthorities: WireRotation, serviceAccountKey: WireRotation })
        .nullish(),
    })
    .nullish(),
});

const WireStatus = z.object({
  extensionUnits: list(WireUnit),
  extensionFiles: list(WireFile),
  cloudConfig: z.object({ secretRef: z.object({ name: text, namespace: text }).nullish() }).nullish(),
  inPlaceUpdates: z.object({ osUpdate: z.object({ command: text, args: list(z.string()) }).nullish() }).nullish(),
});

/** What the plain reader expects, as a schema; that `spec` has to be there is told apart. */
export const WireOperatingSystemConfig = z.object({
  metadata: z
    .object({
      name: text,
      generateName: text,
      namespace: text,
      labels: textMap,
      annotations: textMap,
      deletionTimestamp: text,
    })
    .nullish(),
  spec: WireSpec.nullish(),
  status: WireStatus.nullish(),
});
