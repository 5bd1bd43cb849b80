import { type EntityManager, IsNull } from 'typeorm';
import { Signature } from './signature.entity.js';
import { signatureNotFound } from './signature.errors.js';
import { Signer } from './signer.entity.js';

/**
 * The request under a row lock, so that whoever changes it does so one after another.
 * @throws AppError 404 where there is none, it is another organization's, or it was cancelled
 */
export async function lockSignature(
  tx: EntityManager,
  organizationId: number,
  id: number,
): Promise<Signature> {
  const signature = await tx.findOne(Signature, {
    where: { id, organizationId, deletedAt: IsNull() },
    lock: { mode: 'pessimistic_write' },
  });
  if (!signature) throw signatureNotFound();
  return signature;
}

/** Its signers in the order in which they were given. */
export async function signersOf(
  tx: EntityManager,
  { organizationId, id }: { organizationId: number; id: number },
): Promise<Signer[]> {
  return tx.find(Signer, { where: { organizationId, signatureId: id }, order: { id: 'ASC' } });
}

/** Whether the request's deadline lies behind the one clock. */
export async function isPastDeadline(
  tx: EntityManager,
  { organizationId, id }: { organizationId: number; id: number },
): Promise<boolean> {
  const rows: { past: boolean }[] = await tx.query(
    'select coalesce(expires_date <= app_now(), false) as past from signatures where id = $1 and organization_id = $2',
    [id, organizationId],
  );
  return rows[0]?.past ?? true;
}
