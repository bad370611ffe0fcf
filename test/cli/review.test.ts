import { expect, it } from "vitest";
import { runReview } from "../../src/cli/review.ts";
import type { ReviewAnswer } from "../../src/cli/review-answer.ts";
import { REGISTERED } from "./registered-webhooks.ts";

const REGISTRATIONS = REGISTERED.map(({ registration }) => registration);
const ALLOWED: ReviewAnswer = {
  kind: "verdict",
  allowed: true,
  warnings: [],
  status: { reason: "", message: "", details: undefined },
};
const DENIED: ReviewAnswer = {
  kind: "verdict",
  allowed: false,
  warnings: ["mind the gap"],
  status: {
    reason: "Invalid",
    message: "",
    details: { kind: "Shoot", name: "s", causes: [{ field: "spec.x", message: "Required value" }] },
  },
};

const SHOOT =
  "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: { name: s, namespace: garden-dev }\nspec: {}\n";

interface Run {
  readonly code: number;
  readonly text: string;
  readonly asked: readonly { readonly webhook: string; readonly review: unknown }[];
}

async function review(files: Readonly<Record<string, string>>, answer: ReviewAnswer = ALLOWED): Promise<Run> {
  const written: string[] = [];
  const asked: Run["asked"][number][] = [];
  const code = await runReview({
    files: Object.keys(files),
    readText: async (file) => {
      const text = files[file];
      if (text === undefined || text === "unreadable") {
        throw new Error(`${file}: no such file`);
      }
      return text;
    },
    registrations: REGISTRATIONS,
    evaluate: async (registration, document) => {
      asked.push({ webhook: registration.name, review: document.review });
      return answer;
    },
    write: (text) => written.push(text),
  });
  return { code, text: written.join(""), asked };
}

it("judges a plain object as the dry run of its creation", async () => {
  const { code, text, asked } = await review({ "shoot.yaml": SHOOT });
  expect({ code, text }).toEqual({ code: 0, text: "shoot.core.gardener.cloud/s created (server dry run)\n" });
  const type = { group: "core.gardener.cloud", version: "v1beta1" };
  expect(asked).toEqual([
    {
      webhook: "shoots.validate.gardengate.dev",
      review: {
        apiVersion: "admission.k8s.io/v1",
        kind: "AdmissionReview",
        request: {
          uid: "review-1",
          kind: { ...type, kind: "Shoot" },
          resource: { ...type, resource: "shoots" },
          name: "s",
          namespace: "garden-dev",
          operation: "CREATE",
          object: {
            apiVersion: "core.gardener.cloud/v1beta1",
            kind: "Shoot",
            metadata: { name: "s", namespace: "garden-dev" },
            spec: {},
          },
          oldObject: null,
          dryRun: true,
        },
      },
    },
  ]);
});

it("fails when one of several objects is denied", async () => {
  const { code, text } = await review({ "shoot.yaml": SHOOT, "-": `${SHOOT}---\n${SHOOT}` }, DENIED);
  expect(code).toBe(1);
  expect(text).toBe(
    ["shoot.yaml", "standard input, object 1", "standard input, object 2"]
      .map((source) => `==> ${source}\nWarning: mind the gap\nThe Shoot "s" is invalid: spec.x: Required value\n`)
      .join(""),
  );
});

it("takes lists apart", async () => {
  const items = [1, 2].map((name) => ({
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "CloudProfile",
    metadata: { name: `p${name}` },
  }));
  const { code, text } = await review({ "list.json": JSON.stringify({ apiVersion: "v1", kind: "List", items }) });
  expect(code).toBe(0);
  expect(text).toBe(
    "==> list.json, object 1\ncloudprofile.core.gardener.cloud/p1 created (server dry run)\n" +
      "==> list.json, object 2\ncloudprofile.core.gardener.cloud/p2 created (server dry run)\n",
  );
});

it("hands AdmissionReviews on as they are", async () => {
  const body = {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: {
      uid: "u",
      kind: { group: "core.gardener.cloud", version: "v1beta1", kind: "Shoot" },
      resource: { group: "core.gardener.cloud", version: "v1beta1", resource: "shoots" },
      operation: "UPDATE",
      object: { metadata: { generateName: "s-" }, unknown: { kept: true } },
      extra: ["kept"],
    },
  };
  const { code, text, asked } = await review({ "review.json": JSON.stringify(body) });
  expect({ code, text }).toEqual({ code: 0, text: "shoot.core.gardener.cloud/s- configured\n" });
  expect(asked[0]?.review).toEqual(body);
});

it("prints a fault as the API server would report it", async () => {
  const { code, text } = await review({ "shoot.yaml": SHOOT }, { kind: "fault", message: "it broke" });
  expect({ code, text }).toEqual({
    code: 1,
    text: 'Error from server (InternalError): Internal error occurred: failed calling webhook "shoots.validate.gardengate.dev": failed to call webhook: it broke\n',
  });
});

it.each([
  ["a file that is not there", "unreadable", "error: a.yaml: no such file\n"],
  ["an empty file", "# nothing\n", "nothing to review: the input holds no object\n"],
  ["a text", "hello\n", "error: is not a Kubernetes object\n"],
  [
    "an object without kind",
    "apiVersion: v1\n",
    "error: is not a Kubernetes object: apiVersion and kind must be texts\n",
  ],
  [
    "a kind that nobody judges",
    "apiVersion: v1\nkind: Pod\n",
    "error: no enabled webhook judges Pod of v1; judged are: Shoot, OperatingSystemConfig, CloudProfile\n",
  ],
  [
    "an incomplete AdmissionReview",
    "apiVersion: admission.k8s.io/v1\nkind: AdmissionReview\nrequest: { uid: '' }\n",
    expect.stringMatching(/^error: is not a valid AdmissionReview: request\.uid: .+; request\.kind: .+\n$/),
  ],
  ["broken YAML", "a: [1\n", expect.stringMatching(/^error: .* at line 2, column 1/)],
])("reports %s", async (_, content, message) => {
  const { code, text, asked } = await review({ "a.yaml": content });
  expect(code).toBe(1);
  expect(text).toEqual(message);
  expect(asked).toEqual([]);
});

it("says that an operation is not judged", async () => {
  const body = SHOOT.replace(/^/gm, "    ");
  const text = `apiVersion: admission.k8s.io/v1\nkind: AdmissionReview\nrequest:\n  uid: u\n  operation: DELETE\n  kind: { group: core.gardener.cloud, version: v1beta1, kind: Shoot }\n  resource: { group: core.gardener.cloud, version: v1beta1, resource: shoots }\n  oldObject:\n${body}`;
  await expect(review({ "a.yaml": text })).resolves.toMatchObject({
    code: 1,
    text: "error: no enabled webhook judges Shoot on DELETE\n",
  });
});
