import { type ResourceData } from '../platform/events/domain-events.js';

/** What a request's events carry; `signature.created` is published at send, when the invitations go out. */
interface SignatureEvents {
  'signature.created': ResourceData;
  'signature.partially_signed': ResourceData;
  'signature.completed': ResourceData;
  'signature.rejected': ResourceData;
  'signature.expired': ResourceData;
  'signature.cancelled': ResourceData;
}

export type SignatureEventType = keyof SignatureEvents;

declare module '../platform/events/domain-events.js' {
  interface DomainEvents extends SignatureEvents {}
}
