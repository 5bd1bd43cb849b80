import { type EntityManager } from 'typeorm';
import { MEDIA_TYPES } from '../../pdf/media-types.js';
import { type Signature } from '../signature.entity.js';
import { type DocumentKind, SignatureDocument } from './signature-document.entity.js';
import { type StoredDocument } from './stored-document.js';

type Request = Pick<Signature, 'organizationId' | 'id'>;

export function findDocument(
  manager: EntityManager,
  { organizationId, id: signatureId }: Request,
  kind: DocumentKind,
): Promise<SignatureDocument | null> {
  return manager.findOneBy(SignatureDocument, { organizationId, signatureId, kind });
}

/** All documents of a request, by kind. */
export async function documentsOf(
  manager: EntityManager,
  { organizationId, id: signatureId }: Request,
): Promise<Partial<Record<DocumentKind, SignatureDocument>>> {
  const documents = await manager.findBy(SignatureDocument, { organizationId, signatureId });
  return Object.fromEntries(documents.map((document) => [document.kind, document]));
}

/** Stores a PDF of a request that has none of this kind yet. */
export async function insertPdf(
  tx: EntityManager,
  { organizationId, id: signatureId }: Request,
  kind: DocumentKind,
  file: StoredDocument,
): Promise<void> {
  const { mimeType } = MEDIA_TYPES.pdf;
  await tx.insert(SignatureDocument, { signatureId, organizationId, kind, mimeType, ...file });
}

/** Replaces the request's PDF of this kind; the caller deletes the old file. */
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

/** Records that a document carries signatures, unless it has been replaced in the meantime. */
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

/** Removes a document of this kind, if any. @returns the storage key of its file, which the caller deletes */
export async function takeDocument(
  tx: EntityManager,
  { organizationId, id: signatureId }: Request,
  kind: DocumentKind,
): Promise<string[]> {
  const found = await tx.findBy(SignatureDocument, { signatureId, organizationId, kind });
  await tx.delete(SignatureDocument, { signatureId, organizationId, kind });
  return found.map(({ storageKey }) => storageKey);
}
