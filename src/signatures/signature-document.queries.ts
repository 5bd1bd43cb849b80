import { type EntityManager } from 'typeorm';
import { type DocumentKind, SignatureDocument } from './signature-document.entity.js';
import { type Signature } from './signature.entity.js';

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
