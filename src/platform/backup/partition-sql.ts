import { escapeLiteral } from 'pg';
import { BackupError } from './backup-error.js';
import { quoted } from './catalog.queries.js';
import { type BackedUpTable, type Partition } from './manifest.js';

/** A value as PostgreSQL writes it in a bound. The only escapes in its strings are doubled quotes. */
const VALUE = String.raw`(?:MINVALUE|MAXVALUE|NULL|true|false|-?\d+(?:\.\d+)?|'(?:[^']|'')*')`;
const VALUES = String.raw`\((${VALUE}(?:, ${VALUE})*)\)`;
const RANGE = new RegExp(`^FOR VALUES FROM ${VALUES} TO ${VALUES}$`);
const IN = new RegExp(`^FOR VALUES IN ${VALUES}$`);
const HASH = /^FOR VALUES WITH \(modulus (\d{1,9}), remainder (\d{1,9})\)$/;
const KEYWORDS = new Set(['MINVALUE', 'MAXVALUE', 'NULL']);

const DIVISION = /^(RANGE|LIST|HASH) \((.+)\)$/;
const NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/** Storage parameters of tables that take a number or a switch. The others only affect speed and are omitted. */
const PARAMETERS = new Set([
  'fillfactor',
  'parallel_workers',
  'toast_tuple_target',
  'log_autovacuum_min_duration',
  'vacuum_truncate',
  'vacuum_index_cleanup',
  'autovacuum_enabled',
  'autovacuum_vacuum_threshold',
  'autovacuum_vacuum_scale_factor',
  'autovacuum_vacuum_insert_threshold',
  'autovacuum_vacuum_insert_scale_factor',
  'autovacuum_vacuum_cost_delay',
  'autovacuum_vacuum_cost_limit',
  'autovacuum_analyze_threshold',
  'autovacuum_analyze_scale_factor',
  'autovacuum_freeze_min_age',
  'autovacuum_freeze_max_age',
  'autovacuum_freeze_table_age',
]);
const PARAMETER_VALUE = /^(?:true|false|on|off|auto|-?\d{1,10}(?:\.\d{1,10})?)$/;

/**
 * The statement that creates a partition of a backup. No text of the backup is copied into it: every part is parsed
 * as what it must be, and written anew.
 * @param parent - as in the schema
 * @throws BackupError if PostgreSQL would not have written a part like this
 */
export function partitionSql(partition: Partition, parent: BackedUpTable): string {
  const { name, bound, key, options } = partition;
  if (!NAME.test(name) || !name.startsWith(`${parent.name}_`)) refuse(partition, 'name', name);
  const written = boundSql(bound) ?? refuse(partition, 'bound', bound);
  const division = key === null ? '' : (divisionSql(key, parent.columns) ?? refuse(partition, 'key', key));
  const settings = options.map(settingSql).filter((setting) => setting !== null);
  const storage = settings.length > 0 ? ` with (${settings.join(', ')})` : '';
  return `create table ${quoted(name)} partition of ${quoted(parent.name)} ${written}${division}${storage}`;
}

function boundSql(bound: string): string | null {
  if (bound === 'DEFAULT') return 'default';
  const [, from, to] = RANGE.exec(bound) ?? [];
  if (from !== undefined && to !== undefined)
    return `for values from (${valuesSql(from)}) to (${valuesSql(to)})`;
  const [, among] = IN.exec(bound) ?? [];
  if (among !== undefined) return `for values in (${valuesSql(among)})`;
  const [, modulus, remainder] = HASH.exec(bound) ?? [];
  if (modulus === undefined) return null;
  return `for values with (modulus ${Number(modulus)}, remainder ${Number(remainder)})`;
}

/** Every value as a literal, which PostgreSQL converts to the type of its column. */
function valuesSql(values: string): string {
  const found = values.match(new RegExp(VALUE, 'g'))!;
  return found
    .map((value) => (KEYWORDS.has(value) ? value.toLowerCase() : escapeLiteral(textOf(value))))
    .join(', ');
}

const textOf = (value: string): string =>
  value.startsWith("'") ? value.slice(1, -1).replaceAll("''", "'") : value;

/** A partition key; only columns of the table are accepted. */
function divisionSql(key: string, columns: readonly string[]): string | null {
  const [, strategy, list] = DIVISION.exec(key) ?? [];
  const named = list
    ?.split(', ')
    .map((name) => columns.find((column) => [column, quoted(column)].includes(name)));
  if (!named || named.includes(undefined)) return null;
  return ` partition by ${strategy} (${named.map((column) => quoted(column!)).join(', ')})`;
}

function settingSql(option: string): string | null {
  const [name = '', value = '', ...rest] = option.split('=');
  return rest.length === 0 && PARAMETERS.has(name) && PARAMETER_VALUE.test(value)
    ? `${name} = ${value}`
    : null;
}

function refuse({ name }: Partition, what: string, value: string): never {
  throw new BackupError(
    `The partition ${JSON.stringify(name)} of the backup has an invalid ${what}: ${JSON.stringify(value)}.`,
  );
}
