import { type MrzReading } from './engines/mrz/mrz-reading.js';

/**
 * Whether a zone can be that of an enhanced driving licence, which has one in addition to its barcode for crossing
 * borders (8 CFR 235.1): the code of an identity card, issued by the country, not the state.
 */
export function mayBeEnhancedLicence({ format, fields }: Pick<MrzReading, 'format' | 'fields'>): boolean {
  return format === 'TD1' && fields.documentCode.startsWith('I') && ISSUERS.includes(fields.issuingState);
}

const ISSUERS = ['USA', 'CAN'];
