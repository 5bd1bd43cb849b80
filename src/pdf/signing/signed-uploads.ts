import { fieldNames } from '../../pdf-signatures/form-field.js';
import { onlySigned } from '../document-field.js';
import { type DocumentRefusalCode } from '../document-inspection.js';
import { type StampDetails } from '../signature-stamp.js';
import { carriesSignatures, isCertified, isLocked, isRedrawn } from '../structure/earlier-signatures.js';
import { type OpenedPdf } from '../structure/open-pdf.js';
import { isOurField } from './document-fields.js';

/** Why a document that carries signatures cannot be signed further; null if it can, or carries none. */
export function obstacleIn({ pdf, rebuilt }: OpenedPdf): DocumentRefusalCode | null {
  if (isCertified(pdf)) return 'document_certified';
  if (!carriesSignatures(pdf)) return null;
  if (rebuilt || pdf.canSaveIncrementally() !== null) return 'document_signed_unextendable';
  const present = new Set(fieldNames(pdf));
  return isLocked(pdf, (name) => isOurField(name) && !present.has(name)) ? 'document_locked' : null;
}

/** The answer of a trial for a document that was not known to carry signatures. */
export const SIGNED_BEFORE = 'it carries signatures';

/** The same for the planned fields: only signature fields may be added to a document that carries signatures. */
export function obstacleFor(
  opened: OpenedPdf,
  details: Pick<StampDetails, 'places' | 'carriesSignatures'>,
): DocumentRefusalCode | typeof SIGNED_BEFORE | null {
  const obstacle = obstacleIn(opened);
  if (obstacle !== null || !carriesSignatures(opened.pdf)) return obstacle;
  if (!details.carriesSignatures) return SIGNED_BEFORE;
  if (!onlySigned(details.places)) return 'document_signed_no_fields';
  return details.places.length > 0 && isRedrawn(opened.pdf) ? 'document_signed_redrawn' : null;
}
