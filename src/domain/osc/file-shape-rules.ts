import { forbidden, invalid } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import { isDnsSubdomain } from "./dns-subdomain.ts";
import type { Listed } from "./listed-elements.ts";
import { type OscFile, PROVISION } from "./types.ts";

/** OSC-V-49, 51 and 52: permissions and host of a file, and what a machine's user data cannot hold. */
export function fileShapeFindings(listed: Listed<OscFile>, purpose: string | undefined): readonly Finding[] {
  const isProvisioned = purpose === PROVISION && !listed.isExtension;
  const findings = [...permissionFindings(listed), ...hostFindings(listed)];
  return isProvisioned ? [...findings, ...provisionFindings(listed)] : findings;
}

function hostFindings({ element: { hostName, path: file = "" }, path }: Listed<OscFile>): readonly Finding[] {
  if (hostName === undefined || isDnsSubdomain(hostName)) {
    return NO_FINDINGS;
  }
  const detail = "use the DNS name of a host: lower-case letters, digits, '-' and '.', at most 253";
  return [finding("OSC-V-49", invalid(at(path, "hostName"), hostName, detail), file, hostName)];
}

function permissionFindings({ element: { permissions, path: file = "" }, path }: Listed<OscFile>): readonly Finding[] {
  const problem = permissions === undefined ? undefined : permissionProblem(permissions);
  return permissions === undefined || problem === undefined
    ? NO_FINDINGS
    : [finding("OSC-V-51", invalid(at(path, "permissions"), permissions, problem), file, String(permissions))];
}

/** 07777, all permission bits that there are. */
const MAXIMUM_PERMISSIONS = 0o7777;

/** Numbers that hardly anybody means in decimal. */
const TYPED_IN_OCTAL: ReadonlySet<number> = new Set([400, 440, 444, 600, 640, 644, 660, 664, 700, 750, 755, 775, 777]);

/** What is wrong with the permissions of a file, and what to write instead. */
function permissionProblem(permissions: number): string | undefined {
  if (TYPED_IN_OCTAL.has(permissions)) {
    const meant = Number.parseInt(String(permissions), 8);
    return `this is decimal and means 0${permissions.toString(8)}; for 0${permissions} write ${meant}`;
  }
  return Number.isInteger(permissions) && permissions >= 0 && permissions <= MAXIMUM_PERMISSIONS
    ? undefined
    : "use an integer from 0 to 4095 in decimal, as in 420 for 0644";
}

function provisionFindings({ element: { content, hostName, path: file = "" }, path }: Listed<OscFile>) {
  const findings: Finding[] = [];
  if (content?.imageRef !== undefined) {
    const detail = "OS controllers cannot render files from images, and crash; put the content inline";
    findings.push(finding("OSC-V-52", forbidden(at(path, "content", "imageRef"), detail), file, "imageRef"));
  }
  if (hostName !== undefined) {
    const detail = "user data is the same for all machines of a pool, which would all get the file";
    findings.push(finding("OSC-V-52", forbidden(at(path, "hostName"), detail), file, "hostName"));
  }
  return findings;
}
