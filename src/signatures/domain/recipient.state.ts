import { type RecipientAction } from '../../audit-chain/evidence-version-2.js';
import { type Transitions } from '../../common/transitions.js';

/** What somebody who does not sign is asked to do. */
export const RECIPIENT_ACTIONS = ['approve', 'view', 'copy'] as const satisfies readonly RecipientAction[];
export { type RecipientAction };

/** When somebody is told: at sending, once everyone before them has acted, or with the completed document. */
export const RECIPIENT_WHENS = ['sent', 'turn', 'completed'] as const;
export type RecipientWhen = (typeof RECIPIENT_WHENS)[number];

/** `told` is of copies: their email was accepted. */
export const RECIPIENT_STATUSES = ['pending', 'approved', 'rejected', 'viewed', 'told'] as const;
export type RecipientStatus = (typeof RECIPIENT_STATUSES)[number];

/** What each action can lead to; nothing follows after that. */
export const RECIPIENT_ENDS = {
  approve: ['approved', 'rejected'],
  view: ['viewed'],
  copy: ['told'],
} as const satisfies Record<RecipientAction, readonly RecipientStatus[]>;

const NOTHING: readonly RecipientStatus[] = [];

/** The moves of somebody with this action. */
export const recipientTransitions = (action: RecipientAction): Transitions<RecipientStatus> => ({
  pending: RECIPIENT_ENDS[action],
  approved: NOTHING,
  rejected: NOTHING,
  viewed: NOTHING,
  told: NOTHING,
});
