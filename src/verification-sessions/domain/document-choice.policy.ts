import { type AskedPart } from '../../identity-verifications/domain/asked-part.js';
import { type SessionStep } from '../../identity-verifications/domain/session-step.policy.js';

/** The origin of a verification determines who chooses the document. */
interface VerificationOrigin {
  shortForm: boolean;
  /** Null unless a signing request asked for the verification. */
  signerId: number | null;
  /** The part that a reviewer has asked for again; otherwise null. */
  askedPart: AskedPart | null;
}

interface DocumentChoice {
  verification: VerificationOrigin;
  step: SessionStep;
  images: readonly unknown[];
}

/** Whether the person, not the caller, chooses the document. */
export function isDocumentOpen({ shortForm, signerId }: Omit<VerificationOrigin, 'askedPart'>): boolean {
  return shortForm || signerId !== null;
}

/** Whether the person can choose or change the document: only until the first photo is sent. */
export function mayChooseDocument({ verification, step, images }: DocumentChoice): boolean {
  if (!isDocumentOpen(verification) || images.length > 0 || verification.askedPart) return false;
  return step.name === 'document_type' || step.name === 'upload';
}
