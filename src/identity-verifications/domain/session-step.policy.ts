import { type DocumentSide, MAX_ATTEMPTS, SIDES_OF } from './document-sides.js';
import { type IdentityVerification } from '../identity-verification.entity.js';
import { type RetakeReason } from './retake-reasons.js';
import { type VerificationImage } from '../verification-image.entity.js';

/** Where the person stands: what the next page is, and what alone may be sent. */
export type SessionStep =
  | { name: 'start' }
  | { name: 'document_type' }
  | { name: 'upload'; side: DocumentSide; attempt: number; retakeReason: RetakeReason | null }
  | { name: 'checking'; side: DocumentSide }
  | { name: 'ended' };

/** Derived from what is stored, so that reloads, the back button, other tabs and other devices all agree. */
export function sessionStep(
  verification: Pick<IdentityVerification, 'state' | 'consentedAt' | 'documentType'>,
  images: readonly Pick<VerificationImage, 'side' | 'attempt' | 'analysis' | 'retakeReason'>[],
): SessionStep {
  const { state, consentedAt, documentType } = verification;
  if (state !== 'pending' && state !== 'in_progress') return { name: 'ended' };
  if (consentedAt === null) return { name: 'start' };
  if (documentType === null) return { name: 'document_type' };
  const sides = SIDES_OF[documentType];
  for (const side of sides) {
    const last = images.findLast((image) => image.side === side);
    if (!last) return { name: 'upload', side, attempt: 1, retakeReason: null };
    if (last.analysis === 'waiting') return { name: 'checking', side };
    if (last.analysis === 'retake' && last.attempt < MAX_ATTEMPTS)
      return { name: 'upload', side, attempt: last.attempt + 1, retakeReason: last.retakeReason };
  }
  return { name: 'checking', side: sides.at(-1)! };
}
