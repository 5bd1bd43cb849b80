import { type EntityManager } from 'typeorm';
import { notFound } from '../../common/errors.js';
import { sha256 } from '../../platform/crypto/tokens.js';
import { DocumentField } from '../documents/document-field.entity.js';
import { type RequestKey } from '../live-request.queries.js';
import { type Signature } from '../signature.entity.js';
import { Signer, type SignerKey } from './signer.entity.js';
import { SignerLink } from './signer-link.entity.js';

export function findSigner(
  manager: EntityManager,
  organizationId: number,
  id: number,
): Promise<Signer | null> {
  return manager.findOneBy(Signer, { id, organizationId });
}

/** @throws EntityNotFoundError */
export function getSigner(manager: EntityManager, organizationId: number, id: number): Promise<Signer> {
  return manager.findOneByOrFail(Signer, { id, organizationId });
}

/** Locks the rows of a request's signers until the transaction ends. The caller holds the request's lock. */
export async function lockSigners(
  tx: EntityManager,
  { organizationId, signatureId }: RequestKey,
): Promise<void> {
  const lock = { mode: 'pessimistic_write' } as const;
  await tx.find(Signer, { where: { signatureId, organizationId }, order: { id: 'ASC' }, lock });
}

/** The link with this token, voided or not. @throws AppError 404 for a token that was never issued */
export async function getSignerLink(manager: EntityManager, token: string): Promise<SignerLink> {
  const link = await manager.findOneBy(SignerLink, { tokenHash: sha256(token) });
  if (!link) throw notFound('Link');
  return link;
}

/** Records that the signer has entered the code. */
export async function markCodeVerified(tx: EntityManager, { id, organizationId }: SignerKey): Promise<void> {
  await tx.update(Signer, { id, organizationId }, { codeVerifiedAt: () => 'app_now()' });
}

/** Records that the signer was shown the last screen again. */
export async function markScreenRepeated(
  tx: EntityManager,
  { id, organizationId }: SignerKey,
  screenRepeatedAt: Date,
): Promise<void> {
  await tx.update(Signer, { id, organizationId }, { screenRepeatedAt });
}

/** A signer's own signature in the document. */
export interface FieldSignature {
  fieldName: string;
  /** DER. */
  fieldCertificate: Buffer;
  /** The position among the document's signatures, from 1. */
  fieldNumber: number;
}

export async function recordFieldSignature(
  tx: EntityManager,
  { id, organizationId }: SignerKey,
  { fieldName, fieldCertificate, fieldNumber }: FieldSignature,
): Promise<void> {
  await tx.update(Signer, { id, organizationId }, { fieldName, fieldCertificate, fieldNumber });
}

/** The signer's fields in the order of documents and pages. */
export function fieldsOfSigner(
  manager: EntityManager,
  { organizationId, signatureId, id: signerId }: SignerKey & Pick<Signer, 'signatureId'>,
): Promise<DocumentField[]> {
  const where = { organizationId, signatureId, signerId };
  return manager.find(DocumentField, { where, order: { document: 'ASC', page: 'ASC', id: 'ASC' } });
}

/** Stores the signer's entry in a field. */
export async function enterField(
  tx: EntityManager,
  { id, organizationId }: Pick<DocumentField, 'id' | 'organizationId'>,
  value: string,
): Promise<void> {
  await tx.update(DocumentField, { id, organizationId }, { value });
}

const DELETE_DRAFTS = `
  delete from signer_drafts d using signature_signers s
  where s.signature_id = $1 and s.organization_id = $2
    and d.signer_id = s.id and d.organization_id = s.organization_id`;

/** Deletes the unsigned entries of the request's signers. */
export async function deleteDrafts(
  tx: EntityManager,
  { id, organizationId }: Pick<Signature, 'id' | 'organizationId'>,
): Promise<void> {
  await tx.query(DELETE_DRAFTS, [id, organizationId]);
}

const TAKE_UNUSED_PICTURES = `
  delete from signer_pictures p using signature_signers s
  where s.signature_id = $1 and s.organization_id = $2 and s.status <> 'signed'
    and p.signer_id = s.id and p.organization_id = s.organization_id
  returning p.storage_key as key`;

/** Removes the pictures of the request's signers who did not sign. @returns the storage keys of their files */
export async function takeUnusedPictures(
  tx: EntityManager,
  { id, organizationId }: Pick<Signature, 'id' | 'organizationId'>,
): Promise<string[]> {
  const [rows] = await tx.query<[{ key: string }[], number]>(TAKE_UNUSED_PICTURES, [id, organizationId]);
  return rows.map(({ key }) => key);
}
