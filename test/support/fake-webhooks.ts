import type { Verdict } from "../../src/domain/verdict.ts";
import type { FactRequest } from "../../src/facts/contract.ts";
import type { OpenReview, Webhook } from "../../src/webhooks/contract.ts";

/** What a hand-made webhook does. */
export interface FakeWebhookOptions {
  readonly verdict?: Verdict;
  readonly open?: Webhook["open"];
  readonly needs?: OpenReview["needs"];
  readonly decide?: OpenReview["decide"];
}

/** A webhook for shoots that decides as told; it allows everything unless told otherwise. */
export function fakeWebhook(options: FakeWebhookOptions = {}): Webhook {
  const { verdict = { kind: "allow", warnings: [], warned: [] }, needs = () => [], decide = () => verdict } = options;
  return {
    registration: {
      name: "shoots.validate.gardengate.dev",
      path: "/validate/shoots",
      type: "validating",
      role: "garden",
      target: {
        group: "core.gardener.cloud",
        version: "v1beta1",
        resource: "shoots",
        kind: "Shoot",
        scope: "Namespaced",
      },
      operations: ["CREATE", "UPDATE"],
      passes: { inDeletion: true, unchangedSpec: true },
      failurePolicy: "Fail",
      timeoutSeconds: 10,
      sideEffects: "None",
    },
    factKinds: () => ["CloudProfile"],
    open: options.open ?? (() => ({ ok: true, value: { needs, decide } })),
  };
}

/** A need for a CloudProfile. */
export function profileNamed(name: string): FactRequest {
  return { kind: "CloudProfile", name };
}
