import { type MutationOutcome, type MutationRequest, mutate } from "../../src/domain/mutation/mutate.ts";
import type { Policy } from "../../src/domain/policies/types.ts";
import { ENFORCE_ALL } from "../../src/domain/rules/judge.ts";
import type { RawObject } from "../../src/wire/admission-review.ts";
import { deepFreeze } from "./case-freeze.ts";
import { mutationSubject } from "./mutation-steps.ts";
import { DEFAULT_OSC_SETTINGS } from "./test-app.ts";

/** Runs the whole pipeline on CREATE, unless `old` is given, with all rules enforced. */
export function runMutation(
  object: RawObject,
  policies: readonly Policy[],
  members: Partial<MutationRequest> = {},
): MutationOutcome {
  return mutate({
    ...mutationSubject(object, policies, members),
    object: deepFreeze(object),
    rules: ENFORCE_ALL,
    limits: DEFAULT_OSC_SETTINGS.limits,
    ...members,
  });
}
