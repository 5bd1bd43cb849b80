import { type RowFault } from './row-fault.js';

/** The most faults of one row that are kept. */
export const MAX_ROW_FAULTS = 20;

/** How a file spells numbers and days, where its columns do not say so themselves. */
export interface Spelling {
  /** Null if the sender does not say it. */
  decimalMark: DecimalMark | null;
  dateOrder: DateOrder;
}
export const DECIMAL_MARKS = ['.', ','] as const;
export type DecimalMark = (typeof DECIMAL_MARKS)[number];
export const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** A row of a file, read and checked. */
export interface CheckedRow {
  number: number;
  line: number;
  /** The sender's own key; null without one. */
  reference: string | null;
  /** As the file has it, by column; empty if it could not be read. */
  source: Readonly<Record<string, unknown>>;
  /** What keeps it from being sent. */
  faults: RowFault[];
  /** What the sender may want to know: cleaned addresses, repeated rows. */
  warnings: RowFault[];
}
