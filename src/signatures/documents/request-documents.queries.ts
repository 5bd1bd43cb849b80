import { type EntityManager, MoreThan } from 'typeorm';
import { type DocumentDigest } from '../../audit-chain/evidence-version-2.js';
import { MEDIA_TYPES } from '../../pdf/media-types.js';
import { type Signature } from '../signature.entity.js';
import { type Signer, type SignerKey } from '../signers/signer.entity.js';
import { type FieldSignature, recordFieldSignature } from '../signers/signer.queries.js';
import { MAX_DOCUMENTS } from './domain/document-set.js';
import {
  FurtherDocument,
  FurtherDocumentFile,
  FurtherDocumentSignature,
  type FurtherKind,
} from './further-document.entity.js';
import { type DocumentKind, type SignatureDocument } from './signature-document.entity.js';
import {
  documentsOf,
  findDocument,
  insertPdf,
  markSigned,
  replacePdf,
  takeDocument,
} from './signature-document.queries.js';
import { type StoredDocument } from './stored-document.js';

type Request = Pick<Signature, 'organizationId' | 'id'>;
type NamedRequest = Request & Pick<Signature, 'originalDocumentName' | 'originalDocumentExtension'>;

/** A file of any document. */
export type StoredFile = Omit<SignatureDocument, 'signatureId'>;

/** One of a request's documents. */
export interface RequestDocument {
  /** From 1. */
  n: number;
  /** Null for the first, whose files are the request's own. */
  id: number | null;
  name: string;
  /** Of the file as received, without a dot. */
  extension: string;
}

/** A document with its files, by kind. */
export interface DocumentWithFiles extends RequestDocument {
  files: Partial<Record<DocumentKind, StoredFile>>;
}

/** The request's documents after the first, in order. */
export function furtherDocuments(
  manager: EntityManager,
  { organizationId, id: signatureId }: Request,
): Promise<FurtherDocument[]> {
  return manager.find(FurtherDocument, {
    where: { organizationId, signatureId },
    order: { position: 'ASC' },
  });
}

/** All documents of a request in order, the first included, also before it was uploaded. */
export async function documentsInOrder(
  manager: EntityManager,
  request: NamedRequest,
): Promise<DocumentWithFiles[]> {
  const { organizationId, id: signatureId, originalDocumentName: name } = request;
  const own = {
    ...{ n: 1, id: null, name, extension: request.originalDocumentExtension },
    files: await documentsOf(manager, request),
  };
  const further = await furtherDocuments(manager, request);
  if (further.length === 0) return [own];
  const files = await manager.findBy(FurtherDocumentFile, { organizationId, signatureId });
  const filesOf = (id: number) =>
    Object.fromEntries(files.flatMap((file) => (file.documentId === id ? [[file.kind, file]] : [])));
  return [own, ...further.map((each) => ({ ...toRequestDocument(each), files: filesOf(each.id) }))];
}

const toRequestDocument = ({ position, id, name, extension }: FurtherDocument): RequestDocument => ({
  n: position,
  id,
  name,
  extension,
});

/** A document by its number; null if there is none, and never for the first. */
export async function findRequestDocument(
  manager: EntityManager,
  request: NamedRequest,
  n: number,
): Promise<RequestDocument | null> {
  const { organizationId, id: signatureId, originalDocumentName: name } = request;
  if (n === 1) return { n, id: null, name, extension: request.originalDocumentExtension };
  if (n > MAX_DOCUMENTS) return null;
  const found = await manager.findOneBy(FurtherDocument, { organizationId, signatureId, position: n });
  return found && toRequestDocument(found);
}

/** Whether there are more than the first. */
export const hasSeveral = (
  manager: EntityManager,
  { organizationId, id: signatureId }: Request,
): Promise<boolean> => manager.existsBy(FurtherDocument, { organizationId, signatureId });

/** What evidence of version 2 says of the documents that people read. */
export async function documentDigests(manager: EntityManager, request: Request): Promise<DocumentDigest[]> {
  const { organizationId, id: signatureId } = request;
  const first = await findDocument(manager, request, 'presented');
  if (!first) throw new Error(`request ${request.id} has no document`);
  const further = await furtherDocuments(manager, request);
  const files =
    further.length === 0
      ? []
      : await manager.findBy(FurtherDocumentFile, { organizationId, signatureId, kind: 'presented' });
  const shas = new Map(files.map(({ documentId, sha256 }) => [documentId, sha256]));
  return [
    { n: 1, sha256: first.sha256.toString('hex') },
    ...further.map(({ id, position }) => ({ n: position, sha256: shas.get(id)!.toString('hex') })),
  ];
}

/** A file of one of the request's documents. */
export async function findFile(
  manager: EntityManager,
  request: Request,
  { id: documentId }: Pick<RequestDocument, 'id'>,
  kind: DocumentKind,
): Promise<StoredFile | null> {
  if (documentId === null || kind === 'certificate') return findDocument(manager, request, kind);
  const { organizationId, id: signatureId } = request;
  return manager.findOneBy(FurtherDocumentFile, { organizationId, signatureId, documentId, kind });
}

/** Stores a PDF of a document that has none of this kind yet; the certificate as one of the first. */
export async function insertFile(
  tx: EntityManager,
  request: Request,
  { id: documentId }: Pick<RequestDocument, 'id'>,
  kind: DocumentKind,
  file: StoredDocument,
): Promise<void> {
  if (documentId === null || kind === 'certificate') return insertPdf(tx, request, kind, file);
  await tx.insert(FurtherDocumentFile, furtherRow(request, documentId, kind, file));
}

/** Replaces the document's PDF of this kind; the caller deletes the old file. */
export async function replaceFile(
  tx: EntityManager,
  request: Request,
  { id: documentId }: Pick<RequestDocument, 'id'>,
  kind: FurtherKind,
  file: StoredDocument,
): Promise<void> {
  if (documentId === null) return replacePdf(tx, request, kind, file);
  await tx.upsert(FurtherDocumentFile, furtherRow(request, documentId, kind, file), [
    ...['organizationId', 'signatureId', 'documentId', 'kind'],
  ]);
}

function furtherRow(
  { organizationId, id: signatureId }: Request,
  documentId: number,
  kind: FurtherKind,
  file: StoredDocument,
) {
  const { mimeType } = MEDIA_TYPES.pdf;
  return { organizationId, signatureId, documentId, kind, mimeType, ...file };
}

/** Removes the files of this kind of all documents. @returns their storage keys, whose files the caller deletes */
export async function takeFiles(tx: EntityManager, request: Request, kind: FurtherKind): Promise<string[]> {
  const { organizationId, id: signatureId } = request;
  const own = await takeDocument(tx, request, kind);
  const found = await tx.findBy(FurtherDocumentFile, { organizationId, signatureId, kind });
  if (found.length > 0) await tx.delete(FurtherDocumentFile, { organizationId, signatureId, kind });
  return [...own, ...found.map(({ storageKey }) => storageKey)];
}

/** Records that a document carries signatures, unless it has been replaced in the meantime. */
export async function markCarrying(
  manager: EntityManager,
  request: Request,
  { id: documentId }: Pick<RequestDocument, 'id'>,
  { kind, sha256 }: Pick<StoredFile, 'kind' | 'sha256'>,
): Promise<void> {
  if (documentId === null) return markSigned(manager, request, { kind, sha256 });
  const { organizationId, id: signatureId } = request;
  await manager.update(
    FurtherDocumentFile,
    { organizationId, signatureId, documentId, kind: kind as FurtherKind, sha256 },
    { signedSha256: sha256 },
  );
}

/** Records a signer's own signature in a document. */
export async function keepOwnSignature(
  tx: EntityManager,
  { id: documentId }: Pick<RequestDocument, 'id'>,
  signer: SignerKey & Pick<Signer, 'signatureId'>,
  own: FieldSignature,
): Promise<void> {
  if (documentId === null) return recordFieldSignature(tx, signer, own);
  const { organizationId, signatureId, id: signerId } = signer;
  await tx.insert(FurtherDocumentSignature, { organizationId, signatureId, documentId, signerId, ...own });
}

/** Signers' own signatures in the documents after the first. */
export function furtherSignatures(
  manager: EntityManager,
  { organizationId, id: signatureId }: Request,
): Promise<FurtherDocumentSignature[]> {
  return manager.findBy(FurtherDocumentSignature, { organizationId, signatureId });
}

/** Removes a document after the first, with its files' rows, and moves those behind it up. */
export async function removeFurther(
  tx: EntityManager,
  { organizationId, id: signatureId }: Request,
  { id, position }: Pick<FurtherDocument, 'id' | 'position'>,
): Promise<void> {
  await tx.delete(FurtherDocument, { organizationId, signatureId, id });
  const behind = { organizationId, signatureId, position: MoreThan(position) };
  await tx.update(FurtherDocument, behind, { position: () => 'position - 1' });
}
