import { goJsonTexts, goQuoted } from "./go-text.ts";

/** What of a registry goes into its `hosts.toml`: an entry of a policy, or one of an OSC as it is read. */
export interface RegistryHosts {
  readonly server?: string | undefined;
  readonly hosts?: readonly RegistryHostLines[];
}

/** One host of a registry. */
export interface RegistryHostLines {
  readonly url?: string | undefined;
  readonly capabilities?: readonly string[];
  readonly caCerts?: readonly string[];
  readonly overridePath?: boolean | undefined;
}

/** Where gardener-node-agent keeps the registries of containerd, one directory for each upstream. */
export const CERTS_DIRECTORY = "/etc/containerd/certs.d";

/** What a host may be asked for where its entry does not say. */
const DEFAULT_CAPABILITIES: readonly string[] = ["pull", "resolve"];

/** Path of the `hosts.toml` of an upstream, whose name is taken as it is. */
export function hostsTomlPath(upstream: string): string {
  return `${CERTS_DIRECTORY}/${upstream}/hosts.toml`;
}

/**
 * The `hosts.toml` that gardener-node-agent writes for a registry, byte for byte.
 * Source: OperatingSystemConfig contract, section 3.6; gardener
 * pkg/nodeagent/controller/operatingsystemconfig/templates/containerd-hosts.toml.tpl.
 */
export function hostsToml({ server, hosts = [] }: RegistryHosts): string {
  const head = server ? `server = ${goQuoted(server)}\n\n` : "";
  return `# managed by gardener-node-agent\n${head}${hosts.map(hostTable).join("")}`;
}

/** The table of a host, and an empty line after it. */
function hostTable(host: RegistryHostLines): string {
  const { url = "", caCerts = [], overridePath } = host;
  const lines = [
    `[host.${goQuoted(url)}]`,
    `  capabilities = ${goJsonTexts(capabilitiesOf(host))}`,
    ...(caCerts.length > 0 ? [`  ca = ${goJsonTexts(caCerts)}`] : []),
    ...(overridePath ? ["  override_path = true"] : []),
  ];
  return `${lines.join("\n")}\n\n`;
}

/** What a host may be asked for. */
export function capabilitiesOf({ capabilities = [] }: Pick<RegistryHostLines, "capabilities">): readonly string[] {
  return capabilities.length > 0 ? capabilities : DEFAULT_CAPABILITIES;
}
