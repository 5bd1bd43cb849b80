import { isoOrNull } from '../common/timestamps.js';
import { type DocumentStatus, type SignatureStatus, type SignatureType } from './domain/signature.state.js';
import { type SignerStatus } from './domain/signer.state.js';
import { type Signature } from './signature.entity.js';
import { type Signer } from './signers/signer.entity.js';

/** `data` of a webhook about a request: the same as GET, and `deletedAt` once it was cancelled. */
export interface SignaturePayload {
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
  signers: {
    id: number;
    email: string;
    name: string | null;
    status: SignerStatus;
    signedAt: string | null;
  }[];
  deletedAt?: string;
}

/** Shares nothing with the REST mapper, so a change to an API response cannot change what receivers get. */
export function toSignaturePayload(request: Signature, signers: readonly Signer[]): SignaturePayload {
  const { id, type, status, documentStatus, senderName, subject, messageContent } = request;
  const { originalDocumentName, originalDocumentType, originalDocumentExtension } = request;
  const { organizationId, createdByUserId, requireVerification, ccOnComplete, deletedAt } = request;
  return {
    id,
    type,
    status,
    documentStatus,
    senderName,
    subject,
    messageContent,
    originalDocumentName,
    originalDocumentType,
    originalDocumentExtension,
    organizationId,
    createdByUserId,
    dateSent: isoOrNull(request.dateSent),
    expiresDate: isoOrNull(request.expiresDate),
    requireVerification,
    ccOnComplete,
    createdAt: request.createdAt.toISOString(),
    updatedAt: request.updatedAt.toISOString(),
    signers: signers.map((signer) => ({
      id: signer.id,
      email: signer.email,
      name: signer.name,
      status: signer.status,
      signedAt: isoOrNull(signer.signedAt),
    })),
    ...(deletedAt && { deletedAt: deletedAt.toISOString() }),
  };
}
