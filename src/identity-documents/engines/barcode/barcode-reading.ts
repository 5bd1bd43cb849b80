/** The barcode on North American licences and identity cards, parsed. Bad data is an answer, never an exception. */
export interface BarcodeReading {
  symbology: 'PDF417';
  /** Version of AAMVA's card design standard, 1 to 10 and later; null where there is no such header. */
  aamvaVersion: number | null;
  /** The issuing state or province, as `CA` or `ON`; null where its number is unknown. */
  jurisdiction: string | null;
  country: 'USA' | 'CAN' | null;
  /** A driving licence or an identity card, by the name of its subfile. */
  documentKind: 'DL' | 'ID' | null;
  /** Parsed whole: a header, a known issuer, every mandatory field of its version, and dates that are dates. */
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
