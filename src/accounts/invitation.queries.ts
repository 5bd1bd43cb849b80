import { type EntityManager } from 'typeorm';
import { ACCOUNTS, isMemberWithRole, USERS } from '../organizations/account.queries.js';
import { ORGANIZATIONS } from '../organizations/organization.queries.js';
import { type UserRole } from '../organizations/user.entity.js';

export const INVITATION_DAYS = 7;

/** A valid invitation: not accepted or withdrawn, not expired, and from someone who is still an owner. */
export interface Invitation {
  id: number;
  organizationId: number;
  organizationName: string;
  email: string;
  role: UserRole;
  /** Whether they review in addition to the role. */
  isReviewer: boolean;
  invitedByUserId: number;
}

/** An invitation that was neither accepted nor withdrawn. */
export interface ListedInvitation {
  id: number;
  email: string;
  role: UserRole;
  isReviewer: boolean;
  expiresAt: Date;
  /** Whether its link works. */
  isGood: boolean;
  /** Why its mail was not sent, in the mail server's words. */
  mailFailure: string | null;
}

/** The content of an invitation mail. */
export interface MailedInvitation {
  email: string;
  invitedBy: string;
  organizationName: string;
  until: Date;
  tokenHash: Buffer;
  tokenSealed: string;
}

/** A removed owner must not come back through their own invitation. */
const IS_GOOD = `
  i.closed_at is null and i.expires_at > app_now() and ${isMemberWithRole('i.invited_by_user_id', 'owner')}`;

const INSERT = `
  insert into invitations
    (organization_id, invited_by_user_id, email, email_key, role, token_hash, token_sealed, is_reviewer, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, app_now() + interval '${INVITATION_DAYS} days') returning id`;

const RENEW = `
  update invitations set invited_by_user_id = $3, token_hash = $4, token_sealed = $5, mailing = mailing + 1,
    mail_failure = null, expires_at = app_now() + interval '${INVITATION_DAYS} days'
  where id = $1 and organization_id = $2 and closed_at is null returning mailing`;

const FIND = `
  select i.id, i.organization_id as "organizationId", o.name as "organizationName", i.email, i.role,
    i.is_reviewer as "isReviewer", i.invited_by_user_id as "invitedByUserId"
  from invitations i join ${ORGANIZATIONS} o on o.id = i.organization_id where i.token_hash = $1 and ${IS_GOOD}`;

const LIST = `
  select i.id, i.email, i.role, i.is_reviewer as "isReviewer", i.expires_at as "expiresAt", i.mail_failure as "mailFailure",
    ${IS_GOOD} as "isGood"
  from invitations i where i.organization_id = $1 and i.closed_at is null order by i.id`;

const MAILED = `
  select i.email, a.email as "invitedBy", o.name as "organizationName", i.expires_at as until,
    i.token_hash as "tokenHash", i.token_sealed as "tokenSealed"
  from invitations i join ${USERS} u on u.id = i.invited_by_user_id join ${ACCOUNTS} a on a.id = u.account_id
    join ${ORGANIZATIONS} o on o.id = i.organization_id
  where i.id = $1 and i.organization_id = $2 and i.mailing = $3 and i.token_sealed is not null and ${IS_GOOD}`;

const CLOSE = `
  update invitations i set closed_at = app_now(), token_sealed = null where i.token_hash = $1 and ${IS_GOOD}
  returning id`;

const WITHDRAW = `
  update invitations set closed_at = app_now(), token_sealed = null
  where id = $1 and organization_id = $2 and closed_at is null`;

export interface NewInvitation {
  organizationId: number;
  invitedByUserId: number;
  email: string;
  emailKey: string;
  role: UserRole;
  isReviewer: boolean;
  tokenHash: Buffer;
  tokenSealed: string;
}

/** @returns its id */
export async function insertInvitation(tx: EntityManager, invitation: NewInvitation): Promise<number> {
  const { organizationId, invitedByUserId, email, emailKey, role, isReviewer, tokenHash, tokenSealed } =
    invitation;
  const values = [organizationId, invitedByUserId, email, emailKey, role, tokenHash, tokenSealed, isReviewer];
  const [row] = await tx.query<{ id: number }[]>(INSERT, values);
  return row!.id;
}

export interface RenewedInvitation {
  id: number;
  organizationId: number;
  invitedByUserId: number;
  tokenHash: Buffer;
  tokenSealed: string;
}

/** Gives an invitation a new link; the previous one stops working. @returns the number of its mail, or null if it is closed */
export async function renewInvitation(tx: EntityManager, renewed: RenewedInvitation): Promise<number | null> {
  const { id, organizationId, invitedByUserId, tokenHash, tokenSealed } = renewed;
  const values = [id, organizationId, invitedByUserId, tokenHash, tokenSealed];
  const [rows] = await tx.query<[{ mailing: number }[], number]>(RENEW, values);
  return rows[0]?.mailing ?? null;
}

/** Null for a link that is unknown or no longer works. */
export async function findInvitation(manager: EntityManager, tokenHash: Buffer): Promise<Invitation | null> {
  const [found] = await manager.query<Invitation[]>(FIND, [tokenHash]);
  return found ?? null;
}

/** Open invitations, oldest first. */
export function listInvitations(manager: EntityManager, organizationId: number): Promise<ListedInvitation[]> {
  return manager.query<ListedInvitation[]>(LIST, [organizationId]);
}

/** The address of an open invitation; null if the organization has none with this id. */
export async function invitedAddress(
  manager: EntityManager,
  organizationId: number,
  id: number,
): Promise<string | null> {
  const [found] = await manager.query<{ emailKey: string }[]>(
    'select email_key as "emailKey" from invitations where organization_id = $1 and id = $2 and closed_at is null',
    [organizationId, id],
  );
  return found?.emailKey ?? null;
}

/** Uses a link up. Of several concurrent callers, one gets the invitation's id and the others null. */
export async function closeInvitation(tx: EntityManager, tokenHash: Buffer): Promise<number | null> {
  const [rows] = await tx.query<[{ id: number }[], number]>(CLOSE, [tokenHash]);
  return rows[0]?.id ?? null;
}

export async function recordAcceptance(tx: EntityManager, id: number, userId: number): Promise<void> {
  await tx.query('update invitations set accepted_by_user_id = $2 where id = $1', [id, userId]);
}

/** @returns whether the organization had such an open invitation */
export async function withdrawInvitation(
  tx: EntityManager,
  organizationId: number,
  id: number,
): Promise<boolean> {
  const [, withdrawn] = await tx.query<[unknown, number]>(WITHDRAW, [id, organizationId]);
  return withdrawn > 0;
}

/** One mail of an invitation: resending sends another. */
export type InvitationMailIds = { invitationId: number; mailing: number };

/** Null if the mail is no longer needed. */
export async function findMailedInvitation(
  manager: EntityManager,
  organizationId: number,
  { invitationId, mailing }: InvitationMailIds,
): Promise<MailedInvitation | null> {
  const [found] = await manager.query<MailedInvitation[]>(MAILED, [invitationId, organizationId, mailing]);
  return found ?? null;
}

/** Deletes the stored link once the mail was sent or given up. @param failure - why it was not sent */
export async function recordInvitationMail(
  tx: EntityManager,
  { invitationId, mailing }: InvitationMailIds,
  failure: string | null,
): Promise<void> {
  await tx.query(
    'update invitations set token_sealed = null, mail_failure = $3 where id = $1 and mailing = $2',
    [invitationId, mailing, failure],
  );
}
