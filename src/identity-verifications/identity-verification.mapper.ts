import {
  type CreatedVerificationDto,
  type ShortVerificationDto,
  type VerificationDto,
  type VerificationEventDto,
  type VerificationSummaryDto,
} from './http/dto/identity-verification.dto.js';
import { type IdentityVerification } from './identity-verification.entity.js';
import { type VerificationEvent } from './verification-event.entity.js';

/** The answer to the full form's POST: a verification that has no history worth telling yet. */
export function toCreatedVerification(
  verification: IdentityVerification,
  sessionUrl: string,
): CreatedVerificationDto {
  const { id, email, firstName, lastName, documentType, verificationMethod, status } = verification;
  const { redirectUrl, metadata } = verification;
  return {
    id,
    email,
    firstName,
    lastName,
    documentType,
    verificationMethod,
    status,
    sessionUrl,
    redirectUrl,
    metadata,
    createdAt: verification.createdAt.toISOString(),
    expiresAt: verification.expiresAt.toISOString(),
  };
}

/** The answer to the short form's POST. */
export function toShortVerification(verification: IdentityVerification, token: string): ShortVerificationDto {
  const { id, email, status, expiresAt } = verification;
  return { id, email, status, expiresAt: expiresAt.toISOString(), token };
}

/** One line of the list. */
export function toVerificationSummary(verification: IdentityVerification): VerificationSummaryDto {
  const { id, email, firstName, lastName, documentType, verificationMethod, status } = verification;
  return {
    id,
    email,
    firstName,
    lastName,
    documentType,
    verificationMethod,
    status,
    createdAt: verification.createdAt.toISOString(),
    updatedAt: verification.updatedAt.toISOString(),
  };
}

/** GET by id. `sessionUrl` is null in every final state. */
export function toVerification(
  verification: IdentityVerification,
  events: readonly VerificationEvent[],
  sessionUrl: string | null,
): VerificationDto {
  return { ...toEventData(verification, events), sessionUrl };
}

/** What a webhook tells: the resource as its GET shows it, less the address of the session. */
export function toEventData(
  verification: IdentityVerification,
  events: readonly VerificationEvent[],
): Omit<VerificationDto, 'sessionUrl'> {
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
    events: events.map(toVerificationEvent),
    sessionId,
  };
}

function toVerificationEvent({ id, type, createdAt }: VerificationEvent): VerificationEventDto {
  return { id, type, createdAt: createdAt.toISOString() };
}
