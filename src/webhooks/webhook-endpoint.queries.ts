import { type EntityManager, IsNull } from 'typeorm';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** SQL for the current secret, from the columns of `webhook_endpoints`. */
export const CURRENT_SECRET =
  'case when next_secret_from <= app_now() then next_secret_sealed else secret_sealed end';

/** SQL for the secrets that also sign `v1`: the next one before a rotation, and the former one after it. */
export const OTHER_SECRETS = `array_remove(array[case when next_secret_from > app_now() then next_secret_sealed end,
  case when former_secret_until > app_now() then former_secret_sealed end], null)`;

/** SQL that chooses an endpoint of organization $1: the one with this id, or the first if it is null. */
const chosenBy = (id: string) =>
  `organization_id = $1 and case when ${id}::bigint is null then is_first else id = ${id} end`;

/** One endpoint, the first by default; null if the organization has none. @param lock - until the transaction ends */
export function findEndpoint(
  manager: EntityManager,
  organizationId: number,
  { endpointId, lock = false }: { endpointId?: number; lock?: boolean } = {},
): Promise<WebhookEndpoint | null> {
  return manager.findOne(WebhookEndpoint, {
    where: {
      organizationId,
      deletedAt: IsNull(),
      ...(endpointId === undefined ? { isFirst: true } : { id: endpointId }),
    },
    ...(lock && { lock: { mode: 'pessimistic_write' } }),
  });
}

/** All endpoints of an organization, the first endpoint first. @param deleted - whether deleted ones are included */
export function listEndpoints(
  manager: EntityManager,
  organizationId: number,
  { deleted = false } = {},
): Promise<WebhookEndpoint[]> {
  return manager.find(WebhookEndpoint, {
    where: { organizationId, ...(!deleted && { deletedAt: IsNull() }) },
    order: { isFirst: 'DESC', id: 'ASC' },
  });
}

/**
 * Whether the endpoint is paused or held. If so, it stays so until `tx` ends, so that resuming finds whatever `tx`
 * parks.
 */
export async function isPausedUntilEnd(
  tx: EntityManager,
  organizationId: number,
  endpointId: number,
): Promise<boolean> {
  const rows = await tx.query<unknown[]>(
    'select from webhook_endpoints where organization_id = $1 and id = $2 and (paused or held) for share',
    [organizationId, endpointId],
  );
  return rows.length > 0;
}

/**
 * The number of test events in the last minute. Until `tx` ends no other transaction can count them, so it may record
 * one more.
 */
export async function countRecentTests(tx: EntityManager, organizationId: number): Promise<number> {
  await tx.query('select from webhook_endpoints where organization_id = $1 and is_first for no key update', [
    organizationId,
  ]);
  const [row] = await tx.query<{ count: number }[]>(
    `select count(*)::integer as count from webhook_deliveries
     where organization_id = $1 and is_test and created_at > app_now() - interval '1 minute'`,
    [organizationId],
  );
  return row!.count;
}

export async function setHeaders(
  tx: EntityManager,
  { organizationId, id }: WebhookEndpoint,
  headersSealed: string | null,
): Promise<void> {
  await tx.update(WebhookEndpoint, { organizationId, id }, { headersSealed, updatedAt: () => 'app_now()' });
}

/** SQL for the chosen endpoint, if it is unchanged since the given time, if any. */
const UNCHANGED = `${chosenBy('$4')} and ($3::timestamptz is null or updated_at = $3)`;

export interface NewSecret {
  sealed: string;
  /** The endpoint's `updatedAt` that the caller last saw. */
  unchangedSince?: Date;
  /** The first by default. */
  endpointId?: number;
}

/**
 * Replaces the secret at once. The former one also signs `v1` for `hours`.
 * @returns the time from which it is valid; null if there is no such endpoint, or it was changed since
 */
export async function replaceSecret(
  tx: EntityManager,
  organizationId: number,
  { sealed, unchangedSince, endpointId }: NewSecret,
  hours: number,
): Promise<Date | null> {
  const [rows] = await tx.query<[{ validFrom: Date }[], number]>(
    `update webhook_endpoints set secret_sealed = $2, next_secret_sealed = null, next_secret_from = null,
       former_secret_sealed = ${CURRENT_SECRET}, former_secret_until = app_now() + $5 * interval '1 hour',
       updated_at = app_now()
     where ${UNCHANGED} returning updated_at as "validFrom"`,
    [organizationId, sealed, unchangedSince, endpointId, hours],
  );
  return rows[0]?.validFrom ?? null;
}

/** Replaces the secret after `hours`; until then the current one stays valid. @returns as `replaceSecret` */
export async function replaceSecretLater(
  tx: EntityManager,
  organizationId: number,
  { sealed, unchangedSince, endpointId }: NewSecret,
  hours: number,
): Promise<Date | null> {
  const [rows] = await tx.query<[{ validFrom: Date }[], number]>(
    `update webhook_endpoints set secret_sealed = ${CURRENT_SECRET}, next_secret_sealed = $2,
       next_secret_from = app_now() + $5 * interval '1 hour', updated_at = app_now()
     where ${UNCHANGED} returning next_secret_from as "validFrom"`,
    [organizationId, sealed, unchangedSince, endpointId, hours],
  );
  return rows[0]?.validFrom ?? null;
}
