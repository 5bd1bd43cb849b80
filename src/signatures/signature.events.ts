import { type SignaturePayload } from './signature-payload.mapper.js';

/** What a request's events carry; `signature.created` is published at send, when the invitations go out. */
interface SignatureEvents {
  'signature.created': SignaturePayload;
  'signature.partially_signed': SignaturePayload;
  'signature.completed': SignaturePayload;
  'signature.rejected': SignaturePayload;
  'signature.expired': SignaturePayload;
  'signature.cancelled': SignaturePayload;
}

export type SignatureEventType = keyof SignatureEvents;

/** For features only, never delivered: what was given under a signer's old address is to be dropped. `id` is the signer's. */
interface SignerEvents {
  'signer.email_changed': { id: number; signatureId: number };
}

/** For features only: what they keep about the request, and that tells of people, is to be erased. */
interface ErasureEvents {
  'signature.data_erased': { id: number };
}

declare module '../platform/events/domain-events.js' {
  interface DomainEvents extends SignatureEvents, SignerEvents, ErasureEvents {}
}
