import { type IdentityVerification } from '../identity-verification.entity.js';
import { type ErasedMedia } from '../media-erasure.js';
import { type VerificationEvent } from '../verification-event.entity.js';
import { type StartedVerification } from '../verification-starter.js';
import { type VerificationDetails } from '../verifications.service.js';
import {
  type CreatedVerificationDto,
  type ErasedMediaDto,
  type ShortVerificationDto,
  type VerificationDto,
  type VerificationEventDto,
  type VerificationListDto,
  type VerificationSummaryDto,
} from './dto/identity-verification.dto.js';

/** The response to POST with the full form. */
export function toCreatedVerification({
  verification,
  sessionUrl,
}: Pick<StartedVerification, 'verification' | 'sessionUrl'>): CreatedVerificationDto {
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

/** The response to POST with the short form. */
export function toShortVerification({
  verification: { id, email, status, expiresAt },
  token,
}: Pick<StartedVerification, 'verification' | 'token'>): ShortVerificationDto {
  return { id, email, status, expiresAt: expiresAt.toISOString(), token };
}

export function toVerificationList(
  [verifications, total]: [readonly IdentityVerification[], number],
  { page, limit }: { page: number; limit: number },
): VerificationListDto {
  return { items: verifications.map(toVerificationSummary), total, page, limit };
}

function toVerificationSummary(verification: IdentityVerification): VerificationSummaryDto {
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

/** The response to GET by id. */
export function toVerification({ verification, events, sessionUrl }: VerificationDetails): VerificationDto {
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
    sessionUrl,
  };
}

function toVerificationEvent({ id, type, createdAt }: VerificationEvent): VerificationEventDto {
  return { id, type, createdAt: createdAt.toISOString() };
}

/** The response to the erasure of media. */
export function toErasedMedia({ id, mediaErasedAt, filesLeft }: ErasedMedia): ErasedMediaDto {
  return { id, mediaErasedAt: mediaErasedAt?.toISOString() ?? null, filesLeft };
}
