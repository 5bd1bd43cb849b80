import { type Manifest } from '../../src/platform/backup/manifest.js';

/** Writes a file, if a superuser executes it. */
const planting = (canary: string) => `lo_export(lo_from_bytea(0, 'planted'), '${canary}')`;
/** A payload that fits into a name, which has at most 63 bytes. */
const RUNNING = "from program 'id' --";
const CREATING = 'create table planted () --';

type Change = (manifest: Manifest, canary: string) => unknown;

const ofPartition =
  (change: (canary: string) => Partial<Manifest['partitions'][number]>): Change =>
  (manifest, canary) => ({
    ...manifest,
    partitions: manifest.partitions.map((partition) => ({ ...partition, ...change(canary) })),
  });
const ofTable =
  (change: (table: Manifest['tables'][number]) => object): Change =>
  (manifest) => ({
    ...manifest,
    tables: manifest.tables.map((table) =>
      table.name === 'accounts' ? { ...table, ...change(table) } : table,
    ),
  });
const ofSequence =
  (change: (canary: string) => object): Change =>
  (manifest, canary) => ({
    ...manifest,
    sequences: manifest.sequences.map((sequence) => ({ ...sequence, ...change(canary) })),
  });
const itself =
  (change: (canary: string) => object): Change =>
  (manifest, canary) => ({ ...manifest, ...change(canary) });

/** Manifests that do harm if their words become SQL, or that the service does not write. */
export const MANIFESTS: Record<string, Change> = {
  'a bound that calls a function': ofPartition((canary) => ({
    bound: `FOR VALUES FROM (${planting(canary)}::text::timestamptz) TO (MAXVALUE)`,
  })),
  'a bound with a query': ofPartition((canary) => ({
    bound: `FOR VALUES FROM ((select now() from ${planting(canary)})) TO (MAXVALUE)`,
  })),
  'a bound and a statement': ofPartition((canary) => ({ bound: `DEFAULT; select ${planting(canary)}` })),
  'a division by an expression': ofPartition((canary) => ({ key: `LIST ((${planting(canary)}))` })),
  'a partition with a quote in its name': ofPartition(() => ({
    name: `months_" (); ${CREATING}`,
  })),
  'a partition with the name of a table': ofPartition(() => ({ name: 'accounts' })),
  'a table whose name is a command': ofTable(() => ({ name: `accounts ${RUNNING}` })),
  'a table with a quote in its name': ofTable(() => ({ name: `accounts" ${RUNNING}` })),
  'a table under the name of another': ofTable(() => ({ name: 'noise' })),
  'a column that is a command': ofTable(({ columns }) => ({
    columns: [...columns, `id) ${RUNNING}`],
  })),
  'a column with a quote in its name': ofTable(({ columns }) => ({
    columns: [...columns.slice(1), `id") ${RUNNING}`],
  })),
  'a column of the system': ofTable(({ columns }) => ({ columns: [...columns, 'ctid'] })),
  'a column twice': ofTable(({ columns }) => ({ columns: [...columns, ...columns] })),
  'a column less': ofTable(({ columns }) => ({ columns: columns.slice(1) })),
  'a row less': ofTable(({ rows }) => ({ rows: rows - 1 })),
  'fewer rows than none': ofTable(() => ({ rows: -1 })),
  'more rows than there are numbers': ofTable(() => ({ rows: 2 ** 53 })),
  'a sequence with an expression': ofSequence((canary) => ({ last: `1, true); select ${planting(canary)}` })),
  'a sequence beyond its end': ofSequence(() => ({ last: '9999999999999999999' })),
  'a sequence with a flag that is none': ofSequence(() => ({ called: 'yes' })),
  'a migration of a later version': itself(() => ({ migrations: ['Accounts1700000000001', 'Later'] })),
  'a migration that is a path': itself(() => ({ migrations: ['../../planted'] })),
  'fewer files': itself(() => ({ files: { count: 0, bytes: 0, lost: [] } })),
  'a lost file that is a path': itself(() => ({ files: { count: 2, bytes: 90, lost: ['../planted'] } })),
  'a format of the future': itself(() => ({ format: 3 })),
  'the format before': itself(() => ({ format: 1 })),
  'no format': itself(() => ({ format: null })),
  'a time with signs for a terminal': itself(() => ({ takenAt: '\u001b[2J2026-11-27T12:00:00.000Z' })),
  'a server version with signs for a terminal': itself(() => ({ postgres: '\u009b2J18' })),
  'a member more': itself(() => ({ statements: ['select 1'] })),
};

/** Adds names that the schema does not have, which are ignored, and options that PostgreSQL does not know. */
export function addUnknown(manifest: Manifest, canary: string): object {
  const { partitions, sequences } = manifest;
  const options = [`fillfactor=70) as select ${planting(canary)} --`];
  const others = { name: 'theirs_x', parent: `theirs"; ${CREATING}`, key: null, options };
  return {
    ...manifest,
    partitions: [
      ...partitions.map((partition) => ({ ...partition, options })),
      { ...others, bound: `DEFAULT; select ${planting(canary)}` },
    ],
    sequences: [...sequences, { name: `x"'); ${CREATING}`, last: '7', called: true }],
  };
}
