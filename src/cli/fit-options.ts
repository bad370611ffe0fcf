import { DEFAULT_CRI } from "../domain/profiles/decoding-defaults.ts";
import type { Cri } from "../domain/profiles/types.ts";
import { parseImageVersion } from "../domain/versions/image-version.ts";
import { type Output, readMoment, readOutput } from "./report-options.ts";

/** What shall fit: everything that goes with a machine type, or with an image version. */
export type FitSubject =
  | { readonly kind: "machineType"; readonly name: string }
  | { readonly kind: "image"; readonly name: string; readonly version: string };

/** What `fit` shall tell. */
export interface FitOptions {
  readonly profile: string;
  /** Set for a NamespacedCloudProfile. */
  readonly namespace: string | undefined;
  readonly subject: FitSubject;
  readonly region: string | undefined;
  /** In that region; empty asks for no zone in particular. */
  readonly zones: readonly string[];
  /** Undefined asks for nothing. */
  readonly cri: Cri | undefined;
  /** Kubelet version; undefined asks for nothing. */
  readonly kubelet: string | undefined;
  readonly output: Output;
  /** Milliseconds since the epoch; undefined means now. */
  readonly at: number | undefined;
}

/** Reads the options of `fit`; a text tells what is wrong with them. */
export function readFitOptions(values: ReadonlyMap<string, string>): FitOptions | string {
  const [region, zones, kubelet] = [values.get("region"), values.get("zones"), values.get("kubelet")];
  const subject = readSubject(values.get("machine-type"), values.get("image"));
  if (typeof subject === "string") {
    return subject;
  }
  if (zones !== undefined && region === undefined) {
    return "--zones needs --region";
  }
  if (kubelet !== undefined && parseImageVersion(kubelet) === undefined) {
    return `--kubelet must be a version such as 1.34.2, not ${JSON.stringify(kubelet)}`;
  }
  const at = readMoment(values);
  return typeof at === "string"
    ? at
    : {
        profile: values.get("profile") ?? "",
        namespace: values.get("namespace"),
        subject,
        region,
        zones: listed(zones),
        cri: readCri(values.get("cri"), values.get("runtimes")),
        kubelet,
        output: readOutput(values),
        at,
      };
}

/** Versions have no colon, names of images may. */
function readSubject(machineType: string | undefined, image: string | undefined): FitSubject | string {
  if (machineType !== undefined && image !== undefined) {
    return "--machine-type and --image exclude each other";
  }
  if (machineType !== undefined) {
    return { kind: "machineType", name: machineType };
  }
  if (image === undefined) {
    return "one of --machine-type and --image is required";
  }
  const { name, version } = /^(?<name>.+):(?<version>[^:]+)$/.exec(image)?.groups ?? {};
  return name === undefined || version === undefined
    ? `--image must be NAME:VERSION, not ${JSON.stringify(image)}`
    : { kind: "image", name, version };
}

/** Container runtimes without a container runtime interface are asked of the usual one. */
function readCri(name: string | undefined, runtimes: string | undefined): Cri | undefined {
  return name === undefined && runtimes === undefined
    ? undefined
    : { name: name ?? DEFAULT_CRI.name, containerRuntimes: listed(runtimes).map((type) => ({ type })) };
}

function listed(names: string | undefined): readonly string[] {
  const each = names?.split(",").map((name) => name.trim()) ?? [];
  return [...new Set(each.filter((name) => name !== ""))];
}
