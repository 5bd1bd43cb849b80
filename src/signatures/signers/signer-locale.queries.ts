import { type EntityManager } from 'typeorm';
import { Signer, type SignerKey } from './signer.entity.js';

/** Stores the language chosen by a signer, for their pages and mails. */
export async function keepSignerLocale(
  tx: EntityManager,
  { organizationId, id }: SignerKey,
  locale: string,
): Promise<void> {
  await tx.update(Signer, { id, organizationId }, { locale });
}
