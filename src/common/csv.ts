/** A byte order mark: without it spreadsheets may not read UTF-8. */
export const CSV_START = '\ufeff';

/** Cells that a spreadsheet could take for a formula (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * A line of CSV (RFC 4180). Every cell is quoted, since spreadsheets disagree about separators; a cell that could be
 * a formula gets a leading apostrophe. Null is an empty cell.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: string | number | null): string {
  if (typeof cell === 'number') return String(cell);
  const text = (cell ?? '').toWellFormed();
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
