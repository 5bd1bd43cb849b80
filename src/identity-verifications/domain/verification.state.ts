import { type Transitions } from '../../common/transitions.js';

export const VERIFICATION_STATUSES = ['pending', 'in_progress', 'completed', 'failed', 'expired'] as const;
/** The statuses visible to callers. */
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

export const VERIFICATION_STATES = [...VERIFICATION_STATUSES, 'reviewing'] as const;
/**
 * The internal states. `reviewing` is the one `failed` that is not final: callers see `failed` and a report with the
 * result `manual_review`, until a reviewer or the 24-hour timer decides, or a reviewer asks the person again.
 */
export type VerificationState = (typeof VERIFICATION_STATES)[number];

/** Every legal move. `pending` has only two ways out: to cancel or send anything, a person opens the session first. */
export const VERIFICATION_TRANSITIONS: Transitions<VerificationState> = {
  pending: ['in_progress', 'expired'],
  in_progress: ['reviewing', 'completed', 'failed', 'expired'],
  reviewing: ['completed', 'failed', 'in_progress'],
  completed: [],
  failed: [],
  expired: [],
};

/** The status that callers see for a state; the database derives its `status` column the same way. */
export function statusOf(state: VerificationState): VerificationStatus {
  return state === 'reviewing' ? 'failed' : state;
}

/** Whether the state has no further moves. */
export function isFinal(state: VerificationState): boolean {
  return VERIFICATION_TRANSITIONS[state].length === 0;
}
