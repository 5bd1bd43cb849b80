import { type RunQuery } from '../../src/platform/database/run-query.js';

interface Column {
  type: string;
  isNullable: boolean;
  /** Whether a row can be added without naming it. */
  isOptional: boolean;
}

/** Everything that the service's statements can name. */
export interface Schema {
  /** Tables, views, types and functions, such as `table jobs`. */
  things: Set<string>;
  /** By table and name, such as `jobs.kind`. */
  columns: Map<string, Column>;
}

/**
 * Leaves out partitions, which the service creates and drops automatically, and anything belonging to extensions. A view
 * that takes inserts (8), updates (4) and deletions (16) can stand in for a table.
 */
const THINGS = `
  select case when relkind = 'v' and pg_relation_is_updatable(oid, false) & 28 <> 28 then 'view ' else 'table ' end || relname
    as thing from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition
  union all
  select 'function ' || p.oid::regprocedure from pg_proc p
  where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  union all
  select 'type ' || typname from pg_type
  where typnamespace = 'public'::regnamespace and typtype in ('d', 'e')`;

const COLUMNS = `
  select relname || '.' || attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as "isNullable",
    not attnotnull or atthasdef or attidentity <> '' as "isOptional"
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition
    and attnum > 0 and not attisdropped`;

export async function readSchema(query: RunQuery): Promise<Schema> {
  const things = await query<{ thing: string }>(THINGS, []);
  const columns = await query<Column & { name: string }>(COLUMNS, []);
  return {
    things: new Set(things.map(({ thing }) => thing)),
    columns: new Map(columns.map(({ name, ...column }) => [name, column])),
  };
}

/** The changes in `after` that can break a version knowing only `before`, one line each. */
export function lossesIn(before: Schema, after: Schema): string[] {
  const gone = [...before.things]
    .filter((thing) => !after.things.has(thing))
    .map((thing) => `${thing} is gone`);
  const left = [...before.columns].flatMap(([name, was]) => {
    const is = after.columns.get(name);
    // Already reported with its table.
    if (!after.things.has(`table ${tableOf(name)}`) && !after.things.has(`view ${tableOf(name)}`)) return [];
    if (!is) return [`column ${name} is gone`];
    return [
      ...(is.type === was.type ? [] : [`column ${name} is now ${is.type}`]),
      ...(was.isNullable && !is.isNullable ? [`column ${name} is now not null`] : []),
      ...(was.isOptional && !is.isOptional && !was.isNullable
        ? [`column ${name} has no default any more`]
        : []),
    ];
  });
  const demanded = [...after.columns]
    .filter(([name, { isOptional }]) => !isOptional && !before.columns.has(name))
    .filter(([name]) => before.things.has(`table ${tableOf(name)}`))
    .map(([name]) => `new column ${name} is not null and has no default`);
  return [...gone, ...left, ...demanded];
}

/** What `after` has and `before` lacks. */
export function gainsIn(before: Schema, after: Schema): string[] {
  return [
    ...[...after.things].filter((thing) => !before.things.has(thing)),
    ...[...after.columns.keys()].filter((name) => !before.columns.has(name)).map((name) => `column ${name}`),
  ];
}

const tableOf = (column: string) => column.slice(0, column.indexOf('.'));
