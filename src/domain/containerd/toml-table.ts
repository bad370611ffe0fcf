/** A value of TOML: an integer is a bigint, a float a number. */
export type TomlValue = string | boolean | number | bigint | readonly TomlValue[] | TomlTable;

/** A table of TOML by key, in no particular order. */
export type TomlTable = ReadonlyMap<string, TomlValue>;

/** What a table is written as in source code; see {@link tomlTable}. */
export interface TomlLiteral {
  readonly [key: string]: string | boolean | number | bigint | readonly string[] | TomlLiteral;
}

/** Makes a table of a literal. */
export function tomlTable(literal: TomlLiteral): TomlTable {
  return new Map(
    Object.entries(literal).map(([key, value]): [string, TomlValue] => [
      key,
      isLiteral(value) ? tomlTable(value) : value,
    ]),
  );
}

function isLiteral(value: TomlLiteral[string]): value is TomlLiteral {
  return typeof value === "object" && !Array.isArray(value);
}

/** Whether a value is a table. */
export function isTomlTable(value: TomlValue | undefined): value is TomlTable {
  return value instanceof Map;
}

/** Orders keys as Go does: by the bytes of their UTF-8, which is by code point. */
export function compareKeys(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
