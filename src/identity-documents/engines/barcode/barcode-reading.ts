/**
 * Why a barcode has no date of expiry: the document never expires, nothing or only the month is stated, or the value
 * is not a date or contradicts the others.
 */
export type NoExpiry = 'without_end' | 'not_stated' | 'month_only' | 'invalid';

/**
 * The parsed barcode of a North American licence or identity card. Bad data is a result, never an exception.
 */
export interface BarcodeReading {
  symbology: 'PDF417';
  /** Version of AAMVA's card design standard as the header states it; null without an AAMVA header. */
  aamvaVersion: number | null;
  /** Issuing state or province, such as `CA` or `ON`; null for an unknown issuer number. */
  jurisdiction: string | null;
  country: 'USA' | 'CAN' | null;
  /** Driving licence or identity card, from the subfile's name. */
  documentKind: 'DL' | 'ID' | null;
  /** Header, issuer, and every field that identifies holder and document are present, without contradictions. */
  complete: boolean;
  /** What is missing or wrong, as short codes. */
  problems: string[];
  /** What an incomplete or foreign barcode says, at most 1,000 characters in lines, for a human; absent if complete. */
  text?: string;
  fields: {
    surname: string;
    givenNames: string;
    namesMayBeTruncated: boolean;
    documentNumber: string;
    /** YYYY-MM-DD. */
    birthDate: string | null;
    expiryDate: string | null;
    /** Null if there is a date of expiry. */
    noExpiry: NoExpiry | null;
    issueDate: string | null;
    sex: 'F' | 'M' | 'X';
  };
}
