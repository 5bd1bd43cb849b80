import { type EntityManager } from 'typeorm';
import { type UserRole } from '../organizations/user.entity.js';

interface InvitedPerson {
  organizationId: number;
  /** In the form used for comparison (`emailKey`). */
  email: string;
}

/** An invitation, as disclosed to the person invited. */
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

/** All invitations of an organization to a person, including accepted, withdrawn and expired ones. */
export function findInvitationsTo(
  manager: EntityManager,
  { organizationId, email }: InvitedPerson,
): Promise<KeptInvitation[]> {
  return manager.query<KeptInvitation[]>(INVITATIONS, [organizationId, email]);
}

/** The link of an open invitation stops working. */
export async function deleteInvitationsTo(
  manager: EntityManager,
  { organizationId, email }: InvitedPerson,
): Promise<void> {
  const statement = 'delete from invitations where organization_id = $1 and email_key = $2';
  await manager.query(statement, [organizationId, email]);
}

/** A stored dashboard session. */
interface KeptSession {
  address: string;
  userAgent: string;
  createdAt: Date;
  lastUsedAt: Date;
}

const SESSIONS = `
  select address, user_agent as "userAgent", created_at as "createdAt", last_used_at as "lastUsedAt"
  from dashboard_sessions where user_id = any($1) order by id`;

/** The dashboard sessions of these users. */
export function findSessionsOf(manager: EntityManager, userIds: readonly number[]): Promise<KeptSession[]> {
  return manager.query<KeptSession[]>(SESSIONS, [userIds]);
}
