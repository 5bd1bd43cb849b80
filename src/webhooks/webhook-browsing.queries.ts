import { type EntityManager } from 'typeorm';
import { type DeliveryStatus } from './domain/webhook-delivery.state.js';

export interface BrowsedFilter {
  organizationId: number;
  event?: string;
  status?: DeliveryStatus;
  /** Only deliveries older than the one with this number. */
  before?: number;
  limit: number;
}

export interface BrowsedDelivery {
  id: string;
  /** Consecutive in the order in which the deliveries were recorded. */
  seq: number;
  event: string;
  status: DeliveryStatus;
  attempts: number;
  nextRetryAt: Date | null;
  failureReason: string | null;
  createdAt: Date;
}

export interface WebhookAttempt {
  attempt: number;
  responseCode: number | null;
  responseBody: string;
  responseHeaders: Record<string, string>;
  failureReason: string | null;
  durationMs: number;
  attemptedAt: Date;
}

export interface DeliveryInFull extends BrowsedDelivery {
  webhookId: string;
  body: Buffer;
  tries: WebhookAttempt[];
}

const COLUMNS = `id, seq, event, status, attempts, next_retry_at as "nextRetryAt", failure_reason as "failureReason",
  created_at as "createdAt"`;

/** The newest deliveries first, read along an index from any place as fast as from the first. */
export function browseDeliveries(manager: EntityManager, filter: BrowsedFilter): Promise<BrowsedDelivery[]> {
  const given = (['event', 'status'] as const).filter((field) => filter[field] !== undefined);
  const conditions = given.map((field, index) => ` and ${field} = $${index + 4}`).join('');
  return manager.query<BrowsedDelivery[]>(
    `select ${COLUMNS} from webhook_deliveries
     where organization_id = $1 and seq < $2${conditions} order by seq desc limit $3`,
    [
      filter.organizationId,
      filter.before ?? Number.MAX_SAFE_INTEGER,
      filter.limit,
      ...given.map((field) => filter[field]),
    ],
  );
}

/** A delivery with all its attempts; null if the organization has none with this id. */
export async function findDeliveryInFull(
  manager: EntityManager,
  organizationId: number,
  id: string,
): Promise<DeliveryInFull | null> {
  const [delivery] = await manager.query<Omit<DeliveryInFull, 'tries'>[]>(
    `select ${COLUMNS}, webhook_id as "webhookId", body from webhook_deliveries
     where organization_id = $1 and id = $2`,
    [organizationId, id],
  );
  if (!delivery) return null;
  const tries = await manager.query<WebhookAttempt[]>(
    `select attempt, response_code as "responseCode", response_body as "responseBody",
       response_headers as "responseHeaders", failure_reason as "failureReason", duration_ms as "durationMs",
       attempted_at as "attemptedAt"
     from webhook_attempts where organization_id = $1 and delivery_id = $2 order by attempt desc`,
    [organizationId, id],
  );
  return { ...delivery, tries };
}
