import { type AskedPart } from './asked-part.js';
import { type DocumentPhoto } from './document-photo.js';
import { type DocumentSide, MAX_ATTEMPTS, SIDES_OF } from './document-sides.js';
import { type DocumentType } from './document-type.js';
import { type RetakeReason } from './retake-reasons.js';
import { type VerificationState } from './verification.state.js';
import { type VerificationMethod } from './verification-method.js';

/** The step that is due: it determines the next page and what the person can send. */
export type SessionStep =
  | { name: 'start' }
  | { name: 'document_type' }
  | { name: 'upload'; side: DocumentSide; attempt: number; retakeReason: RetakeReason | null }
  | { name: 'checking'; side: DocumentSide }
  /** The liveness challenge; `attempt` is 1 for the first. */
  | { name: 'selfie'; attempt: number }
  | { name: 'ended' };

/** What the next step depends on, apart from photos and challenges. */
export interface Journey {
  state: VerificationState;
  /** Null until the person consents. */
  consentedAt: Date | null;
  /** Null until the person chooses one, if the caller left it open. */
  documentType: DocumentType | null;
  verificationMethod: VerificationMethod;
  /** The part that a reviewer has asked for again; otherwise null. */
  askedPart: AskedPart | null;
  /** Photos of earlier rounds do not count when a reviewer asks again. */
  reviewRound: number;
}

/**
 * Derives the due step from stored data, so reloads, the back button, other tabs and other devices agree.
 * `failedChallenges`: the number of judged challenges of the round that were not passed.
 */
export function sessionStep(
  journey: Journey,
  images: readonly DocumentPhoto[],
  failedChallenges: number,
): SessionStep {
  const { state, consentedAt, documentType, verificationMethod, askedPart } = journey;
  if (state !== 'pending' && state !== 'in_progress') return { name: 'ended' };
  if (consentedAt === null) return { name: 'start' };
  const selfie: SessionStep = { name: 'selfie', attempt: failedChallenges + 1 };
  if (verificationMethod === 'liveness' || askedPart === 'face') return selfie;
  if (documentType === null) return { name: 'document_type' };
  const sides = askedPart ? [askedPart] : SIDES_OF[documentType];
  const due = documentStep(
    sides,
    images.filter(({ round }) => !askedPart || round === journey.reviewRound),
  );
  if (due) return due;
  if (verificationMethod === 'combined' && !askedPart) return selfie;
  return { name: 'checking', side: sides.at(-1)! };
}

/** The side to photograph or check next; null if all are done. */
function documentStep(sides: readonly DocumentSide[], images: readonly DocumentPhoto[]): SessionStep | null {
  for (const side of sides) {
    const last = images.findLast((image) => image.side === side);
    if (!last) return { name: 'upload', side, attempt: 1, retakeReason: null };
    if (last.analysis === 'waiting') return { name: 'checking', side };
    if (last.analysis === 'retake' && last.attempt < MAX_ATTEMPTS)
      return { name: 'upload', side, attempt: last.attempt + 1, retakeReason: last.retakeReason };
  }
  return null;
}
