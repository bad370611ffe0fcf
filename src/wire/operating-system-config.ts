import { required } from "../domain/field/error.ts";
import type {
  ContainerdConfig,
  CriConfig,
  FileContent,
  InPlaceUpdates,
  KnownViews,
  OperatingSystemConfig,
  OscFile,
  OscMetadata,
  OscSpec,
  OscStatus,
  Plugin,
  Registry,
  Unit,
} from "../domain/osc/types.ts";
import { type Parsed, parsed, unparsed } from "../domain/parsed.ts";
import type { RawObject } from "./admission-review.ts";
import { parseWith } from "./issues.ts";
import { WireOperatingSystemConfig } from "./operating-system-config-schema.ts";
import { type Members, PlainReader } from "./plain-reader.ts";

/*
 * OSCs are large and reviewed twice, once for each webhook, so this view is read plainly, member by member, and by the
 * schema only where something is not of the expected type, for the errors. A law test holds the two against each other.
 */

/**
 * Reads an OperatingSystemConfig; fields that are not looked at may be anything. Errors: TypeInvalid for wrong JSON
 * types, Required for a `spec` that is missing or null.
 *
 * What an object shares with one that was read before need not be read again: the views are shared as well then.
 */
export function operatingSystemConfigView(object: RawObject, known: KnownViews = {}): Parsed<OperatingSystemConfig> {
  const reader = new OscReader(known);
  const view = reader.osc(object);
  const hasSpec = object["spec"] !== undefined && object["spec"] !== null;
  if (hasSpec && !reader.isOdd) {
    return parsed(view);
  }
  const missing = hasSpec ? [] : [required(["spec"], "must be an object")];
  const checked = parseWith(WireOperatingSystemConfig, object);
  return unparsed(checked.ok ? missing : [...missing, ...checked.errors]);
}

/** Reads the members of an OSC one by one. */
class OscReader extends PlainReader {
  readonly #before: KnownViews["before"];
  readonly #beforeSpec: Members;
  readonly #containerd: KnownViews["containerd"];

  constructor({ before, containerd }: KnownViews) {
    super();
    this.#before = before;
    this.#beforeSpec = (before && this.object(before.object["spec"])) ?? {};
    this.#containerd = containerd;
  }

  osc(object: Members): OperatingSystemConfig {
    const before = this.#before;
    const { metadata, status } = object;
    return {
      metadata:
        before !== undefined && metadata === before.object["metadata"]
          ? before.view.metadata
          : this.metadata(this.object(metadata) ?? {}),
      spec: this.spec(this.object(object["spec"]) ?? {}),
      status:
        before !== undefined && status === before.object["status"]
          ? before.view.status
          : this.status(this.object(status) ?? {}),
    };
  }

  /** A list of which some entries may be known. */
  private elements<T>(
    list: unknown,
    listBefore: unknown,
    views: readonly T[] | undefined,
    read: (entry: Members) => T,
  ): readonly T[] {
    if (views === undefined) {
      return this.list(list, (entry) => read(this.object(entry) ?? {}));
    }
    if (list === listBefore) {
      return views;
    }
    const before: readonly unknown[] = Array.isArray(listBefore) ? listBefore : [];
    return this.list(list, (entry, index) => {
      const view = entry === before[index] ? views[index] : undefined;
      return view ?? read(this.object(entry) ?? {});
    });
  }

  metadata(metadata: Members): OscMetadata {
    return {
      name: this.text(metadata["name"]) ?? "",
      generateName: this.text(metadata["generateName"]) ?? "",
      namespace: this.text(metadata["namespace"]) ?? "",
      labels: this.texts(metadata["labels"]),
      annotations: this.texts(metadata["annotations"]),
      deletionTimestamp: this.text(metadata["deletionTimestamp"]),
    };
  }

  spec(spec: Members): OscSpec {
    const cri = this.object(spec["criConfig"]);
    const inPlace = this.object(spec["inPlaceUpdates"]);
    return {
      type: this.text(spec["type"]),
      class: this.text(spec["class"]),
      purpose: this.text(spec["purpose"]),
      providerConfig: this.object(spec["providerConfig"]),
      criConfig: cri && this.criConfig(cri),
      units: this.elements(spec["units"], this.#beforeSpec["units"], this.#before?.view.spec.units, (unit) =>
        this.unit(unit),
      ),
      files: this.elements(spec["files"], this.#beforeSpec["files"], this.#before?.view.spec.files, (file) =>
        this.file(file),
      ),
      inPlaceUpdates:
        inPlace !== undefined && inPlace === this.#beforeSpec["inPlaceUpdates"]
          ? this.#before?.view.spec.inPlaceUpdates
          : inPlace && this.inPlaceUpdates(inPlace),
      hasDocumentedCri: Object.hasOwn(spec, "cri"),
    };
  }

  inPlaceUpdates(inPlace: Members): InPlaceUpdates {
    const rotation = this.object(inPlace["credentialsRotation"]);
    return {
      operatingSystemVersion: this.text(inPlace["operatingSystemVersion"]),
      kubelet: this.text(inPlace["kubelet"]),
      credentialsRotation: rotation && {
        certificateAuthorities: this.rotation(rotation["certificateAuthorities"]),
        serviceAccountKey: this.rotation(rotation["serviceAccountKey"]),
      },
    };
  }

  private rotation(value: unknown): unknown {
    const rotation = this.object(value);
    return rotation && { lastInitiationTime: this.text(rotation["lastInitiationTime"]) };
  }

  criConfig(cri: Members): CriConfig {
    const containerd = this.object(cri["containerd"]);
    return {
      name: this.text(cri["name"]),
      cgroupDriver: this.text(cri["cgroupDriver"]),
      containerd: containerd && this.containerd(containerd),
    };
  }

  containerd(containerd: Members): ContainerdConfig {
    return containerd === this.#containerd?.object
      ? this.#containerd.view
      : {
          sandboxImage: this.text(containerd["sandboxImage"]),
          registries: this.list(containerd["registries"], (registry) => this.registry(this.object(registry) ?? {})),
          plugins: this.list(containerd["plugins"], (plugin) => this.plugin(this.object(plugin) ?? {})),
        };
  }

  registry(registry: Members): Registry {
    return {
      upstream: this.text(registry["upstream"]),
      server: this.text(registry["server"]),
      hosts: this.list(registry["hosts"], (entry) => {
        const host = this.object(entry) ?? {};
        return {
          url: this.text(host["url"]),
          capabilities: this.textList(host["capabilities"]),
          caCerts: this.textList(host["caCerts"]),
          overridePath: this.flag(host["overridePath"]),
        };
      }),
      readinessProbe: this.flag(registry["readinessProbe"]),
    };
  }

  plugin(plugin: Members): Plugin {
    return {
      op: this.text(plugin["op"]),
      path: this.textList(plugin["path"]),
      values: plugin["values"] ?? undefined,
    };
  }

  unit(unit: Members): Unit {
    return {
      name: this.text(unit["name"]),
      command: this.text(unit["command"]),
      enable: this.flag(unit["enable"]),
      content: this.text(unit["content"]),
      dropIns: this.list(unit["dropIns"], (entry) => {
        const dropIn = this.object(entry) ?? {};
        return { name: this.text(dropIn["name"]), content: this.text(dropIn["content"]) };
      }),
      filePaths: this.textList(unit["filePaths"]),
    };
  }

  file(file: Members): OscFile {
    const content = this.object(file["content"]);
    return {
      path: this.text(file["path"]),
      permissions: this.number(file["permissions"]),
      hostName: this.text(file["hostName"]),
      content: content && this.content(content),
    };
  }

  content(content: Members): FileContent {
    const inline = this.object(content["inline"]);
    const secretRef = this.object(content["secretRef"]);
    const imageRef = this.object(content["imageRef"]);
    return {
      inline: inline && { encoding: this.text(inline["encoding"]), data: this.text(inline["data"]) },
      secretRef: secretRef && { name: this.text(secretRef["name"]), dataKey: this.text(secretRef["dataKey"]) },
      imageRef: imageRef && {
        image: this.text(imageRef["image"]),
        filePathInImage: this.text(imageRef["filePathInImage"]),
      },
      transmitUnencoded: this.flag(content["transmitUnencoded"]),
    };
  }

  status(status: Members): OscStatus {
    const cloudConfig = this.object(status["cloudConfig"]);
    const secretRef = this.object(cloudConfig?.["secretRef"]);
    const inPlace = this.object(status["inPlaceUpdates"]);
    const osUpdate = this.object(inPlace?.["osUpdate"]);
    return {
      extensionUnits: this.list(status["extensionUnits"], (unit) => this.unit(this.object(unit) ?? {})),
      extensionFiles: this.list(status["extensionFiles"], (file) => this.file(this.object(file) ?? {})),
      cloudConfig: cloudConfig && {
        secretRef: secretRef && { name: this.text(secretRef["name"]), namespace: this.text(secretRef["namespace"]) },
      },
      inPlaceUpdates: inPlace && {
        osUpdate: osUpdate && { command: this.text(osUpdate["command"]), args: this.textList(osUpdate["args"]) },
      },
    };
  }

  private textList(value: unknown): readonly string[] {
    return this.list(value, (entry) => this.text(entry) ?? "");
  }

  /** A map of texts. A null value is the empty text, as in Go; without any, the map is handed on as it is. */
  private texts(value: unknown): Readonly<Record<string, string>> {
    const members = this.object(value) ?? {};
    if (isTextMap(members)) {
      return members;
    }
    return Object.fromEntries(Object.entries(members).map(([key, member]) => [key, this.text(member) ?? ""]));
  }

  private number(value: unknown): number | undefined {
    if (typeof value === "number" || value === undefined) {
      return value;
    }
    this.isOdd ||= value !== null;
    return undefined;
  }
}

function isTextMap(members: Members): members is Readonly<Record<string, string>> {
  return Object.values(members).every((member) => typeof member === "string");
}
