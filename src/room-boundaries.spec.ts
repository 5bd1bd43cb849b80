import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseAccessOf } from '../test/support/database-access.js';
import { PROJECT_ROOT } from './platform/config/paths.js';

const read = (path: string) => readFileSync(join(PROJECT_ROOT, path), 'utf8');
const sourcesIn = (folder: string) =>
  readdirSync(join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !name.endsWith('.d.ts'))
    .map((name) => ({ path: name, source: read(`${folder}/${name}`) }));

/** Tables that the service's SQL never inserts into: functions of the database do, or a migration. */
const FILLED_ELSEWHERE = new Map([
  ['app_clock', 'platform'],
  ['jobs', 'platform'],
  ['job_lanes', 'platform'],
]);

const FILES = sourcesIn('src').map((file) => ({ ...file, room: file.path.split('/')[0]! }));
const SCHEMA = sourcesIn('migrations')
  .map(({ source }) => source)
  .join();
const RENAMED = new Map(
  [...SCHEMA.matchAll(/alter table (\w+) rename to (\w+)/g)].map(([, from, to]) => [from!, to!]),
);
const TABLES = matches(SCHEMA, /create table (\w+)/g).map((name) => RENAMED.get(name) ?? name);
/** Entity classes with their tables and rooms. */
const ENTITIES = FILES.flatMap(({ source, room }) =>
  [...source.matchAll(/@Entity\('(\w+)'\)\s+export class (\w+)/g)].map(([, table, entity]) => ({
    table: table!,
    entity: entity!,
    room,
  })),
);
const NAMES = { tables: TABLES, entities: ENTITIES.map(({ entity }) => entity) };
const ACCESSES = FILES.map((file) => ({ ...file, ...databaseAccessOf(file.source, NAMES) }));

/** The rooms that have an entity of the table, or insert into it. There must be one. */
function roomsOf(table: string): string[] {
  const mapping = ENTITIES.filter((entity) => entity.table === table);
  const inserting = ACCESSES.filter(({ inserted }) => inserted.includes(table));
  const named = FILLED_ELSEWHERE.get(table) ?? [];
  return [...new Set([...mapping, ...inserting].map(({ room }) => room).concat(named))];
}

describe('rooms', () => {
  it('have the levels in CONTRIBUTING.md that the boundaries check has', () => {
    const [, rules] = /const LEVELS = \[\n([^]*?)\n\];/.exec(read('.dependency-cruiser.cjs'))!;
    const checked = matches(rules!, /\[([^\]]*)\]/g).map((level) => matches(level, /'([^']+)'/g).sort());
    const described = matches(read('CONTRIBUTING.md'), /^\| \d+ \| (.*) \|$/gm).map((level) =>
      matches(level.replaceAll(/\([^)]*\)|, and .*/g, ''), /`([^`]+)`/g).sort(),
    );
    expect(described).toEqual(checked);
  });

  it('each own their tables', () => {
    expect(TABLES.length).toBeGreaterThan(50);
    expect(TABLES.filter((table) => roomsOf(table).length !== 1)).toEqual([]);
  });

  it('name no table of another room in their SQL', () => {
    const foreign = ACCESSES.flatMap(({ path, room, tables }) =>
      tables.filter((table) => !roomsOf(table).includes(room)).map((table) => `${path}: ${table}`),
    );
    expect(foreign).toEqual([]);
  });

  it('read and write no entity of another room themselves', () => {
    const roomOf = new Map(ENTITIES.map(({ entity, room }) => [entity, room]));
    const foreign = ACCESSES.flatMap(({ path, room, calls }) =>
      calls
        .filter(({ entity }) => roomOf.get(entity) !== room)
        .map(({ entity, method }) => `${path}: ${method}(${entity}`),
    );
    expect(foreign).toEqual([]);
  });

  it('keep their SQL in named queries', () => {
    const elsewhere = ACCESSES.filter(
      ({ path }) => !/\.queries\.ts$|^platform\/database\//.test(path),
    ).flatMap(({ path, statements, buildsQueries }) =>
      [...statements, ...(buildsQueries ? ['createQueryBuilder'] : [])].map((sql) => `${path}: ${sql}`),
    );
    expect(elsewhere).toEqual([]);
  });
});

describe('access to the database', () => {
  const accessOf = (source: string) => databaseAccessOf(source, NAMES);

  it.each([
    ["tx.query('select email from accounts where id = $1')", 'accounts'],
    ['manager.query(`select 1 from ${USERS} u join accounts a on a.id = u.account_id`)', 'accounts'],
    ['const Q = `update dashboard_sessions s set user_id = u.id from only users u`', 'users'],
    ['const Q = `delete from review_votes w using review_claims c`', 'review_claims'],
    ['const Q = `select 1 from jobs j, job_lanes l`', 'job_lanes'],
    ["tx.query('INSERT INTO review_notes (words) values ($1)')", 'review_notes'],
  ])('is seen in %s', (source, table) => {
    expect(accessOf(source).tables).toContain(table);
    expect(accessOf(source).statements).toHaveLength(1);
  });

  it('is seen in calls with an entity, unless they only make an object', () => {
    const calls = accessOf(
      'tx.update(Signer, { id }, { locale }); manager.findOneBy(User, {}); tx.create(Signer)',
    ).calls;
    expect(calls).toEqual([
      { entity: 'Signer', method: 'update' },
      { entity: 'User', method: 'findOneBy' },
    ]);
    expect(accessOf("tx.createQueryBuilder(Signer, 's')").buildsQueries).toBe(true);
  });

  it.each([
    "throw new Error('select a document')",
    "const text = 'one of our users'",
    "ping.query('select 1')",
  ])('is not seen in %s', (source) => {
    const { tables, calls } = accessOf(source);
    expect([...tables, ...calls]).toEqual([]);
  });
});

/** The first group of every match. */
function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, group]) => group!);
}
