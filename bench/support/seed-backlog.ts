import { type Client } from 'pg';
import { fillQuickly } from './fill-quickly.js';
import { type Say } from './progress.js';

const TABLES = ['webhook_deliveries', 'jobs'];

/** Copies recorded deliveries to a total of `count`, all due now. Ends with VACUUM ANALYZE. */
export async function seedBacklog(client: Client, count: number, say: Say = () => undefined): Promise<void> {
  await fillQuickly(client, TABLES, say, async () => {
    say(`making ${count} deliveries that wait`);
    await client.query(DELIVERIES, [count]);
    await client.query('analyze webhook_deliveries');
    say('making their jobs');
    await client.query(JOBS);
    await client.query(`update job_lanes set ready_at = '-infinity' where kind = 'webhook.deliver'`);
  });
}

/** Spread over all endpoints with a waiting delivery. */
const DELIVERIES = `
  with waiting as (
    select distinct on (d.endpoint_id) d.*
    from webhook_deliveries d where d.status = 'pending'),
  copies as (select ceil($1::bigint / count(*)::numeric)::bigint as each from waiting)
  insert into webhook_deliveries (organization_id, endpoint_id, event_seq, webhook_id, event, subject_kind, subject_id,
    status, parked, created_at)
  select w.organization_id, w.endpoint_id, w.event_seq, gen_random_uuid(), w.event, w.subject_kind, w.subject_id, 'pending',
    false, w.created_at
  from copies, generate_series(1, copies.each), waiting w`;

const JOBS = `
  insert into jobs (kind, lane_id, run_at, payload)
  select 'webhook.deliver', l.id, now(), jsonb_build_object('organizationId', d.organization_id, 'deliveryId', d.id)
  from webhook_deliveries d
    join webhook_endpoints e on e.id = d.endpoint_id
    join job_lanes l on l.key = 'webhook.deliver/' || e.id
  where d.status = 'pending'
    and not exists (select from jobs where kind = 'webhook.deliver' and payload ->> 'deliveryId' = d.id::text)`;
