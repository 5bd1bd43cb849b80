import { type Client } from 'pg';
import { fillQuickly } from './fill-quickly.js';
import { type Say } from './progress.js';

/**
 * Fills an organization's activity with events of its owner over a year, nine in ten about requests. They have no
 * chain, which lists do not need. Ends with VACUUM ANALYZE.
 */
export async function seedActivity(
  client: Client,
  organizationId: number,
  count: number,
  say: Say = () => undefined,
): Promise<void> {
  await fillQuickly(client, ['activity_events'], say, async () => {
    say(`making ${count} events of activity`);
    await client.query(EVENTS, [organizationId, count]);
  });
}

const EVENTS = `
  insert into activity_events (organization_id, number, type, user_id, address, subject_kind, subject_id, data, created_at,
    previous, hash)
  select $1, n, type, member.id, '192.0.2.7', case when n % 10 > 0 then 'signature' end,
    case when n % 10 > 0 then n / 4 + 1 end, '{}', now() - interval '1 year' * ($2 - n) / $2,
    case when n > 1 then sha256(n::text::bytea) end, sha256((n + 1)::text::bytea)
  from (
    select n, case when n % 10 = 0 then 'signed_in'
      else (array['signature_made', 'signature_sent', 'signer_reminded', 'document_downloaded'])[1 + n % 4] end as type
    from generate_series(1, $2::bigint) n
  ) drawn, (select id from users where organization_id = $1 order by id limit 1) member`;
