import { type DecisionInput } from '../../src/identity-verifications/domain/decision-evidence.js';
import { barcodeOf, faceAt, findingsOf, livenessOf, printOf, side } from './document-findings.js';

export const TODAY = '2026-11-21';
export const FACE = faceAt(0);

/** A passport with everything in order, for the method `document`. */
export const PASSPORT: DecisionInput = {
  method: 'document',
  documentType: 'passport',
  fullName: 'Anna Maria Eriksson',
  today: TODAY,
  allowSpecimens: false,
  front: side(findingsOf()),
  back: null,
  liveness: null,
  seenBefore: 'no',
  retakesUsedUp: false,
  humanRequested: false,
  reviewFaces: false,
};
/** The same with the person in front of the camera. */
export const COMBINED: DecisionInput = {
  ...PASSPORT,
  method: 'combined',
  front: side(findingsOf(), FACE),
  liveness: livenessOf(),
};
export const LIVENESS: DecisionInput = { ...COMBINED, method: 'liveness', documentType: null, front: null };
export const ON_CARD = { documentCode: 'ID' };
/** An identity card: print and portrait on the front, the zone on the back. */
export const CARD: DecisionInput = {
  ...COMBINED,
  documentType: 'id_card',
  front: side(findingsOf({}, {}, { mrz: null }), FACE),
  back: side(findingsOf(ON_CARD, { format: 'TD1' }, { printed: null })),
};
/** A North American licence, with the barcode on the back. */
const LICENCE_PRINT = printOf('ERIKSSON', 'ANNA MARIA', '08/12/1974', 'D1234567', '04/15/2038');
export const LICENCE: DecisionInput = {
  ...COMBINED,
  documentType: 'drivers_license',
  front: side(findingsOf({}, {}, { mrz: null, printed: LICENCE_PRINT }), FACE),
  back: side(barcodeOf()),
};
