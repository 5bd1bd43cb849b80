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
  /** Whether the member decides cases, as the role or in addition to it. */
  isReviewer: boolean;
  /** Whether the member may send in bulk, as an owner or as an admin with that right. */
  isBulkSender: boolean;
  email: string;
  /** Null until the person has written it. */
  name: string | null;
}

/** A membership in one of several organizations. */
export interface Membership extends Member {
  organizationName: string;
}

/**
 * The columns of users and accounts that other rooms can query: `from ${USERS} u join ${ACCOUNTS} a on …`. PostgreSQL
 * plans them like the tables.
 */
export const USERS =
  '(select id, organization_id, account_id, role, is_reviewer, sends_bulk, removed_at from users)';
export const ACCOUNTS =
  '(select id, email, email_key, name, locale, time_zone, passkey_handle from accounts)';

/** Whether the member `u` decides cases, as an SQL expression. */
export const REVIEWS_CASES = "(u.role = 'reviewer' or u.is_reviewer)";
/** Whether the member `u` may send in bulk, as an SQL expression. */
export const SENDS_BULK = "(u.role = 'owner' or (u.role = 'admin' and u.sends_bulk))";

const MEMBERS = `
  select u.id, u.organization_id as "organizationId", u.account_id as "accountId", u.role,
    ${REVIEWS_CASES} as "isReviewer", ${SENDS_BULK} as "isBulkSender", a.email, a.name
  from users u join accounts a on a.id = u.account_id
  where u.organization_id = $1 and u.removed_at is null`;

const MEMBERSHIPS = `
  select u.id, u.organization_id as "organizationId", u.account_id as "accountId", u.role,
    ${REVIEWS_CASES} as "isReviewer", ${SENDS_BULK} as "isBulkSender", a.email, a.name,
    o.name as "organizationName"
  from users u join accounts a on a.id = u.account_id join organizations o on o.id = u.organization_id
  where u.account_id = $1 and u.removed_at is null order by o.name, o.id`;

/** The members with one of these roles, in the order they were added. */
export function findMembers(
  manager: EntityManager,
  organizationId: number,
  roles: readonly UserRole[],
): Promise<Member[]> {
  return manager.query<Member[]>(`${MEMBERS} and u.role = any($2) order by u.id`, [organizationId, roles]);
}

/** The members who decide cases, in the order they were added. */
export function findReviewers(manager: EntityManager, organizationId: number): Promise<Member[]> {
  return manager.query<Member[]>(`${MEMBERS} and ${REVIEWS_CASES} order by u.id`, [organizationId]);
}

/**
 * What prevents an organization from deciding reviews on the dashboard: it has no reviewer, or only one where two
 * must agree.
 */
export type ReviewerShortage = 'noReviewer' | 'oneReviewer';

export async function findReviewerShortage(
  manager: EntityManager,
  { id, reviewFourEyes }: Pick<Organization, 'id' | 'reviewFourEyes'>,
): Promise<ReviewerShortage | null> {
  const reviewers = await findReviewers(manager, id);
  if (reviewers.length === 0) return 'noReviewer';
  return reviewFourEyes && reviewers.length === 1 ? 'oneReviewer' : null;
}

/** Whether enough members can decide cases at the dashboard. */
export async function hasReviewers(manager: EntityManager, organizationId: number): Promise<boolean> {
  const four = `(select review_four_eyes from organizations where id = $1)`;
  const [row] = await manager.query<{ has: boolean }[]>(
    `select count(*) >= case when ${four} then 2 else 1 end as has
     from users u where u.organization_id = $1 and u.removed_at is null and ${REVIEWS_CASES}`,
    [organizationId],
  );
  return row!.has;
}

/** A current or removed user of an organization. */
export interface Somebody {
  id: number;
  email: string;
  /** As the person entered it; null for none. */
  name: string | null;
  isRemoved: boolean;
}

const EVERYBODY = `
  select u.id, a.email, a.name, u.removed_at is not null as "isRemoved"
  from users u join accounts a on a.id = u.account_id
  where u.organization_id = $1 order by a.email_key`;

/** All current and former members, ordered by address. */
export function findEverybody(manager: EntityManager, organizationId: number): Promise<Somebody[]> {
  return manager.query<Somebody[]>(EVERYBODY, [organizationId]);
}

/** The names of all current and former members by id; the address of those without one. */
export async function memberNames(
  manager: EntityManager,
  organizationId: number,
): Promise<ReadonlyMap<number, string>> {
  const everybody = await findEverybody(manager, organizationId);
  return new Map(everybody.map(({ id, email, name }) => [id, name ?? email]));
}

/** Current and removed users of an organization, in the order they were added. */
export function findUsers(
  manager: EntityManager,
  organizationId: number,
  userIds: readonly number[],
): Promise<User[]> {
  return manager.find(User, { where: { organizationId, id: In([...userIds]) }, order: { id: 'ASC' } });
}

/** Null if the organization has no such user, or the user was removed. */
export async function findMember(
  manager: EntityManager,
  organizationId: number,
  userId: number,
): Promise<Member | null> {
  const [member] = await manager.query<Member[]>(`${MEMBERS} and u.id = $2`, [organizationId, userId]);
  return member ?? null;
}

/** The address of a current or removed user. @throws Error if the organization never had such a user */
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

/** The address to notify about a user's work: the user's own or, once removed, the first owner's. */
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

/** The organizations of an account, ordered by name. */
export function findMemberships(manager: EntityManager, accountId: number): Promise<Membership[]> {
  return manager.query<Membership[]>(MEMBERSHIPS, [accountId]);
}

/** The address of a user as an SQL expression, for statements of other rooms. Both parameters are SQL expressions. */
export const emailOfUser = (organizationId: string, id: string) =>
  `(select a.email from users u join accounts a on a.id = u.account_id
    where u.organization_id = ${organizationId} and u.id = ${id})`;

/** The same for the name, or the address of a user without one. */
export const nameOfUser = (organizationId: string, id: string) =>
  `(select coalesce(a.name, a.email) from users u join accounts a on a.id = u.account_id
    where u.organization_id = ${organizationId} and u.id = ${id})`;

/** Whether a user is a member with this role, as an SQL expression. @param id - an SQL expression */
export const isMemberWithRole = (id: string, role: UserRole) =>
  `exists (select 1 from users u where u.id = ${id} and u.removed_at is null and u.role = '${role}')`;

/** Whether a user is a member who decides cases, as an SQL expression. @param id - an SQL expression */
export const isReviewing = (id: string) =>
  `exists (select 1 from users u where u.id = ${id} and u.removed_at is null and ${REVIEWS_CASES})`;

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

/** How a person reads the dashboard; null for what the device says. */
type ReadingChoice = Pick<Account, 'locale' | 'timeZone'>;

/** @param choice - checked by the caller */
export async function setReadingChoice(
  manager: EntityManager,
  accountId: number,
  { locale, timeZone }: ReadingChoice,
): Promise<void> {
  await manager.update(Account, { id: accountId }, { locale, timeZone });
}

/** @param name - null for none */
export async function setAccountName(
  tx: EntityManager,
  accountId: number,
  name: string | null,
): Promise<void> {
  await tx.update(Account, { id: accountId }, { name });
}

export function findAccount(manager: EntityManager, email: string): Promise<Account | null> {
  return manager.findOneBy(Account, { emailKey: emailKey(email) });
}

/** The organization's user with this address; null if there is none, or the user was removed. */
export async function findUserByEmail(
  manager: EntityManager,
  organizationId: number,
  email: string,
): Promise<User | null> {
  const account = await findAccount(manager, email);
  return account && findUserOf(manager, { organizationId, accountId: account.id });
}

/** The account's user in the organization; null if there is none, or the user was removed. */
export function findUserOf(
  manager: EntityManager,
  { organizationId, accountId }: Pick<User, 'organizationId' | 'accountId'>,
): Promise<User | null> {
  return manager.findOneBy(User, { organizationId, accountId, removedAt: IsNull() });
}
