import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { curlLine, runDemo } from "../cli/demo.ts";
import { type ReadDocument, readReviewDocuments } from "../cli/review-documents.ts";
import type { Composition } from "../compose.ts";
import type { Settings } from "../config/settings.ts";
import type { Registration } from "../webhooks/contract.ts";

/** A server that listens with the example facts and policies. */
export interface DemoStage extends Pick<Composition, "facts" | "policies" | "webhooks"> {
  readonly settings: Pick<Settings, "operatingSystemConfigs">;
  /** Directory of the examples. */
  readonly examples: string;
  /** Origin of the webhook listener. */
  readonly baseUrl: string;
  /** PEM of the CA to trust. */
  readonly ca: string;
  /** Prints to standard output. */
  readonly write: (text: string) => void;
}

/** The reviews of examples/reviews come first; this object is written last, as gardenlet does. */
const OSC_EXAMPLE = {
  file: "osc/reconcile.yaml",
  title: "gardenlet writes the OperatingSystemConfig of a pool, and the policies are put into it",
} as const;

/** Sends the examples to a server and prints what it says; returns the exit code. */
export async function runDemonstration(stage: DemoStage): Promise<number> {
  const { baseUrl, ca, webhooks, settings, facts, policies, write } = stage;
  const registrations = webhooks.map(({ registration }) => registration);
  write(`gardengate serves the facts of examples/facts and the policies of examples/policies on ${baseUrl}\n`);
  return runDemo({
    server: { baseUrl, ca },
    requests: await exampleRequests(stage.examples, registrations),
    registrations,
    context: {
      policies: policies.current(),
      cluster: (name) => facts.snapshot().cluster(name),
      limits: settings.operatingSystemConfigs.limits,
    },
    write,
  });
}

async function exampleRequests(
  examples: string,
  registrations: readonly Registration[],
): Promise<readonly ReadDocument[]> {
  const reviews = (await readdir(join(examples, "reviews"))).filter((file) => file.endsWith(".yaml")).sort();
  const targets = registrations.map(({ target }) => target);
  const read = async (folder: string, file: string): Promise<readonly ReadDocument[]> =>
    readReviewDocuments(file, await readFile(join(examples, folder, file), "utf8"), targets);
  const requests = await Promise.all(reviews.map((file) => read("reviews", file)));
  const written = await read(".", OSC_EXAMPLE.file);
  return [...requests.flat(), ...written.map((document) => ({ ...document, title: OSC_EXAMPLE.title }))];
}

/** What to try by hand while the server goes on; `caFile` as the user would type it. */
export function demoHints({ webhooks, baseUrl }: DemoStage, caFile: string): string {
  const path = webhooks.find(({ registration }) => registration.target.resource === "shoots")?.registration.path ?? "";
  return [
    "",
    "The same preview with the files that nodes get:",
    "  npm run gardengate -- preview --config examples/config.yaml examples/osc/reconcile.yaml",
    "",
    "Try it by hand (end with Ctrl-C):",
    `  ${curlLine(`${baseUrl}${path}`, caFile, EXAMPLE_BODY)}`,
    "",
  ].join("\n");
}

/** A review as JSON, which curl can send; the others are YAML. */
const EXAMPLE_BODY = "examples/incompatible-shoot.json";
