import { type Transitions } from '../../common/transitions.js';

export const DELIVERY_STATUSES = ['success', 'failed', 'pending'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Every legal move of a delivery. A failed attempt that is not the last leaves it pending. */
export const DELIVERY_TRANSITIONS: Transitions<DeliveryStatus> = {
  pending: ['success', 'failed'],
  success: [],
  failed: [],
};
