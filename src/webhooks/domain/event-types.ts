import { type DomainEventType } from '../../platform/events/domain-events.js';

/**
 * Whether an organization receives an event by default, only after ticking it, or never because it is for our own
 * features. An event published by a feature but missing here fails the type check.
 */
const DELIVERY: Readonly<Record<DomainEventType, 'by default' | 'when ticked' | 'never'>> = {
  'signature.created': 'by default',
  'signature.partially_signed': 'by default',
  'signature.completed': 'by default',
  'signature.rejected': 'by default',
  'signature.expired': 'by default',
  'signature.cancelled': 'by default',
  'signature.recipient_approved': 'when ticked',
  'signature.recipient_viewed': 'when ticked',
  'signature.recipient_rejected': 'when ticked',
  'signer.email_changed': 'never',
  'webhook_endpoint.held': 'never',
  'webhook_endpoint.released': 'never',
  'identity_verification.completed': 'by default',
  'identity_verification.failed': 'by default',
  'identity_verification.created': 'when ticked',
  'identity_verification.started': 'when ticked',
  'identity_verification.document_uploaded': 'when ticked',
  'identity_verification.expired': 'when ticked',
  'identity_verification.media_erased': 'never',
  'identity_verification.person_erased': 'never',
  'signature.data_erased': 'never',
  'files.deleted': 'never',
  'template.published': 'when ticked',
  'template.archived': 'when ticked',
  'bulk_send.finished': 'when ticked',
  'bulk_send.paused': 'when ticked',
};

const typesThatAre = (...deliveries: string[]): readonly string[] =>
  Object.entries(DELIVERY)
    .filter(([, delivery]) => deliveries.includes(delivery))
    .map(([type]) => type);

export const EVENT_TYPES = typesThatAre('by default', 'when ticked');

/** Sent on demand to an endpoint, whatever it has ticked; no endpoint subscribes to it. */
export const TEST_EVENT = 'webhook.test';

export const DEFAULT_EVENTS = typesThatAre('by default');
