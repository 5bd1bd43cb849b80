import { type EntityManager } from 'typeorm';
import { USERS } from '../organizations/account.queries.js';
import { ORGANIZATIONS } from '../organizations/organization.queries.js';

/** A person signed in by an issuer, by the issuer's own unique name for them. */
export interface IssuedIdentity {
  organizationId: number;
  issuer: string;
  subject: string;
}

/** A member identified by an identity. */
export interface IdentifiedMember {
  identityId: number;
  id: number;
  organizationId: number;
}

/** A single sign-on that a member can use or uses. */
export interface ListedSignOn {
  organizationId: number;
  organizationName: string;
  label: string;
  isConnected: boolean;
  lastUsedAt: Date | null;
}

/** Inserts nothing if the issuer has since been replaced. */
const INSERT = `
  insert into sign_on_identities (organization_id, user_id, issuer, subject)
  select u.organization_id, u.id, s.issuer, $4 from ${USERS} u join sign_ons s on s.organization_id = u.organization_id
  where u.organization_id = $1 and u.id = $2 and u.removed_at is null and s.issuer = $3
  on conflict do nothing returning id`;

const USE = `
  update sign_on_identities i set last_used_at = app_now() from ${USERS} u, sign_ons s
  where i.organization_id = $1 and i.issuer = $2 and i.subject = $3 and u.id = i.user_id and u.removed_at is null
    and u.organization_id = i.organization_id and s.organization_id = i.organization_id and s.issuer = i.issuer
  returning i.id as "identityId", u.id, u.organization_id as "organizationId"`;

const LIST = `
  select s.organization_id as "organizationId", o.name as "organizationName", s.name as label,
    i.id is not null as "isConnected", i.last_used_at as "lastUsedAt"
  from ${USERS} u join sign_ons s on s.organization_id = u.organization_id
    join ${ORGANIZATIONS} o on o.id = u.organization_id left join sign_on_identities i on i.user_id = u.id
  where u.account_id = $1 and u.removed_at is null order by o.name, o.id`;

/** @returns its id; null if the identity already belongs to a member, the member has one, or the issuer was replaced */
export async function insertIdentity(
  tx: EntityManager,
  { organizationId, issuer, subject }: IssuedIdentity,
  userId: number,
): Promise<number | null> {
  const [row] = await tx.query<{ id: number }[]>(INSERT, [organizationId, userId, issuer, subject]);
  return row?.id ?? null;
}

/** The member that the identity belongs to; null if there is none, or no longer. */
export async function useIdentity(
  tx: EntityManager,
  { organizationId, issuer, subject }: IssuedIdentity,
): Promise<IdentifiedMember | null> {
  const [rows] = await tx.query<[IdentifiedMember[], number]>(USE, [organizationId, issuer, subject]);
  return rows[0] ?? null;
}

/** The single sign-ons of an account's organizations. */
export function listSignOns(manager: EntityManager, accountId: number): Promise<ListedSignOn[]> {
  return manager.query<ListedSignOn[]>(LIST, [accountId]);
}

/** How many members use the organization's single sign-on. */
export async function countIdentities(manager: EntityManager, organizationId: number): Promise<number> {
  const [row] = await manager.query<{ count: number }[]>(
    'select count(*)::int as count from sign_on_identities where organization_id = $1',
    [organizationId],
  );
  return row!.count;
}

/** The users of the organization who have connected an identity. */
export async function findConnectedUsers(
  manager: EntityManager,
  organizationId: number,
): Promise<ReadonlySet<number>> {
  const found = await manager.query<{ userId: number }[]>(
    'select user_id as "userId" from sign_on_identities where organization_id = $1',
    [organizationId],
  );
  return new Set(found.map(({ userId }) => userId));
}

/**
 * Also ends the sessions that came by it. @returns the user it belonged to, if the account had one in the
 * organization
 */
export async function deleteIdentity(
  tx: EntityManager,
  { organizationId, accountId }: { organizationId: number; accountId: number },
): Promise<number | null> {
  const [rows] = await tx.query<[{ userId: number }[], number]>(
    `delete from sign_on_identities i using ${USERS} u
     where u.id = i.user_id and i.organization_id = $1 and u.account_id = $2 returning u.id as "userId"`,
    [organizationId, accountId],
  );
  return rows[0]?.userId ?? null;
}

/** Deletes the identities of a replaced issuer. */
export async function deleteIdentities(tx: EntityManager, organizationId: number): Promise<void> {
  await tx.query('delete from sign_on_identities where organization_id = $1', [organizationId]);
}
