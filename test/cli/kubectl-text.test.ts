import { expect, it } from "vitest";
import { kubectlText, type VerdictSubject } from "../../src/cli/kubectl-text.ts";
import { type ReviewAnswer, readAnswer, readFault } from "../../src/cli/review-answer.ts";

const WEBHOOK = "shoots.validate.gardengate.dev";
const SUBJECT: VerdictSubject = {
  operation: "CREATE",
  group: "core.gardener.cloud",
  kind: "Shoot",
  name: "s5",
  dryRun: false,
};

function answer(response: object): ReviewAnswer {
  return readAnswer(
    { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: { uid: "u", ...response } },
    "u",
  );
}

function denial(status: object, more: object = {}): ReviewAnswer {
  return answer({ allowed: false, status, ...more });
}

const DETAILS = { group: "core.gardener.cloud", kind: "Shoot", name: "s5" };

// As printed by kubectl 1.32 against kube-apiserver 1.34.4, but for the name of the file, which kubectl puts before
// messages that are not about fields.
it.each<[string, ReviewAnswer, string]>([
  ["an allowed object", answer({ allowed: true }), "shoot.core.gardener.cloud/s5 created\n"],
  [
    "warnings, each once",
    answer({ allowed: true, warnings: ["b", "a", "b"] }),
    "Warning: b\nWarning: a\nshoot.core.gardener.cloud/s5 created\n",
  ],
  [
    "one cause on the line",
    denial({
      code: 422,
      reason: "Invalid",
      message: "spec.x: Required value: say it [CAP-SH-02]",
      details: {
        ...DETAILS,
        causes: [{ reason: "FieldValueRequired", field: "spec.x", message: "Required value: say it [CAP-SH-02]" }],
      },
    }),
    'The Shoot "s5" is invalid: spec.x: Required value: say it [CAP-SH-02]\n',
  ],
  [
    "several causes as bullets, in their order, each once",
    denial(
      {
        code: 422,
        reason: "Invalid",
        details: {
          ...DETAILS,
          causes: [
            { field: "spec.y", message: "Forbidden: no" },
            { field: "spec.x", message: "Required value" },
            { field: "spec.y", message: "Forbidden: no" },
          ],
        },
      },
      { warnings: ["careful"] },
    ),
    'Warning: careful\nThe Shoot "s5" is invalid: \n* spec.y: Forbidden: no\n* spec.x: Required value\n',
  ],
  [
    "equal causes as one",
    denial({
      reason: "Invalid",
      details: {
        ...DETAILS,
        causes: [
          { field: "a", message: "b" },
          { field: "a", message: "b" },
        ],
      },
    }),
    'The Shoot "s5" is invalid: a: b\n',
  ],
  [
    "details without causes",
    denial({ reason: "Invalid", message: "m", details: DETAILS }),
    'The Shoot "s5" is invalid\n',
  ],
  [
    "details without anything",
    denial({ reason: "Invalid", message: "m", details: {} }),
    `The request is invalid: admission webhook "${WEBHOOK}" denied the request: m\n`,
  ],
  [
    "no details",
    denial({ reason: "Invalid", message: "m" }),
    `The request is invalid: admission webhook "${WEBHOOK}" denied the request: m\n`,
  ],
  [
    "another reason",
    denial({ code: 403, reason: "Forbidden", message: "not you" }),
    `Error from server (Forbidden): admission webhook "${WEBHOOK}" denied the request: not you\n`,
  ],
  [
    "no message",
    denial({ reason: "Forbidden" }),
    `Error from server (Forbidden): admission webhook "${WEBHOOK}" denied the request: Forbidden\n`,
  ],
  [
    "no status",
    answer({ allowed: false }),
    `Error from server: admission webhook "${WEBHOOK}" denied the request without explanation\n`,
  ],
  [
    "a fault with a Status",
    readFault(503, '{"kind":"Status","message":"facts are not synced yet; try again"}'),
    `Error from server (InternalError): Internal error occurred: failed calling webhook "${WEBHOOK}": failed to call webhook: facts are not synced yet; try again\n`,
  ],
  [
    "a fault without one",
    readFault(502, "<html>"),
    `Error from server (InternalError): Internal error occurred: failed calling webhook "${WEBHOOK}": failed to call webhook: HTTP 502: <html>\n`,
  ],
])("prints %s", (_, given, text) => {
  expect(kubectlText(SUBJECT, WEBHOOK, given)).toBe(text);
});

it.each<[Partial<VerdictSubject>, string]>([
  [{ operation: "UPDATE" }, "shoot.core.gardener.cloud/s5 configured\n"],
  [{ dryRun: true }, "shoot.core.gardener.cloud/s5 created (server dry run)\n"],
  [{ operation: "DELETE", group: "", kind: "Pod", name: "p" }, "pod/p deleted\n"],
])("names the object of %j", (change, text) => {
  expect(kubectlText({ ...SUBJECT, ...change }, WEBHOOK, answer({ allowed: true }))).toBe(text);
});

it.each<[string, unknown, string]>([
  ["no object", null, "the answer is not an AdmissionReview with a response"],
  ["a wrong type", { response: { uid: "u", allowed: "true" } }, "the answer is not an AdmissionReview with a response"],
  ["another uid", { response: { uid: "v", allowed: true } }, 'expected response.uid="u", got "v"'],
])("takes an answer with %s for a fault", (_, body, message) => {
  expect(readAnswer(body, "u")).toEqual({ kind: "fault", message });
});
