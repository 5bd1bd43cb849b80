import { type EntityManager } from 'typeorm';
import { SUBJECT_KINDS, type SubjectKind } from './domain/subject.js';
import { type DeliveryStatus } from './domain/webhook-delivery.state.js';
import { IS_RETRYING } from './endpoint-attempts.queries.js';
import { DELIVERED_BODY } from './webhook-event.queries.js';

/** A delivery's place in the list. */
export interface DeliveryPlace {
  createdAt: Date;
  seq: number;
}

export interface BrowsedFilter {
  organizationId: number;
  event?: string;
  /** Any of these. */
  events?: readonly string[];
  /** `retrying`: waiting for another attempt. */
  status?: DeliveryStatus | 'retrying';
  endpointId?: number;
  webhookId?: string;
  /** Without a kind, any with this id. */
  subject?: { kind?: SubjectKind; id: number };
  /** Recorded at or after `from`, and before `until`. */
  from?: Date;
  until?: Date;
  /** Only deliveries older than this one. */
  before?: DeliveryPlace;
  limit: number;
}

export interface BrowsedDelivery {
  id: string;
  /** Increases in the order in which deliveries were recorded. */
  seq: number;
  event: string;
  /** Null if it was recorded before its organization had an endpoint. */
  endpointId: number | null;
  subjectKind: SubjectKind | null;
  subjectId: number | null;
  status: DeliveryStatus;
  attempts: number;
  nextRetryAt: Date | null;
  failureReason: string | null;
  createdAt: Date;
}

const COUNTS = `
  select (select count(*)::integer from (
      select from webhook_deliveries where organization_id = $1 limit $2) found) as all,
    (select count(*)::integer from (
      select from webhook_deliveries where organization_id = $1 and status = 'success' limit $2) found) as success,
    (select count(*)::integer from (
      select from webhook_deliveries where organization_id = $1 and status = 'failed' limit $2) found) as failed,
    (select count(*)::integer from (
      select from webhook_deliveries where organization_id = $1 and status = 'pending' limit $2) found) as pending,
    (select count(*)::integer from (
      select from webhook_deliveries d where d.organization_id = $1 and ${IS_RETRYING} limit $2) found) as retrying`;

/** How many deliveries an organization has in each state, each counted up to `most`. `pending` includes `retrying`. */
export async function countDeliveries(
  manager: EntityManager,
  organizationId: number,
  most: number,
): Promise<Record<DeliveryStatus | 'retrying' | 'all', number>> {
  const [row] = await manager.query<Record<DeliveryStatus | 'retrying' | 'all', number>[]>(COUNTS, [
    organizationId,
    most,
  ]);
  return row!;
}

const FAILED = `
  select count(*)::integer as found from (
    select from webhook_deliveries where organization_id = $1 and status = 'failed' limit $2
  ) found_rows`;

/** How many deliveries have failed for good, counted up to `most`. */
export async function countFailedDeliveries(
  manager: EntityManager,
  organizationId: number,
  most: number,
): Promise<number> {
  const [row] = await manager.query<{ found: number }[]>(FAILED, [organizationId, most]);
  return row!.found;
}

/** A request that was made, with its timing. */
export interface MadeRequest {
  /** Null for requests from before this was stored. The headers lack the signature. */
  url: string | null;
  requestHeaders: Record<string, string> | null;
  durationMs: number;
  /** Null on a reused connection, and for requests from before this was measured. */
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
  firstByteMs: number | null;
  attemptedAt: Date;
}

export interface WebhookAttempt extends MadeRequest {
  attempt: number;
  responseCode: number | null;
  responseBody: string;
  responseHeaders: Record<string, string>;
  failureReason: string | null;
}

/** Columns of `MadeRequest`. */
export const MADE_REQUEST = `url, request_headers as "requestHeaders", duration_ms as "durationMs", dns_ms as "dnsMs",
  connect_ms as "connectMs", tls_ms as "tlsMs", first_byte_ms as "firstByteMs", attempted_at as "attemptedAt"`;

export interface DeliveryInFull extends BrowsedDelivery {
  webhookId: string;
  /** The `webhookId` of the delivery that this one replays. */
  replayOf: string | null;
  /** Waits until its endpoint is resumed. */
  parked: boolean;
  body: Buffer;
  tries: WebhookAttempt[];
}

const COLUMNS = `d.id, d.seq, d.event, d.endpoint_id as "endpointId", d.subject_kind as "subjectKind", d.subject_id as "subjectId", d.status, d.attempts,
  d.next_retry_at as "nextRetryAt", d.failure_reason as "failureReason", d.created_at as "createdAt"`;

/** The newest deliveries first, read along an index, equally fast from any place. */
export function browseDeliveries(manager: EntityManager, filter: BrowsedFilter): Promise<BrowsedDelivery[]> {
  const { text, values } = browsingStatement(filter);
  return manager.query<BrowsedDelivery[]>(text, values);
}

/** Exported to test its plans. */
export function browsingStatement(filter: BrowsedFilter): { text: string; values: unknown[] } {
  const { subject, before } = filter;
  const values: unknown[] = [filter.organizationId, filter.limit];
  const conditions: string[] = [];
  const require = (condition: (...parameters: string[]) => string, ...given: unknown[]) => {
    if (given.includes(undefined)) return;
    conditions.push(` and ${condition(...given.map((value) => `$${values.push(value)}`))}`);
  };
  require((event) => `event = ${event}`, filter.event);
  require((events) => `event = any(${events})`, filter.events);
  if (filter.status === 'retrying') conditions.push(` and ${IS_RETRYING}`);
  else require((status) => `status = ${status}`, filter.status);
  require((endpointId) => `endpoint_id = ${endpointId}`, filter.endpointId);
  require((webhookId) => `webhook_id = ${webhookId}`, filter.webhookId);
  const kinds = subject && (subject.kind ? [subject.kind] : SUBJECT_KINDS);
  require((of, id) => `subject_kind = any(${of}) and subject_id = ${id}`, kinds, subject?.id);
  require((from) => `created_at >= ${from}`, filter.from);
  require((until) => `created_at < ${until}`, filter.until);
  require((createdAt, seq) => `(created_at, seq) < (${createdAt}, ${seq})`, before?.createdAt, before?.seq);
  const text = `select ${COLUMNS} from webhook_deliveries d where organization_id = $1${conditions.join('')}
    order by created_at desc, seq desc limit $2`;
  return { text, values };
}

/** A delivery with all its attempts; null if the organization has none with this id. */
export async function findDeliveryInFull(
  manager: EntityManager,
  organizationId: number,
  id: string,
): Promise<DeliveryInFull | null> {
  const [delivery] = await manager.query<Omit<DeliveryInFull, 'tries'>[]>(
    `select ${COLUMNS}, d.webhook_id as "webhookId", d.replay_of as "replayOf", d.parked, ${DELIVERED_BODY} as body
     from webhook_deliveries d join webhook_events v on v.organization_id = d.organization_id and v.seq = d.event_seq
     where d.organization_id = $1 and d.id = $2`,
    [organizationId, id],
  );
  if (!delivery) return null;
  const tries = await manager.query<WebhookAttempt[]>(
    `select attempt, response_code as "responseCode", response_body as "responseBody",
       response_headers as "responseHeaders", failure_reason as "failureReason", ${MADE_REQUEST}
     from webhook_attempts where organization_id = $1 and delivery_id = $2 order by attempt desc`,
    [organizationId, id],
  );
  return { ...delivery, tries };
}
