import { type DomainEventType } from '../../platform/events/domain-events.js';

/**
 * Whether an organization receives an event by default or only after ticking it. An event that a feature publishes and
 * this table lacks fails the type check.
 */
const DELIVERY: Readonly<Record<DomainEventType, 'by default' | 'when ticked'>> = {
  'signature.created': 'by default',
  'signature.partially_signed': 'by default',
  'signature.completed': 'by default',
  'signature.rejected': 'by default',
  'signature.expired': 'by default',
  'signature.cancelled': 'by default',
  'identity_verification.completed': 'by default',
  'identity_verification.failed': 'by default',
  'identity_verification.created': 'when ticked',
  'identity_verification.started': 'when ticked',
  'identity_verification.document_uploaded': 'when ticked',
  'identity_verification.expired': 'when ticked',
};

export const EVENT_TYPES: readonly string[] = Object.keys(DELIVERY);

export const DEFAULT_EVENTS: readonly string[] = Object.entries(DELIVERY)
  .filter(([, delivery]) => delivery === 'by default')
  .map(([type]) => type);
