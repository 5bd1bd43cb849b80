import { type EntityManager } from 'typeorm';
import { Signer } from './signer.entity.js';

/** Keeps the language that a signer has chosen, for their pages and mails. */
export async function keepSignerLocale(
  tx: EntityManager,
  { organizationId, signerId }: { organizationId: number; signerId: number },
  locale: string,
): Promise<void> {
  await tx.update(Signer, { id: signerId, organizationId }, { locale });
}
