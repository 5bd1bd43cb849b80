import { OPEN_STATUSES, SIGNATURE_STATUSES, type SignatureStatus } from './signature.state.js';

/** The states by which members find requests: in addition to the statuses, all that wait for signers, and the cancelled. */
export const REQUEST_STATES = ['waiting', ...SIGNATURE_STATUSES, 'cancelled'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** What a state means for a request. */
export interface StateConditions {
  /** Both by default. */
  isCancelled?: boolean;
  /** Any by default. */
  statuses?: readonly SignatureStatus[];
}

/** A cancelled request has no other state. */
export function conditionsOfState(state: RequestState | undefined): StateConditions {
  if (state === undefined) return {};
  if (state === 'cancelled') return { isCancelled: true };
  return { isCancelled: false, statuses: state === 'waiting' ? OPEN_STATUSES : [state] };
}

export const stateOf = ({
  status,
  deletedAt,
}: {
  status: SignatureStatus;
  deletedAt: Date | null;
}): SignatureStatus | 'cancelled' => (deletedAt ? 'cancelled' : status);
