import { type EntityManager, In } from 'typeorm';
import { type MailJobPayload } from '../../platform/mail/mail-queue.js';
import { OPEN_STATUSES } from '../domain/signature.state.js';
import { isKeptCancelled, isLive, LIVE_REQUEST } from '../live-request.queries.js';
import { Signature } from '../signature.entity.js';

const COUNT = `
  select count(*)::integer as found from (
    select from signatures s
    where s.organization_id = $1 and ${isLive('s')} and s.status in ('created', 'partially_signed') limit $2
  ) found_rows`;

/** The number of an organization's requests waiting for signers, counted up to `most` using a dedicated index. */
export async function countOpenRequests(
  manager: EntityManager,
  organizationId: number,
  most: number,
): Promise<number> {
  const [row] = await manager.query<{ found: number }[]>(COUNT, [organizationId, most]);
  return row!.found;
}

/** Whether an organization has ever sent a request. */
export async function hasSentRequests(manager: EntityManager, organizationId: number): Promise<boolean> {
  const [row] = await manager.query<{ has: boolean }[]>(
    'select exists (select from signatures where organization_id = $1 and date_sent is not null) as has',
    [organizationId],
  );
  return row!.has;
}

/** Those of the given requests, of any organization, that have been sent and not ended, in ascending order. */
export async function openRequestsAmong(manager: EntityManager, ids: number[]): Promise<number[]> {
  const open = await manager.find(Signature, {
    select: { id: true },
    where: { id: In(ids), status: In(OPEN_STATUSES), ...LIVE_REQUEST },
    order: { id: 'ASC' },
  });
  return open.map(({ id }) => id);
}

const OF_MAILS = `
  select s.id as "signatureId", s.original_document_name as "documentName"
  from jsonb_array_elements($2::jsonb) with ordinality as m (ids, place)
    left join signer_links l on l.organization_id = $1 and l.id = (m.ids ->> 'linkId')::bigint
    left join signature_signers g on g.organization_id = $1 and g.id = (m.ids ->> 'signerId')::bigint
    join signatures s on s.organization_id = $1
      and s.id = coalesce((m.ids ->> 'signatureId')::bigint, l.signature_id, g.signature_id)
  where ${isLive('s')} or ${isKeptCancelled('s')}
  group by s.id, s.original_document_name order by min(m.place) limit $3`;

/**
 * The requests that mails are about, in the order of the mails, each once, without those that members no longer see.
 * @param mails - of any kind; those about no request are passed over
 */
export function requestsOfMails(
  manager: EntityManager,
  organizationId: number,
  mails: readonly Pick<MailJobPayload, 'mail' | 'ids'>[],
  most: number,
): Promise<{ signatureId: number; documentName: string }[]> {
  // The ids of other kinds are those of other tables.
  const ids = mails.filter(({ mail }) => /^sign(?:ature|ing)\./.test(mail)).map((each) => each.ids);
  return manager.query(OF_MAILS, [organizationId, JSON.stringify(ids), most]);
}
