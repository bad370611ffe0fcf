/** Entries of a chunk at most: a change copies one chunk and the list of chunks, about 600 references of 30,000. */
const CHUNK = 128;

type Entry<Value> = readonly [string, Value];
type Chunks<Value> = readonly (readonly Entry<Value>[])[];

/**
 * An immutable map from text in the order of its keys (by code unit), which shares what did not change with its
 * predecessors. The first entries are at hand without a look at the others, and the order of changes leaves no trace.
 */
export interface OrderedMap<Value> {
  readonly size: number;
  get(key: string): Value | undefined;
  /** A map with the entry added or replaced. */
  with(key: string, value: Value): OrderedMap<Value>;
  /** A map without the entry; an equal map when there is none. */
  without(key: string): OrderedMap<Value>;
  [Symbol.iterator](): IteratorObject<Entry<Value>, undefined>;
}

/** Builds a map whole; of entries with the same key the last one counts. */
export function orderedMap<Value>(entries: Iterable<Entry<Value>> = []): OrderedMap<Value> {
  const sorted = [...new Map(entries)].sort(([a], [b]) => (a < b ? -1 : 1));
  const chunks: (readonly Entry<Value>[])[] = [];
  // Half full, so that the next entries find room.
  for (let start = 0; start < sorted.length; start += CHUNK / 2) {
    chunks.push(sorted.slice(start, start + CHUNK / 2));
  }
  return mapOf(chunks, sorted.length);
}

function mapOf<Value>(chunks: Chunks<Value>, size: number): OrderedMap<Value> {
  return Object.freeze<OrderedMap<Value>>({
    size,
    get: (key) => {
      const chunk = chunks[chunkFor(chunks, key)] ?? [];
      const entry = chunk[positionIn(chunk, key)];
      return entry?.[0] === key ? entry[1] : undefined;
    },
    with: (key, value) => added(chunks, size, [key, value]),
    without: (key) => {
      const index = chunkFor(chunks, key);
      const chunk = chunks[index] ?? [];
      const position = positionIn(chunk, key);
      if (chunk[position]?.[0] !== key) {
        return mapOf(chunks, size);
      }
      const rest = chunk.toSpliced(position, 1);
      return mapOf(rest.length === 0 ? chunks.toSpliced(index, 1) : chunks.with(index, rest), size - 1);
    },
    [Symbol.iterator]: () => entriesOf(chunks),
  });
}

function* entriesOf<Value>(chunks: Chunks<Value>): Generator<Entry<Value>, undefined> {
  for (const chunk of chunks) {
    yield* chunk;
  }
}

function added<Value>(chunks: Chunks<Value>, size: number, entry: Entry<Value>): OrderedMap<Value> {
  const [key] = entry;
  const index = chunkFor(chunks, key);
  const chunk = chunks[index] ?? [];
  const position = positionIn(chunk, key);
  if (chunk[position]?.[0] === key) {
    return mapOf(chunks.with(index, chunk.with(position, entry)), size);
  }
  const grown = chunk.toSpliced(position, 0, entry);
  const halves = grown.length > CHUNK ? [grown.slice(0, CHUNK / 2), grown.slice(CHUNK / 2)] : [grown];
  return mapOf(chunks.toSpliced(index, 1, ...halves), size + 1);
}

/** Index of the chunk that has the key, or would get it. */
function chunkFor<Value>(chunks: Chunks<Value>, key: string): number {
  return Math.max(0, countWhile(chunks, ([first]) => first !== undefined && first[0] <= key) - 1);
}

/** Position of the first entry that does not come before the key. */
function positionIn<Value>(chunk: readonly Entry<Value>[], key: string): number {
  return countWhile(chunk, ([other]) => other < key);
}

/** How many items at the beginning of a list are `true`, when all that are stand there. */
function countWhile<Item>(items: readonly Item[], isBefore: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && isBefore(item)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
