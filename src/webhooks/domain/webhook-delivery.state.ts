import { type Transitions } from '../../common/transitions.js';

export const DELIVERY_STATUSES = ['success', 'failed', 'pending'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** All legal transitions of a delivery. It stays pending after a failed attempt that is not the last. */
export const DELIVERY_TRANSITIONS: Transitions<DeliveryStatus> = {
  pending: ['success', 'failed'],
  success: [],
  failed: [],
};
