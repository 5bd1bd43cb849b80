import { type EntityManager, type InsertQueryBuilder } from 'typeorm';
import { IdentityVerification } from './identity-verification.entity.js';

type NewRow = Exclude<Parameters<InsertQueryBuilder<IdentityVerification>['values']>[0], unknown[]>;

/** Stores a verification. @param minutes - how long its link works @returns its id */
export async function insertVerification(tx: EntityManager, row: NewRow, minutes: number): Promise<number> {
  const expiresAt = () => 'app_now() + make_interval(mins => :minutes)';
  const insert = tx
    .createQueryBuilder()
    .insert()
    .into(IdentityVerification)
    .values({ ...row, expiresAt })
    .setParameters({ minutes });
  const { identifiers } = await insert.execute();
  return (identifiers[0] as { id: number }).id;
}
