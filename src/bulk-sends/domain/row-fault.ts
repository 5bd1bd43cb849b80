/** Codes of what can be wrong with a row before its values are looked at. */
export const ROW_CODES = ['row_columns', 'row_quote', 'row_nul', 'row_too_large', 'row_json'] as const;
export type RowCode = (typeof ROW_CODES)[number];

/** What is wrong with a row, in words that contain none of its values. */
export interface RowFault {
  code: string;
  /** Of the file, from 1. */
  line: number;
  /** As the file calls it; absent if the fault is of the whole row. */
  column?: string;
  message: string;
}

/** A row of a file may be this long, in bytes of UTF-8. */
export const MAX_ROW_BYTES = 64 * 1024;

export const rowFault = (code: RowCode, line: number, message: string): RowFault => ({ code, line, message });

export const rowTooLarge = (line: number) =>
  rowFault('row_too_large', line, `The row in line ${line} is longer than ${MAX_ROW_BYTES / 1024} KiB`);
