import { forbidden, invalid } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { compareWithoutSuffix, parseImageVersion } from "../versions/image-version.ts";
import { isInPlace, type Worker } from "./types.ts";

/** A pool before and after an update; `old` is undefined for new pools. */
export interface PoolUpdate {
  readonly path: FieldPath;
  readonly worker: Worker;
  readonly old: Worker | undefined;
  readonly allowsInPlaceUpdates: boolean;
}

/**
 * CAP-SH-20: what a pool whose nodes are updated in place may not change, and that new ones need Gardener's feature
 * gate InPlaceNodeUpdates.
 * Source: gardener pkg/api/core/validation/shoot.go, ValidateProviderUpdate and ValidateInPlaceUpdateStrategyOnCreation.
 */
export function updateStrategyFindings(update: PoolUpdate): readonly Finding[] {
  const { path, worker, old, allowsInPlaceUpdates } = update;
  const isNowInPlace = isInPlace(worker.updateStrategy);
  if (old === undefined) {
    return isNowInPlace && !allowsInPlaceUpdates ? [gateFinding(update)] : [];
  }
  if (isInPlace(old.updateStrategy) !== isNowInPlace) {
    const detail = `cannot change from ${old.updateStrategy ?? "AutoRollingUpdate"}; add a pool with the new strategy instead`;
    return [
      violation(worker, invalid(at(path, "updateStrategy"), worker.updateStrategy ?? "AutoRollingUpdate", detail)),
      ...downgrade(update, old),
    ];
  }
  return isNowInPlace ? [...keptFields(update, old), ...downgrade(update, old)] : [];
}

function gateFinding({ path, worker }: PoolUpdate): Finding {
  const detail = "in-place updates need the feature gate InPlaceNodeUpdates";
  return violation(worker, invalid(at(path, "updateStrategy"), worker.updateStrategy, detail));
}

function violation(worker: Worker, error: Finding["error"]): Finding {
  return finding("CAP-SH-20", error, worker.name);
}

function keptFields({ path, worker }: PoolUpdate, old: Worker): readonly Finding[] {
  if (old.updateStrategy !== worker.updateStrategy) {
    return [];
  }
  const fields = [
    { segments: ["machine", "type"], before: old.machine.type, now: worker.machine.type },
    { segments: ["machine", "image", "name"], before: old.machine.image?.name, now: worker.machine.image?.name },
    { segments: ["cri", "name"], before: old.cri?.name, now: worker.cri?.name },
  ];
  return fields
    .filter(({ before, now }) => before !== undefined && now !== undefined && before !== now)
    .map(({ segments, before, now }) => {
      const detail = `cannot change from ${JSON.stringify(before)} while the pool is updated in place`;
      return violation(worker, invalid(at(path, ...segments), now, detail));
    });
}

function downgrade({ path, worker }: PoolUpdate, old: Worker): readonly Finding[] {
  const before = parseImageVersion(old.machine.image?.version ?? "");
  const now = parseImageVersion(worker.machine.image?.version ?? "");
  if (!isInPlace(worker.updateStrategy) || !before || !now || compareWithoutSuffix(now, before) >= 0) {
    return [];
  }
  const detail = `cannot go back from version ${old.machine.image?.version} while the pool is updated in place`;
  return [violation(worker, forbidden(at(path, "machine", "image", "version"), detail))];
}
