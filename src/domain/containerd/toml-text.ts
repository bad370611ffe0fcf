import { compareKeys, isTomlTable, type TomlTable, type TomlValue } from "./toml-table.ts";

/**
 * A table as TOML, byte for byte as gardener-node-agent writes `config.toml`: settings before tables, both by name, every
 * table with its full name, integral floats with `.0`. Keys that are empty stay without quotation marks, which no TOML
 * parser reads, as on the node.
 * Source: OperatingSystemConfig contract, section 3.9; github.com/pelletier/go-toml v1.9.5, tomltree_write.go.
 */
export function tomlText(table: TomlTable): string {
  return tableLines(table, "", "").join("");
}

function tableLines(table: TomlTable, name: string, indent: string): readonly string[] {
  const keys = [...table].sort(([a], [b]) => compareKeys(a, b));
  const settings = keys.filter(([, value]) => !isTomlTable(value));
  return [
    ...settings.map(([key, value]) => `${indent}${tomlKey(key)} = ${tomlValueText(value)}\n`),
    ...keys.flatMap(([key, value]) => {
      const full = name === "" ? tomlKey(key) : `${name}.${tomlKey(key)}`;
      return isTomlTable(value) ? [`\n${indent}[${full}]\n`, ...tableLines(value, full, `${indent}  `)] : [];
    }),
  ];
}

/** A key, in quotation marks where it is not a bare one. */
export function tomlKey(key: string): string {
  const isQuoted = key.length >= 2 && key.startsWith('"') && key.endsWith('"');
  return isQuoted || /^[A-Za-z0-9_-]*$/.test(key) ? key : `"${escaped(key)}"`;
}

/** A value on one line; a table is an inline one there. */
export function tomlValueText(value: TomlValue): string {
  if (typeof value === "string") {
    return `"${escaped(value)}"`;
  }
  if (typeof value === "number") {
    return floatText(value);
  }
  if (typeof value === "boolean" || typeof value === "bigint") {
    return String(value);
  }
  return isTomlTable(value) ? inlineTable(value) : `[${(value as readonly TomlValue[]).map(tomlValueText).join(", ")}]`;
}

function inlineTable(table: TomlTable): string {
  const keys = [...table].sort(([a], [b]) => compareKeys(a, b));
  return `{ ${keys.map(([key, value]) => `${tomlKey(key)} = ${tomlValueText(value)}`).join(", ")} }`;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\b", "\\b"],
  ["\t", "\\t"],
  ["\n", "\\n"],
  ["\f", "\\f"],
  ["\r", "\\r"],
  ['"', '\\"'],
  ["\\", "\\\\"],
]);

/** The encoder looks at the lower 16 bits of a character to find the ones that are not printable. */
const UNIT = 0xffff;
const FIRST_PRINTABLE = 0x1f;

function escaped(text: string): string {
  return [...text.toWellFormed()].map(escapedCharacter).join("");
}

function escapedCharacter(character: string): string {
  const unit = (character.codePointAt(0) ?? 0) & UNIT;
  return (
    ESCAPES.get(character) ??
    (unit < FIRST_PRINTABLE ? `\\u${unit.toString(16).toUpperCase().padStart(4, "0")}` : character)
  );
}

/** A float without exponent; one that 32 bits hold is only as exact as they need. */
function floatText(value: number): string {
  if (Number.isInteger(value)) {
    return `${Object.is(value, -0) ? "-" : ""}${BigInt(value)}.0`;
  }
  return Number.isFinite(value) ? plainDecimal(shortest(value)) : value < 0 ? "-inf" : value > 0 ? "+inf" : "nan";
}

/** Significant digits that tell any two 32-bit floats apart. */
const FLOAT32_DIGITS = 9;

function shortest(value: number): string {
  if (Math.fround(value) !== value) {
    return String(value);
  }
  for (let digits = 1; digits < FLOAT32_DIGITS; digits += 1) {
    const text = roundedToEven(value, digits);
    if (Math.fround(Number(text)) === value) {
      return text;
    }
  }
  return value.toPrecision(FLOAT32_DIGITS);
}

/** So many significant digits; halfway between two texts it is the even one, where JavaScript takes the larger one. */
function roundedToEven(value: number, digits: number): string {
  const text = value.toPrecision(digits);
  const longer = value.toPrecision(digits + 1);
  const [, last = ""] = /(\d)(?:e.*)?$/.exec(text) ?? [];
  const isHalfway = Number(longer) === value && /5(?:e.*)?$/.test(longer);
  return isHalfway && Number(last) % 2 === 1 ? text.replace(/\d(?=(?:e.*)?$)/, String(Number(last) - 1)) : text;
}

/** `1.5e-7` as `0.00000015`. */
function plainDecimal(text: string): string {
  const [mantissa = "", exponent] = text.split("e");
  if (exponent === undefined) {
    return text;
  }
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)\.?(\d*)$/.exec(mantissa) ?? [];
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  return point > 0
    ? `${sign}${digits.slice(0, point).padEnd(point, "0")}.${digits.slice(point)}`
    : `${sign}0.${"0".repeat(-point)}${digits}`;
}
