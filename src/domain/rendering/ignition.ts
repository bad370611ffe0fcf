import { BASE64 } from "../osc/inline-content.ts";
import type { FileContent, OperatingSystemConfig, OscFile, Unit } from "../osc/types.ts";
import { NO_SECRETS, type SecretContents, secretContent } from "./provisioned-files.ts";

/** Version of the specification that OS controllers write. */
const VERSION = "3.3.0";

/**
 * The Ignition configuration that writes the files of a provision OSC and enables its units, for Flatcar. It cannot start
 * or stop a unit, so that `command` is not looked at; neither is `transmitUnencoded`, but the encoding of the content.
 * Source: OperatingSystemConfig contract, section 6.4; gardener-extension-os-coreos
 * pkg/controller/operatingsystemconfig/actuator.go; the Ignition specification v3.3.0.
 */
export function renderIgnition({ spec }: OperatingSystemConfig, secrets: SecretContents = NO_SECRETS): string {
  const config = {
    ignition: { version: VERSION },
    storage: { files: spec.files.map((file) => ignitionFile(file, secrets)) },
    systemd: { units: spec.units.map(ignitionUnit) },
  };
  return JSON.stringify(config).replaceAll(ESCAPED_BY_GO, unicodeEscape);
}

/** What the JSON of Go escapes and that of JavaScript does not. */
const ESCAPED_BY_GO = /[<>&\u2028\u2029]/g;

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function ignitionFile({ path = "", permissions, content }: OscFile, secrets: SecretContents) {
  return {
    path,
    contents: { source: dataUrl(content, secrets) },
    ...(permissions === undefined ? {} : { mode: permissions }),
  };
}

function ignitionUnit({ name = "", enable = true, content, dropIns }: Unit) {
  return {
    name,
    enabled: enable,
    ...(content === undefined ? {} : { contents: content }),
    ...(dropIns.length === 0
      ? {}
      : { dropins: dropIns.map(({ name = "", content = "" }) => ({ name, contents: content })) }),
  };
}

/** Clear text is percent-encoded, since placeholders are looked for in that form. */
function dataUrl(content: FileContent | undefined, secrets: SecretContents): string {
  const { encoding, data = "" } = content?.inline ?? {};
  if (content?.inline !== undefined && encoding !== BASE64) {
    return `data:,${percentEncoded(data)}`;
  }
  const base64 = content?.inline === undefined ? secretContent(content, secrets) : data;
  return `data:;base64,${base64.replaceAll(/[\r\n]/g, "")}`;
}

/** Escapes everything but letters, digits and `-_.~`. */
function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/[!*'()]/g, percentEscape);
}

function percentEscape(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
