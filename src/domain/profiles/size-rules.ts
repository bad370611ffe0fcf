import { invalid } from "../field/error.ts";
import type { FieldPath } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";

/** Largest object that etcd stores by default: 1.5 MiB. */
const ETCD_LIMIT_BYTES = 1_572_864;
const WARNED_SHARE = 0.8;

/**
 * CAP-CP-59: warns when a serialised profile uses more than 80 % of what etcd stores. FieldError: Invalid.
 * Source: capabilities contract, section 3.3.
 */
export function* sizeRules(specBytes: number, path: FieldPath): Iterable<Finding> {
  if (specBytes > WARNED_SHARE * ETCD_LIMIT_BYTES) {
    const share = Math.floor((specBytes / ETCD_LIMIT_BYTES) * 100);
    const detail = `the profile uses ${share} % of the ${ETCD_LIMIT_BYTES} bytes that etcd stores; remove expired versions and unused machine types`;
    yield finding("CAP-CP-59", invalid(path, undefined, detail));
  }
}
