import type { Explanations } from "./explanation.ts";

/** WIRE-01: the shape of what the API server sends. */
export const SCHEMA = {
  "WIRE-01": {
    what: "A field that gardengate reads has another type than its API version gives it, or a providerConfig cannot be decoded, for which the extensions are strict: an unknown field is a mistake too.",
    why: "A real API server refuses such objects before webhooks are asked; offline, and inside a providerConfig, gardengate says where the mistake is instead of judging by half of the object.",
    example: "machineTypes: m5.large",
    fix: "Correct the field at the path of the message.",
  },
} as const satisfies Explanations;
