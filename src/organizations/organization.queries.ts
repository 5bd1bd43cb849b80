import { type EntityManager } from 'typeorm';
import { Organization } from './organization.entity.js';

/** The name that mails, pages and certificates show. @throws EntityNotFoundError */
export async function organizationName(manager: EntityManager, organizationId: number): Promise<string> {
  const { name } = await manager.findOneByOrFail(Organization, { id: organizationId });
  return name;
}

/** Makes transactions that need the organization one at a time wait for each other. @throws EntityNotFoundError */
export function lockOrganization(tx: EntityManager, organizationId: number): Promise<Organization> {
  return tx.findOneOrFail(Organization, {
    where: { id: organizationId },
    lock: { mode: 'pessimistic_write' },
  });
}
