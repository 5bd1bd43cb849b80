import { type SignerStatus } from './signer.state.js';

interface OrderedSigner {
  id: number;
  order: number;
  status: SignerStatus;
}

/** The signers whose turn it is: pending ones of the lowest order that still has any. Equal orders sign in parallel. */
export function signersInTurn<S extends OrderedSigner>(signers: readonly S[]): S[] {
  const pending = signers.filter(({ status }) => status === 'pending');
  const next = Math.min(...pending.map(({ order }) => order));
  return pending.filter(({ order }) => order === next);
}

/** The pending signers whose turn comes before this one's. */
export function signersBefore<S extends OrderedSigner>(signers: readonly S[], signer: OrderedSigner): S[] {
  return signers.filter(({ status, order }) => status === 'pending' && order < signer.order);
}
