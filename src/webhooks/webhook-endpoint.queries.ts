import { type EntityManager } from 'typeorm';
import { TEST_EVENT } from './domain/event-types.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** SQL for the current secret, from the columns of `webhook_endpoints`. */
export const CURRENT_SECRET =
  'case when next_secret_from <= app_now() then next_secret_sealed else secret_sealed end';

/** The organization's endpoint; null if it has none yet. @param lock - locks the row until the transaction ends */
export function findEndpoint(
  manager: EntityManager,
  organizationId: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<WebhookEndpoint | null> {
  return manager.findOne(WebhookEndpoint, {
    where: { organizationId },
    ...(lock && { lock: { mode: 'pessimistic_write' } }),
  });
}

/** @throws EntityNotFoundError */
export function getEndpoint(manager: EntityManager, organizationId: number): Promise<WebhookEndpoint> {
  return manager.findOneByOrFail(WebhookEndpoint, { organizationId });
}

export interface RecordingTarget {
  /** The service's time, for the payload. */
  now: Date;
  /** Null if the organization has no endpoint yet. */
  endpointId: number | null;
  url: string | null;
  events: string[] | null;
  paused: boolean | null;
}

/** Where an organization's next event is delivered; always one row. */
export async function findRecordingTarget(
  tx: EntityManager,
  organizationId: number,
): Promise<RecordingTarget> {
  const rows = await tx.query<RecordingTarget[]>(
    `select app_now()::timestamptz(3) as now, e.id as "endpointId", e.url, e.events, e.paused
     from (select) one left join webhook_endpoints e on e.organization_id = $1`,
    [organizationId],
  );
  return rows[0]!;
}

/** Whether the endpoint is paused. If so, it stays paused until `tx` ends, so that resuming finds what `tx` parks. */
export async function isPausedUntilEnd(tx: EntityManager, organizationId: number): Promise<boolean> {
  const rows = await tx.query<unknown[]>(
    'select from webhook_endpoints where organization_id = $1 and paused for share',
    [organizationId],
  );
  return rows.length > 0;
}

/** The test events of the last minute. Until `tx` ends no other transaction counts them, so that it may record one more. */
export async function countRecentTests(tx: EntityManager, organizationId: number): Promise<number> {
  await tx.query('select from webhook_endpoints where organization_id = $1 for no key update', [
    organizationId,
  ]);
  const [row] = await tx.query<{ count: number }[]>(
    `select count(*)::integer as count from webhook_deliveries
     where organization_id = $1 and event = $2 and created_at > app_now() - interval '1 minute'`,
    [organizationId, TEST_EVENT],
  );
  return row!.count;
}

/** The endpoint, if it has not been changed since a time, where one is given. */
const UNCHANGED = 'organization_id = $1 and ($3::timestamptz is null or updated_at = $3)';

export interface NewSecret {
  sealed: string;
  /** The endpoint's `updatedAt` as the caller knows it. */
  unchangedSince?: Date;
}

/**
 * Replaces the secret at once.
 * @returns the time from which it is valid; null if there is no endpoint, or it was changed since
 */
export async function replaceSecret(
  tx: EntityManager,
  organizationId: number,
  { sealed, unchangedSince }: NewSecret,
): Promise<Date | null> {
  const [rows] = await tx.query<[{ validFrom: Date }[], number]>(
    `update webhook_endpoints set secret_sealed = $2, next_secret_sealed = null, next_secret_from = null,
       updated_at = app_now()
     where ${UNCHANGED} returning updated_at as "validFrom"`,
    [organizationId, sealed, unchangedSince],
  );
  return rows[0]?.validFrom ?? null;
}

/** Replaces the secret in `hours`; until then the current one stays valid. @returns as `replaceSecret` */
export async function replaceSecretLater(
  tx: EntityManager,
  organizationId: number,
  { sealed, unchangedSince }: NewSecret,
  hours: number,
): Promise<Date | null> {
  const [rows] = await tx.query<[{ validFrom: Date }[], number]>(
    `update webhook_endpoints set secret_sealed = ${CURRENT_SECRET}, next_secret_sealed = $2,
       next_secret_from = app_now() + $4 * interval '1 hour', updated_at = app_now()
     where ${UNCHANGED} returning next_secret_from as "validFrom"`,
    [organizationId, sealed, unchangedSince, hours],
  );
  return rows[0]?.validFrom ?? null;
}
