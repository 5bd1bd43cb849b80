import { BackupError } from './backup-error.js';
import { type Partition } from './manifest.js';
import { partitionSql } from './partition-sql.js';

const PARENT = { name: 'months', columns: ['at', 'what', 'Odd "name"'] };
const sqlOf = (partition: Partial<Partition>) =>
  partitionSql(
    { name: 'months_later', parent: 'months', bound: 'DEFAULT', key: null, options: [], ...partition },
    PARENT,
  );

it.each([
  ['DEFAULT', 'default'],
  [
    "FOR VALUES FROM ('2026-11-01 00:00:00+00') TO ('2026-12-01 00:00:00+00')",
    "for values from ('2026-11-01 00:00:00+00') to ('2026-12-01 00:00:00+00')",
  ],
  ["FOR VALUES FROM (MINVALUE) TO ('x', MAXVALUE)", "for values from (minvalue) to ('x', maxvalue)"],
  ["FOR VALUES IN ('it''s', NULL, 7, -1.5, true)", "for values in ('it''s', null, '7', '-1.5', 'true')"],
  ["FOR VALUES IN ('); drop table hens; --', 'a\\'')", null],
  ["FOR VALUES IN ('); drop table hens; --', 'a\\')", "for values in ('); drop table hens; --',  E'a\\\\')"],
  ['FOR VALUES WITH (modulus 4, remainder 03)', 'for values with (modulus 4, remainder 3)'],
  ["FOR VALUES FROM (lo_export(1, '/tmp/x')) TO (MAXVALUE)", null],
  ["FOR VALUES FROM ((select 'x')) TO (MAXVALUE)", null],
  ["FOR VALUES FROM ('x'::text) TO (MAXVALUE)", null],
  ["FOR VALUES FROM (E'x') TO (MAXVALUE)", null],
  ['FOR VALUES FROM ($$x$$) TO (MAXVALUE)', null],
  ["FOR VALUES FROM (U&'x') TO (MAXVALUE)", null],
  ['FOR VALUES FROM (current_user) TO (MAXVALUE)', null],
  ["FOR VALUES FROM ('x') TO ('y') tablespace other", null],
  ["FOR VALUES FROM ('x') TO ('y'); drop table hens", null],
  ["FOR VALUES FROM ('x') TO ('y')\n", null],
  ["FOR VALUES FROM ('x' || 'y') TO ('z')", null],
  ["for values from ('x') to ('y')", null],
  ['DEFAULT partition by list (what)', null],
  ['', null],
])('rewrites the bound %s', (bound, written) => {
  if (written === null) expect(() => sqlOf({ bound })).toThrow(BackupError);
  else expect(sqlOf({ bound })).toBe(`create table "months_later" partition of "months" ${written}`);
});

it.each([
  ['LIST (what)', ' partition by LIST ("what")'],
  ['RANGE (at, "Odd ""name""")', ' partition by RANGE ("at", "Odd ""name""")'],
  ['LIST (other)', null],
  ['LIST (lower(what))', null],
  ['RANGE (at) with (fillfactor = 10)', null],
  ['LIST (what COLLATE "C")', null],
  ['OTHER (what)', null],
])('divides a table only by its columns: %s', (key, written) => {
  if (written === null) expect(() => sqlOf({ key })).toThrow(BackupError);
  else expect(sqlOf({ key })).toBe(`create table "months_later" partition of "months" default${written}`);
});

it('accepts known storage parameters and their values', () => {
  const options = [
    'fillfactor=70',
    'autovacuum_enabled=false',
    'fillfactor=70) as select 1 --',
    'user_catalog_table=true',
    'oids=1',
    'fillfactor=1=2',
  ];
  expect(sqlOf({ options })).toMatch(/ default with \(fillfactor = 70, autovacuum_enabled = false\)$/);
});

it.each([
  'hens',
  'months',
  'months_"; drop table hens; --',
  'months_X',
  `months_${'x'.repeat(57)}`,
  '_months_x',
  '',
])('makes no partition named %s', (name) => {
  expect(() => sqlOf({ name })).toThrow('has an invalid name');
});
