import { type Client } from 'pg';
import { type Say } from './progress.js';
import { withoutIndexes } from './without-indexes.js';

const TABLES = ['webhook_events', 'webhook_deliveries', 'webhook_attempts'];

/**
 * Fills the tables with deliveries about an organization's requests, spread over a year, one attempt each. One in twenty
 * failed. Ends with VACUUM ANALYZE.
 * @returns the id of one of them
 */
export async function seedDeliveries(
  client: Client,
  organizationId: number,
  count: number,
  say: Say = () => undefined,
): Promise<string> {
  await client.query('set session_replication_role = replica');
  await client.query('set synchronous_commit = off');
  await client.query(ENDPOINT, [organizationId]);
  await withoutIndexes(client, TABLES, say, async () => {
    say(`making ${count} events`);
    await client.query(EVENTS, [organizationId, count]);
    say('making their deliveries');
    await client.query(DELIVERIES, [organizationId]);
    say('making their attempts');
    await client.query(ATTEMPTS, [organizationId]);
  });
  await client.query(DAYS, [organizationId]);
  await client.query('set session_replication_role = default');
  await client.query('reset synchronous_commit');
  say('vacuuming');
  await client.query('vacuum (analyze)');
  const { rows } = await client.query<{ id: string }>(
    'select id from webhook_deliveries where organization_id = $1 order by created_at desc, seq desc limit 1',
    [organizationId],
  );
  return rows[0]!.id;
}

const ENDPOINT = `
  insert into webhook_endpoints (organization_id, is_first, url, events, secret_sealed)
  values ($1, true, 'https://example.com/hooks', array['signature.completed'], 'sealed')`;

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
  select v.organization_id, (select id from webhook_endpoints where organization_id = $1 and is_first), v.id, v.type, v.seq,
    case when failed then 'failed' else 'success' end, 1, case when failed then 'http_500' end, 'signature', v.subject_id,
    v.created_at
  from (select *, random() < 0.05 as failed from webhook_events where organization_id = $1 order by seq) v`;

/** One for each delivery of the organization, as any schema has it. */
export const ATTEMPTS = `
  insert into webhook_attempts (organization_id, delivery_id, attempt, response_code, response_body, response_headers,
    duration_ms, attempted_at)
  select organization_id, id, 1, case status when 'failed' then 500 else 200 end, 'ok', '{}', 20 + seq % 50, created_at
  from webhook_deliveries where organization_id = $1`;

const DAYS = `
  insert into webhook_endpoint_days (organization_id, endpoint_id, day, delivered, failed)
  select d.organization_id, e.id, (d.created_at at time zone 'UTC')::date, count(*) filter (where status = 'success'),
    count(*) filter (where status = 'failed')
  from webhook_deliveries d join webhook_endpoints e on e.organization_id = d.organization_id
  where d.organization_id = $1 group by 1, 2, 3`;
