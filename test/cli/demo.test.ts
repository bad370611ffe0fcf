import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { issueAuthority, issueLeaf } from "../../src/certs/issue.ts";
import { curlLine, runDemo } from "../../src/cli/demo.ts";
import type { DemoServer } from "../../src/cli/demo-client.ts";
import { type ReadDocument, readReviewDocuments } from "../../src/cli/review-documents.ts";
import type { Operation } from "../../src/domain/patches/operation.ts";
import { NO_POLICIES } from "../../src/domain/policies/types.ts";
import { DEFAULT_OSC_SETTINGS } from "../support/test-app.ts";
import { knownFrom } from "./known.ts";
import { REGISTERED } from "./registered-webhooks.ts";

const REGISTRATIONS = REGISTERED.map(({ registration }) => registration);
const SHOOT = `# A shoot, explained
# on two lines
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: { name: s }
`;

const OSC = `# An OperatingSystemConfig
apiVersion: extensions.gardener.cloud/v1alpha1
kind: OperatingSystemConfig
metadata:
  name: gardener-node-agent-blue-0f1e2d3c4b5a6978-original
  namespace: shoot--acme--lab
  resourceVersion: "7"
  labels: { worker.gardener.cloud/pool: blue }
spec:
  type: gardenlinux
  purpose: reconcile
  criConfig: { name: containerd, cgroupDriver: systemd, containerd: { sandboxImage: "registry.k8s.io/pause:3.10" } }
`;

const CLUSTERS = knownFrom(`apiVersion: extensions.gardener.cloud/v1alpha1
kind: Cluster
metadata: { name: shoot--acme--lab }
spec:
  shoot:
    apiVersion: core.gardener.cloud/v1beta1
    kind: Shoot
    metadata: { name: lab, namespace: garden-acme }
    spec:
      kubernetes: { version: 1.33.6 }
      provider:
        type: local
        workers: [{ name: blue, machine: { type: local, image: { name: gardenlinux, version: 1877.4.0 } } }]
      region: north
`);

interface Received {
  readonly url: string | undefined;
  readonly contentType: string | undefined;
  readonly body: unknown;
}

interface TestServer extends DemoServer {
  readonly received: readonly Received[];
}

/** A webhook server that answers by the uid of a review, and by the path that it was sent to. */
async function serve(httpStatus: number, answer: (uid: string, path: string) => string): Promise<TestServer> {
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
      response
        .writeHead(httpStatus, { "content-type": "application/json" })
        .end(answer(body.request.uid, (request.url ?? "").replace(/\?.*/, "")));
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

async function demo(server: DemoServer, requests: readonly ReadDocument[]) {
  const written: string[] = [];
  const code = await runDemo({
    server,
    requests,
    registrations: REGISTRATIONS,
    context: {
      policies: NO_POLICIES,
      cluster: (name) => CLUSTERS.cluster(name),
      limits: DEFAULT_OSC_SETTINGS.limits,
    },
    write: (text) => written.push(text),
  });
  return { code, text: written.join("") };
}

/** What the API server reads of an answer. */
function answered(uid: string, response: object): string {
  return JSON.stringify({
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    response: { uid, allowed: true, ...response },
  });
}

function allowed(uid: string): string {
  return answered(uid, { warnings: ["careful"] });
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

describe("an OperatingSystemConfig", () => {
  const REGISTRIES = [{ upstream: "ghcr.io", hosts: [{ url: "https://mirror.corp.example" }] }];
  const OPERATIONS: readonly Operation[] = [
    { op: "test", path: "/spec/type", value: "gardenlinux" },
    { op: "add", path: "/spec/criConfig/containerd/registries", value: REGISTRIES },
  ];

  function patched(uid: string, patch: unknown = OPERATIONS): string {
    return answered(uid, {
      patchType: "JSONPatch",
      patch: Buffer.from(JSON.stringify(patch)).toString("base64"),
      warnings: ["patched"],
    });
  }

  const VALIDATE = "/validate/operatingsystemconfigs";

  it("is mutated, then validated as mutated, and shown with the patch and what its nodes do", async () => {
    const server = await serve(200, (uid, path) => (path === VALIDATE ? allowed(uid) : patched(uid)));
    const { code, text } = await demo(server, examples(OSC));

    expect(text.split("\n")).toEqual([
      "",
      "[1/1] An OperatingSystemConfig (01.yaml)",
      "    OperatingSystemConfig shoot--acme--lab/gardener-node-agent-blue-0f1e2d3c4b5a6978-original (UPDATE)",
      "      pool blue of Shoot garden-acme/lab, gardenlinux 1877.4.0, Kubernetes 1.33.6, AutoRollingUpdate",
      "      allowed, with a patch",
      "",
      "    Patch:",
      '      test  /spec/type                             "gardenlinux"',
      '      add   /spec/criConfig/containerd/registries  [{"upstream":"ghcr.io","hosts":[{"url":"https://mirror.corp…',
      "",
      "    Every node of pool blue:",
      "      registries   added ghcr.io",
      expect.stringMatching(/^ {6}node Secret {2}about \d+ bytes, digest [0-9a-f]{12} to [0-9a-f]{12}$/),
      expect.stringMatching(/^ {6}reached {6}with the next reconciliation of the Shoot/),
      expect.any(String),
      expect.stringMatching(/^ {6}rollout {6}none: nodes apply the OSC in place/),
      ...Array.from({ length: 3 }, () => expect.any(String)),
      "",
      "    Warnings:",
      "      patched",
      "      careful",
      "",
    ]);
    expect(code).toBe(0);
    expect(server.received).toMatchObject([
      {
        url: "/mutate/operatingsystemconfigs?timeout=10s",
        body: {
          request: {
            operation: "UPDATE",
            object: { spec: { criConfig: { containerd: { sandboxImage: "registry.k8s.io/pause:3.10" } } } },
            oldObject: { metadata: { resourceVersion: "7" } },
          },
        },
      },
      {
        url: "/validate/operatingsystemconfigs?timeout=10s",
        body: { request: { object: { spec: { criConfig: { containerd: { registries: REGISTRIES } } } } } },
      },
    ]);
    expect(server.received[1]?.body).not.toHaveProperty("request.oldObject.spec.criConfig.containerd.registries");
  });

  it("is shown as it is where nothing has to be changed", async () => {
    const server = await serve(200, (uid) => answered(uid, {}));
    const { code, text } = await demo(server, examples(OSC));
    expect(text).toMatch(/^ {6}allowed as it is\n\n {4}Every node of pool blue:\n {6}changes {6}none$/m);
    expect(text).not.toContain("Patch:");
    expect(code).toBe(0);
  });

  it("is shown refused, with what was said before", async () => {
    const status = {
      reason: "Invalid",
      message: "spec.type: no",
      details: { kind: "OperatingSystemConfig", name: "x", causes: [{ field: "spec.type", message: "no" }] },
    };
    const server = await serve(200, (uid, path) =>
      path === VALIDATE ? answered(uid, { allowed: false, warnings: ["careful"], status }) : patched(uid),
    );
    await expect(demo(server, examples(OSC))).resolves.toEqual({
      code: 0,
      text: `
[1/1] An OperatingSystemConfig (01.yaml)
    Warning: patched
    Warning: careful
    The OperatingSystemConfig "x" is invalid: spec.type: no
`,
    });
  });

  it.each([
    ["a number", 7],
    ["a single operation", { op: "remove", path: "/a" }],
    ["made of an operation that does not exist", [{ op: "drop", path: "/a" }]],
  ])("is not shown by a patch that is %s", async (_, patch) => {
    const server = await serve(200, (uid) => patched(uid, patch));
    const { code, text } = await demo(server, examples(OSC));
    expect(text).toContain("failed to call webhook: the answer is not an AdmissionReview with a response");
    expect(code).toBe(1);
    expect(server.received).toHaveLength(1);
  });

  it("is not shown where a webhook gives no verdict", async () => {
    const server = await serve(503, () => '{"kind":"Status","message":"not now"}');
    const { code, text } = await demo(server, examples(OSC));
    expect(text).toContain('failed calling webhook "operatingsystemconfigs.mutate.gardengate.dev"');
    expect(code).toBe(1);
  });

  it("has to be there", async () => {
    const server = await serve(200, (uid) => answered(uid, {}));
    const review = `kind: AdmissionReview
apiVersion: admission.k8s.io/v1
request:
  uid: u
  kind: { group: extensions.gardener.cloud, version: v1alpha1, kind: OperatingSystemConfig }
  resource: { group: extensions.gardener.cloud, version: v1alpha1, resource: operatingsystemconfigs }
  operation: UPDATE
`;
    await expect(demo(server, examples(review))).resolves.toEqual({
      code: 1,
      text: "\n[1/1] 01.yaml\n    error: a review of UPDATE has no object to look at\n",
    });
  });
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
