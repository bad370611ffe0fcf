import { jsonEqual } from "../json/equal.ts";
import type { Policy } from "../policies/types.ts";

/**
 * Takes down what policies say about things, by a key for each thing. Policies have to ask in the order of precedence:
 * the first one decides, and a later one that says something else is told who was first.
 */
export type Claim = (key: string, policy: Policy, value: unknown) => Policy | undefined;

/**
 * Precedence among policies: the higher priority wins, then the name; whoever says the same does not contradict.
 * Source: OperatingSystemConfig contract, section 3.3.
 */
export function claims(): Claim {
  const taken = new Map<string, { readonly policy: Policy; readonly value: unknown }>();
  return (key, policy, value) => {
    const first = taken.get(key);
    if (first === undefined) {
      taken.set(key, { policy, value });
      return undefined;
    }
    return jsonEqual(first.value, value) ? undefined : first.policy;
  };
}

/** Why a policy is left out where another one has decided. */
export function precededBy(policy: Policy): string {
  return `policy ${policy.name} comes first and says otherwise`;
}
