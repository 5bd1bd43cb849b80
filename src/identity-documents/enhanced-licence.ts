import { type MrzReading } from './engines/mrz/mrz-reading.js';

/**
 * Whether a zone may be that of an enhanced driving licence, which has one beside its barcode so that it can be used at a
 * border (8 CFR 235.1): the code of an identity card, with the country, not the state, as its issuer.
 */
export function mayBeEnhancedLicence({ format, fields }: Pick<MrzReading, 'format' | 'fields'>): boolean {
  return format === 'TD1' && fields.documentCode.startsWith('I') && ISSUERS.includes(fields.issuingState);
}

const ISSUERS = ['USA', 'CAN'];
