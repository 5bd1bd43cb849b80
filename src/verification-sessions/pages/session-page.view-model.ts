import countries from 'i18n-iso-countries';
import { askText } from '../../identity-verifications/domain/asked-part.js';
import { SIDES_OF } from '../../identity-verifications/domain/document-sides.js';
import { DOCUMENT_TYPES, type DocumentType } from '../../identity-verifications/domain/document-type.js';
import { type SessionStep } from '../../identity-verifications/domain/session-step.policy.js';
import { type IdentityVerification } from '../../identity-verifications/identity-verification.entity.js';
import { isDocumentOpen, mayChooseDocument } from '../domain/document-choice.policy.js';
import { progressOf } from '../domain/progress.js';
import { type Session } from '../sessions.js';

/** The paths of a session's pages and actions. */
export function addressesOf(token: string) {
  const session = `/verify/${token}`;
  return {
    session,
    start: `${session}/start`,
    documentType: `${session}/document-type`,
    front: `${session}/front`,
    back: `${session}/back`,
    challenge: `${session}/challenge`,
    frames: `${session}/frames`,
    human: `${session}/human`,
    cancel: `${session}/cancel`,
    state: `${session}/state`,
    events: `${session}/events`,
    code: `${session}/code.svg`,
    language: `${session}/language`,
  };
}

/** The common model of every page of the flow; the views add the texts. */
export function toPageModel({ token, organizationName, brand, verification, step, hasReviewers }: Session) {
  return {
    organization: organizationName,
    hasReviewers,
    brand,
    locale: verification.locale,
    addresses: addressesOf(token),
    documentType: verification.documentType,
    /** A reviewer has asked for something again. */
    isAsked: verification.askedPart !== null,
    /** ISO 8601. */
    until: verification.expiresAt.toISOString(),
    ...journeyOf(verification, step),
  };
}

/** The first page: what is needed, what it is used for, how long it is kept, and who sees it. */
export function toStartModel(session: Session, retentionDays: number) {
  const { verificationMethod: method, documentType } = session.verification;
  const checked = session.hasReviewers ? 'checked' : 'checked_automatically';
  const task = (icon: string, name: string) => ({ icon, text: `verification.start.tasks.${name}` });
  const document = [task('camera', `photos.${documentType ?? 'any'}`), task('shield', checked)];
  const face = [task('person', method === 'combined' ? 'face_compared' : 'face_alive')];
  return {
    ...toPageModel(session),
    lead: `verification.start.leads.${method}`,
    consent: `verification.start.consents.${method}`,
    retentionDays,
    tasks: [
      ...(method === 'liveness' ? [] : document),
      ...(method === 'document' ? [] : face),
      task('lock', 'kept'),
    ],
  };
}

/** The liveness challenge; after a failure, the page asks for another try without giving the reason. */
export function toSelfieModel(session: Session, step: SessionStep & { name: 'selfie' }) {
  return { ...toPageModel(session), isRepeated: step.attempt > 1, asked: askedWords(session) };
}

export function toDocumentTypeModel(session: Session, isMissing: boolean) {
  const options = DOCUMENT_TYPES.map((type) => ({
    type,
    name: `verification.document.${type}`,
    hint: `verification.document_type.hints.${type}`,
  }));
  return {
    ...toPageModel({ ...session, step: { name: 'document_type' } }),
    options,
    country: session.verification.documentCountry,
    problem: isMissing ? 'verification.document_type.missing' : null,
  };
}

/** The photo page of one side, with the problem of the previous photo or the file just sent. */
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
    asked: askedWords(session),
    mayChooseDocument: mayChooseDocument(session),
  };
}

/** The text explaining why a reviewer asks again; null if none does. */
function askedWords({ verification: { askedPart, askReason } }: Session): string | null {
  return askedPart && askText(askedPart, askReason!);
}

export function toCheckingModel(session: Session) {
  const { verificationMethod, askedPart } = session.verification;
  const asksFace = verificationMethod === 'combined' && !askedPart;
  const stage = (step: string, isPassed = false) => ({
    step,
    isPassed,
    text: `verification.checking.${step}`,
  });
  return {
    ...toPageModel(session),
    current: progressOf(session.step),
    stages: [stage('received', true), stage('reading'), stage(asksFace ? 'face_next' : 'deciding')],
  };
}

export const isDocumentType = (value: unknown): value is DocumentType =>
  DOCUMENT_TYPES.includes(value as DocumentType);

/** An ISO 3166-1 alpha-2 country code. */
export const isCountry = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Z]{2}$/.test(value) && countries.isValid(value);

/**
 * The step's number and the total, which stays constant: both sides of a document count as one step, since their
 * number is unknown before the choice. The last check is a separate step.
 */
function journeyOf(
  verification: IdentityVerification,
  step: SessionStep,
): { stepNumber: number; stepCount: number } | null {
  const { documentType, verificationMethod: method, askedPart, signerId } = verification;
  // No steps for someone asked for one thing again, or for a signer, who is already in the steps of signing.
  if (step.name === 'ended' || askedPart || signerId !== null) return null;
  const document = [...(isDocumentOpen(verification) ? ['document_type'] : []), 'photos'];
  const last = method === 'document' ? 'checking' : 'selfie';
  const steps = ['start', ...(method === 'liveness' ? [] : document), last];
  const lastSide = documentType && SIDES_OF[documentType].at(-1);
  const isLastCheck = method === 'document' && step.name === 'checking' && step.side === lastSide;
  const current = 'side' in step && !isLastCheck ? 'photos' : step.name;
  return { stepNumber: steps.indexOf(current) + 1, stepCount: steps.length };
}
