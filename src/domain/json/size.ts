/** Bytes of a text outside ASCII, at most, per UTF-16 code unit: three in UTF-8. */
const WIDE_BYTES = 3;

/**
 * Size in bytes of a parsed JSON value when it is serialised compactly; characters that need escaping are counted as
 * they are. Builds nothing. Values nested deeper than the call stack make it throw a RangeError.
 */
export function jsonBytes(value: unknown): number {
  switch (typeof value) {
    case "string":
      return textBytes(value) + 2;
    case "number":
    case "boolean":
      return String(value).length;
    case "object":
      return value === null ? 4 : containerBytes(value);
    default:
      return 0;
  }
}

/** Brackets, entries, and the commas between them. */
function containerBytes(container: object): number {
  const sizes = Array.isArray(container)
    ? container.map(jsonBytes)
    : Object.entries(container).map(([key, member]) => textBytes(key) + 3 + jsonBytes(member));
  return sizes.reduce((sum, size) => sum + size, 2) + Math.max(0, sizes.length - 1);
}

function textBytes(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : isSurrogate(unit) ? 2 : WIDE_BYTES;
  }
  return bytes;
}

/** A surrogate pair is two units and four bytes. */
function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
