/** One option of a subcommand. */
export interface OptionSpec {
  /** Without the leading dashes. */
  readonly name: string;
  /** What the value is, in capitals; undefined for a switch. */
  readonly value?: string;
  /** The only values, where there are few. */
  readonly choices?: readonly string[];
  readonly isRequired?: boolean;
  /** What it does, as complete sentences; the help wraps it. */
  readonly help: string;
}

/** One subcommand: parser, usage errors and help are all derived from this value. */
export interface CommandSpec {
  readonly name: CommandName;
  /** One line for the list of subcommands. */
  readonly summary: string;
  /** Paragraphs of the subcommand's own help. */
  readonly description: readonly string[];
  /** How further arguments are shown; undefined where none are taken. */
  readonly operands?: { readonly shown: string; readonly help: string; readonly min: number; readonly max: number };
  readonly options: readonly OptionSpec[];
  readonly examples: readonly string[];
}

/** The subcommands. */
export type CommandName = "serve" | "render" | "check-config" | "review" | "demo" | "help" | "version";

const CONFIG: OptionSpec = {
  name: "config",
  value: "FILE",
  isRequired: true,
  help: "Configuration document (config.gardengate.dev/v1alpha1, YAML or JSON). Relative paths in it start at its directory.",
};

/** All subcommands, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  {
    name: "serve",
    summary: "answer admission reviews over HTTPS",
    description: [
      "Checks the configuration, loads the facts, and serves the enabled webhooks and, on a port of their own, /healthz, /readyz and /metrics.",
      "SIGTERM or SIGINT ends it after a drain, without losing a request; a second signal ends it at once.",
    ],
    options: [CONFIG],
    examples: ["gardengate serve --config examples/config.yaml"],
  },
  {
    name: "check-config",
    summary: "check a configuration and print it completed with defaults",
    description: [
      "Reads the configuration as serve does and prints every mistake with file, line and path, or one line of JSON with the settings in force. Nothing is started.",
    ],
    options: [CONFIG],
    examples: ["gardengate check-config --config examples/config.yaml"],
  },
  {
    name: "render",
    summary: "print webhook configurations and RBAC for kubectl apply",
    description: [
      "Prints the ValidatingWebhookConfiguration of all webhooks that are built for one kind of cluster, derived from the values that the server serves. Equal arguments give equal bytes.",
      "The API server reaches gardengate either by --url or by --service. What would lock out the cluster, or what Gardener's remediator would rewrite, is refused rather than printed.",
    ],
    options: [
      {
        name: "role",
        value: "ROLE",
        choices: ["garden", "seed"],
        isRequired: true,
        help: "The cluster whose API server calls: garden (Shoots and CloudProfiles) or seed (OperatingSystemConfigs).",
      },
      {
        name: "url",
        value: "URL",
        help: "Call https://HOST[:PORT], such as https://gardengate.garden for a virtual garden. No path: each webhook has its own.",
      },
      {
        name: "service",
        value: "NAMESPACE/NAME[:PORT]",
        help: "Call a Service of the same cluster instead; port 443 unless told.",
      },
      {
        name: "ca",
        value: "FILE",
        help: "PEM certificates that the API server shall trust; written as caBundle. Without it the field is left to others, such as an injector of certificates.",
      },
      {
        name: "early",
        help: "Print a MutatingWebhookConfiguration too, in which the shoot webhook only denies. On a stock garden the built-in plugin answers before validating webhooks are asked; this entry answers before the plugin.",
      },
      {
        name: "rbac",
        help: "Print the ClusterRole and ClusterRoleBinding that facts from Kubernetes need; alone if neither --url nor --service is given.",
      },
      {
        name: "service-account",
        value: "NAMESPACE/NAME",
        help: "Whom the ClusterRoleBinding of --rbac is for; garden/gardengate unless told.",
      },
      {
        name: "config",
        value: "FILE",
        help: "Print only the webhooks that this configuration enables; all that are built unless told. What is registered but not served is refused by failurePolicy Fail.",
      },
      {
        name: "name",
        value: "NAME",
        help: "Name of the printed objects; gardengate-ROLE unless told. The API server calls configurations in the order of their names.",
      },
    ],
    examples: [
      "gardengate render --role garden --url https://127.0.0.1:9443 --ca certs/ca.crt | kubectl apply -f -",
      "gardengate render --role garden --service garden/gardengate --early --rbac",
    ],
  },
  {
    name: "review",
    summary: "judge objects from files, without a cluster",
    description: [
      "Reads objects or complete AdmissionReviews and prints each verdict as kubectl would print it. Plain objects are judged as if they were being created. The facts come from the configuration.",
      "Exit code 1 tells that at least one object was denied or could not be judged.",
    ],
    operands: {
      shown: "[FILE…|-]",
      help: "YAML or JSON files, each with any number of documents; - or no file at all is standard input.",
      min: 0,
      max: Number.POSITIVE_INFINITY,
    },
    options: [CONFIG],
    examples: [
      "gardengate review --config examples/config.yaml examples/reviews/02-incompatible-image.yaml",
      "kubectl get shoots -A -o yaml | gardengate review --config config.yaml -",
    ],
  },
  {
    name: "demo",
    summary: "serve example facts, send example requests, show the verdicts",
    description: [
      "Starts the server with a self-signed certificate and the example facts, sends it the example requests over HTTPS, prints each verdict as kubectl would print it, and goes on serving.",
    ],
    options: [{ name: "once", help: "End after the requests instead of serving on." }],
    examples: ["gardengate demo", "gardengate demo --once"],
  },
  {
    name: "help",
    summary: "explain a subcommand",
    description: ["Prints the list of subcommands, or everything about one of them."],
    operands: { shown: "[SUBCOMMAND]", help: "The subcommand to explain.", min: 0, max: 1 },
    options: [],
    examples: ["gardengate help render"],
  },
  {
    name: "version",
    summary: "print the version",
    description: ["Prints the version of gardengate and of the Node.js that runs it."],
    options: [],
    examples: ["gardengate version"],
  },
];
