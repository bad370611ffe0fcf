import { policyJsonSchema } from "../policies/json-schema.ts";

/** The text of docs/policy.schema.json. Equal schemas give equal bytes. */
export function policySchemaDocument(): string {
  return `${JSON.stringify(policyJsonSchema(), null, 2)}\n`;
}
