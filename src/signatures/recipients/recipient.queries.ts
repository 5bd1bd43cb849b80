import { type EntityManager, IsNull } from 'typeorm';
import { notFound } from '../../common/errors.js';
import { sha256 } from '../../platform/crypto/tokens.js';
import { type Signature } from '../signature.entity.js';
import { RecipientLink } from './internal/recipient-link.entity.js';
import { Recipient, type RecipientKey } from './recipient.entity.js';

type Request = Pick<Signature, 'organizationId' | 'id'>;

/** Those who do not sign the request, in the order given. Removed ones are left out. */
export function recipientsOf(manager: EntityManager, { organizationId, id }: Request): Promise<Recipient[]> {
  const where = { organizationId, signatureId: id, removedAt: IsNull() };
  return manager.find(Recipient, { where, order: { id: 'ASC' } });
}

/** The same with those who were removed, whom the evidence lists. */
export function everyRecipientOf(
  manager: EntityManager,
  { organizationId, id }: Request,
): Promise<Recipient[]> {
  return manager.find(Recipient, { where: { organizationId, signatureId: id }, order: { id: 'ASC' } });
}

/** Locks the rows of a request's recipients until the transaction ends. The caller holds the request's lock. */
export async function lockRecipients(
  tx: EntityManager,
  { organizationId, signatureId }: Pick<RecipientKey, 'organizationId' | 'signatureId'>,
): Promise<void> {
  const lock = { mode: 'pessimistic_write' } as const;
  await tx.find(Recipient, { where: { organizationId, signatureId }, order: { id: 'ASC' }, lock });
}

/** The link with this token, voided or not. @throws AppError 404 for a token that was never issued */
export async function getRecipientLink(manager: EntityManager, token: string): Promise<RecipientLink> {
  const link = await manager.findOneBy(RecipientLink, { tokenHash: sha256(token) });
  if (!link) throw notFound('Link');
  return link;
}

/** A link with its recipient; null once the recipient was erased. */
export async function findRecipientOfLink(
  manager: EntityManager,
  organizationId: number,
  linkId: number,
): Promise<{ link: RecipientLink; recipient: Recipient } | null> {
  const link = await manager.findOneBy(RecipientLink, { organizationId, id: linkId });
  if (!link) return null;
  const { signatureId, recipientId: id } = link;
  return { link, recipient: await manager.findOneByOrFail(Recipient, { organizationId, signatureId, id }) };
}

/** Stores the language chosen by the recipient. */
export async function keepRecipientLocale(
  tx: EntityManager,
  { organizationId, signatureId, id }: RecipientKey,
  locale: string,
): Promise<void> {
  await tx.update(Recipient, { organizationId, signatureId, id }, { locale });
}

/** Records that the recipient was shown the page again. */
export async function markRecipientScreenRepeated(
  tx: EntityManager,
  { organizationId, signatureId, id }: RecipientKey,
  screenRepeatedAt: Date,
): Promise<void> {
  await tx.update(Recipient, { organizationId, signatureId, id }, { screenRepeatedAt });
}
