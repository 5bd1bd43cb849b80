/** `empty`: without rows. `checked`: with rows of which every fault is known. */
export const BULK_STATES = ['empty', 'checked', 'running', 'paused', 'finished', 'cancelled'] as const;
export type BulkState = (typeof BULK_STATES)[number];

export const ROW_STATES = ['valid', 'invalid', 'created', 'failed', 'cancelled'] as const;
export type RowState = (typeof ROW_STATES)[number];

/** What happens to the others if some rows have faults: nothing is sent, or the rows without faults are. */
export const ON_INVALID = ['stop', 'skip'] as const;
export type OnInvalid = (typeof ON_INVALID)[number];

/** What an uploaded file takes the place of. */
export const REPLACED = ['all', 'faulty'] as const;
export type Replaced = (typeof REPLACED)[number];

/** Rows by state, and those with a warning. */
export interface RowCounts extends Record<RowState, number> {
  rows: number;
  warned: number;
}

/** Of a file of rows. */
export const MAX_FILE_BYTES = 25 * 1024 * 1024;
/** Rows that are made in one transaction. */
export const BATCH_ROWS = 100;
/** For which rows that were not sent are kept after the end, or after they were uploaded. */
export const KEPT_DAYS = 30;
/** Within which the same rows are taken for a mistake. */
export const REPEATED_HOURS = 24;
