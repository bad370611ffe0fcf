import type { OperatingSystemConfig } from "../osc/types.ts";
import { renderBash } from "./bash.ts";
import { vsmpSettings } from "./memory-one.ts";
import type { SecretContents } from "./provisioned-files.ts";
import { yamlText } from "./yaml-text.ts";

/** Whether an operating system runs on the hypervisor MemoryOne, which takes a part of the user data for itself. */
export function isMemoryOne(osType: string): boolean {
  return osType.startsWith("memoryone-");
}

/**
 * The script of a provision OSC wrapped for cloud-init: an archive in YAML, or a MIME message for operating systems on
 * MemoryOne.
 * Source: OperatingSystemConfig contract, section 6.3; cloud-init, user data formats.
 */
export function renderCloudInit(osc: OperatingSystemConfig, secrets?: SecretContents): string {
  const script = renderBash(osc, secrets);
  return isMemoryOne(osc.spec.type ?? "")
    ? mimeMessage(vsmpSettings(osc.spec.providerConfig), script)
    : archive(script);
}

function archive(script: string): string {
  return `#cloud-config-archive\n- type: text/x-shellscript\n  content: ${yamlText(script, "    ")}\n`;
}

function mimeMessage(settings: readonly string[], script: string): string {
  const boundary = unusedBoundary([...settings, script].join("\n"));
  const parts = [
    ["text/x-vsmp; section=vsmp", settings.join("\n")],
    ["text/x-shellscript", script],
  ];
  return [
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    "MIME-Version: 1.0",
    "",
    ...parts.flatMap(([type, content]) => [`--${boundary}`, `Content-Type: ${type}`, "", content]),
    `--${boundary}--`,
    "",
  ].join("\n");
}

const BOUNDARIES = /==BOUNDARY(\d*)(?===)/g;

/** The boundary of OS extensions; with a number in it where the content would be cut by it, as only hostile content is. */
function unusedBoundary(content: string): string {
  const used = new Set(content.matchAll(BOUNDARIES).map(([, number = ""]) => number));
  let number = "";
  while (used.has(number)) {
    number = String(Number(number) + 1);
  }
  return `==BOUNDARY${number}==`;
}
