import { createHmac } from 'node:crypto';
import { type Shown, shownSha256 } from '../../audit-chain/shown-entries.js';
import { type SigningContext } from './signing-context.js';
import { type PostedFields, textOf } from './sign-form.js';

/** Seconds in which the last screen is shown again at most once, however many sign meanwhile. */
const REPEATED_WITHIN = 30;

/** The digest of all that was shown, and whose entries were part of it. */
const TOKEN = /^([0-9a-f]{64}):((?:\d{1,16}(?:,\d{1,16})*)?)$/;

/** What a signer is shown now. @param ids only the entries of these signers; all if it is left out */
export function shownNow(
  { documentSha256, earlier }: Pick<SigningContext, 'documentSha256' | 'earlier'>,
  ids?: ReadonlySet<number>,
): Shown {
  return {
    documentSha256: documentSha256!,
    signers: earlier
      .filter(({ signer }) => ids?.has(signer.id) ?? true)
      .map(({ signer, entriesSha256 }) => ({ signerId: signer.id, entriesSha256 })),
  };
}

/** What the form of the last screen says was shown on it, to this signer and nobody else. */
export const shownToken = (context: SigningContext, shown: Shown): string =>
  `${digestFor(context, shown)}:${shown.signers.map(({ signerId }) => signerId).join(',')}`;

/** Keyed with the link, so that the form of another signer says nothing about this one. */
const digestFor = ({ token }: Pick<SigningContext, 'token'>, shown: Shown): string =>
  createHmac('sha256', token)
    .update(`shown:${shownSha256(shown)}`)
    .digest('hex');

/**
 * What the page showed that sent this form; null if it does not say, as pages of earlier versions, or says what never stood
 * there.
 */
export function shownBefore(context: SigningContext, fields: PostedFields): Shown | null {
  const [, sha256, ids = ''] = TOKEN.exec(textOf(fields, 'shown')) ?? [];
  const shown = shownNow(context, new Set(ids.split(',').filter(Boolean).map(Number)));
  return digestFor(context, shown) === sha256 ? shown : null;
}

/** The document alone. */
export const nothingShown = (context: SigningContext): Shown => shownNow(context, new Set());

/**
 * Whether something stands in the document that was not shown, and the signer is to see it first. A form that is older than
 * the screen that came again, because it was sent twice or from another window, does not count as sent after it.
 */
export function mustSeeAgain({ earlier, signer, now }: SigningContext, told: Shown | null): boolean {
  const seen = new Set(told?.signers.map(({ signerId }) => signerId));
  const unseen = earlier.filter((each) => !seen.has(each.signer.id));
  if (unseen.length === 0) return false;
  const { screenRepeatedAt } = signer;
  if (screenRepeatedAt === null) return true;
  const isOlder = told !== null && unseen.some((each) => each.signer.signedAt! <= screenRepeatedAt);
  return isOlder || now.getTime() - screenRepeatedAt.getTime() >= REPEATED_WITHIN * 1_000;
}

/** When the screen came again, which shows all who have signed: the clocks of two transactions may overlap. */
export const repeatedAt = ({ earlier, now }: SigningContext): Date =>
  new Date(Math.max(now.getTime(), ...earlier.map(({ signer }) => signer.signedAt!.getTime())));
