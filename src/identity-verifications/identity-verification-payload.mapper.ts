import { type DocumentType } from './domain/document-type.js';
import { type VerificationStatus } from './domain/verification.state.js';
import { type VerificationMethod } from './domain/verification-method.js';
import { type IdentityVerification } from './identity-verification.entity.js';
import { type RecordedVerificationEvent } from './identity-verification.events.js';
import { type VerificationEvent } from './verification-event.entity.js';

/** `data` of a webhook about a verification: the same as GET, without the session's address. */
export interface IdentityVerificationPayload {
  id: number;
  email: string;
  firstName: string;
  lastName: string;
  documentType: DocumentType | null;
  verificationMethod: VerificationMethod;
  status: VerificationStatus;
  redirectUrl: string | null;
  metadata: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
  expiresAt: string;
  events: { id: number; type: RecordedVerificationEvent; createdAt: string }[];
  sessionId: string;
}

/** Shares nothing with the REST mapper, so a change to an API response cannot change what receivers get. */
export function toIdentityVerificationPayload(
  verification: IdentityVerification,
  events: readonly VerificationEvent[],
): IdentityVerificationPayload {
  const { id, email, firstName, lastName, documentType, verificationMethod, status } = verification;
  const { redirectUrl, metadata, sessionId } = verification;
  return {
    id,
    email,
    firstName,
    lastName,
    documentType,
    verificationMethod,
    status,
    redirectUrl,
    metadata,
    createdAt: verification.createdAt.toISOString(),
    updatedAt: verification.updatedAt.toISOString(),
    expiresAt: verification.expiresAt.toISOString(),
    events: events.map((event) => ({
      id: event.id,
      type: event.type,
      createdAt: event.createdAt.toISOString(),
    })),
    sessionId,
  };
}
