import { type DocumentType } from '../../domain/document-type.js';
import { type VerificationMethod } from '../../domain/verification-method.js';
import { type RecordedVerificationEvent } from '../../identity-verification.events.js';
import { type VerificationStatus } from '../../domain/verification.state.js';

/** One line of the list. */
export class VerificationSummaryDto {
  id: number;
  email: string;
  firstName: string;
  lastName: string;
  /** Null until the person picks it, where the short form left it open. */
  documentType: DocumentType | null;
  verificationMethod: VerificationMethod;
  status: VerificationStatus;
  createdAt: string;
  updatedAt: string;
}

/** The answer to the full form. */
export class CreatedVerificationDto {
  id: number;
  email: string;
  firstName: string;
  lastName: string;
  documentType: DocumentType | null;
  verificationMethod: VerificationMethod;
  status: VerificationStatus;
  /** Where the person goes now. */
  sessionUrl: string;
  redirectUrl: string | null;
  metadata: Record<string, unknown>;
  createdAt: string;
  /** The session ends 60 minutes after its creation. */
  expiresAt: string;
}

/** The answer to the short form. */
export class ShortVerificationDto {
  id: number;
  email: string;
  status: VerificationStatus;
  expiresAt: string;
  /** 64 hexadecimal characters. */
  token: string;
}

export class VerificationEventDto {
  id: number;
  type: RecordedVerificationEvent;
  createdAt: string;
}

/** A verification with its history. */
export class VerificationDto extends VerificationSummaryDto {
  /** Null once the verification has come to its end. */
  sessionUrl: string | null;
  redirectUrl: string | null;
  metadata: Record<string, unknown>;
  expiresAt: string;
  /** In the order in which they happened. */
  events: VerificationEventDto[];
  /** The UUID with which the person's browser comes back. */
  sessionId: string;
}

/** The answer to the erasure of pictures and face descriptors (ours). */
export class ErasedMediaDto {
  id: number;
  /** Of the first erasure. */
  mediaErasedAt: string;
}

export class VerificationListDto {
  items: VerificationSummaryDto[];
  total: number;
  page: number;
  limit: number;
}
