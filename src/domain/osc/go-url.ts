import { parseIpv6 } from "../net/ip-address.ts";

/**
 * A URL as Go's `net/url` reads it, which is how Gardener and containerd read those of registries. Parts stand as they
 * were written, escapes included.
 */
export interface GoUrl {
  /** In lower case; empty where there is none. */
  readonly scheme: string;
  /** What stands behind `//`; undefined where there is no `//`. */
  readonly authority: GoAuthority | undefined;
  /** Empty, or beginning with `/` where there is an authority. Empty too for opaque URLs such as `localhost:5000`. */
  readonly path: string;
  /** What stands behind the first `?`; undefined without one. */
  readonly query: string | undefined;
  /** What stands behind the first `#`; undefined without one. */
  readonly fragment: string | undefined;
}

/** The authority of a URL: `userInfo@host`. */
export interface GoAuthority {
  /** What stands before the last `@`; undefined without one. */
  readonly userInfo: string | undefined;
  /** With port, as `Host` of Go; empty where neither is there. */
  readonly host: string;
  /** Without port, and without the brackets and the zone of an IPv6 address. */
  readonly hostname: string;
  /** Digits, perhaps none; undefined without a colon. */
  readonly port: string | undefined;
}

const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/;
const BROKEN_ESCAPE = /%(?![0-9A-Fa-f]{2})/;
const NOT_IN_USER_INFO = /[^A-Za-z0-9._~!$&'()*+,;=:@%-]/;
const NOT_IN_HOST = /[^A-Za-z0-9._~!"$&'()*+,:;<=>[\]%\u{80}-\u{10FFFF}-]/u;
/** Hosts escape bytes beyond ASCII, and the percent sign itself. */
const BROKEN_HOST_ESCAPE = /%(?!25|[89A-Fa-f][0-9A-Fa-f])/;
/** What a zone must not escape: whatever a host could not have unescaped, but for the blank and the percent sign. */
const NOT_ESCAPED_IN_ZONE = /[^A-Za-z0-9._~!"$&'()*+,:;<=>[\]% -]/;
const ESCAPE = /%([0-9A-Fa-f]{2})/g;
const PORT = /^:[0-9]*$/;

/** Introduces the zone of an IPv6 address. */
const ZONE = "%25";

/**
 * Reads a URL; undefined for what Go cannot parse. Relative references and the empty text can be parsed. The URL class of
 * Node.js decides otherwise about default ports, backslashes, blanks and relative references.
 * Source: OperatingSystemConfig contract, section 2.6; Go's net/url, Parse.
 */
export function parseGoUrl(text: string): GoUrl | undefined {
  const [written, fragment] = cut(text, "#");
  if (hasControlCharacter(written) || written.startsWith(":") || BROKEN_ESCAPE.test(fragment ?? "")) {
    return undefined;
  }
  const [prefix = "", scheme = ""] = SCHEME.exec(written) ?? [];
  const [rest, query] = cut(written.slice(prefix.length), "?");
  const parts = partsOf(scheme.toLowerCase(), rest);
  return parts && { scheme: scheme.toLowerCase(), ...parts, query, fragment };
}

function partsOf(scheme: string, rest: string): Pick<GoUrl, "authority" | "path"> | undefined {
  if (!rest.startsWith("/")) {
    return scheme === "" ? relativeParts(rest) : { authority: undefined, path: "" };
  }
  if (!rest.startsWith("//") || (scheme === "" && rest.startsWith("///"))) {
    return pathParts(undefined, rest);
  }
  const slash = rest.indexOf("/", 2);
  const end = slash < 0 ? rest.length : slash;
  const authority = authorityOf(scheme, rest.slice(2, end));
  return authority && pathParts(authority, rest.slice(end));
}

/** A relative path, whose first segment has no colon, as it would look like a scheme. */
function relativeParts(rest: string): Pick<GoUrl, "authority" | "path"> | undefined {
  const [segment] = cut(rest, "/");
  return segment.includes(":") ? undefined : pathParts(undefined, rest);
}

function pathParts(authority: GoAuthority | undefined, path: string): Pick<GoUrl, "authority" | "path"> | undefined {
  return BROKEN_ESCAPE.test(path) ? undefined : { authority, path };
}

function authorityOf(scheme: string, text: string): GoAuthority | undefined {
  const sign = text.lastIndexOf("@");
  const userInfo = sign < 0 ? undefined : text.slice(0, sign);
  if (userInfo !== undefined && (NOT_IN_USER_INFO.test(userInfo) || BROKEN_ESCAPE.test(userInfo))) {
    return undefined;
  }
  const host = text.slice(sign + 1);
  const parts = host.includes("[") ? bracketedHost(host) : plainHost(scheme, host);
  return parts && { userInfo, host, ...parts };
}

type Host = Pick<GoAuthority, "hostname" | "port">;

/** `[IPv6 address]:port`. */
function bracketedHost(host: string): Host | undefined {
  const end = host.lastIndexOf("]");
  if (host.lastIndexOf("[") !== 0 || end < 0) {
    return undefined;
  }
  const port = portOf(host.slice(end + 1));
  const [address, zone] = cut(host.slice(1, end), ZONE);
  const isValid = port !== undefined && parseIpv6(address) !== undefined && (zone === undefined || isZone(zone));
  return isValid ? { hostname: address, port: port.text } : undefined;
}

function isZone(zone: string): boolean {
  const escaped = Array.from(zone.matchAll(ESCAPE), ([, hex = ""]) => String.fromCharCode(Number.parseInt(hex, 16)));
  const isWritten = zone !== "" && !NOT_IN_HOST.test(zone) && !BROKEN_ESCAPE.test(zone);
  return isWritten && !NOT_ESCAPED_IN_ZONE.test(escaped.join(""));
}

/** `host:port`. The host of http and https has no colon; those of other schemes may be a list of hosts with ports. */
function plainHost(scheme: string, host: string): Host | undefined {
  const isWeb = scheme === "http" || scheme === "https";
  const colon = isWeb ? host.indexOf(":") : host.lastIndexOf(":");
  const end = colon < 0 ? host.length : colon;
  const port = portOf(host.slice(end));
  const isValid = port !== undefined && !NOT_IN_HOST.test(host) && !BROKEN_HOST_ESCAPE.test(host);
  return isValid ? { hostname: host.slice(0, end), port: port.text } : undefined;
}

/** The port behind a host, if it is one: nothing, or a colon and digits. */
function portOf(text: string): { readonly text: string | undefined } | undefined {
  if (text === "") {
    return { text: undefined };
  }
  return PORT.test(text) ? { text: text.slice(1) } : undefined;
}

/** The text before and behind the first separator. */
function cut(text: string, separator: string): readonly [before: string, after: string | undefined] {
  const position = text.indexOf(separator);
  return position < 0 ? [text, undefined] : [text.slice(0, position), text.slice(position + separator.length)];
}

function hasControlCharacter(text: string): boolean {
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code < 0x20 || code === 0x7f) {
      return true;
    }
  }
  return false;
}
