/** Number of buckets: a change copies this many references, and the entries of one bucket. */
const BUCKETS = 256;

type Buckets<Value> = readonly (ReadonlyMap<string, Value> | undefined)[];

/**
 * An immutable map from text that shares what did not change with its predecessors: a change to one of thousands of
 * entries copies one bucket, and whoever holds the old map never sees it.
 */
export interface PersistentMap<Value> {
  readonly size: number;
  get(key: string): Value | undefined;
  /** A map with the entry added or replaced. */
  with(key: string, value: Value): PersistentMap<Value>;
  /** A map without the entry; the same map when there is none. */
  without(key: string): PersistentMap<Value>;
}

/** Builds a map whole; of entries with the same key the last one counts. */
export function persistentMap<Value>(entries: Iterable<readonly [string, Value]>): PersistentMap<Value> {
  const buckets: (Map<string, Value> | undefined)[] = new Array(BUCKETS).fill(undefined);
  let size = 0;
  for (const [key, value] of entries) {
    const index = bucketOf(key);
    const bucket = buckets[index] ?? new Map<string, Value>();
    size += bucket.has(key) ? 0 : 1;
    buckets[index] = bucket.set(key, value);
  }
  return mapOf(buckets, size);
}

function mapOf<Value>(buckets: Buckets<Value>, size: number): PersistentMap<Value> {
  return Object.freeze({
    size,
    get: (key: string) => buckets[bucketOf(key)]?.get(key),
    with: (key: string, value: Value) => {
      const index = bucketOf(key);
      const bucket = new Map(buckets[index]);
      const growth = bucket.has(key) ? 0 : 1;
      return mapOf(buckets.with(index, bucket.set(key, value)), size + growth);
    },
    without: (key: string) => {
      const index = bucketOf(key);
      const bucket = new Map(buckets[index]);
      return bucket.delete(key) ? mapOf(buckets.with(index, bucket), size - 1) : mapOf(buckets, size);
    },
  });
}

/** FNV-1a over UTF-16 code units, folded to a bucket number. */
function bucketOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  return (hash ^ (hash >>> 16)) & (BUCKETS - 1);
}
