import { type EntityManager } from 'typeorm';
import { type Signature } from '../../signature.entity.js';

/** Mails are sent a while after their event, so a signer this close to being due counts as due. */
const SLACK_MINUTES = 60;

/** When a mail was last sent to each pending signer, according to the audit trail. */
const WAITING = `
  select g.id, told.at + s.wait <= app_now() + interval '${SLACK_MINUTES} minutes' as "isDue",
    extract(epoch from told.at + s.wait - app_now())::integer as "dueInSeconds"
  from signature_signers g
    cross join (select make_interval(hours => 24 * remind_every) as wait from signatures
      where id = $1 and organization_id = $2) s
    cross join lateral (select max(created_at) as at from signature_audit_events e
      where e.organization_id = $2 and e.signature_id = $1 and (e.type = 'sent'
        or e.signer_id = g.id and e.type in ('email_accepted', 'email_changed', 'handed_over', 'reminded'))) told
  where g.signature_id = $1 and g.organization_id = $2 and g.status = 'pending'`;

/** A signer who has not signed. */
export interface WaitingSigner {
  id: number;
  isDue: boolean;
  dueInSeconds: number;
}

/** When the request's pending signers are due for a reminder. */
export function findWaitingSigners(
  manager: EntityManager,
  { id, organizationId }: Pick<Signature, 'id' | 'organizationId'>,
): Promise<WaitingSigner[]> {
  return manager.query<WaitingSigner[]>(WAITING, [id, organizationId]);
}

const REMINDED_LATELY = `
  select distinct signer_id as id from signature_audit_events
  where signature_id = $1 and organization_id = $2 and type = 'reminded'
    and created_at > app_now() - make_interval(mins => $3)`;

/** The ids of signers who were reminded within the last minutes. */
export async function findRemindedLately(
  manager: EntityManager,
  { id, organizationId }: Pick<Signature, 'id' | 'organizationId'>,
  minutes: number,
): Promise<ReadonlySet<number>> {
  const rows = await manager.query<{ id: number }[]>(REMINDED_LATELY, [id, organizationId, minutes]);
  return new Set(rows.map((row) => row.id));
}
