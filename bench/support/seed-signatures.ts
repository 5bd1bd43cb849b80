import { type Client } from 'pg';
import { fillQuickly } from './fill-quickly.js';
import { type Say } from './progress.js';

/** Number of signatures in the small organizations and in the big one. */
export interface SeedPlan {
  smallOrganizations: number;
  /** In all small organizations together, spread evenly. */
  smallSignatures: number;
  /** In one additional organization; 0 for none. */
  bigSignatures: number;
}

export interface SeededOrganizations {
  small: number[];
  big: number | undefined;
}

/** Signers per organization; each signs about 2 / 500 of its requests. */
export const PEOPLE = 500;
export const personEmail = (person: number) => `person${person}@example.com`;

/**
 * Fills a migrated, empty database with a year of requests, with two signers for each sent one and the organizations'
 * rows interleaved as in production. The same plan gives the same rows. Ends with VACUUM ANALYZE.
 */
export async function seedSignatures(
  client: Client,
  plan: SeedPlan,
  say: Say = () => undefined,
): Promise<SeededOrganizations> {
  await client.query('select setseed(0.42)');
  const organizations = await seedOrganizations(
    client,
    plan.smallOrganizations + (plan.bigSignatures ? 1 : 0),
  );
  const small = organizations.slice(0, plan.smallOrganizations);
  const big = plan.bigSignatures > 0 ? organizations.at(-1) : undefined;
  const all = plan.smallSignatures + plan.bigSignatures;
  await fillQuickly(client, ['signatures', 'signature_signers'], say, async () => {
    say(`making ${all} requests`);
    await client.query(SEED_SIGNATURES, [all, plan.bigSignatures, big ?? null, small]);
    say('making their signers');
    await client.query(SEED_SIGNERS, [PEOPLE]);
  });
  return { small, big };
}

async function seedOrganizations(client: Client, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    `with made as (insert into organizations (name) select 'Organization ' || n from generate_series(1, $1) n returning id),
    owner as (insert into accounts (email, email_key) values ('owner@example.com', 'owner@example.com') returning id)
    insert into users (organization_id, account_id, role)
    select made.id, owner.id, 'owner' from made, owner returning organization_id as id`,
    [count],
  );
  return rows.map(({ id }) => Number(id));
}

/**
 * Every (total / big)th request belongs to the big organization, the others rotate. One in fifty is
 * cancelled.
 */
const SEED_SIGNATURES = `
  insert into signatures (organization_id, created_by_user_id, type, status, document_status, sender_name, subject,
    message_content, original_document_name, original_document_type, original_document_extension, date_sent,
    created_at, updated_at, deleted_at)
  select organization_id, organization_id, type, status, case status when 'draft' then 'draft' else 'ready' end,
    'Organization ' || organization_id, subject || ' ' || n, 'Please read the document and sign it.',
    subject || ' ' || n || '.pdf', 'application/pdf', 'pdf',
    case when status not in ('draft', 'scheduled') then created_at + sent_after end,
    created_at, created_at + sent_after + moved_after, case when cancelled < 0.02 then created_at + sent_after end
  from (
    select n,
      case when n * $2::bigint % $1 < $2 then $3::bigint else ($4::bigint[])[1 + n % greatest(cardinality($4::bigint[]), 1)] end
        as organization_id,
      (array['advanced', 'fast', 'self_signed', 'in_person'])[1 + floor(random() * 4)::int] as type,
      (array['draft', 'created', 'created', 'scheduled', 'partially_signed', 'completed', 'completed', 'completed',
        'expired', 'rejected'])[1 + floor(random() * 10)::int] as status,
      (array['Lease', 'Service agreement', 'Employment contract', 'Offer', 'Consent', 'Invoice', 'Purchase order',
        'Mandate'])[1 + floor(random() * 8)::int] as subject,
      timestamptz '2026-01-01Z' + interval '1 year' * n / $1 as created_at,
      random() * interval '2 days' as sent_after, random() * interval '10 days' as moved_after, random() as cancelled
    from generate_series(1, $1::bigint) n
  ) drawn`;

const SEED_SIGNERS = `
  insert into signature_signers (organization_id, signature_id, email, email_key, name, status, signed_at)
  select organization_id, id, 'person' || person || '@example.com', 'person' || person || '@example.com',
    'Person ' || person, case when signed then 'signed' else 'pending' end, case when signed then updated_at end
  from (
    select s.organization_id, s.id, s.updated_at, 1 + (first + seat) % $1::int as person,
      s.status = 'completed' or (s.status = 'partially_signed' and seat = 0) as signed
    from (select *, floor(random() * $1::int)::int as first from signatures where status <> 'draft' order by id) s,
      generate_series(0, 1) seat
  ) drawn`;
