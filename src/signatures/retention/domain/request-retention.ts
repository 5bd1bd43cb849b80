import { type FieldError } from '../../../common/errors.js';

/** Bounds of the days for which an organization keeps requests. */
export const DOCUMENT_DAYS = { least: 30, most: 36_500 };
export const DRAFT_DAYS = { least: 1, most: 3_650 };

/** The problem with a number of days, or undefined. Null means kept until erased by hand. */
export function daysFault(
  field: string,
  days: number | null,
  { least, most }: typeof DOCUMENT_DAYS,
): FieldError | undefined {
  if (days === null || (Number.isInteger(days) && days >= least && days <= most)) return undefined;
  return { field, message: `${field} is ${days}, but must be from ${least} to ${most}, or null` };
}

/** Whether something kept so far is no longer kept. */
export const isShorter = (days: number | null, before: number | null): boolean =>
  days !== null && days < (before ?? Infinity);
