import { returnAddress } from '../domain/return-address.js';
import { type Session } from '../sessions.js';
import { addressesOf } from './session-page.view-model.js';

/** Seconds to show the result before the browser returns automatically. */
export const RETURN_SECONDS = 5;

export type ResultKind = 'approved' | 'rejected' | 'cancelled' | 'reviewing' | 'expired' | 'withdrawn';

/** After any other ending, the person should read what comes next first. */
const RETURNING: readonly ResultKind[] = ['approved', 'rejected'];

/** Reasons shown to the person; all others appear as `other`. */
const EXPLAINED = ['document_expired', 'document_type_mismatch', 'review_timeout'];

const SIGNS: Readonly<Record<ResultKind, { icon: string; tone: string }>> = {
  approved: { icon: 'check', tone: 'good' },
  rejected: { icon: 'cross', tone: 'bad' },
  cancelled: { icon: 'cross', tone: '' },
  reviewing: { icon: 'person', tone: 'warn' },
  expired: { icon: 'clock', tone: 'warn' },
  withdrawn: { icon: 'cross', tone: '' },
};

/** The link no longer leads anywhere: 410 Gone. */
const GONE: readonly ResultKind[] = ['expired', 'withdrawn'];
const GONE_STATUS = 410;

/**
 * How the session ended, and the way back. The browser returns automatically only right after the end, so the page
 * can be read when the link is opened later.
 * @param stays whether the person has asked to stay on the page
 */
export function toResultModel(
  session: Session,
  returnUrl: string | null,
  stays: boolean,
): { status: number; model: object } {
  const { verification, token, organizationName, brand, isRecent } = session;
  const kind = resultKind(session);
  const isGone = GONE.includes(kind);
  const mayReturn = !isGone || verification.signerId !== null;
  const address =
    returnUrl !== null && mayReturn
      ? returnAddress(returnUrl, verification.sessionId, kind === 'approved')
      : null;
  // Nobody is promised a human who does not exist.
  const spoken = kind === 'reviewing' && !session.hasReviewers ? 'received' : kind;
  const model = {
    organization: organizationName,
    brand,
    locale: verification.locale,
    addresses: addressesOf(token),
    kind,
    ...SIGNS[kind],
    heading: `verification.result.${spoken}.title`,
    words: `verification.result.${spoken}.${wordsOf(kind, session)}`,
    back: address,
    mayClose: returnUrl === null && !isGone,
    ...(address !== null && isRecent && !stays && RETURNING.includes(kind) && returnsByItself(address)),
  };
  return { status: isGone ? GONE_STATUS : 200, model };
}

/** The page's script, and a refresh header for browsers without scripts. */
function returnsByItself(address: string) {
  return { returns: true, pageScript: 'return', pageRefresh: `${RETURN_SECONDS}; url=${address}` };
}

function resultKind({ verification, report, isWithdrawn }: Session): ResultKind {
  if (verification.state === 'completed') return 'approved';
  if (verification.state === 'reviewing') return 'reviewing';
  if (verification.state === 'expired') return isWithdrawn ? 'withdrawn' : 'expired';
  return report?.reasons.includes('cancelled_by_user') ? 'cancelled' : 'rejected';
}

/** A signer whose identity is confirmed still has to sign. */
function wordsOf(kind: ResultKind, session: Session): string {
  if (kind === 'rejected') return reasonOf(session);
  return kind === 'approved' && session.verification.signerId !== null ? 'to_sign' : 'text';
}

function reasonOf({ report }: Session): string {
  return EXPLAINED.find((reason) => report?.reasons.includes(reason)) ?? 'other';
}
