import { escapeIdentifier } from 'pg';
import { type RunQuery } from '../database/run-query.js';
import { type BackedUpTable, type Partition, type SequenceState } from './manifest.js';

/** For a transaction that copies rows: settings of how values are written and read, and no time limits. */
export const PLAIN_VALUES = `
  set local client_encoding = 'UTF8';
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local timezone = 'UTC';
  set local extra_float_digits = 1;
  set local bytea_output = 'hex';
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`;

/** Relations of the service's own schema, without those of extensions. */
const OWN = `
  pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`;

/** @param 1 - the kind of relation */
const TABLES = `
  select c.relname as name, array(
    select a.attname::text from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
  from ${OWN} where c.relkind = $1 order by c.relname`;

const PARTITIONS = `
  select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound,
    case c.relkind when 'p' then pg_get_partkeydef(c.oid) end as key, coalesce(c.reloptions, '{}') as options
  from ${OWN} join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
  where c.relispartition and c.relkind in ('r', 'p')
  order by (select count(*) from pg_partition_ancestors(c.oid)), c.relname`;

const FOREIGN_KEYS = `
  select k.conname as name, c.relname as table, pg_get_constraintdef(k.oid) as definition
  from ${OWN} join pg_constraint k on k.conrelid = c.oid and k.contype = 'f' and k.conparentid = 0
  order by c.relname, k.conname`;

const WITH_TRIGGERS = `
  select c.relname as name from ${OWN}
  where exists (select from pg_trigger where tgrelid = c.oid and not tgisinternal) order by c.relname`;

const HOOKS = `
  select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname = current_schema()
  where p.proname like 'after\\_restore\\_%' and p.pronargs = 0 and p.prokind = 'f' order by p.proname`;

export interface ForeignKey {
  name: string;
  table: string;
  definition: string;
}

/** Tables with rows of their own, partitions included. */
export const findTables = (query: RunQuery) => query<BackedUpTable>(TABLES, ['r']);

/** Tables that only have partitions, which may be partitioned themselves. */
export const findDividedTables = (query: RunQuery) => query<BackedUpTable>(TABLES, ['p']);

/** Parents before their partitions. */
export const findPartitions = (query: RunQuery) => query<Partition>(PARTITIONS, []);

export const findForeignKeys = (query: RunQuery) => query<ForeignKey>(FOREIGN_KEYS, []);

export const findTablesWithTriggers = (query: RunQuery) => names(query, WITH_TRIGGERS);

/** Functions that correct what a restored copy must not share with its original. */
export const findRestoreHooks = (query: RunQuery) => names(query, HOOKS);

export const findSequences = (query: RunQuery) =>
  names(query, `select c.relname as name from ${OWN} where c.relkind = 'S' order by c.relname`);

/** The number of tables, views and sequences. */
export async function countRelations(query: RunQuery): Promise<number> {
  const [row] = await query<{ relations: number }>(
    `select count(*)::integer as relations from ${OWN}
    where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')`,
    [],
  );
  return row!.relations;
}

/** The names of the migrations that have run, oldest first. */
export const findMigrations = (query: RunQuery) => names(query, 'select name from migrations order by id');

export async function sequenceState(query: RunQuery, name: string): Promise<SequenceState> {
  const [row] = await query<SequenceState>(
    `select $1::text as name, last_value::text as last, is_called as called from ${quoted(name)}`,
    [name],
  );
  return row!;
}

export const setSequence = (query: RunQuery, { name, last, called }: SequenceState) =>
  query(`select setval($1::regclass, $2::bigint, $3)`, [quoted(name), last, called]);

async function names(query: RunQuery, sql: string): Promise<string[]> {
  return (await query<{ name: string }>(sql, [])).map(({ name }) => name);
}

/** A name in SQL. */
export const quoted = escapeIdentifier;
