import { type EntityManager } from 'typeorm';
import { type RunQuery } from '../platform/database/run-query.js';
import { Organization } from './organization.entity.js';

/**
 * What statements of other rooms may read of organizations: `from ${ORGANIZATIONS} o`. PostgreSQL plans it as it plans
 * the table.
 */
export const ORGANIZATIONS =
  '(select id, name, accent_color, contact_line, default_locale, review_four_eyes from organizations)';

/** @throws EntityNotFoundError */
export function getOrganization(manager: EntityManager, organizationId: number): Promise<Organization> {
  return manager.findOneByOrFail(Organization, { id: organizationId });
}

export function organizationExists(manager: EntityManager, organizationId: number): Promise<boolean> {
  return manager.existsBy(Organization, { id: organizationId });
}

/** The name that mails, pages and certificates show. @throws EntityNotFoundError */
export async function organizationName(manager: EntityManager, organizationId: number): Promise<string> {
  return (await getOrganization(manager, organizationId)).name;
}

/** The name as an SQL expression, for statements of other rooms. @param id - an SQL expression */
export const nameOfOrganization = (id: string) => `(select name from organizations where id = ${id})`;

/** Whether two reviewers must decide the same, as an SQL expression. @param id - an SQL expression */
export const hasFourEyes = (id: string) => `(select review_four_eyes from organizations where id = ${id})`;

/** The ids of all organizations. */
export async function organizationIds(manager: EntityManager): Promise<number[]> {
  const rows = await manager.query<{ id: number }[]>('select id from organizations order by id');
  return rows.map(({ id }) => id);
}

/** The names of several organizations, by their ids. */
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

/** Locks the organization's row until the transaction ends. @throws EntityNotFoundError */
export function lockOrganization(tx: EntityManager, organizationId: number): Promise<Organization> {
  return tx.findOneOrFail(Organization, {
    where: { id: organizationId },
    lock: { mode: 'pessimistic_write' },
  });
}

/**
 * Lets transactions of an organization go one after another. Unlike with `lockOrganization`, rows that only refer to the
 * organization can be added meanwhile.
 * @throws Error for an unknown organization
 */
export async function lockOrganizationNoKey(tx: EntityManager, organizationId: number): Promise<void> {
  const statement = 'select from organizations where id = $1 for no key update';
  const locked = await tx.query<unknown[]>(statement, [organizationId]);
  if (locked.length === 0) throw new Error(`there is no organization ${organizationId}`);
}

/** @param days - at most `RETENTION_DAYS`, checked by the caller */
export async function setRetentionDays(
  tx: EntityManager,
  organizationId: number,
  days: number,
): Promise<void> {
  await tx.update(Organization, { id: organizationId }, { retentionDays: days });
}

/** How long an organization keeps requests, in days; null for as long as nobody erases them. */
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

/** The organizations that limit how long they keep requests, each once a day. */
export async function claimDailyRetention(tx: EntityManager): Promise<(RequestRetention & { id: number })[]> {
  const [rows] = await tx.query<[(RequestRetention & { id: number })[], number]>(CLAIM_RETENTION);
  return rows;
}

/** What an organization's pages and mails show, but for the logo. */
export type OrganizationBrand = Pick<Organization, 'name' | 'accentColor' | 'contactLine' | 'defaultLocale'>;

/** @param brand - checked by the caller */
export async function setBrand(
  tx: EntityManager,
  organizationId: number,
  { name, accentColor, contactLine, defaultLocale }: OrganizationBrand,
): Promise<void> {
  await tx.update(Organization, { id: organizationId }, { name, accentColor, contactLine, defaultLocale });
}
