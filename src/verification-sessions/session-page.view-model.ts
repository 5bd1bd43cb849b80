import { type DocumentSide, SIDES_OF } from '../identity-verifications/domain/document-sides.js';
import {
  DOCUMENT_TYPES,
  type DocumentType,
  type IdentityVerification,
} from '../identity-verifications/identity-verification.entity.js';
import { type SessionStep } from '../identity-verifications/domain/session-step.policy.js';
import { type LockedSession, type Session } from './sessions.service.js';

/** Where the pages and actions of one session are. */
export function addressesOf(token: string) {
  const session = `/verify/${token}`;
  return {
    session,
    start: `${session}/start`,
    documentType: `${session}/document-type`,
    front: `${session}/front`,
    back: `${session}/back`,
    cancel: `${session}/cancel`,
    state: `${session}/state`,
  };
}

/** What every page of the journey shows; the views add the texts. */
export function toPageModel({ token, organizationName, verification, step }: Session) {
  return {
    organization: organizationName,
    addresses: addressesOf(token),
    documentType: verification.documentType,
    /** ISO 8601. */
    until: verification.expiresAt.toISOString(),
    ...journeyOf(verification, step),
  };
}

/** The first page: what is needed, what is done with it, who decides. */
export function toStartModel(session: Session) {
  const { verificationMethod: method, documentType } = session.verification;
  const isLiveness = method === 'liveness';
  const task = (icon: string, name: string) => ({ icon, text: `verification.start.tasks.${name}` });
  const photos = task('camera', `photos.${documentType ?? 'any'}`);
  return {
    ...toPageModel(session),
    lead: isLiveness ? 'verification.start.lead_liveness' : 'verification.start.lead',
    consent: isLiveness ? 'verification.start.consent_liveness' : 'verification.start.consent',
    tasks: [
      ...(isLiveness ? [] : [photos, task('shield', 'checked')]),
      ...(method === 'document' && documentType === 'passport' ? [] : [task('person', 'human')]),
      task('lock', isLiveness ? 'nothing_kept' : 'kept'),
    ],
  };
}

export function toDocumentTypeModel(session: Session, isMissing: boolean) {
  const options = DOCUMENT_TYPES.map((type) => ({
    type,
    name: `verification.document.${type}`,
    hint: `verification.document_type.hints.${type}`,
  }));
  return {
    ...toPageModel(session),
    options,
    problem: isMissing ? 'verification.document_type.missing' : null,
  };
}

/** A photo of one side, with what was wrong with the one before or with the file that was just sent. */
export function toUploadModel(
  session: Session,
  step: SessionStep & { name: 'upload' },
  problem: string | null,
) {
  const { side, retakeReason } = step;
  const { documentType } = session.verification;
  const picture = `${documentType}_${side}`;
  return {
    ...toPageModel(session),
    side,
    picture,
    action: addressesOf(session.token)[side],
    heading: `verification.upload.headings.${picture}`,
    advice: `verification.upload.advice.${documentType === 'passport' ? 'passport' : 'card'}`,
    document: `verification.document.${documentType}`,
    retake: retakeReason && `verification.retake.${retakeReason}`,
    problem: problem && `verification.problem.${problem}`,
    mayChooseDocument: mayChooseDocument(session),
  };
}

/** The step of the checking page, as the browser asks for it; any other word makes the page load itself anew. */
export function progressStep({ step }: Session): string {
  return step.name === 'checking' ? 'reading' : step.name;
}

export function toCheckingModel(session: Session) {
  return {
    ...toPageModel(session),
    current: progressStep(session),
    stages: [
      { step: 'received', isPassed: true, text: 'verification.checking.received' },
      { step: 'reading', isPassed: false, text: 'verification.checking.reading' },
    ],
  };
}

/** Whether the person may (still) pick the document: the caller left it open, and no photo was sent. */
export function mayChooseDocument({ verification, step, images }: LockedSession): boolean {
  if (!isDocumentOpen(verification) || images.length > 0) return false;
  return step.name === 'document_type' || step.name === 'upload';
}

export const isDocumentType = (value: unknown): value is DocumentType =>
  DOCUMENT_TYPES.includes(value as DocumentType);

function isDocumentOpen({ shortForm, signerId }: IdentityVerification): boolean {
  return shortForm || signerId !== null;
}

/** Which step of how many; a side that is being checked counts as that side until the last one. */
function journeyOf(
  verification: IdentityVerification,
  step: SessionStep,
): { stepNumber: number; stepCount: number } | null {
  const { documentType, verificationMethod } = verification;
  if (verificationMethod === 'liveness' || step.name === 'ended') return null;
  const sides: readonly DocumentSide[] = documentType ? SIDES_OF[documentType] : ['front'];
  const steps = ['start', ...(isDocumentOpen(verification) ? ['document_type'] : []), ...sides, 'checking'];
  const isLastCheck = step.name === 'checking' && step.side === sides.at(-1);
  const current = 'side' in step && !isLastCheck ? step.side : step.name;
  return { stepNumber: steps.indexOf(current) + 1, stepCount: steps.length };
}
