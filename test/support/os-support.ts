import { NO_POLICIES, type OsSupportEntry, type Policy, type PolicySet } from "../../src/domain/policies/types.ts";
import { compileVersionRange } from "../../src/domain/policies/version-range.ts";

/** An entry about the image `os` that says nothing, but for these parts; of all versions unless a range is given. */
export function osSupport(parts: Partial<OsSupportEntry> = {}, versions?: string): OsSupportEntry {
  return {
    image: "os",
    versions: versions === undefined ? undefined : compileVersionRange(versions),
    cri: undefined,
    containerRuntimes: undefined,
    strict: false,
    cgroup: undefined,
    setsFailCgroupV1: false,
    ...parts,
  };
}

/** Policies, and what operators know of operating systems. */
export function policySet(osSupportTable: readonly OsSupportEntry[], policies: readonly Policy[] = []): PolicySet {
  return { policies, tables: { ...NO_POLICIES.tables, osSupport: osSupportTable } };
}
