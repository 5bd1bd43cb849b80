import { isoOrNull } from '../../common/timestamps.js';
import { recipientKeys } from '../domain/recipients.js';
import {
  type SignatureFilter,
  type SignaturePage,
  type SignatureSummaryRow,
} from '../lists/signature-list.queries.js';
import { type SentRequest } from '../sending.service.js';
import { type Signature, type SignatureFields } from '../signature.entity.js';
import { type SignatureAuditEvent } from '../signature-audit-event.entity.js';
import { type Signer } from '../signers/signer.entity.js';
import { toTrailItem } from '../trail-item.js';
import { type ListSignaturesDto } from './dto/list-signatures.dto.js';
import {
  type AuditTrailDto,
  type CancelledSignatureDto,
  type MessageDto,
  type SentSignatureDto,
  type SignatureEntryDto,
  type SignatureListDto,
  type SignatureResponseDto,
  type SignatureSummaryDto,
  type SignatureWithSignersDto,
  type SignerDto,
  type SignerSummaryDto,
} from './dto/signature-response.dto.js';

/** The Signature of the contract. */
export function toSignature(signature: SignatureFields): SignatureResponseDto {
  return {
    id: signature.id,
    type: signature.type,
    status: signature.status,
    documentStatus: signature.documentStatus,
    senderName: signature.senderName,
    subject: signature.subject,
    messageContent: signature.messageContent,
    originalDocumentName: signature.originalDocumentName,
    originalDocumentType: signature.originalDocumentType,
    originalDocumentExtension: signature.originalDocumentExtension,
    organizationId: signature.organizationId,
    createdByUserId: signature.createdByUserId,
    dateSent: isoOrNull(signature.dateSent),
    expiresDate: isoOrNull(signature.expiresDate),
    requireVerification: signature.requireVerification,
    ccOnComplete: signature.ccOnComplete,
    createdAt: signature.createdAt.toISOString(),
    updatedAt: signature.updatedAt.toISOString(),
  };
}

export function toSignerSummary({ id, email, name, status }: Signer): SignerSummaryDto {
  return { id, email, name, status };
}

function toSigner(signer: Signer): SignerDto {
  return { ...toSignerSummary(signer), signedAt: isoOrNull(signer.signedAt) };
}

export function toSignatureWithSigners({
  signature,
  signers,
}: {
  signature: Signature;
  signers: Signer[];
}): SignatureWithSignersDto {
  return { ...toSignature(signature), signers: signers.map(toSigner) };
}

export function toSentSignature({ signature, signers, signingUrls }: SentRequest): SentSignatureDto {
  const toSent = (signer: Signer) => {
    const signingUrl = signingUrls.get(signer.id);
    return signingUrl === undefined ? toSignerSummary(signer) : { ...toSignerSummary(signer), signingUrl };
  };
  return { ...toSignature(signature), signers: signers.map(toSent) };
}

export function toCancelledSignature({ id, status, deletedAt }: Signature): CancelledSignatureDto {
  return { id, status, deletedAt: deletedAt!.toISOString() };
}

export function toReminderMessage({ email }: Signer): MessageDto {
  return { message: `Reminder sent to ${email}` };
}

export function toFilter(
  organizationId: number,
  { recipients, ...query }: ListSignaturesDto,
): SignatureFilter {
  return { organizationId, ...query, recipients: recipientKeys(recipients) };
}

export function toList(
  { rows, total }: SignaturePage,
  { skip, limit }: Pick<ListSignaturesDto, 'skip' | 'limit'>,
): SignatureListDto {
  return { items: rows.map(toSummary), data: rows.map(toEntry), total, skip, limit };
}

function toSummary(row: SignatureSummaryRow): SignatureSummaryDto {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    subject: row.subject,
    senderName: row.senderName,
    dateSent: isoOrNull(row.dateSent),
    expiresDate: isoOrNull(row.expiresDate),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    signers: row.signers,
  };
}

function toEntry({ id, subject, status, type }: SignatureSummaryRow): SignatureEntryDto {
  return { id, subject, status, type };
}

export function toAuditTrail(events: SignatureAuditEvent[]): AuditTrailDto {
  return { items: events.map(toTrailItem) };
}
