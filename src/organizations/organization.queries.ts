import { type EntityManager } from 'typeorm';
import { type RunQuery } from '../platform/database/run-query.js';
import { Organization } from './organization.entity.js';

/**
 * The columns of organizations that other rooms can query: `from ${ORGANIZATIONS} o`. PostgreSQL plans it like the
 * table.
 */
export const ORGANIZATIONS = `(select id, name, accent_color, contact_line, contact_email, default_locale, time_zone, review_four_eyes, is_test
    from organizations)`;

/** @throws EntityNotFoundError */
export function getOrganization(manager: EntityManager, organizationId: number): Promise<Organization> {
  return manager.findOneByOrFail(Organization, { id: organizationId });
}

export function organizationExists(manager: EntityManager, organizationId: number): Promise<boolean> {
  return manager.existsBy(Organization, { id: organizationId });
}

/** The name shown in mails, pages and certificates. @throws EntityNotFoundError */
export async function organizationName(manager: EntityManager, organizationId: number): Promise<string> {
  return (await getOrganization(manager, organizationId)).name;
}

/** The name as an SQL expression, for statements of other rooms. @param id - an SQL expression */
export const nameOfOrganization = (id: string) => `(select name from organizations where id = ${id})`;

/** Whether two reviewers must agree, as an SQL expression. @param id - an SQL expression */
export const hasFourEyes = (id: string) => `(select review_four_eyes from organizations where id = ${id})`;

/** The ids of all organizations. */
export async function organizationIds(manager: EntityManager): Promise<number[]> {
  const rows = await manager.query<{ id: number }[]>('select id from organizations order by id');
  return rows.map(({ id }) => id);
}

/** The names of several organizations, by id. */
export async function organizationNames(
  query: RunQuery,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await query<{ id: number | string; name: string }>(
    'select id, name from organizations where id = any($1::bigint[])',
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ id, name }) => [Number(id), name]));
}

/** Whether one of several organizations is for tests. */
export async function areAnyForTests(query: RunQuery, ids: readonly number[]): Promise<boolean> {
  const [row] = await query<{ any: boolean }>(
    'select exists (select from organizations where id = any($1::bigint[]) and is_test) as any',
    [ids],
  );
  return row!.any;
}

/** Locks the organization's row until the transaction ends. @throws EntityNotFoundError */
export function lockOrganization(tx: EntityManager, organizationId: number): Promise<Organization> {
  return tx.findOneOrFail(Organization, {
    where: { id: organizationId },
    lock: { mode: 'pessimistic_write' },
  });
}

/**
 * Serializes transactions of an organization. Unlike `lockOrganization`, it lets rows that merely refer to the
 * organization be added meanwhile.
 * @throws Error for an unknown organization
 */
export async function lockOrganizationNoKey(tx: EntityManager, organizationId: number): Promise<void> {
  const statement = 'select from organizations where id = $1 for no key update';
  const locked = await tx.query<unknown[]>(statement, [organizationId]);
  if (locked.length === 0) throw new Error(`there is no organization ${organizationId}`);
}

/** The end of the hour in which mails about reviews wait; null if there is none. Locks it until the transaction ends. */
export async function lockReviewHour(tx: EntityManager, organizationId: number): Promise<Date | null> {
  const [row] = await tx.query<{ endsAt: Date | null }[]>(
    `select case when review_hour_ends_at > app_now() then review_hour_ends_at end as "endsAt"
     from organizations where id = $1 for no key update`,
    [organizationId],
  );
  return row!.endsAt;
}

/** Begins such an hour. @returns its end */
export async function beginReviewHour(tx: EntityManager, organizationId: number): Promise<Date> {
  const [[row]] = await tx.query<[[{ endsAt: Date }], number]>(
    `update organizations set review_hour_ends_at = app_now() + interval '1 hour' where id = $1
     returning review_hour_ends_at as "endsAt"`,
    [organizationId],
  );
  return row.endsAt;
}

/** Locks the organization, and ends the hour that ends at this time, unless another has begun. */
export async function endReviewHour(
  tx: EntityManager,
  organizationId: number,
  endsAt: string,
): Promise<void> {
  await lockOrganizationNoKey(tx, organizationId);
  await tx.query(
    'update organizations set review_hour_ends_at = null where id = $1 and review_hour_ends_at = $2',
    [organizationId, endsAt],
  );
}

/** @param days - at most `RETENTION_DAYS`, checked by the caller */
export async function setRetentionDays(
  tx: EntityManager,
  organizationId: number,
  days: number,
): Promise<void> {
  await tx.update(Organization, { id: organizationId }, { retentionDays: days });
}

/** How long an organization keeps requests, in days; null until they are erased by hand. */
export type RequestRetention = Pick<Organization, 'documentRetentionDays' | 'draftRetentionDays'>;

/** @param retention - checked by the caller */
export async function setRequestRetention(
  tx: EntityManager,
  organizationId: number,
  { documentRetentionDays, draftRetentionDays }: RequestRetention,
): Promise<void> {
  await tx.update(Organization, { id: organizationId }, { documentRetentionDays, draftRetentionDays });
}

const CLAIM_RETENTION = `
  update organizations o set retention_looked_at = app_now()
  from (select id from organizations
    where (document_retention_days is not null or draft_retention_days is not null)
      and (retention_looked_at is null or retention_looked_at <= app_now() - interval '1 day')
    for no key update skip locked) due
  where o.id = due.id
  returning o.id, o.document_retention_days as "documentRetentionDays", o.draft_retention_days as "draftRetentionDays"`;

/** Returns the organizations with a limit on how long they keep requests, each once a day. */
export async function claimDailyRetention(tx: EntityManager): Promise<(RequestRetention & { id: number })[]> {
  const [rows] = await tx.query<[(RequestRetention & { id: number })[], number]>(CLAIM_RETENTION);
  return rows;
}

/** The brand on an organization's pages and mails, except the logo. */
export type OrganizationBrand = Pick<
  Organization,
  'name' | 'accentColor' | 'contactLine' | 'contactEmail' | 'defaultLocale' | 'timeZone'
>;

/** @param brand - checked by the caller */
export async function setBrand(
  tx: EntityManager,
  organizationId: number,
  { name, accentColor, contactLine, contactEmail, defaultLocale, timeZone }: OrganizationBrand,
): Promise<void> {
  const brand = { name, accentColor, contactLine, contactEmail, defaultLocale, timeZone };
  await tx.update(Organization, { id: organizationId }, brand);
}

/** The organization for tests of another; null if it has none. */
export function findTestOf(manager: EntityManager, organizationId: number): Promise<Organization | null> {
  return manager.findOneBy(Organization, { testOf: organizationId });
}
