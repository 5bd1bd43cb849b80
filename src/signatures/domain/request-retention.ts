import { type FieldError } from '../../common/errors.js';

/** Bounds of the days for which an organization keeps requests. */
export const DOCUMENT_DAYS = { least: 30, most: 36_500 };
export const DRAFT_DAYS = { least: 1, most: 3_650 };

/** What is wrong with a number of days; undefined if nothing is. Null keeps for as long as nobody erases. */
export function daysFault(
  field: string,
  days: number | null,
  { least, most }: typeof DOCUMENT_DAYS,
): FieldError | undefined {
  if (days === null || (Number.isInteger(days) && days >= least && days <= most)) return undefined;
  return { field, message: `${field} is ${days}, but must be ${least} to ${most}, or null` };
}

/** Whether something that was kept is not kept any more. */
export const isShorter = (days: number | null, before: number | null): boolean =>
  days !== null && days < (before ?? Infinity);
