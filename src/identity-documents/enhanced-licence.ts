import { type BarcodeReading } from './engines/barcode/barcode-reading.js';
import { type MrzReading } from './engines/mrz/mrz-reading.js';

/**
 * Whether a zone can be that of an enhanced driving licence, which has one in addition to its barcode for crossing
 * borders (8 CFR 235.1): the code of an identity card, issued by the country, not the state.
 */
export function mayBeEnhancedLicence({ format, fields }: Pick<MrzReading, 'format' | 'fields'>): boolean {
  return format === 'TD1' && fields.documentCode.startsWith('I') && ISSUERS.includes(fields.issuingState);
}

const ISSUERS = ['USA', 'CAN'];

/** Whether a barcode is that of a North American licence, even if read only in part. */
export function isOfLicence({ jurisdiction, aamvaVersion }: BarcodeReading): boolean {
  return jurisdiction !== null || aamvaVersion !== null;
}
