/**
 * The parsed barcode of a North American licence or identity card. Bad data is a result, never an exception.
 */
export interface BarcodeReading {
  symbology: 'PDF417';
  /** Version of AAMVA's card design standard, 1 to 10 or later; null without an AAMVA header. */
  aamvaVersion: number | null;
  /** Issuing state or province, such as `CA` or `ON`; null for an unknown issuer number. */
  jurisdiction: string | null;
  country: 'USA' | 'CAN' | null;
  /** Driving licence or identity card, from the subfile's name. */
  documentKind: 'DL' | 'ID' | null;
  /** The header, issuer, every mandatory field of the version and all dates are valid. */
  complete: boolean;
  /** What is missing or wrong, as short codes. */
  problems: string[];
  fields: {
    surname: string;
    givenNames: string;
    namesMayBeTruncated: boolean;
    documentNumber: string;
    /** YYYY-MM-DD. */
    birthDate: string | null;
    expiryDate: string | null;
    issueDate: string | null;
    sex: 'F' | 'M' | 'X';
  };
}
