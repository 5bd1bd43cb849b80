import { type EntityManager } from 'typeorm';
import { type RunQuery } from '../platform/database/run-query.js';
import { Organization } from './organization.entity.js';

/** The name that mails, pages and certificates show. @throws EntityNotFoundError */
export async function organizationName(manager: EntityManager, organizationId: number): Promise<string> {
  const { name } = await manager.findOneByOrFail(Organization, { id: organizationId });
  return name;
}

/** The name as an SQL expression, for statements of other rooms. @param id - an SQL expression */
export const nameOfOrganization = (id: string) => `(select name from organizations where id = ${id})`;

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
