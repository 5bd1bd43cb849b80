import { type EntityManager } from 'typeorm';
import { sourcesOf } from '../common/transitions.js';
import { beginDisruption, endDisruption, isDisrupted } from '../platform/disruptions/disruption.queries.js';
import { type PostResult } from '../platform/http-client/http-client.service.js';
import { DELIVERY_TRANSITIONS, type DeliveryStatus } from './domain/webhook-delivery.state.js';
import { CURRENT_SECRET } from './webhook-endpoint.queries.js';
import { DELIVERED_BODY } from './webhook-event.queries.js';
import { countEnded } from './webhook-health.queries.js';

export interface DueDelivery {
  id: string;
  organizationId: number;
  webhookId: string;
  body: Buffer;
  attempts: number;
  endpointId: number;
  url: string | null;
  paused: boolean;
  disabled: boolean;
  secretSealed: string;
  /** Deliveries have failed lately, and none has succeeded since. */
  isDisrupted: boolean;
}

/** A pending delivery, with its endpoint's current address and secret. */
export async function findDueDelivery(
  manager: EntityManager,
  organizationId: number,
  id: string,
): Promise<DueDelivery | undefined> {
  const rows = await manager.query<DueDelivery[]>(
    `select d.id, d.organization_id as "organizationId", d.webhook_id as "webhookId",
       ${DELIVERED_BODY} as body, d.attempts, e.id as "endpointId", e.url, e.paused, e.disabled, ${CURRENT_SECRET} as "secretSealed",
       ${isDisrupted('d.organization_id', 'endpoint')} as "isDisrupted"
     from webhook_deliveries d join webhook_endpoints e on e.organization_id = d.organization_id and e.id = d.endpoint_id
       join webhook_events v on v.organization_id = d.organization_id and v.seq = d.event_seq
     where d.organization_id = $1 and d.id = $2 and d.status = 'pending'`,
    [organizationId, id],
  );
  return rows[0];
}

export interface AttemptRecord {
  organizationId: number;
  deliveryId: string;
  endpointId: number;
  /** Where it went, and with which headers; its signature is not kept. */
  sent: { url: string; headers: Record<string, string> };
  /** From 1. */
  attempt: number;
  result: PostResult;
  status: DeliveryStatus;
  /** Null: no further attempt. */
  retryAfterSeconds: number | null;
  /** As the delivery was found. */
  isDisrupted: boolean;
}

/**
 * Appends an attempt and updates the delivery.
 * @throws Error if another worker recorded this attempt first
 */
export async function recordAttempt(tx: EntityManager, record: AttemptRecord): Promise<void> {
  const { organizationId, deliveryId, attempt, result, status, retryAfterSeconds } = record;
  await insertAttempt(tx, record);
  const [, moved] = await tx.query<[unknown[], number]>(
    `update webhook_deliveries set attempts = $3, status = $4, failure_reason = $5,
       next_retry_at = app_now() + $6 * interval '1 second'
     where organization_id = $1 and id = $2 and attempts = $3 - 1 and status = 'pending'`,
    [organizationId, deliveryId, attempt, status, result.failureReason, retryAfterSeconds],
  );
  if (moved !== 1) throw new Error('another worker recorded this attempt first');
  if (status !== 'pending') await countEnded(tx, record, status === 'success');
  await noteDisruption(tx, record);
}

/** Writes only when the endpoint begins to fail, or to work again. */
async function noteDisruption(
  tx: EntityManager,
  { organizationId, status, isDisrupted }: AttemptRecord,
): Promise<void> {
  if (status === 'success' && isDisrupted) await endDisruption(tx, organizationId, 'endpoint');
  if (status !== 'success' && !isDisrupted) await beginDisruption(tx, organizationId, 'endpoint');
}

async function insertAttempt(
  tx: EntityManager,
  { organizationId, deliveryId, attempt, sent, result }: AttemptRecord,
): Promise<void> {
  await tx.query(
    `insert into webhook_attempts (organization_id, delivery_id, attempt, url, request_headers, response_code,
       response_body, response_headers, failure_reason, duration_ms, attempted_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, app_now())`,
    [
      organizationId,
      deliveryId,
      attempt,
      sent.url,
      sent.headers,
      result.responseCode,
      result.responseBody,
      result.responseHeaders,
      result.failureReason,
      result.durationMs,
    ],
  );
}

/** Fails a delivery that cannot be attempted, or not again. */
export async function failDelivery(
  tx: EntityManager,
  organizationId: number,
  id: string,
  reason: string,
): Promise<void> {
  await tx.query(
    `update webhook_deliveries set status = 'failed', failure_reason = $3, next_retry_at = null, parked = false
     where organization_id = $1 and id = $2 and status = any($4)`,
    [organizationId, id, reason, sourcesOf(DELIVERY_TRANSITIONS, 'failed')],
  );
}

/** Fails whatever waits for an endpoint, which gets nothing more. */
export async function failWaitingDeliveries(
  tx: EntityManager,
  organizationId: number,
  endpointId: number,
  reason: string,
): Promise<void> {
  await tx.query(
    `update webhook_deliveries set status = 'failed', failure_reason = $3, next_retry_at = null, parked = false
     where organization_id = $1 and endpoint_id = $2 and status = any($4)`,
    [organizationId, endpointId, reason, sourcesOf(DELIVERY_TRANSITIONS, 'failed')],
  );
}

export async function parkDelivery(tx: EntityManager, organizationId: number, id: string): Promise<void> {
  await tx.query(
    `update webhook_deliveries set parked = true, next_retry_at = null
     where organization_id = $1 and id = $2 and status = 'pending'`,
    [organizationId, id],
  );
}

/** Unparks all deliveries to an endpoint. @returns their ids, oldest first */
export async function unparkDeliveries(
  tx: EntityManager,
  organizationId: number,
  endpointId: number,
): Promise<string[]> {
  const [rows] = await tx.query<[{ id: string; seq: number }[], number]>(
    `update webhook_deliveries set parked = false
     where organization_id = $1 and endpoint_id = $2 and parked returning id, seq`,
    [organizationId, endpointId],
  );
  return rows.sort((a, b) => a.seq - b.seq).map(({ id }) => id);
}
