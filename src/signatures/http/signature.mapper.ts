import { isoOrNull } from '../../common/timestamps.js';
import { type SignatureAuditEvent } from '../signature-audit-event.entity.js';
import { toChainedEvent } from '../signature-audit.service.js';
import { type Signature } from '../signature.entity.js';
import { type SignatureSummaryRow } from '../signature-list.queries.js';
import { type Signer } from '../signer.entity.js';
import {
  type SentSignatureDto,
  type SignatureEntryDto,
  type SignatureResponseDto,
  type SignatureSummaryDto,
  type SignatureWithSignersDto,
  type SignerDto,
  type SignerSummaryDto,
} from './dto/signature-response.dto.js';

export type SignatureFields = Omit<Signature, 'scheduledDate' | 'categoryId' | 'remindEvery' | 'deletedAt'>;

/** The Signature of the contract, field by field. */
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

export function toSigner(signer: Signer): SignerDto {
  return { ...toSignerSummary(signer), signedAt: isoOrNull(signer.signedAt) };
}

/** As GET shows it. */
export function toSignatureWithSigners(
  signature: SignatureFields,
  signers: Signer[],
): SignatureWithSignersDto {
  return { ...toSignature(signature), signers: signers.map(toSigner) };
}

/** As send answers it; `addresses` holds the signing links of the types that give them back. */
export function toSentSignature(
  signature: SignatureFields,
  signers: Signer[],
  addresses: ReadonlyMap<number, string>,
): SentSignatureDto {
  const toSent = (signer: Signer) => {
    const signingUrl = addresses.get(signer.id);
    return signingUrl === undefined ? toSignerSummary(signer) : { ...toSignerSummary(signer), signingUrl };
  };
  return { ...toSignature(signature), signers: signers.map(toSent) };
}

export function toSummary(row: SignatureSummaryRow): SignatureSummaryDto {
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

export function toEntry({ id, subject, status, type }: SignatureSummaryRow): SignatureEntryDto {
  return { id, subject, status, type };
}

/** The event's facts beside its place in the chain; what is left of the members is the `data` that was hashed. */
export function toAuditItem(event: SignatureAuditEvent): Record<string, unknown> {
  const { type, createdAt, signerId, data, number, previous, hash } = toChainedEvent(event);
  return { ...data, type, createdAt, ...(signerId === null ? {} : { signerId }), number, previous, hash };
}
