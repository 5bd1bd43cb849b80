import { type EntityManager } from 'typeorm';
import { nameOfUser } from '../organizations/account.queries.js';
import { type IdentityVerification } from './identity-verification.entity.js';

type Key = Pick<IdentityVerification, 'organizationId' | 'id'>;

/** What became of the emails with a verification's link. */
export interface LinkMails {
  /** How many were queued. */
  queued: number;
  queuedLately: number;
  /** Of the last one; null if none was ever queued, or by a version that did not record it. */
  last: {
    type: 'link_mail_queued' | 'link_mailed' | 'link_mail_failed';
    at: Date;
    code: string | null;
  } | null;
}

const LINK_MAILS = `
  select count(*) filter (where type = 'link_mail_queued')::int as queued,
    count(*) filter (where type = 'link_mail_queued' and created_at > app_now() - interval '1 hour')::int
      as "queuedLately",
    (array_agg(json_build_object('type', type, 'at', created_at, 'code', data ->> 'code') order by id desc))[1] as last
  from identity_verification_audit_events
  where organization_id = $1 and verification_id = $2
    and type in ('link_mail_queued', 'link_mailed', 'link_mail_failed')`;

export async function linkMailsOf(manager: EntityManager, { organizationId, id }: Key): Promise<LinkMails> {
  type Row = Omit<LinkMails, 'last'> & {
    last: (Omit<NonNullable<LinkMails['last']>, 'at'> & { at: string }) | null;
  };
  const [row] = await manager.query<[Row]>(LINK_MAILS, [organizationId, id]);
  return { ...row, last: row.last && { ...row.last, at: new Date(row.last.at) } };
}

export interface Cancellation {
  at: Date;
  /** The name of the member, or the address of one without. */
  by: string | null;
}

/** Whether a member cancelled a verification, as an SQL condition. @param verification - the alias of its table */
export const isCancelledByMember = (verification: string) => `exists (
    select from identity_verification_audit_events e
    where e.organization_id = ${verification}.organization_id and e.verification_id = ${verification}.id
      and e.type = 'cancelled' and e.data ? 'userId')`;

const CANCELLED_BY = `
  select e.created_at as at, ${nameOfUser('e.organization_id', "(e.data ->> 'userId')::bigint")} as by
  from identity_verification_audit_events e
  where e.organization_id = $1 and e.verification_id = $2 and e.type = 'cancelled' and e.data ? 'userId'
  order by e.id desc limit 1`;

/** When a member cancelled the verification, and who; null if none did. */
export async function memberCancellation(
  manager: EntityManager,
  { organizationId, id }: Key,
): Promise<Cancellation | null> {
  const [row] = await manager.query<Cancellation[]>(CANCELLED_BY, [organizationId, id]);
  return row ?? null;
}
