import { wrap } from "./wrap.ts";

/** Columns of a line of a table; most terminals have them. */
export const TABLE_WIDTH = 100;

const GAP = "  ";

/**
 * Lines of a table: cells are padded to their columns, the last one of a row is broken below itself. Rows have equally
 * many cells.
 */
export function aligned(rows: readonly (readonly string[])[], indent: string): readonly string[] {
  const widths = columnWidths(rows);
  return rows.flatMap((row) => {
    const head = row.slice(0, -1).map((cell, column) => `${cell.padEnd(widths[column] ?? 0)}${GAP}`);
    const first = `${indent}${head.join("")}`;
    const words = (row.at(-1) ?? "").split(" ");
    return wrap(words, { width: TABLE_WIDTH, first, next: " ".repeat(first.length) }).map((line) => line.trimEnd());
  });
}

function columnWidths(rows: readonly (readonly string[])[]): readonly number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    }
  }
  return widths;
}
