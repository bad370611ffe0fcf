/** How the API server reaches gardengate. */
export type ClientTarget =
  | {
      readonly kind: "url" /** Origin such as `https://127.0.0.1:9443`, without a trailing slash. */;
      readonly origin: string;
    }
  | { readonly kind: "service"; readonly namespace: string; readonly name: string; readonly port: number };

/** What `render` shall print. */
export interface RenderOptions {
  readonly role: "garden" | "seed";
  /** Undefined when only RBAC is asked for. */
  readonly target: ClientTarget | undefined;
  /** File with PEM certificates for `caBundle`. */
  readonly caFile: string | undefined;
  /** Configuration whose enabled webhooks are printed; undefined means all that are built. */
  readonly config: string | undefined;
  readonly early: boolean;
  readonly rbac: boolean;
  readonly serviceAccount: { readonly namespace: string; readonly name: string };
  /** Name of the printed objects; the early configuration adds `-early`. */
  readonly name: string;
}

const LABEL = "[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?";
const NAMESPACED_NAME = new RegExp(`^(?<namespace>${LABEL})/(?<name>${LABEL})$`);
const SERVICE = new RegExp(`^(?<namespace>${LABEL})/(?<name>${LABEL})(:(?<port>[0-9]{1,5}))?$`);
const OBJECT_NAME = new RegExp(`^${LABEL}(\\.${LABEL})*$`);

/** Reads the options of `render`; a text tells what is wrong with them. */
export function readRenderOptions(
  values: ReadonlyMap<string, string>,
  switches: ReadonlySet<string>,
): RenderOptions | string {
  const target = readTarget(values.get("url"), values.get("service"));
  if (typeof target === "string") {
    return target;
  }
  const rbac = switches.has("rbac");
  const early = switches.has("early");
  const caFile = values.get("ca");
  if (target === undefined && !rbac) {
    return "one of --url and --service is required, or --rbac";
  }
  if (target === undefined && (early || caFile !== undefined)) {
    return `--${early ? "early" : "ca"} needs --url or --service`;
  }
  const account = NAMESPACED_NAME.exec(values.get("service-account") ?? "garden/gardengate")?.groups;
  if (account?.["namespace"] === undefined || account["name"] === undefined) {
    return "--service-account must be NAMESPACE/NAME";
  }
  const role = values.get("role") === "seed" ? "seed" : "garden";
  const name = values.get("name") ?? `gardengate-${role}`;
  if (!OBJECT_NAME.test(name) || name.length > 200) {
    return "--name must be a DNS name in lower case";
  }
  return {
    role,
    target,
    caFile,
    config: values.get("config"),
    early,
    rbac,
    serviceAccount: { namespace: account["namespace"], name: account["name"] },
    name,
  };
}

function readTarget(url: string | undefined, service: string | undefined): ClientTarget | undefined | string {
  if (url !== undefined && service !== undefined) {
    return "--url and --service exclude each other";
  }
  if (url !== undefined) {
    return readUrl(url);
  }
  return service === undefined ? undefined : readService(service);
}

/** The API server refuses everything but https, and user info, query and fragment. */
function readUrl(text: string): ClientTarget | string {
  const url = URL.parse(text);
  if (url === null || url.protocol !== "https:") {
    return `--url must be https://HOST[:PORT], not ${JSON.stringify(text)}`;
  }
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "") {
    return "--url must have no path, query, fragment or user info; each webhook adds its own path";
  }
  return { kind: "url", origin: url.origin };
}

function readService(text: string): ClientTarget | string {
  const groups = SERVICE.exec(text)?.groups;
  const port = Number(groups?.["port"] ?? "443");
  if (groups?.["namespace"] === undefined || groups["name"] === undefined || port < 1 || port > 65_535) {
    return `--service must be NAMESPACE/NAME[:PORT], not ${JSON.stringify(text)}`;
  }
  return { kind: "service", namespace: groups["namespace"], name: groups["name"], port };
}
