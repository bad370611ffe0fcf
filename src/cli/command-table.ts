import { AT, CONFIG, type CommandSpec, OUTPUT } from "./command-spec.ts";

/** All subcommands, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  {
    name: "serve",
    summary: "answer admission reviews over HTTPS",
    description: [
      "Checks the configuration, loads the facts and the policies, and serves the enabled webhooks and, on a port of their own, /healthz, /readyz and /metrics.",
      "SIGTERM or SIGINT ends it after a drain, without losing a request; a second signal ends it at once.",
    ],
    options: [CONFIG],
    examples: ["gardengate serve --config examples/config.yaml"],
  },
  {
    name: "check-config",
    summary: "check a configuration and its policies, print it completed",
    description: [
      "Reads the configuration and the policies that it names as serve does and prints every mistake with file, line and path, or one line of JSON with the settings in force. What is allowed in policies but worth a look goes to standard error. Nothing is started.",
    ],
    options: [CONFIG],
    examples: ["gardengate check-config --config examples/config.yaml"],
  },
  {
    name: "render",
    summary: "print webhook configurations and RBAC for kubectl apply",
    description: [
      "Prints the ValidatingWebhookConfiguration, and for a seed the MutatingWebhookConfiguration, of all webhooks that are built for one kind of cluster, derived from the values that the server serves. Equal arguments give equal bytes.",
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
      "gardengate render --role seed --service garden/gardengate --rbac",
    ],
  },
  {
    name: "review",
    summary: "judge objects from files, without a cluster",
    description: [
      "Reads objects or complete AdmissionReviews and prints each verdict as kubectl would print it. Plain objects are judged as if they were being created, OperatingSystemConfigs as the policies leave them. Facts and policies come from the configuration.",
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
    name: "maintain",
    summary: "tell which image versions maintenance would choose, and why",
    description: [
      "Prints for each worker pool of the shoots what the next maintenance would do to its machine image: whether and why it updates, to which version, and what kept it from the others. Nothing is changed. The profiles come from the configuration.",
      "Exit code 1 tells that an input could not be read or a profile is not known.",
    ],
    operands: {
      shown: "[SHOOT-FILE…|-]",
      help: "YAML or JSON files with Shoots or lists of them; - or no file at all is standard input.",
      min: 0,
      max: Number.POSITIVE_INFINITY,
    },
    options: [CONFIG, AT, OUTPUT],
    examples: [
      "kubectl get shoots -A -o yaml | gardengate maintain --config config.yaml -",
      "gardengate maintain --config config.yaml --at 2027-01-31T00:00:00Z shoot.yaml",
    ],
  },
  {
    name: "fit",
    summary: "tell which image versions fit a machine type, or the reverse",
    description: [
      "Prints what a dashboard would offer: the image versions for a machine type, or the machine types for an image version; for each that is rejected why, and the first capability of which no flavor shares a value with the machine type. With a region, and where the images of the provider are known, also which of them the nodes would get.",
      "Exit code 1 tells that the configuration or profile has nothing of such a name.",
    ],
    options: [
      CONFIG,
      { name: "profile", value: "NAME", isRequired: true, help: "Name of the CloudProfile." },
      {
        name: "namespace",
        value: "NAMESPACE",
        help: "Look for a NamespacedCloudProfile in this namespace instead.",
      },
      { name: "machine-type", value: "NAME", help: "Ask which image versions fit this machine type." },
      { name: "image", value: "NAME:VERSION", help: "Ask which machine types fit this image version." },
      { name: "region", value: "NAME", help: "The region of the shoot; any unless told." },
      { name: "zones", value: "NAME[,NAME…]", help: "Zones of the region in which machines have to be available." },
      { name: "cri", value: "NAME", help: "The container runtime interface of the pool, such as containerd." },
      { name: "runtimes", value: "TYPE[,TYPE…]", help: "Its container runtimes, such as gvisor." },
      { name: "kubelet", value: "VERSION", help: "The kubelet version of the pool, such as 1.34.2." },
      AT,
      OUTPUT,
    ],
    examples: [
      "gardengate fit --config examples/config.yaml --profile stratus --machine-type g2.large",
      "gardengate fit --config examples/config.yaml --profile stratus --image gardenlinux:1877.4.0 --region north-1",
    ],
  },
  {
    name: "preview",
    summary: "tell what policies change in an OSC, and what nodes do then",
    description: [
      "Prints for each OperatingSystemConfig which policies are for it and what each does, the patch, and what changes on every node of the pool: files, units, what restarts and why, registries with their hosts.toml, and containerd's config.toml. For a Shoot it prints which pools get new machines.",
      "What nodes have now is the former state: that of --old, or of an AdmissionReview, or the object itself where it has a resourceVersion, as kubectl prints it. Without one, the object is for new nodes.",
      "Without a configuration the defaults are in force, and only the named directories are read. Exit code 1 tells that an OperatingSystemConfig would be refused, that an input could not be read, or that there is no user data to print.",
    ],
    operands: {
      shown: "[FILE…|-]",
      help: "YAML or JSON files with objects or AdmissionReviews; - or no file at all is standard input.",
      min: 0,
      max: Number.POSITIVE_INFINITY,
    },
    options: [
      { ...CONFIG, isRequired: false },
      { name: "policies", value: "DIR", help: "Directory of policies, instead of the configuration's." },
      {
        name: "facts",
        value: "DIR",
        help: "Directory with the Cluster of each namespace, instead of the configuration's.",
      },
      {
        name: "old",
        value: "FILE",
        help: "The objects as they are stored, to compare with; found by namespace and name.",
      },
      { name: "host", value: "NAME", help: "Look at the files of this host alone; at those of all hosts unless told." },
      { name: "user-data", help: "Print the user data of provision OperatingSystemConfigs, and nothing else." },
      OUTPUT,
    ],
    examples: [
      "gardengate preview --facts examples/facts --policies examples/policies examples/osc/reconcile.yaml",
      "kubectl get osc -A -o yaml | gardengate preview --config config.yaml --policies new-policies",
      "gardengate preview --user-data --facts examples/facts examples/osc/provision.yaml",
    ],
  },
  {
    name: "migrate",
    summary: "propose the capability form of a legacy CloudProfile",
    description: [
      "Prints the CloudProfile with machineCapabilities, capabilities of machine types, flavors of image versions, and the images of a known provider mapped to them. Everything else stays as it is, comments included; a comment marks each guess, with what to check.",
      "What gardengate says to the proposal, and what it changes for matching, goes to standard error. Exit code 1 tells that the proposal would be denied. A profile that defines capabilities is printed as it is.",
    ],
    operands: { shown: "FILE", help: "YAML or JSON file with one CloudProfile; - is standard input.", min: 1, max: 1 },
    options: [],
    examples: [
      "gardengate migrate examples/migration/azure.yaml",
      "kubectl get cloudprofile aws -o yaml | gardengate migrate - > aws.yaml",
    ],
  },
  {
    name: "widened",
    summary: "tell what an edit of machineCapabilities silently changes",
    description: [
      "Compares two states of a CloudProfile: which machine types and flavors claim an added capability or value because they omit the capability (CAP-CP-91), which orders, and thereby preferences, change (CAP-CP-90), and which machine types get another image of a known provider in which regions.",
    ],
    operands: {
      shown: "OLD-FILE NEW-FILE",
      help: "YAML or JSON files with one CloudProfile each; - is standard input.",
      min: 2,
      max: 2,
    },
    options: [OUTPUT],
    examples: [
      "gardengate widened examples/migration/widened-before.yaml examples/migration/widened-after.yaml",
      "kubectl get cloudprofile aws -o yaml | gardengate widened - aws.yaml --output json",
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
    name: "explain",
    summary: "explain rules by the ids that findings end in",
    description: [
      "Prints what a rule demands and why, an example that violates it, how to fix that, who else enforces it, and how it is switched. Without a rule it lists all of them.",
    ],
    operands: {
      shown: "[RULE…]",
      help: "Ids such as CAP-CP-54, in the brackets of a message or without.",
      min: 0,
      max: Number.POSITIVE_INFINITY,
    },
    options: [],
    examples: ["gardengate explain CAP-CP-54", "gardengate explain"],
  },
  {
    name: "rules",
    summary: "print docs/rules.md, which explains all rules",
    description: ["Prints all rules with their explanations as one Markdown document. Equal rules give equal bytes."],
    options: [],
    examples: ["gardengate rules > docs/rules.md"],
  },
  {
    name: "policy-schema",
    summary: "print the JSON Schema of policy documents, for editors",
    description: [
      "Prints docs/policy.schema.json, with which editors complete and explain the keys of policy documents. Equal versions give equal bytes. What only the documents together tell, check-config finds.",
    ],
    options: [],
    examples: ["gardengate policy-schema > docs/policy.schema.json"],
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
