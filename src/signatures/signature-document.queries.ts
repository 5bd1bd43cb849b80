import { type EntityManager } from 'typeorm';
import { MEDIA_TYPES } from '../pdf/media-types.js';
import { type DocumentKind, SignatureDocument } from './signature-document.entity.js';
import { type Signature } from './signature.entity.js';
import { type StoredDocument } from './stored-document.js';

type Request = Pick<Signature, 'organizationId' | 'id'>;

export function findDocument(
  manager: EntityManager,
  { organizationId, id: signatureId }: Request,
  kind: DocumentKind,
): Promise<SignatureDocument | null> {
  return manager.findOneBy(SignatureDocument, { organizationId, signatureId, kind });
}

/** @throws EntityNotFoundError */
export function getDocument(
  manager: EntityManager,
  { organizationId, id: signatureId }: Request,
  kind: DocumentKind,
): Promise<SignatureDocument> {
  return manager.findOneByOrFail(SignatureDocument, { organizationId, signatureId, kind });
}

/** The PDF that signers read. @throws EntityNotFoundError if the request has none yet */
export const presentedDocument = (manager: EntityManager, request: Request): Promise<SignatureDocument> =>
  getDocument(manager, request, 'presented');

/** Keeps a PDF of a request that has none of this kind yet. */
export async function insertPdf(
  tx: EntityManager,
  { organizationId, id: signatureId }: Request,
  kind: DocumentKind,
  file: StoredDocument,
): Promise<void> {
  const { mimeType } = MEDIA_TYPES.pdf;
  await tx.insert(SignatureDocument, { signatureId, organizationId, kind, mimeType, ...file });
}

/** Keeps a PDF in place of the request's earlier one of this kind, whose file the caller deletes. */
export async function replacePdf(
  tx: EntityManager,
  { organizationId, id: signatureId }: Request,
  kind: DocumentKind,
  file: StoredDocument,
): Promise<void> {
  const { mimeType } = MEDIA_TYPES.pdf;
  const row = { signatureId, organizationId, kind, mimeType, ...file };
  await tx.upsert(SignatureDocument, row, ['signatureId', 'kind']);
}

/** Notes that a document carries signatures, unless it has been replaced meanwhile. */
export async function markSigned(
  manager: EntityManager,
  { organizationId, id: signatureId }: Request,
  { kind, sha256 }: Pick<SignatureDocument, 'kind' | 'sha256'>,
): Promise<void> {
  await manager.update(
    SignatureDocument,
    { signatureId, organizationId, kind, sha256 },
    { signedSha256: sha256 },
  );
}

/** Takes a document away, if there is one of this kind. @returns the storage key of its file, which the caller deletes */
export async function takeDocument(
  tx: EntityManager,
  { organizationId, id: signatureId }: Request,
  kind: DocumentKind,
): Promise<string[]> {
  const found = await tx.findBy(SignatureDocument, { signatureId, organizationId, kind });
  await tx.delete(SignatureDocument, { signatureId, organizationId, kind });
  return found.map(({ storageKey }) => storageKey);
}
