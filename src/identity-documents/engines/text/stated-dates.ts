/** The dates of the MRZ or barcode, YYYY-MM-DD. */
export interface StatedDates {
  birthDate: string | null;
  expiryDate: string | null;
}

/** No document is valid for longer, in years, so an older date is not a date of issue. */
const LONGEST_VALIDITY = 16;

/** The earliest possible day of issue of a document with this expiry, YYYY-MM-DD. */
export function earliestIssue(expiryDate: string): string {
  return `${Number(expiryDate.slice(0, 4)) - LONGEST_VALIDITY}${expiryDate.slice(4)}`;
}
