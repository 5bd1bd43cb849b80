import { type Transitions } from '../../common/transitions.js';

export const SIGNER_STATUSES = ['pending', 'signed', 'rejected'] as const;
export type SignerStatus = (typeof SIGNER_STATUSES)[number];

export const SIGNER_TRANSITIONS: Transitions<SignerStatus> = {
  pending: ['signed', 'rejected'],
  signed: [],
  rejected: [],
};
