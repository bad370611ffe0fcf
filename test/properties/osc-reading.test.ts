import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pathText } from "../../src/domain/field/path.ts";
import type { RawObject } from "../../src/wire/admission-review.ts";
import { isObject } from "../../src/wire/json-object.ts";
import { operatingSystemConfigView } from "../../src/wire/operating-system-config.ts";
import { WireOperatingSystemConfig } from "../../src/wire/operating-system-config-schema.ts";
import { reconcileOsc } from "../support/osc-builders.ts";

/** An OSC in which every member that is read is set. */
const COMPLETE: RawObject = {
  ...reconcileOsc(
    {
      class: "shoot",
      providerConfig: { apiVersion: "memoryone-chost.os.extensions.gardener.cloud/v1alpha1" },
      criConfig: {
        name: "containerd",
        cgroupDriver: "systemd",
        containerd: {
          sandboxImage: "registry.k8s.io/pause:3.10",
          registries: [
            {
              upstream: "quay.io",
              server: "https://quay.io",
              hosts: [{ url: "https://m", capabilities: ["pull"], caCerts: ["/etc/ca.pem"], overridePath: true }],
              readinessProbe: false,
            },
          ],
          plugins: [{ op: "add", path: ["io.containerd.nri.v1.nri"], values: { disable: true } }],
        },
      },
      units: [
        {
          name: "a.service",
          command: "start",
          enable: true,
          content: "[Unit]",
          dropIns: [{ name: "10-a.conf", content: "[Unit]" }],
          filePaths: ["/etc/a"],
        },
      ],
      files: [
        {
          path: "/etc/a",
          permissions: 420,
          hostName: "node-1",
          content: {
            inline: { encoding: "b64", data: "YQ==" },
            secretRef: { name: "a", dataKey: "b" },
            imageRef: { image: "a", filePathInImage: "/a" },
            transmitUnencoded: false,
          },
        },
      ],
      inPlaceUpdates: {
        operatingSystemVersion: "1.2.3",
        kubelet: "1.33.4",
        credentialsRotation: {
          certificateAuthorities: { lastInitiationTime: "2026-01-01T00:00:00Z" },
          serviceAccountKey: { lastInitiationTime: "2026-01-01T00:00:00Z" },
        },
      },
    },
    { generateName: "a-", annotations: { a: "b" }, deletionTimestamp: "2026-01-01T00:00:00Z" },
  ),
  status: {
    extensionUnits: [{ name: "b.service", enable: false }],
    extensionFiles: [{ path: "/etc/b", content: { inline: { encoding: "", data: "b" } } }],
    cloudConfig: { secretRef: { name: "a", namespace: "b" } },
    inPlaceUpdates: { osUpdate: { command: "/bin/update", args: ["--now"] } },
  },
};

type Path = readonly (string | number)[];

/** The path of every member and entry, parents first. */
function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  const children = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  return [path, ...children.flatMap(([key, child]) => pathsOf(child, [...path, key]))];
}

/** The value with what is at a path replaced; undefined removes a member or an entry. */
function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) {
    return by;
  }
  if (Array.isArray(value)) {
    const entries = value.map((entry, index) => (index === key ? replaced(entry, rest, by) : entry));
    return entries.filter((entry) => entry !== undefined);
  }
  const members = isObject(value) ? value : {};
  const child = replaced(members[key], rest, by);
  const kept = Object.entries(members).filter(([name]) => name !== key);
  return Object.fromEntries(child === undefined ? kept : [...kept, [key, child]]);
}

const PATHS = pathsOf(COMPLETE).slice(1);
const WRONG: readonly unknown[] = [
  undefined,
  null,
  "",
  "text",
  7,
  0.5,
  Infinity,
  true,
  [],
  {},
  [null],
  [[]],
  [7],
  { a: 7 },
];
const DAMAGES = PATHS.flatMap((path) => WRONG.map((by): [string, Path, unknown] => [pathText(path), path, by]));

function damaged(path: Path, by: unknown): RawObject {
  const object = replaced(COMPLETE, path, by);
  return isObject(object) ? object : {};
}

/** What the schema says, in the words of the plain reader. */
function isAccepted(object: RawObject): boolean {
  return isObject(object["spec"]) && WireOperatingSystemConfig.safeParse(object).success;
}

describe("reading OperatingSystemConfigs", () => {
  it("accepts the complete object", () => {
    expect(operatingSystemConfigView(COMPLETE).ok).toBe(true);
  });

  it("accepts what the schema accepts, whichever member is damaged", () => {
    const differing = DAMAGES.filter(([, path, by]) => {
      const object = damaged(path, by);
      return operatingSystemConfigView(object).ok !== isAccepted(object);
    });
    expect(differing).toEqual([]);
  });

  it("blames what is damaged, and nothing else", () => {
    const misplaced = DAMAGES.filter(([place, path, by]) => {
      const view = operatingSystemConfigView(damaged(path, by));
      return (
        !view.ok && !(view.errors.length > 0 && view.errors.every((error) => pathText(error.path).startsWith(place)))
      );
    });
    expect(misplaced).toEqual([]);
  });

  it("misses no key but spec", () => {
    const refused = PATHS.filter((path) => !operatingSystemConfigView(damaged(path, undefined)).ok);
    expect(refused).toEqual([["spec"]]);
  });

  it("accepts what the schema accepts, when several members are damaged by anything", () => {
    const damage = fc.tuple(fc.constantFrom(...PATHS), fc.jsonValue({ maxDepth: 2 }));
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (damages) => {
        const object = damages.reduce<unknown>((value, [path, by]) => replaced(value, path, by), COMPLETE);
        fc.pre(isObject(object));
        expect(operatingSystemConfigView(object).ok).toBe(isAccepted(object));
      }),
      { numRuns: 2000 },
    );
  });

  it("accepts what the schema accepts, whatever the labels", () => {
    const keys = fc.constantFrom("a", "__proto__", "constructor", "");
    fc.assert(
      fc.property(fc.dictionary(keys, fc.jsonValue({ maxDepth: 1 })), (labels) => {
        const object = reconcileOsc({}, { labels: JSON.parse(JSON.stringify(labels)) });
        expect(operatingSystemConfigView(object).ok).toBe(isAccepted(object));
      }),
    );
  });
});
