import { NO_POLICIES, type PolicySet } from "../domain/policies/types.ts";
import type { PolicySource } from "./contract.ts";

/** A source of policies that never change: none, unless given. */
export function fixedPolicies(set: PolicySet = NO_POLICIES): PolicySource {
  return {
    start: async () => {},
    isLoaded: () => true,
    current: () => set,
    problems: () => [],
    [Symbol.asyncDispose]: async () => {},
  };
}
