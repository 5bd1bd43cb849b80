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

/** What the form of the last screen says was shown on it. */
export const shownToken = (shown: Shown): string =>
  `${shownSha256(shown)}:${shown.signers.map(({ signerId }) => signerId).join(',')}`;

/**
 * What the page showed that sent this form: the document alone if it does not say, as pages of earlier versions, or says
 * what never stood there.
 */
export function shownBefore(context: SigningContext, fields: PostedFields): Shown {
  const [, sha256, ids = ''] = TOKEN.exec(textOf(fields, 'shown')) ?? [];
  const shown = shownNow(context, new Set(ids.split(',').filter(Boolean).map(Number)));
  return shownSha256(shown) === sha256 ? shown : shownNow(context, new Set());
}

/** Whether something stands in the document that was not shown, and the signer is to see it first. */
export function mustSeeAgain({ earlier, signer, now }: SigningContext, { signers }: Shown): boolean {
  const { screenRepeatedAt } = signer;
  const isRepeated =
    screenRepeatedAt !== null && now.getTime() - screenRepeatedAt.getTime() < REPEATED_WITHIN * 1_000;
  return signers.length < earlier.length && !isRepeated;
}
