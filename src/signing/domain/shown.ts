import { createHmac } from 'node:crypto';
import { type Shown, shownSha256 } from '../../audit-chain/shown-entries.js';
import { type PostedFields, textOf } from './posted-fields.js';
import { type SigningContext } from './signing-context.js';

/** The last screen is repeated at most once in this many seconds, however many others sign meanwhile. */
const REPEATED_WITHIN = 30;
/** Forms that do not say what they showed are taken for the same one, sent twice, for this many seconds. */
const SENT_TWICE_WITHIN = 5;

/** The digest of everything shown, and the signers whose entries were included. */
const TOKEN = /^([0-9a-f]{64}):((?:\d{1,16}(?:,\d{1,16})*)?)$/;

/** What a signer is shown now. @param ids show only these signers' entries; all by default */
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

/** A token in the last screen's form that states what it showed, valid only for this signer. */
export const shownToken = (context: SigningContext, shown: Shown): string =>
  `${digestFor(context, shown)}:${shown.signers.map(({ signerId }) => signerId).join(',')}`;

/** Keyed with the link, so another signer's form is not valid here. */
const digestFor = ({ token }: Pick<SigningContext, 'token'>, shown: Shown): string =>
  createHmac('sha256', token)
    .update(`shown:${shownSha256(shown)}`)
    .digest('hex');

/**
 * What the page that sent this form showed; null if it does not say, like pages of earlier versions, or states
 * something that was never in the document.
 */
export function shownBefore(context: SigningContext, fields: PostedFields): Shown | null {
  const [, sha256, ids = ''] = TOKEN.exec(textOf(fields, 'shown')) ?? [];
  const shown = shownNow(context, new Set(ids.split(',').filter(Boolean).map(Number)));
  return digestFor(context, shown) === sha256 ? shown : null;
}

/** Only the document, without entries. */
export const nothingShown = (context: SigningContext): Shown => shownNow(context, new Set());

/**
 * Whether the document has new entries that the signer must see first. A form from before the repeated screen, sent
 * twice or from another window, does not count as sent after it.
 */
export function mustSeeAgain({ earlier, signer, now }: SigningContext, told: Shown | null): boolean {
  const seen = new Set(told?.signers.map(({ signerId }) => signerId));
  const unseen = earlier.filter((each) => !seen.has(each.signer.id));
  if (unseen.length === 0) return false;
  const { screenRepeatedAt } = signer;
  if (screenRepeatedAt === null) return true;
  const seconds = (now.getTime() - screenRepeatedAt.getTime()) / 1_000;
  const isOlder =
    told === null
      ? seconds < SENT_TWICE_WITHIN
      : unseen.some((each) => each.signer.signedAt! <= screenRepeatedAt);
  return isOlder || seconds >= REPEATED_WITHIN;
}

/** The time of the repeated screen, no earlier than any signature on it: clocks of two transactions can overlap. */
export const repeatedAt = ({ earlier, now }: SigningContext): Date =>
  new Date(Math.max(now.getTime(), ...earlier.map(({ signer }) => signer.signedAt!.getTime())));
