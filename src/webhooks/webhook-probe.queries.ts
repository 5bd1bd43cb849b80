import { type EntityManager } from 'typeorm';
import { type PostResult } from '../platform/http-client/http-client.service.js';

/** A probe that failed. */
export interface WebhookProbe {
  responseCode: number | null;
  failureReason: string;
  durationMs: number;
  attemptedAt: Date;
}

const RECORD = `
  insert into webhook_probes (organization_id, delivery_id, response_code, failure_reason, duration_ms)
  values ($1, $2, $3, $4, $5)`;

const LIST = `
  select response_code as "responseCode", failure_reason as "failureReason", duration_ms as "durationMs",
    attempted_at as "attemptedAt"
  from webhook_probes where organization_id = $1 and delivery_id = $2 order by id desc limit $3`;

/** Adds a failed probe to the history of the delivery that it sent, with which it goes. It uses up none of its attempts. */
export async function recordProbe(
  tx: EntityManager,
  { organizationId, deliveryId }: { organizationId: number; deliveryId: string },
  {
    responseCode,
    failureReason,
    durationMs,
  }: Pick<PostResult, 'responseCode' | 'failureReason' | 'durationMs'>,
): Promise<void> {
  await tx.query(RECORD, [organizationId, deliveryId, responseCode, failureReason, durationMs]);
}

/** The newest probes that sent a delivery. */
export function findProbes(
  manager: EntityManager,
  organizationId: number,
  deliveryId: string,
  most: number,
): Promise<WebhookProbe[]> {
  return manager.query<WebhookProbe[]>(LIST, [organizationId, deliveryId, most]);
}
