import { type EntityManager, In } from 'typeorm';
import { type SealFailure } from './domain/seal-failure.js';
import { OPEN_STATUSES } from './domain/signature.state.js';
import { isLive, type RequestKey } from './live-request.queries.js';
import { SealFailureRecord } from './seal-failure.entity.js';

/** Counts a failure. @returns the number of failures to seal this request */
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

/** An organization's fully signed requests whose sealing fails, newest failure first. */
export function openSealFailures(
  manager: EntityManager,
  organizationId: number,
  limit: number,
): Promise<(Pick<SealFailureRecord, 'signatureId' | 'cause'> & { documentName: string })[]> {
  return manager.query(
    `select f.signature_id as "signatureId", f.cause, s.original_document_name as "documentName"
     from seal_failures f join signatures s on s.id = f.signature_id and s.organization_id = f.organization_id
     where f.organization_id = $1 and ${isLive('s')} and s.status = any($2)
     order by f.failed_at desc limit $3`,
    [organizationId, OPEN_STATUSES, limit],
  );
}

/** Forgets the failures of a request that was sealed or has ended. */
export async function forgetSealFailures(
  tx: EntityManager,
  { organizationId, signatureId }: RequestKey,
): Promise<void> {
  await tx.delete(SealFailureRecord, { organizationId, signatureId });
}
