/** The dates of the MRZ or barcode, YYYY-MM-DD. */
export interface StatedDates {
  birthDate: string | null;
  expiryDate: string | null;
}

/** No document is valid for so many years, so an older date is no date of issue. */
const LONGEST_VALIDITY = 16;

/** The first day on which a document with this expiry may have been issued, YYYY-MM-DD. */
export function earliestIssue(expiryDate: string): string {
  return `${Number(expiryDate.slice(0, 4)) - LONGEST_VALIDITY}${expiryDate.slice(4)}`;
}
