import { type EntityManager } from 'typeorm';
import { type SealedColumn } from './sealed-column.js';

/** A value encrypted with an older key. */
export interface OldValue {
  /** Where its row is, while the row is locked. */
  place: string;
  sealed: Buffer;
  /** Values of the columns that determine the context. */
  values: unknown[];
}

const bytesOf = ({ column, isText }: SealedColumn) => (isText ? `decode(${column}, 'base64')` : column);

const isOld = (each: SealedColumn) =>
  `${each.column} is not null and substring(${bytesOf(each)} from 1 for length($1::bytea)) <> $1::bytea`;

/** The next values after a place that were not encrypted with the current key, by their head. Locks their rows. */
export async function lockOldValues(
  tx: EntityManager,
  column: SealedColumn,
  { head, after, limit }: { head: Buffer; after: string; limit: number },
): Promise<OldValue[]> {
  const rows = await tx.query<Record<string, unknown>[]>(
    `select ctid::text as place, ${bytesOf(column)} as sealed, ${column.of.map((name, index) => `${name} as v${index}`).join(', ') || 'null as none'}
     from ${column.table} where ${isOld(column)} and ctid > $2::tid order by ctid limit $3 for update`,
    [head, after, limit],
  );
  return rows.map((row) => ({
    place: row.place as string,
    sealed: row.sealed as Buffer,
    values: column.of.map((_name, index) => row[`v${index}`]),
  }));
}

/** Replaces a value whose row is locked. */
export async function replaceValue(
  tx: EntityManager,
  { table, column, isText }: SealedColumn,
  place: string,
  sealed: Buffer,
): Promise<void> {
  const value = isText ? sealed.toString('base64') : sealed;
  await tx.query(`update ${table} set ${column} = $2 where ctid = $1::tid`, [place, value]);
}

/** The number of values in a column that are encrypted with an older key. */
export async function countOldValues(
  manager: EntityManager,
  column: SealedColumn,
  head: Buffer,
): Promise<number> {
  const [row] = await manager.query<{ count: number }[]>(
    `select count(*)::int as count from ${column.table} where ${isOld(column)}`,
    [head],
  );
  return row!.count;
}
