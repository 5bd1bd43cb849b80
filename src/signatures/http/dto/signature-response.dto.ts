import {
  type DocumentStatus,
  type SignatureStatus,
  type SignatureType,
} from '../../domain/signature.state.js';
import { type SignerStatus } from '../../domain/signer.state.js';

export class SignerSummaryDto {
  id: number;
  email: string;
  name: string | null;
  status: SignerStatus;
}

export class SignerDto extends SignerSummaryDto {
  signedAt: string | null;
}

export class SentSignerDto extends SignerSummaryDto {
  /** The signing link; only for self_signed and in_person requests. */
  signingUrl?: string;
}

export class SignerStatusDto {
  id: number;
  email: string;
  status: SignerStatus;
}

export class SignatureResponseDto {
  id: number;
  type: SignatureType;
  status: SignatureStatus;
  documentStatus: DocumentStatus;
  senderName: string;
  subject: string;
  messageContent: string;
  originalDocumentName: string;
  originalDocumentType: string;
  originalDocumentExtension: string;
  organizationId: number;
  createdByUserId: number;
  dateSent: string | null;
  expiresDate: string | null;
  requireVerification: boolean;
  ccOnComplete: string[];
  createdAt: string;
  updatedAt: string;
}

export class SignatureWithSignersDto extends SignatureResponseDto {
  signers: SignerDto[];
}

export class SentSignatureDto extends SignatureResponseDto {
  signers: SentSignerDto[];
}

export class SignatureStatusDto {
  id: number;
  status: SignatureStatus;
  documentStatus: DocumentStatus;
  signers: SignerStatusDto[];
}

export class CancelledSignatureDto {
  id: number;
  status: SignatureStatus;
  deletedAt: string;
}

export class SignatureSummaryDto {
  id: number;
  type: SignatureType;
  status: SignatureStatus;
  subject: string;
  senderName: string;
  dateSent: string | null;
  expiresDate: string | null;
  createdAt: string;
  updatedAt: string;
  signers: SignerSummaryDto[];
}

export class SignatureEntryDto {
  id: number;
  subject: string;
  status: SignatureStatus;
  type: SignatureType;
}

export class SignatureListDto {
  items: SignatureSummaryDto[];
  /** The same page in short form. */
  data: SignatureEntryDto[];
  total: number;
  skip: number;
  limit: number;
}

export class MessageDto {
  message: string;
}

/** Has further members that depend on its type. */
export class AuditEventDto {
  [fact: string]: unknown;
  type: string;
  createdAt: string;
  /** Present if the event is about one signer. */
  signerId?: number;
  /** The event's place in the chain (docs/evidence.md), from 1. */
  number: number;
  /** The hash of the previous event; null for the first. */
  previous: string | null;
  /** SHA-256, in hexadecimal digits. */
  hash: string;
  /** Number of the event that erased personal data from this one; `hash` still covers the event as it was recorded. */
  erasedIn?: number;
}

export class AuditTrailDto {
  items: AuditEventDto[];
}
