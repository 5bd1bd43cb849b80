import { type EntityManager, In, IsNull } from 'typeorm';
import { emailKey } from '../common/validation/email.decorator.js';
import { Account } from './account.entity.js';
import { type Organization } from './organization.entity.js';
import { User, type UserRole } from './user.entity.js';

/** A user of an organization, with the address of the account. */
export interface Member {
  id: number;
  organizationId: number;
  accountId: number;
  role: UserRole;
  email: string;
}

/** A member in an organization of several. */
export interface Membership extends Member {
  organizationName: string;
}

/**
 * What statements of other rooms may read of users and accounts: `from ${USERS} u join ${ACCOUNTS} a on …`. PostgreSQL
 * plans them as it plans the tables.
 */
export const USERS = '(select id, organization_id, account_id, role, removed_at from users)';
export const ACCOUNTS = '(select id, email, email_key, passkey_handle from accounts)';

const MEMBERS = `
  select u.id, u.organization_id as "organizationId", u.account_id as "accountId", u.role, a.email
  from users u join accounts a on a.id = u.account_id
  where u.organization_id = $1 and u.removed_at is null`;

const MEMBERSHIPS = `
  select u.id, u.organization_id as "organizationId", u.account_id as "accountId", u.role, a.email,
    o.name as "organizationName"
  from users u join accounts a on a.id = u.account_id join organizations o on o.id = u.organization_id
  where u.account_id = $1 and u.removed_at is null order by o.name, o.id`;

/** The members with one of these roles, in the order in which they were added. */
export function findMembers(
  manager: EntityManager,
  organizationId: number,
  roles: readonly UserRole[],
): Promise<Member[]> {
  return manager.query<Member[]>(`${MEMBERS} and u.role = any($2) order by u.id`, [organizationId, roles]);
}

/** What keeps an organization from deciding reviews at the dashboard: it has no reviewer, or one where two must agree. */
export type ReviewerShortage = 'noReviewer' | 'oneReviewer';

export async function findReviewerShortage(
  manager: EntityManager,
  { id, reviewFourEyes }: Pick<Organization, 'id' | 'reviewFourEyes'>,
): Promise<ReviewerShortage | null> {
  const reviewers = await findMembers(manager, id, ['reviewer']);
  if (reviewers.length === 0) return 'noReviewer';
  return reviewFourEyes && reviewers.length === 1 ? 'oneReviewer' : null;
}

/** A user of an organization, also one who was removed. */
export interface Somebody {
  id: number;
  email: string;
  isRemoved: boolean;
}

const EVERYBODY = `
  select u.id, a.email, u.removed_at is not null as "isRemoved"
  from users u join accounts a on a.id = u.account_id
  where u.organization_id = $1 order by a.email_key`;

/** All who are or have been members, in the order of their addresses. */
export function findEverybody(manager: EntityManager, organizationId: number): Promise<Somebody[]> {
  return manager.query<Somebody[]>(EVERYBODY, [organizationId]);
}

/** Users of an organization, also those who were removed, in the order in which they were added. */
export function findUsers(
  manager: EntityManager,
  organizationId: number,
  userIds: readonly number[],
): Promise<User[]> {
  return manager.find(User, { where: { organizationId, id: In([...userIds]) }, order: { id: 'ASC' } });
}

/** Null if there is no such user in the organization, or no longer one. */
export async function findMember(
  manager: EntityManager,
  organizationId: number,
  userId: number,
): Promise<Member | null> {
  const [member] = await manager.query<Member[]>(`${MEMBERS} and u.id = $2`, [organizationId, userId]);
  return member ?? null;
}

/** The address of a user, also of one who was removed. @throws Error if the organization never had such a user */
export async function addressOf(
  manager: EntityManager,
  organizationId: number,
  userId: number,
): Promise<string> {
  const statement = `select ${emailOfUser('$1', '$2')} as email`;
  const [found] = await manager.query<{ email: string | null }[]>(statement, [organizationId, userId]);
  if (!found?.email) throw new Error(`organization ${organizationId} has no user ${userId}`);
  return found.email;
}

/** Where a user's address is told what becomes of the user's work: once the user was removed, the first owner's. */
export async function addressFor(
  manager: EntityManager,
  organizationId: number,
  userId: number,
): Promise<string> {
  const member = await findMember(manager, organizationId, userId);
  if (member) return member.email;
  const [owner] = await findMembers(manager, organizationId, ['owner']);
  return owner!.email;
}

/** The organizations of an account, in the order of their names. */
export function findMemberships(manager: EntityManager, accountId: number): Promise<Membership[]> {
  return manager.query<Membership[]>(MEMBERSHIPS, [accountId]);
}

/** The address of a user as an SQL expression, for statements of other rooms. @param id - an SQL expression, as is the other */
export const emailOfUser = (organizationId: string, id: string) =>
  `(select a.email from users u join accounts a on a.id = u.account_id
    where u.organization_id = ${organizationId} and u.id = ${id})`;

/** Whether a user is a member with this role, as an SQL expression. @param id - an SQL expression */
export const isMemberWithRole = (id: string, role: UserRole) =>
  `exists (select 1 from users u where u.id = ${id} and u.removed_at is null and u.role = '${role}')`;

/** @throws EntityNotFoundError */
export function getAccount(manager: EntityManager, id: number): Promise<Account> {
  return manager.findOneByOrFail(Account, { id });
}

const INSERT_ACCOUNT = `
  insert into accounts (email, email_key, password_hash) values ($1, $2, $3)
  on conflict (email_key) do nothing returning id`;

/** @returns its id; null if the address has an account */
export async function insertAccount(
  tx: EntityManager,
  email: string,
  passwordHash: string | null,
): Promise<number | null> {
  const values = [email, emailKey(email), passwordHash];
  const [made] = await tx.query<{ id: number }[]>(INSERT_ACCOUNT, values);
  return made?.id ?? null;
}

/** @param passwordHash - of `hashPassword` */
export async function setPasswordHash(
  tx: EntityManager,
  accountId: number,
  passwordHash: string,
): Promise<void> {
  await tx.update(Account, { id: accountId }, { passwordHash });
}

export function findAccount(manager: EntityManager, email: string): Promise<Account | null> {
  return manager.findOneBy(Account, { emailKey: emailKey(email) });
}

/** The account's user in the organization; null if there is none, or no longer one. */
export function findUserOf(
  manager: EntityManager,
  { organizationId, accountId }: Pick<User, 'organizationId' | 'accountId'>,
): Promise<User | null> {
  return manager.findOneBy(User, { organizationId, accountId, removedAt: IsNull() });
}
