import { type Transitions } from '../../common/transitions.js';

export const SIGNATURE_STATUSES = [
  'draft',
  'created',
  'scheduled',
  'expired',
  'partially_signed',
  'completed',
  'rejected',
] as const;
export type SignatureStatus = (typeof SIGNATURE_STATUSES)[number];

/** Every legal move. Cancelling is not one: it sets deletedAt in any state. */
export const SIGNATURE_TRANSITIONS: Transitions<SignatureStatus> = {
  draft: ['created', 'scheduled'],
  scheduled: ['created', 'expired'],
  created: ['partially_signed', 'completed', 'rejected', 'expired'],
  partially_signed: ['completed', 'rejected', 'expired'],
  completed: [],
  rejected: [],
  expired: [],
};

/** States before sending. */
export const UNSENT_STATUSES: readonly SignatureStatus[] = ['draft', 'scheduled'];

/** States in which signers may act: the invitations have gone out and the request has not ended. */
export const OPEN_STATUSES: readonly SignatureStatus[] = ['created', 'partially_signed'];

/** Whether a request is over: it was cancelled, or its status has no further moves. */
export const hasEnded = ({
  status,
  deletedAt,
}: {
  status: SignatureStatus;
  deletedAt: Date | null;
}): boolean => deletedAt !== null || SIGNATURE_TRANSITIONS[status].length === 0;

export const SIGNATURE_TYPES = ['advanced', 'fast', 'self_signed', 'in_person'] as const;
export type SignatureType = (typeof SIGNATURE_TYPES)[number];

/** Types whose signers each sign with their own certificate. */
export const OWN_SIGNATURE_TYPES: readonly SignatureType[] = ['advanced'];

/**
 * Types whose signers may hand over: only they receive their links. For other types, the link is with the caller or
 * on the host's device, so the sender decides who signs.
 */
export const HAND_OVER_TYPES: readonly SignatureType[] = ['advanced', 'fast'];

/** Types for which sending returns the signing links, because the caller delivers them. */
export const LINK_RETURNING_TYPES: readonly SignatureType[] = ['self_signed', 'in_person'];

export const DOCUMENT_STATUSES = ['draft', 'ready'] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];
