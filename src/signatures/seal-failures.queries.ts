import { type EntityManager, In } from 'typeorm';
import { type SealFailure } from './domain/seal-failure.js';
import { type RequestKey } from './live-request.queries.js';
import { SealFailureRecord } from './seal-failure.entity.js';

/** Counts a failure. @returns how often sealing this request has failed */
export async function recordSealFailure(
  tx: EntityManager,
  { organizationId, signatureId }: RequestKey,
  { cause, message }: SealFailure,
): Promise<number> {
  const [row] = await tx.query<{ failures: number }[]>(
    `insert into seal_failures (organization_id, signature_id, failures, cause, message)
     values ($1, $2, 1, $3, $4)
     on conflict (signature_id) do update set failures = seal_failures.failures + 1,
       cause = excluded.cause, message = excluded.message, failed_at = app_now()
       where seal_failures.organization_id = excluded.organization_id
     returning failures`,
    [organizationId, signatureId, cause, message],
  );
  return row?.failures ?? 0;
}

/** The failure of one request; null if it has none. */
export function findSealFailure(
  manager: EntityManager,
  { organizationId, signatureId }: RequestKey,
): Promise<SealFailureRecord | null> {
  return manager.findOneBy(SealFailureRecord, { organizationId, signatureId });
}

/** The failures of these requests, of any organization. */
export function sealFailuresOf(
  manager: EntityManager,
  signatureIds: readonly number[],
): Promise<SealFailureRecord[]> {
  return manager.find(SealFailureRecord, { where: { signatureId: In([...signatureIds]) } });
}

/** Forgets the failures of a request that was sealed or has ended. */
export async function forgetSealFailures(
  tx: EntityManager,
  { organizationId, signatureId }: RequestKey,
): Promise<void> {
  await tx.delete(SealFailureRecord, { organizationId, signatureId });
}
