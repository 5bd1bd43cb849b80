import { type Transitions } from '../../common/transitions.js';

export const VERIFICATION_STATUSES = ['pending', 'in_progress', 'completed', 'failed', 'expired'] as const;
/** The statuses that callers see. */
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

export const VERIFICATION_STATES = [...VERIFICATION_STATUSES, 'reviewing'] as const;
/**
 * The states as they are. `reviewing` is the one `failed` that is not final: callers see `failed` with a report whose
 * result is `manual_review`, until a human or the 24-hour timer decides.
 */
export type VerificationState = (typeof VERIFICATION_STATES)[number];

/** Every legal move. `pending` has but two ways out: whoever cancels or sends something has opened the session first. */
export const VERIFICATION_TRANSITIONS: Transitions<VerificationState> = {
  pending: ['in_progress', 'expired'],
  in_progress: ['reviewing', 'completed', 'failed', 'expired'],
  reviewing: ['completed', 'failed'],
  completed: [],
  failed: [],
  expired: [],
};

/** What callers see of a state; the database derives its `status` column in the same way. */
export function statusOf(state: VerificationState): VerificationStatus {
  return state === 'reviewing' ? 'failed' : state;
}

/** Whether nothing can follow any more. */
export function isFinal(state: VerificationState): boolean {
  return VERIFICATION_TRANSITIONS[state].length === 0;
}
