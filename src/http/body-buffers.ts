/** Memory in which bodies that come in several pieces are put together. */
export interface BodyBuffers {
  /** Memory for a body of so many bytes, with whatever was in it before; the caller's until it is given back. */
  readonly take: (bytes: number) => Buffer;
  /** Takes memory back, of which `body` is the beginning. Anything else is let go by. */
  readonly giveBack: (body: Buffer) => void;
}

/** Bytes of the smallest buffer; each larger one is twice as large as the one before. */
const SMALLEST = 64 * 1024;

/** Bytes that are kept at most. */
const MOST_SPARE = 8 * 1024 * 1024;

/**
 * Makes buffers that are used again and again: memory fresh from the system costs as much as copying the body into it, and
 * an OperatingSystemConfig comes in dozens of pieces.
 */
export function createBodyBuffers(): BodyBuffers {
  const spare = new Map<number, ArrayBuffer[]>();
  const lent = new Set<ArrayBufferLike>();
  let spareBytes = 0;
  return {
    take: (bytes) => {
      const size = sizeFor(bytes);
      let memory = spare.get(size)?.pop();
      if (memory === undefined) {
        memory = Buffer.allocUnsafeSlow(size).buffer;
      } else {
        spareBytes -= size;
      }
      lent.add(memory);
      return Buffer.from(memory, 0, bytes);
    },
    giveBack: ({ buffer: memory }) => {
      if (!(lent.delete(memory) && memory instanceof ArrayBuffer) || spareBytes + memory.byteLength > MOST_SPARE) {
        return;
      }
      spareBytes += memory.byteLength;
      const ofSize = spare.get(memory.byteLength);
      if (ofSize === undefined) {
        spare.set(memory.byteLength, [memory]);
      } else {
        ofSize.push(memory);
      }
    },
  };
}

/** What is too large to be kept has the size of the body. */
function sizeFor(bytes: number): number {
  if (bytes > MOST_SPARE) {
    return bytes;
  }
  let size = SMALLEST;
  while (size < bytes) {
    size *= 2;
  }
  return size;
}
