import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { issueAuthority, issueLeaf } from "../../src/certs/issue.ts";
import { curlLine, runDemo } from "../../src/cli/demo.ts";
import { type ReadDocument, readReviewDocuments } from "../../src/cli/review-documents.ts";
import { REGISTERED } from "./registered-webhooks.ts";

const REGISTRATIONS = REGISTERED.map(({ registration }) => registration);
const SHOOT = `# A shoot, explained
# on two lines
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: { name: s }
`;

interface Received {
  readonly url: string | undefined;
  readonly contentType: string | undefined;
  readonly body: unknown;
}

interface TestServer {
  readonly baseUrl: string;
  readonly ca: string;
  readonly received: readonly Received[];
}

/** A webhook server that gives every request the same answer. */
async function serve(httpStatus: number, answer: (uid: string) => string): Promise<TestServer> {
  const validity = { notBefore: Date.now() - 60_000, notAfter: Date.now() + 3_600_000 };
  const authority = await issueAuthority("gardengate test", validity);
  const leaf = await issueLeaf(authority, ["127.0.0.1"], validity);
  const cert = leaf.certificate.toString();
  const key = leaf.privateKey.export({ format: "pem", type: "pkcs8" });
  const received: Received[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      received.push({ url: request.url, contentType: request.headers["content-type"], body });
      response.writeHead(httpStatus, { "content-type": "application/json" }).end(answer(body.request.uid));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `https://127.0.0.1:${port}`, ca: authority.certificate.toString(), received };
}

function examples(...texts: readonly string[]): readonly ReadDocument[] {
  const targets = REGISTRATIONS.map(({ target }) => target);
  return texts.flatMap((text, index) => readReviewDocuments(`0${index + 1}.yaml`, text, targets));
}

async function demo(server: Pick<TestServer, "baseUrl" | "ca">, requests: readonly ReadDocument[]) {
  const written: string[] = [];
  const code = await runDemo({
    baseUrl: server.baseUrl,
    ca: server.ca,
    requests,
    registrations: REGISTRATIONS,
    write: (text) => written.push(text),
  });
  return { code, text: written.join("") };
}

function allowed(uid: string): string {
  return JSON.stringify({
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    response: { uid, allowed: true, warnings: ["careful"] },
  });
}

it("sends each example over HTTPS and prints its title and verdict", async () => {
  const server = await serve(200, allowed);
  await expect(demo(server, examples(SHOOT, SHOOT.replace(/^#.*\n/gm, "")))).resolves.toEqual({
    code: 0,
    text: `
[1/2] A shoot, explained on two lines (01.yaml)
    Warning: careful
    shoot.core.gardener.cloud/s created (server dry run)

[2/2] 02.yaml
    Warning: careful
    shoot.core.gardener.cloud/s created (server dry run)
`,
  });
  expect(server.received).toMatchObject([
    {
      url: "/validate/shoots?timeout=10s",
      contentType: "application/json",
      body: { kind: "AdmissionReview", request: { operation: "CREATE", object: { metadata: { name: "s" } } } },
    },
    { url: "/validate/shoots?timeout=10s" },
  ]);
});

const FAULT_START =
  '    Error from server (InternalError): Internal error occurred: failed calling webhook "shoots.validate.gardengate.dev": failed to call webhook: ';

it.each([
  ["a Status", 503, '{"kind":"Status","message":"not now"}', "not now"],
  ["something else than JSON", 200, "ok", "the answer is not JSON"],
  ["something else than a review", 200, "{}", "the answer is not an AdmissionReview with a response"],
])("prints %s as a fault", async (_, httpStatus, body, message) => {
  const server = await serve(httpStatus, () => body);
  await expect(demo(server, examples(SHOOT))).resolves.toEqual({
    code: 1,
    text: `\n[1/1] A shoot, explained on two lines (01.yaml)\n${FAULT_START}${message}\n`,
  });
});

it("trusts no other CA", async () => {
  const server = await serve(200, allowed);
  const other = await serve(200, allowed);
  const { code, text } = await demo({ baseUrl: server.baseUrl, ca: other.ca }, examples(SHOOT));
  expect(code).toBe(1);
  expect(text).toContain(FAULT_START);
  expect(server.received).toEqual([]);
});

it("prints what it cannot send", async () => {
  const server = await serve(200, allowed);
  await expect(demo(server, examples("kind: Pod\napiVersion: v1\n"))).resolves.toEqual({
    code: 1,
    text: "\n[1/1] 01.yaml\n    error: no enabled webhook judges Pod of v1; judged are: Shoot, OperatingSystemConfig, CloudProfile\n",
  });
});

it("finds an empty folder of examples wrong", async () => {
  await expect(demo({ baseUrl: "https://127.0.0.1:1", ca: "" }, [])).resolves.toEqual({ code: 1, text: "" });
});

it("prints the command for sending by hand", () => {
  expect(curlLine("https://127.0.0.1:9443/validate/shoots", "certs/ca.crt", "examples/incompatible-shoot.json")).toBe(
    'curl --silent --cacert certs/ca.crt -H "Content-Type: application/json" --data-binary @examples/incompatible-shoot.json "https://127.0.0.1:9443/validate/shoots?timeout=10s"',
  );
});
