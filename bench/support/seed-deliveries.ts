import { type Client } from 'pg';
import { divideLastYear } from './divide-last-year.js';
import { fillQuickly } from './fill-quickly.js';
import { type Say } from './progress.js';

const TABLES = ['webhook_events', 'webhook_deliveries', 'webhook_attempts'];

/** One of the deliveries, and their endpoints: nearly all go to the first, one in a thousand to the other. */
export interface SeededDeliveries {
  deliveryId: string;
  webhookId: string;
  endpointIds: [first: string, other: string];
}

/**
 * Fills the tables with deliveries about an organization's requests, spread over a year with a part per month, one
 * attempt each. One in twenty failed. Ends with VACUUM ANALYZE.
 */
export async function seedDeliveries(
  client: Client,
  organizationId: number,
  count: number,
  say: Say = () => undefined,
): Promise<SeededDeliveries> {
  await divideLastYear(client);
  const { rows: endpoints } = await client.query<{ id: string }>(ENDPOINTS, [organizationId]);
  const [first, other] = endpoints.map(({ id }) => id) as [string, string];
  await fillQuickly(client, TABLES, say, async () => {
    say(`making ${count} events`);
    await client.query(EVENTS, [organizationId, count]);
    say('making their deliveries');
    await client.query(DELIVERIES, [organizationId, first, other]);
    say('making their attempts');
    await client.query(ATTEMPTS, [organizationId]);
    await client.query(DAYS, [organizationId]);
  });
  const { rows } = await client.query<{ deliveryId: string; webhookId: string }>(NEWEST, [organizationId]);
  return { ...rows[0]!, endpointIds: [first, other] };
}

const NEWEST = `
  select id as "deliveryId", webhook_id as "webhookId" from webhook_deliveries
  where organization_id = $1 order by created_at desc, seq desc limit 1`;

const ENDPOINTS = `
  insert into webhook_endpoints (organization_id, is_first, label, url, events, secret_sealed)
  values ($1, true, '', 'https://example.com/hooks', array['signature.completed'], 'sealed'),
    ($1, false, 'Archive', 'https://example.com/archive', array['signature.completed'], 'sealed')
  returning id`;

const EVENTS = `
  insert into webhook_events (id, organization_id, era, xid, type, subject_kind, subject_id, body, created_at)
  select gen_random_uuid(), $1, 1, '3', type, 'signature', n,
    convert_to('{"event":"' || type || '","data":{"id":' || n || ',"pad":"' || repeat('x', 600) || '"}}', 'UTF8'),
    now() - interval '1 year' * ($2 - n) / $2
  from (
    select n, (array['signature.created', 'signature.completed', 'signature.rejected', 'signature.expired'])[1 + n % 4] as type
    from generate_series(1, $2::bigint) n
  ) drawn`;

const DELIVERIES = `
  insert into webhook_deliveries (organization_id, endpoint_id, webhook_id, event, event_seq, status, attempts,
    failure_reason, subject_kind, subject_id, created_at)
  select v.organization_id, case when v.subject_id % 1000 = 0 then $3::bigint else $2::bigint end, v.id, v.type, v.seq,
    case when failed then 'failed' else 'success' end, 1, case when failed then 'http_500' end, 'signature', v.subject_id,
    v.created_at
  from (select *, random() < 0.05 as failed from webhook_events where organization_id = $1 order by seq) v`;

/** One attempt per delivery of the organization, valid in any schema. */
export const ATTEMPTS = `
  insert into webhook_attempts (organization_id, delivery_id, attempt, response_code, response_body, response_headers,
    duration_ms, attempted_at)
  select organization_id, id, 1, case status when 'failed' then 500 else 200 end, 'ok', '{}', 20 + seq % 50, created_at
  from webhook_deliveries where organization_id = $1`;

const DAYS = `
  insert into webhook_endpoint_days (organization_id, endpoint_id, day, delivered, failed)
  select organization_id, endpoint_id, (created_at at time zone 'UTC')::date, count(*) filter (where status = 'success'),
    count(*) filter (where status = 'failed')
  from webhook_deliveries where organization_id = $1 group by 1, 2, 3`;
