import { type EntityManager } from 'typeorm';
import { emailKey } from '../common/validation/email.decorator.js';
import { IdentityVerification } from '../identity-verifications/identity-verification.entity.js';
import { type Signer } from '../signatures/signer.entity.js';

/** The first attempt and two more; then the sender is told. */
export const MAX_VERIFICATIONS = 3;

/**
 * The ids of the checks started since the signer has had the current address, oldest first. An earlier address may have
 * belonged to another person.
 */
export async function verificationsOf(
  manager: EntityManager,
  { organizationId, id, emailKey: address }: Signer,
): Promise<number[]> {
  const all = await manager.find(IdentityVerification, {
    where: { organizationId, signerId: id },
    select: { id: true, email: true },
    order: { id: 'ASC' },
  });
  const first = all.findLastIndex(({ email }) => emailKey(email) !== address) + 1;
  return all.slice(first).map((verification) => verification.id);
}
