import { type IdentityVerificationPayload } from './identity-verification-payload.mapper.js';

/** The events that GET returns as the verification's history: exactly those that the contract names. */
export const RECORDED_VERIFICATION_EVENTS = [
  'identity_verification.created',
  'identity_verification.started',
  'identity_verification.document_uploaded',
  'identity_verification.completed',
  'identity_verification.failed',
] as const;
export type RecordedVerificationEvent = (typeof RECORDED_VERIFICATION_EVENTS)[number];

/** Every event published about verifications. */
export type VerificationEventType = RecordedVerificationEvent | 'identity_verification.expired';

declare module '../platform/events/domain-events.js' {
  interface DomainEvents extends Record<VerificationEventType, IdentityVerificationPayload> {
    /** For rooms that store content of a verification's events. */
    'identity_verification.media_erased': { id: number };
    /** For rooms that store content about the person. */
    'identity_verification.person_erased': { id: number };
  }
}
