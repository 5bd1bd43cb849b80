import { type DocumentType } from '../../domain/document-type.js';
import { type VerificationStatus } from '../../domain/verification.state.js';
import { type VerificationMethod } from '../../domain/verification-method.js';
import { type RecordedVerificationEvent } from '../../identity-verification.events.js';

/** One item of the list. */
export class VerificationSummaryDto {
  id: number;
  email: string;
  firstName: string;
  lastName: string;
  /** Null until the person chooses one; only the short form leaves the choice open. */
  documentType: DocumentType | null;
  verificationMethod: VerificationMethod;
  status: VerificationStatus;
  createdAt: string;
  updatedAt: string;
}

/** The response to the full form. */
export class CreatedVerificationDto {
  id: number;
  email: string;
  firstName: string;
  lastName: string;
  documentType: DocumentType | null;
  verificationMethod: VerificationMethod;
  status: VerificationStatus;
  /** Send the person here right away. */
  sessionUrl: string;
  redirectUrl: string | null;
  metadata: Record<string, unknown>;
  createdAt: string;
  /** When the link stops working: `expiresInMinutes` after creation. */
  expiresAt: string;
}

/** The response to the short form. */
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
  /** Null once the verification has ended. */
  sessionUrl: string | null;
  redirectUrl: string | null;
  metadata: Record<string, unknown>;
  expiresAt: string;
  /** In chronological order. */
  events: VerificationEventDto[];
  /** The UUID that is appended to the return address. */
  sessionId: string;
}

/** The response to the erasure of pictures and face descriptors. */
export class ErasedMediaDto {
  id: number;
  /** When everything was erased; repeated requests return the same. Null while files are left. */
  mediaErasedAt: string | null;
  /** Files that are still being deleted. They are no longer accessible. */
  filesLeft: number;
}

export class VerificationListDto {
  items: VerificationSummaryDto[];
  total: number;
  page: number;
  limit: number;
}
