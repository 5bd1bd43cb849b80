import { type SigningContext } from './signing-context.js';

/** The signer's name from the sender or a verified document, or null. */
export function signerNameOf({
  signer,
  verifiedName,
}: Pick<SigningContext, 'signer' | 'verifiedName'>): string | null {
  return signer.name?.trim() ? signer.name : verifiedName;
}

/** Whether the signer's name is unknown only until their identity check, which will provide it. */
export const awaitsName = (context: Pick<SigningContext, 'signer' | 'verifiedName' | 'identity'>): boolean =>
  signerNameOf(context) === null && context.identity !== 'not_required' && context.identity !== 'passed';

/**
 * Whether the signer must give their name, because neither the sender nor a verified document has provided or will
 * provide it.
 */
export const needsName = (context: Pick<SigningContext, 'signer' | 'verifiedName' | 'identity'>): boolean =>
  signerNameOf(context) === null && !awaitsName(context);
