import { expect, it } from "vitest";
import { type Command, parseArguments } from "../../src/cli/arguments.ts";

const RENDER = {
  role: "garden",
  target: { kind: "url", origin: "https://127.0.0.1:9443" },
  caFile: undefined,
  config: undefined,
  early: false,
  rbac: false,
  serviceAccount: { namespace: "garden", name: "gardengate" },
  name: "gardengate-garden",
} as const;

const FIT = {
  profile: "p",
  namespace: undefined,
  subject: { kind: "machineType", name: "m" },
  region: undefined,
  zones: [],
  cri: undefined,
  kubelet: undefined,
  output: "text",
  at: undefined,
} as const;

function words(line: string): readonly string[] {
  return line === "" ? [] : line.split(" ");
}

it.each<[string, Command]>([
  ["serve --config etc/config.yaml", { kind: "serve", config: "etc/config.yaml" }],
  ["serve --config=etc/config.yaml", { kind: "serve", config: "etc/config.yaml" }],
  ["check-config --config c", { kind: "check-config", config: "c" }],
  ["review --config c", { kind: "review", config: "c", files: [] }],
  ["review a.yaml --config c - b.yaml", { kind: "review", config: "c", files: ["a.yaml", "-", "b.yaml"] }],
  ["review --config c -- -odd-name", { kind: "review", config: "c", files: ["-odd-name"] }],
  ["maintain --config c", { kind: "maintain", config: "c", files: [], at: undefined, output: "text" }],
  [
    "maintain --config c --at 2027-01-31T00:00:00Z --output json a.yaml -",
    { kind: "maintain", config: "c", files: ["a.yaml", "-"], at: Date.UTC(2027, 0, 31), output: "json" },
  ],
  ["fit --config c --profile p --machine-type m", { kind: "fit", config: "c", options: FIT }],
  [
    "fit --config c --profile p --namespace n --image registry:os:1.2.0 --region r --zones a,b,,a --cri containerd --runtimes x,y --kubelet 1.34.2 --output json --at 2027-01-31T00:00:00Z",
    {
      kind: "fit",
      config: "c",
      options: {
        profile: "p",
        namespace: "n",
        subject: { kind: "image", name: "registry:os", version: "1.2.0" },
        region: "r",
        zones: ["a", "b"],
        cri: { name: "containerd", containerRuntimes: [{ type: "x" }, { type: "y" }] },
        kubelet: "1.34.2",
        output: "json",
        at: Date.UTC(2027, 0, 31),
      },
    },
  ],
  ["migrate -", { kind: "migrate", file: "-" }],
  ["widened a.yaml b.yaml", { kind: "widened", oldFile: "a.yaml", newFile: "b.yaml", output: "text" }],
  ["widened - b.yaml --output json", { kind: "widened", oldFile: "-", newFile: "b.yaml", output: "json" }],
  ["demo", { kind: "demo", once: false }],
  ["demo --once", { kind: "demo", once: true }],
  ["explain CAP-CP-54", { kind: "explain", ids: ["CAP-CP-54"] }],
  ["rules", { kind: "rules" }],
  ["policy-schema", { kind: "policy-schema" }],
  ["version", { kind: "version" }],
  ["--version", { kind: "version" }],
  ["render --role garden --url https://127.0.0.1:9443", { kind: "render", options: RENDER }],
  ["render --role garden --url https://127.0.0.1:9443/", { kind: "render", options: RENDER }],
  [
    "render --role garden --url https://[::1]:9443 --ca ca.crt --early --rbac --config c --name a.b --service-account ns/sa",
    {
      kind: "render",
      options: {
        ...RENDER,
        target: { kind: "url", origin: "https://[::1]:9443" },
        caFile: "ca.crt",
        config: "c",
        early: true,
        rbac: true,
        name: "a.b",
        serviceAccount: { namespace: "ns", name: "sa" },
      },
    },
  ],
  [
    "render --role seed --service garden/gardengate",
    {
      kind: "render",
      options: {
        ...RENDER,
        role: "seed",
        name: "gardengate-seed",
        target: { kind: "service", namespace: "garden", name: "gardengate", port: 443 },
      },
    },
  ],
  [
    "render --role garden --service garden/gardengate:8443",
    {
      kind: "render",
      options: { ...RENDER, target: { kind: "service", namespace: "garden", name: "gardengate", port: 8443 } },
    },
  ],
  ["render --role garden --rbac", { kind: "render", options: { ...RENDER, target: undefined, rbac: true } }],
])("understands %s", (line, command) => {
  expect(parseArguments(words(line))).toEqual(command);
});

it.each([
  ["", "name a subcommand", "gardengate help"],
  ["serv", 'unknown subcommand "serv"; did you mean serve?', "gardengate help"],
  ["launch", 'unknown subcommand "launch"', "gardengate help"],
  ["-v", "name a subcommand before -v", "gardengate help"],
  ["help rendr", 'unknown subcommand "rendr"; did you mean render?', "gardengate help"],
  ["serve", "--config FILE is required", "gardengate help serve"],
  ["serve --config", "--config needs a value: FILE", "gardengate help serve"],
  ["serve --config=", "--config needs a value: FILE", "gardengate help serve"],
  ["serve --config --once", "--config needs a value: FILE", "gardengate help serve"],
  ["serve --confg c", "unknown option --confg; did you mean --config?", "gardengate help serve"],
  ["serve --config c -x", "unknown option -x", "gardengate help serve"],
  ["serve --config c --config d", "--config is given twice", "gardengate help serve"],
  ["serve --config c d", 'unexpected argument "d"', "gardengate help serve"],
  ["demo --once=yes", "--once takes no value", "gardengate help demo"],
  ["demo --constructor", "unknown option --constructor", "gardengate help demo"],
  ["explain CAP-CP-5a", 'unknown rule "CAP-CP-5a"; did you mean CAP-CP-50?', "gardengate help explain"],
  ["migrate", "FILE is required", "gardengate help migrate"],
  ["migrate a b", 'unexpected argument "b"', "gardengate help migrate"],
  ["widened a", "OLD-FILE NEW-FILE is required", "gardengate help widened"],
  ["version now", 'unexpected argument "now"', "gardengate help version"],
  [
    "maintain --config c --at noon",
    '--at must be a time such as 2027-01-31T00:00:00Z, not "noon"',
    "gardengate help maintain",
  ],
  ["maintain --config c --output yaml", '--output must be text or json, not "yaml"', "gardengate help maintain"],
  ["fit --config c --image a:1", "--profile NAME is required", "gardengate help fit"],
  ["fit --config c --profile p", "one of --machine-type and --image is required", "gardengate help fit"],
  [
    "fit --config c --profile p --machine-type m --image a:1",
    "--machine-type and --image exclude each other",
    "gardengate help fit",
  ],
  ["fit --config c --profile p --image a", '--image must be NAME:VERSION, not "a"', "gardengate help fit"],
  ["fit --config c --profile p --image a:", '--image must be NAME:VERSION, not "a:"', "gardengate help fit"],
  ["fit --config c --profile p --image a:1 --zones z", "--zones needs --region", "gardengate help fit"],
  [
    "fit --config c --profile p --image a:1 --kubelet new",
    '--kubelet must be a version such as 1.34.2, not "new"',
    "gardengate help fit",
  ],
  [
    "fit --config c --profile p --image a:1 --at 2027-02-30T00:00:00Z",
    '--at must be a time such as 2027-01-31T00:00:00Z, not "2027-02-30T00:00:00Z"',
    "gardengate help fit",
  ],
  ["fit --config c --profile p m", 'unexpected argument "m"', "gardengate help fit"],
  ["render --url https://a.b", "--role garden|seed is required", "gardengate help render"],
  [
    "render --role gardn --rbac",
    '--role must be garden or seed, not "gardn"; did you mean garden?',
    "gardengate help render",
  ],
  ["render --role garden", "one of --url and --service is required, or --rbac", "gardengate help render"],
  ["render --role garden --rbac --early", "--early needs --url or --service", "gardengate help render"],
  ["render --role garden --rbac --ca f", "--ca needs --url or --service", "gardengate help render"],
  [
    "render --role garden --url https://a --service a/b",
    "--url and --service exclude each other",
    "gardengate help render",
  ],
  [
    "render --role garden --url http://a",
    '--url must be https://HOST[:PORT], not "http://a"',
    "gardengate help render",
  ],
  [
    "render --role garden --url gardengate",
    '--url must be https://HOST[:PORT], not "gardengate"',
    "gardengate help render",
  ],
  [
    "render --role garden --url https://a/validate",
    "--url must have no path, query, fragment or user info; each webhook adds its own path",
    "gardengate help render",
  ],
  [
    "render --role garden --service gardengate",
    '--service must be NAMESPACE/NAME[:PORT], not "gardengate"',
    "gardengate help render",
  ],
  [
    "render --role garden --service a/b:0",
    '--service must be NAMESPACE/NAME[:PORT], not "a/b:0"',
    "gardengate help render",
  ],
  [
    "render --role garden --rbac --service-account x",
    "--service-account must be NAMESPACE/NAME",
    "gardengate help render",
  ],
  ["render --role garden --rbac --name A", "--name must be a DNS name in lower case", "gardengate help render"],
])("refuses %j: %s", (line, message, help) => {
  expect(parseArguments(words(line))).toEqual({
    kind: "usage-error",
    text: `gardengate: ${message}\nSee: ${help}\n`,
  });
});

function helpOf(line: string): string {
  const command = parseArguments(words(line));
  return command.kind === "help" ? command.text : "";
}

it("lists the subcommands", () => {
  expect(helpOf("--help")).toBe(`gardengate: admission webhooks for Gardener landscapes

Usage: gardengate SUBCOMMAND [OPTION…]

Subcommands:
  serve          answer admission reviews over HTTPS
  check-config   check a configuration and its policies, print it completed
  render         print webhook configurations and RBAC for kubectl apply
  review         judge objects from files, without a cluster
  maintain       tell which image versions maintenance would choose, and why
  fit            tell which image versions fit a machine type, or the reverse
  preview        tell what policies change in an OSC, and what nodes do then
  migrate        propose the capability form of a legacy CloudProfile
  widened        tell what an edit of machineCapabilities silently changes
  demo           serve example facts, send example requests, show the verdicts
  explain        explain rules by the ids that findings end in
  rules          print docs/rules.md, which explains all rules
  policy-schema  print the JSON Schema of policy documents, for editors
  help           explain a subcommand
  version        print the version

gardengate help SUBCOMMAND explains one of them.
Exit codes: 0 done, 1 failed or refused, 2 wrong usage.
`);
  expect(helpOf("help")).toBe(helpOf("-h"));
});

it("explains a subcommand with every option", () => {
  expect(helpOf("help review")).toBe(`gardengate review: judge objects from files, without a cluster

Usage: gardengate review --config FILE [FILE…|-]

Reads objects or complete AdmissionReviews and prints each verdict as kubectl
would print it. Plain objects are judged as if they were being created,
OperatingSystemConfigs as the policies leave them. Facts and policies come from
the configuration.

Exit code 1 tells that at least one object was denied or could not be judged.

Arguments:
  [FILE…|-]
      YAML or JSON files, each with any number of documents; - or no file at all
      is standard input.

Options:
  --config FILE
      Required. Configuration document (config.gardengate.dev/v1alpha1, YAML or
      JSON). Relative paths in it start at its directory.
  --help
      Print this text.

Examples:
  gardengate review --config examples/config.yaml examples/reviews/02-incompatible-image.yaml
  kubectl get shoots -A -o yaml | gardengate review --config config.yaml -
`);
});

it.each([
  "serve",
  "check-config",
  "render",
  "review",
  "maintain",
  "fit",
  "demo",
  "explain",
  "rules",
  "policy-schema",
  "help",
  "version",
])("has help for %s", (name) => {
  expect(helpOf(`${name} --help`)).toBe(helpOf(`help ${name}`));
  expect(helpOf(`help ${name}`)).toContain(`Usage: gardengate ${name}`);
});
