import { type EntityManager } from 'typeorm';
import { type Signature } from '../../signature.entity.js';

type Request = Pick<Signature, 'id' | 'organizationId'>;

/** Mails are sent a while after their event, so a recipient this close to being due counts as due. */
const SLACK_MINUTES = 60;

/** When a mail was last sent to each recipient who has not acted, according to the audit trail. */
const WAITING = `
  select r.id, told.at + s.wait <= app_now() + interval '${SLACK_MINUTES} minutes' as "isDue",
    extract(epoch from told.at + s.wait - app_now())::integer as "dueInSeconds"
  from request_recipients r
    cross join (select make_interval(hours => 24 * remind_every) as wait from signatures
      where id = $1 and organization_id = $2) s
    cross join lateral (select greatest(r.told_at, max(e.created_at)) as at from signature_audit_events e
      where e.organization_id = $2 and e.signature_id = $1 and e.signer_id is null
        and e.type in ('email_accepted', 'email_changed', 'reminded')
        and e.data ->> 'recipientId' = r.id::text) told
  where r.signature_id = $1 and r.organization_id = $2 and r.status = 'pending'`;

/** Somebody who has not acted. */
export interface WaitingRecipient {
  id: number;
  isDue: boolean;
  dueInSeconds: number;
}

/** When the request's recipients who have not acted are due for a reminder. */
export function findWaitingRecipients(
  manager: EntityManager,
  { id, organizationId }: Request,
): Promise<WaitingRecipient[]> {
  return manager.query<WaitingRecipient[]>(WAITING, [id, organizationId]);
}

const REMINDED_LATELY = `
  select distinct (data ->> 'recipientId')::bigint as id from signature_audit_events
  where signature_id = $1 and organization_id = $2 and type = 'reminded' and data ? 'recipientId'
    and created_at > app_now() - make_interval(mins => $3)`;

/** The ids of recipients who were reminded within the last minutes. */
export async function findRecipientsRemindedLately(
  manager: EntityManager,
  { id, organizationId }: Request,
  minutes: number,
): Promise<ReadonlySet<number>> {
  const rows = await manager.query<{ id: number | string }[]>(REMINDED_LATELY, [id, organizationId, minutes]);
  return new Set(rows.map((row) => Number(row.id)));
}
