import type { DesiredCgroupDriver } from "../policies/types.ts";
import { remembered } from "../remembered.ts";
import { readBlockYaml } from "./block-yaml.ts";
import { BASE64, inlineData, inlineText } from "./inline-content.ts";
import { kubeletFlagDriver } from "./kubelet-flag.ts";
import { type InlineContent, KUBELET_CONFIG_PATH, type OperatingSystemConfig } from "./types.ts";

/**
 * The kubelet's configuration file in an OSC.
 * Source: OperatingSystemConfig contract, sections 4.1 and 4.2.
 */
export type KubeletConfig =
  /** There is none, or its content is not in the OSC itself. */
  | { readonly kind: "none" }
  /** It cannot be decoded, or is no `KubeletConfiguration` in block style. */
  | { readonly kind: "unreadable"; readonly index: number }
  | {
      readonly kind: "readable";
      /** Its index in `spec.files`. */
      readonly index: number;
      readonly text: string;
      /** What the file says; undefined where it leaves it to the default. */
      readonly cgroupDriver: string | undefined;
      /** The data of the file with this driver, in its encoding; the same data where it says so already. */
      readonly dataWith: (driver: CgroupDriver) => string;
    };

/** A cgroup driver that both containerd and kubelet know. */
export type CgroupDriver = DesiredCgroupDriver["driver"];

/** What containerd and kubelet use where nothing is said. */
export const DEFAULT_CGROUP_DRIVER = "cgroupfs";

/** Whether a text is the name of a cgroup driver. */
export function isCgroupDriver(text: string | undefined): text is CgroupDriver {
  return text === "systemd" || text === "cgroupfs";
}

const NONE: KubeletConfig = { kind: "none" };

/**
 * The kubelet's configuration file of an OSC: the first file with its path, as for Gardener's own webhooks. Asking
 * again costs nothing.
 */
export function kubeletConfig({ spec }: OperatingSystemConfig): KubeletConfig {
  const index = spec.files.findIndex(({ path }) => path === KUBELET_CONFIG_PATH);
  const inline = spec.files[index]?.content?.inline;
  return inline?.data === undefined ? NONE : kubeletConfigAt(index, inline);
}

/** The kubelet's configuration file in content that stands at an index of `spec.files`. */
export function kubeletConfigAt(index: number, inline: InlineContent): KubeletConfig {
  const read = readOnce(inline);
  return read === undefined ? { kind: "unreadable", index } : { kind: "readable", index, ...read };
}

interface ReadConfig {
  readonly text: string;
  readonly cgroupDriver: string | undefined;
  readonly dataWith: (driver: CgroupDriver) => string;
}

/**
 * What was read, by the data in each encoding: both rules and mutations ask for it, of the new object and the old one,
 * and the pools of a shoot, and many shoots, have the same. Not by the content's identity: a weak map that each request
 * adds to makes the garbage collector dear.
 */
const READ_BASE64 = remembered<Read>();
const READ_PLAIN = remembered<Read>();

interface Read {
  readonly value: ReadConfig | undefined;
}

function readOnce(inline: InlineContent): ReadConfig | undefined {
  const { encoding, data } = inline;
  switch (encoding) {
    case BASE64:
      return READ_BASE64(data, () => ({ value: read(inline) })).value;
    case "":
      return READ_PLAIN(data, () => ({ value: read(inline) })).value;
    default:
      return read(inline);
  }
}

function read(inline: InlineContent): ReadConfig | undefined {
  const text = inlineText(inline);
  const line = text === undefined ? undefined : (plainCgroupLine(text) ?? cgroupLine(text));
  return text === undefined || line === undefined
    ? undefined
    : { text, cgroupDriver: line.driver, dataWith: editsOf(inline, text) };
}

/** Each edit is made once, when it is asked for. */
function editsOf({ encoding, data = "" }: InlineContent, text: string): ReadConfig["dataWith"] {
  const edits = new Map<CgroupDriver, string>();
  return (driver) => {
    const known = edits.get(driver);
    if (known !== undefined) {
      return known;
    }
    const edited = editCgroupDriver(text, driver) ?? text;
    const edit = edited === text ? data : inlineData(edited, encoding);
    edits.set(driver, edit);
    return edit;
  };
}

/** Where a kubelet configuration sets the cgroup driver. */
interface CgroupLine {
  readonly driver: string | undefined;
  /** Offsets of the line without its line break; undefined where there is none. */
  readonly place: { readonly start: number; readonly end: number } | undefined;
}

/** Finds the line for the cgroup driver; undefined where the text is not readable. */
function cgroupLine(text: string): CgroupLine | undefined {
  const yaml = readBlockYaml(text);
  const driver = yaml?.scalar("cgroupDriver");
  return driver === undefined || yaml?.scalar("kind")?.text !== "KubeletConfiguration"
    ? undefined
    : { driver: driver.text, place: yaml.top("cgroupDriver") };
}

/**
 * Finds a line that is more than a key, a word or a simple quoted text. Where there is none, every line that begins
 * with a letter is a member of the outermost mapping, and its value is on that line or indented below.
 */
const INTRICATE_LINE = intricateLine();
const PLAIN_DRIVER = /^cgroupDriver: (systemd|cgroupfs)$(?!\n[ -])/m;
const PLAIN_KIND = /^kind: KubeletConfiguration$(?!\n[ -])/m;

function intricateLine(): RegExp {
  const word = String.raw`-?[A-Za-z0-9/](?:[\w./%+=@-]|:(?=\S))*`;
  const value = String.raw`(?:${word}|"[\w./%+=@: -]*"|\[\]|\{\})`;
  const member = String.raw`[A-Za-z][\w./-]*:(?: ${value})?`;
  const indent = "(?: +(?:- )*|(?:- )+)";
  const end = "(?![^])";
  const itemAfterValue = String.raw`[A-Za-z].*[^:\n]\n-`;
  return new RegExp(`^(?!(?:(?:${member}|${indent}(?:${member}|${value}))$|${end}))|^${itemAfterValue}`, "m");
}

/**
 * As {@link cgroupLine} for a text as Kubernetes' codec writes it, which is nearly every one, at a fraction of the
 * cost. Undefined for any other text.
 */
function plainCgroupLine(text: string): CgroupLine | undefined {
  const found = PLAIN_DRIVER.exec(text);
  const isPlain = found !== null && PLAIN_KIND.test(text) && /^[A-Za-z]/.test(text) && !INTRICATE_LINE.test(text);
  if (!isPlain || isRepeated(text, "cgroupDriver:") || isRepeated(text, "kind:")) {
    return undefined;
  }
  return { driver: found[1], place: { start: found.index, end: found.index + found[0].length } };
}

/** Whether more than one line begins with a key. */
function isRepeated(text: string, key: string): boolean {
  const first = text.indexOf(`\n${key}`);
  return first !== text.lastIndexOf(`\n${key}`) || (first >= 0 && text.startsWith(key));
}

/**
 * The text of a kubelet configuration that sets a cgroup driver: the same text where it does already; otherwise the
 * line of the driver is replaced, or one is appended. Undefined where the text is not readable.
 * Source: OperatingSystemConfig contract, section 4.2.
 */
export function editCgroupDriver(text: string, driver: CgroupDriver): string | undefined {
  const line = plainCgroupLine(text) ?? cgroupLine(text);
  if (line === undefined || line.driver === driver) {
    return line && text;
  }
  if (line.place === undefined) {
    return `${text}${text.endsWith("\n") ? "" : "\n"}cgroupDriver: ${driver}\n`;
  }
  return `${text.slice(0, line.place.start)}cgroupDriver: ${driver}${text.slice(line.place.end)}`;
}

/**
 * The cgroup driver that the kubelet uses: that of its command line, else that of its configuration file, else the
 * default. Undefined where there is no readable file and no flag either. Any text can be written there.
 * Source: OperatingSystemConfig contract, section 4.1.
 */
export function kubeletCgroupDriver(osc: OperatingSystemConfig): string | undefined {
  const flag = kubeletFlagDriver(osc);
  if (flag !== undefined) {
    return flag;
  }
  const config = kubeletConfig(osc);
  return config.kind === "readable" ? (config.cgroupDriver ?? DEFAULT_CGROUP_DRIVER) : undefined;
}
