import { type RecipientAction, type RecipientStatus } from '../domain/recipient.state.js';
import { type SignaturePayload } from '../signature-payload.mapper.js';

/** The data of a request's events. `signature.created` is published at sending, when the invitations go out. */
interface SignatureEvents {
  'signature.created': SignaturePayload;
  'signature.partially_signed': SignaturePayload;
  'signature.completed': SignaturePayload;
  'signature.rejected': SignaturePayload;
  'signature.expired': SignaturePayload;
  'signature.cancelled': SignaturePayload;
}

export type SignatureEventType = keyof SignatureEvents;

/** What somebody who does not sign did. */
export interface RecipientPayload extends SignaturePayload {
  recipient: {
    id: number;
    email: string;
    name: string | null;
    action: RecipientAction;
    status: RecipientStatus;
    actedAt: string | null;
    /** Of an approver who declined, in their own words. */
    reason: string | null;
  };
}

interface RecipientEvents {
  'signature.recipient_approved': RecipientPayload;
  'signature.recipient_viewed': RecipientPayload;
  'signature.recipient_rejected': RecipientPayload;
}

export type RecipientEventType = keyof RecipientEvents;

/** For features only, never delivered: input given under a signer's old address must be dropped. `id` is the signer's. */
interface SignerEvents {
  'signer.email_changed': { id: number; signatureId: number };
}

/** For features only: personal data that they keep about the request must be erased. */
interface ErasureEvents {
  'signature.data_erased': { id: number };
}

declare module '../../platform/events/domain-events.js' {
  interface DomainEvents extends SignatureEvents, RecipientEvents, SignerEvents, ErasureEvents {}
}
