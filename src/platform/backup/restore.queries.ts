import { type RunQuery } from '../database/run-query.js';
import { BackupError } from './backup-error.js';
import {
  findDividedTables,
  findForeignKeys,
  findPartitions,
  findRestoreHooks,
  findSequences,
  findTables,
  findTablesWithTriggers,
  type ForeignKey,
  PLAIN_VALUES,
  quoted,
  setSequence,
} from './catalog.queries.js';
import { type BackedUpTable, type Manifest, type Partition } from './manifest.js';
import { partitionSql } from './partition-sql.js';

/** What is removed from the schema while rows arrive in any order. */
interface Taken {
  foreignKeys: ForeignKey[];
  triggers: string[];
}

/** A table of the schema with the columns present in the backup, in the backup's order. */
export interface ReceivingTable extends BackedUpTable {
  /** Its number in the backup, from 0. */
  index: number;
  /** The number of its rows in the backup. */
  rows: number;
}

export interface ReceivingSchema extends Taken {
  tables: ReceivingTable[];
  /** Names of tables that the schema lacks. */
  unknown: string[];
}

/**
 * Prepares an empty schema to receive rows: adds the partitions that the service had made, empties tables that
 * migrations fill, and removes foreign keys and triggers. Needs no superuser. Names in the backup are only looked up
 * among the schema's own, which are then used.
 * @throws BackupError if a table of the schema lacks a column of the backup, or a partition is invalid
 */
export async function openSchema(query: RunQuery, manifest: Manifest): Promise<ReceivingSchema> {
  await query(`${PLAIN_VALUES}; set local lock_timeout = 0`, []);
  const foreignKeys = await findForeignKeys(query);
  for (const { table, name } of foreignKeys)
    await query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`, []);
  await matchPartitions(query, manifest.partitions);
  const known = new Map((await findTables(query)).map((table) => [table.name, table]));
  const triggers = await findTablesWithTriggers(query);
  for (const table of triggers) await query(`alter table ${quoted(table)} disable trigger user`, []);
  await query(`truncate ${[...known.keys()].map(quoted).join(', ')}`, []);
  const tables = manifest.tables.flatMap(({ name, columns, rows }, index) => {
    const table = known.get(name);
    return table ? [{ name: table.name, columns: columnsOf(table, columns), index, rows }] : [];
  });
  const unknown = manifest.tables.map(({ name }) => name).filter((name) => !known.has(name));
  return { tables, unknown, foreignKeys, triggers };
}

function columnsOf(table: BackedUpTable, wanted: readonly string[]): string[] {
  return wanted.map((name) => {
    const column = table.columns.find((own) => own === name);
    if (column !== undefined) return column;
    throw new BackupError(
      `The backup has a column ${JSON.stringify(name)} of ${table.name}, which this version's table does not have.`,
    );
  });
}

/**
 * Restores what `openSchema` removed, which checks every reference, sets the sequences, and calls the schema's
 * functions `after_restore_…()` in order of their names.
 */
export async function closeSchema(query: RunQuery, taken: Taken, manifest: Manifest): Promise<void> {
  const sequences = new Map(manifest.sequences.map((sequence) => [sequence.name, sequence]));
  for (const name of await findSequences(query)) {
    const state = sequences.get(name);
    if (state) await setSequence(query, { ...state, name });
  }
  for (const { table, name, definition } of taken.foreignKeys)
    await query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`, []);
  for (const table of taken.triggers) await query(`alter table ${quoted(table)} enable trigger user`, []);
  for (const name of await findRestoreHooks(query)) await query(`select ${quoted(name)}()`, []);
}

/**
 * A migration creates partitions for the time at which it runs, not the time of the backup. Partitions of tables that
 * the schema lacks are skipped.
 */
async function matchPartitions(query: RunQuery, partitions: readonly Partition[]): Promise<void> {
  const made = await findPartitions(query);
  const kept = keptAmong(made, partitions);
  for (const { name } of made.toReversed())
    if (!kept.has(name)) await query(`drop table if exists ${quoted(name)}`, []);
  const divided = new Map((await findDividedTables(query)).map((table) => [table.name, table]));
  for (const partition of partitions) {
    const { name, key } = partition;
    const parent = divided.get(partition.parent);
    if (!parent || kept.has(name)) continue;
    await query(partitionSql(partition, parent), []);
    if (key !== null) divided.set(name, { name, columns: parent.columns });
  }
}

/** Names of the partitions that are the same in a backup, along with all of their parents. */
function keptAmong(made: readonly Partition[], partitions: readonly Partition[]): Set<string> {
  const wanted = new Map(partitions.map((partition) => [partition.name, partition]));
  const parts = new Set(made.map(({ name }) => name));
  const kept = new Set<string>();
  for (const { name, parent, bound, key } of made) {
    const same = wanted.get(name);
    const isSame = same?.parent === parent && same.bound === bound && same.key === key;
    if (isSame && (kept.has(parent) || !parts.has(parent))) kept.add(name);
  }
  return kept;
}

const SCHEMA_LOCK = 'select pg_try_advisory_lock($1) as "isMine"';

/** Keeps every other process from migrating or restoring. @returns false if one is doing so now */
export async function lockSchema(query: RunQuery, lock: number): Promise<boolean> {
  const [row] = await query<{ isMine: boolean }>(SCHEMA_LOCK, [lock]);
  return row!.isMine;
}

export const unlockSchema = (query: RunQuery, lock: number) => query('select pg_advisory_unlock($1)', [lock]);

/** Without statistics the first queries would be planned for empty tables. */
export async function gatherStatistics(query: RunQuery): Promise<void> {
  const tables = await findTables(query);
  await query(`analyze ${tables.map(({ name }) => quoted(name)).join(', ')}`, []);
}
