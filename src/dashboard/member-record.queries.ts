import { type EntityManager } from 'typeorm';
import { type UserRole } from '../organizations/user.entity.js';

interface InvitedPerson {
  organizationId: number;
  /** As it is compared (`emailKey`). */
  email: string;
}

/** An invitation as the person who got it may know it. */
interface KeptInvitation {
  id: number;
  email: string;
  role: UserRole;
  /** Why its mail was not sent, in the mail server's words. */
  mailFailure: string | null;
  createdAt: Date;
  expiresAt: Date;
  /** When it was accepted or withdrawn. */
  closedAt: Date | null;
  isAccepted: boolean;
}

const INVITATIONS = `
  select id, email, role, mail_failure as "mailFailure", created_at as "createdAt", expires_at as "expiresAt",
    closed_at as "closedAt", accepted_by_user_id is not null as "isAccepted"
  from invitations where organization_id = $1 and email_key = $2 order by id`;

/** All invitations of an organization to a person, also those that were accepted, withdrawn or have expired. */
export function findInvitationsTo(
  manager: EntityManager,
  { organizationId, email }: InvitedPerson,
): Promise<KeptInvitation[]> {
  return manager.query<KeptInvitation[]>(INVITATIONS, [organizationId, email]);
}

/** The link of one that is still open stops working. */
export async function deleteInvitationsTo(
  manager: EntityManager,
  { organizationId, email }: InvitedPerson,
): Promise<void> {
  const statement = 'delete from invitations where organization_id = $1 and email_key = $2';
  await manager.query(statement, [organizationId, email]);
}

/** A session of the dashboard, as long as it is stored. */
interface KeptSession {
  address: string;
  userAgent: string;
  createdAt: Date;
  lastUsedAt: Date;
}

const SESSIONS = `
  select address, user_agent as "userAgent", created_at as "createdAt", last_used_at as "lastUsedAt"
  from dashboard_sessions where user_id = any($1) order by id`;

/** Sessions in which these users look at their organization. */
export function findSessionsOf(manager: EntityManager, userIds: readonly number[]): Promise<KeptSession[]> {
  return manager.query<KeptSession[]>(SESSIONS, [userIds]);
}
