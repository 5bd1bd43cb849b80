import { type DocumentFindings } from '../../document-analysis/document-findings.js';
import { type DocumentType } from '../identity-verification.entity.js';
import { type RetakeReason } from './retake-reasons.js';

/** Doubts that a better photo may lift. The others stand in the print itself. */
const DOUBTS_OF_THE_PHOTO = [
  'check_digit',
  'substitution',
  'low_confidence',
  'unknown_state',
  'missing_name',
] as const;

/**
 * Whether a photo should be taken again, and why. Null: it is decided on as it is. A document that contradicts itself
 * although it was read with certainty is never offered a retake.
 */
export function retakeReason(findings: DocumentFindings, documentType: DocumentType): RetakeReason | null {
  const { mrz, quality } = findings;
  if (documentType !== 'passport') {
    if (mrz) return 'wrong_document';
    return quality?.isBlurred === false ? null : 'blurred';
  }
  if (!mrz) return findings.unreadableReason === 'blurred' ? 'blurred' : 'no_document_found';
  if (mrz.accepted || mrz.contradictory) return null;
  if (mrz.doubts.every((doubt) => doubt === 'not_a_passport')) return 'wrong_document';
  if (findings.unreadableReason === 'blurred') return 'blurred';
  return DOUBTS_OF_THE_PHOTO.some((doubt) => mrz.doubts.includes(doubt)) ? 'unclear' : null;
}
