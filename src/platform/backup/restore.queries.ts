import { type RunQuery } from '../database/run-query.js';
import {
  findForeignKeys,
  findPartitions,
  findRestoreHooks,
  findTables,
  findTablesAndParents,
  findTablesWithTriggers,
  type ForeignKey,
  PLAIN_VALUES,
  quoted,
  setSequence,
} from './catalog.queries.js';
import { type Manifest, type Partition } from './manifest.js';

/** A bound as PostgreSQL writes it, and an option of a table: nothing that could end a statement. */
const BOUND = /^(?:DEFAULT|FOR VALUES (?:FROM|IN|WITH) \([^;]*\)(?: TO \([^;]*\))?)$/;
const OPTION = /^\w+(?:\.\w+)?=[\w.-]+$/;
const DIVISION = /^(?:RANGE|LIST|HASH) \([^;]*\)$/;

/** What is taken away from the schema while rows arrive in any order. */
interface Taken {
  foreignKeys: ForeignKey[];
  triggers: string[];
}

export interface ReceivingSchema extends Taken {
  /** Tables of the backup that the schema has, with their numbers there. */
  tables: { index: number; table: Manifest['tables'][number] }[];
  /** Names of those that it does not have. */
  unknown: string[];
}

/**
 * Makes an empty schema ready to receive rows: adds the partitions that the service had made, empties tables that
 * migrations fill, and takes foreign keys and triggers away. Needs no superuser.
 */
export async function openSchema(query: RunQuery, manifest: Manifest): Promise<ReceivingSchema> {
  await query(`${PLAIN_VALUES}; set local lock_timeout = 0`, []);
  const foreignKeys = await findForeignKeys(query);
  for (const { table, name } of foreignKeys)
    await query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`, []);
  await matchPartitions(query, manifest.partitions);
  const known = new Set((await findTables(query)).map(({ name }) => name));
  const all = manifest.tables.map((table, index) => ({ index, table }));
  const triggers = await findTablesWithTriggers(query);
  for (const table of triggers) await query(`alter table ${quoted(table)} disable trigger user`, []);
  await query(`truncate ${[...known].map(quoted).join(', ')}`, []);
  return {
    tables: all.filter(({ table }) => known.has(table.name)),
    unknown: all.filter(({ table }) => !known.has(table.name)).map(({ table }) => table.name),
    foreignKeys,
    triggers,
  };
}

/**
 * Puts back what `openSchema` took away, which checks every reference, sets the sequences, and calls the functions
 * `after_restore_…()` of the schema in the order of their names.
 */
export async function closeSchema(query: RunQuery, taken: Taken, manifest: Manifest): Promise<void> {
  for (const sequence of manifest.sequences) await setSequence(query, sequence);
  for (const { table, name, definition } of taken.foreignKeys)
    await query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`, []);
  for (const table of taken.triggers) await query(`alter table ${quoted(table)} enable trigger user`, []);
  for (const name of await findRestoreHooks(query)) await query(`select ${quoted(name)}()`, []);
}

/**
 * A migration makes partitions for the time at which it runs, which is not that of the backup. Partitions of tables that
 * the schema does not have are left out.
 */
async function matchPartitions(query: RunQuery, partitions: readonly Partition[]): Promise<void> {
  const made = (await findPartitions(query)).map(({ name }) => name);
  const wanted = new Set(partitions.map(({ name }) => name));
  for (const name of made.reverse())
    if (!wanted.has(name)) await query(`drop table if exists ${quoted(name)}`, []);
  const known = new Set(await findTablesAndParents(query));
  for (const partition of partitions) {
    if (!known.has(partition.parent) || known.has(partition.name)) continue;
    await query(partitionSql(partition), []);
    known.add(partition.name);
  }
}

function partitionSql({ name, parent, bound, key, options }: Partition): string {
  if (!BOUND.test(bound) || (key !== null && !DIVISION.test(key)))
    throw new Error(`the partition ${name} has a bound that is none: ${bound}`);
  const settings = options.filter((option) => OPTION.test(option));
  const division = key === null ? '' : ` partition by ${key}`;
  const storage = settings.length > 0 ? ` with (${settings.join(', ')})` : '';
  return `create table ${quoted(name)} partition of ${quoted(parent)} ${bound}${division}${storage}`;
}

const SCHEMA_LOCK = 'select pg_try_advisory_lock($1) as "isMine"';

/** Keeps every other process from migrating or restoring. @returns false if one does just now */
export async function lockSchema(query: RunQuery, lock: number): Promise<boolean> {
  const [row] = await query<{ isMine: boolean }>(SCHEMA_LOCK, [lock]);
  return row!.isMine;
}

export const unlockSchema = (query: RunQuery, lock: number) => query('select pg_advisory_unlock($1)', [lock]);

/** Without statistics the first queries are planned for empty tables. */
export async function gatherStatistics(query: RunQuery): Promise<void> {
  const tables = await findTables(query);
  await query(`analyze ${tables.map(({ name }) => quoted(name)).join(', ')}`, []);
}
