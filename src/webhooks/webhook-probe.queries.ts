import { type EntityManager } from 'typeorm';
import { MADE_REQUEST, type MadeRequest } from './webhook-browsing.queries.js';
import { type AttemptRecord } from './webhook-delivery.queries.js';

/** A probe that failed. */
export interface WebhookProbe extends MadeRequest {
  responseCode: number | null;
  failureReason: string;
}

const RECORD = `
  insert into webhook_probes (organization_id, delivery_id, url, request_headers, response_code, failure_reason,
    duration_ms, dns_ms, connect_ms, tls_ms, first_byte_ms)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

const LIST = `
  select response_code as "responseCode", failure_reason as "failureReason", ${MADE_REQUEST}
  from webhook_probes where organization_id = $1 and delivery_id = $2 order by id desc limit $3`;

/**
 * Adds a failed probe to the history of the delivery that it sent. The probe is removed with the delivery, and uses
 * up none of its attempts.
 */
export async function recordProbe(
  tx: EntityManager,
  { organizationId, deliveryId }: { organizationId: number; deliveryId: string },
  { sent: { url, headers }, result }: Pick<AttemptRecord, 'sent' | 'result'>,
): Promise<void> {
  const { responseCode, failureReason, durationMs, phases } = result;
  const { dnsMs, connectMs, tlsMs, firstByteMs } = phases;
  await tx.query(RECORD, [
    ...[organizationId, deliveryId, url, headers, responseCode, failureReason],
    ...[durationMs, dnsMs, connectMs, tlsMs, firstByteMs],
  ]);
}

/** The newest probes of a delivery. */
export function findProbes(
  manager: EntityManager,
  organizationId: number,
  deliveryId: string,
  most: number,
): Promise<WebhookProbe[]> {
  return manager.query<WebhookProbe[]>(LIST, [organizationId, deliveryId, most]);
}
