import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { databaseAccessOf } from '../test/support/database-access.js';
import { PROJECT_ROOT } from './platform/config/paths.js';

const read = (path: string) => readFileSync(join(PROJECT_ROOT, path), 'utf8');
const sourcesIn = (folder: string) =>
  readdirSync(join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !name.endsWith('.d.ts'))
    .map((name) => ({ path: name, source: read(`${folder}/${name}`) }));

/** Tables that the service's SQL never inserts into; functions of the database or a migration do. */
const FILLED_ELSEWHERE = new Map([
  ['app_clock', 'platform'],
  ['data_format', 'platform'],
  ['jobs', 'platform'],
  ['job_lanes', 'platform'],
]);

/** The aim is 120: lower it when imports go, and think twice before raising it. */
const MOST_IMPORTS_OF_SIGNATURES = 270;

const FILES = sourcesIn('src').map((file) => ({ ...file, room: file.path.split('/')[0]! }));
const SCHEMA = sourcesIn('migrations')
  .map(({ source }) => source)
  .join();
const RENAMED = new Map(
  [...SCHEMA.matchAll(/alter table (\w+) rename to (\w+)/g)].map(([, from, to]) => [from!, to!]),
);
/** Also tables that a view has replaced. */
const VIEWS = matches(SCHEMA, /create view (\w+)/g);
const TABLES = matches(SCHEMA, /create table (\w+)/g)
  .map((name) => RENAMED.get(name) ?? name)
  .filter((name) => !VIEWS.includes(name));
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

/** The rooms with an entity of the table or an insert into it. There must be exactly one. */
function roomsOf(table: string): string[] {
  const mapping = ENTITIES.filter((entity) => entity.table === table);
  const inserting = ACCESSES.filter(({ inserted }) => inserted.includes(table));
  const named = FILLED_ELSEWHERE.get(table) ?? [];
  return [...new Set([...mapping, ...inserting].map(({ room }) => room).concat(named))];
}

describe('rooms', () => {
  it('describes the same levels in CONTRIBUTING.md as the boundaries check', () => {
    const [, rules] = /const LEVELS = \[\n([^]*?)\n\];/.exec(read('.dependency-cruiser.cjs'))!;
    const checked = matches(rules!, /\[([^\]]*)\]/g).map((level) => matches(level, /'([^']+)'/g).sort());
    const described = matches(read('CONTRIBUTING.md'), /^\| \d+ \| (.*) \|$/gm).map((level) =>
      matches(level.replaceAll(/\([^)]*\)|, and .*/g, ''), /`([^`]+)`/g).sort(),
    );
    expect(described).toEqual(checked);
  });

  it('imports no more of signatures from outside than it did', () => {
    const imports = FILES.filter(({ room }) => room !== 'signatures').flatMap(({ source }) =>
      matches(source, /from '([^']*\/signatures\/[^']+)'/g),
    );
    expect(imports.length).toBeLessThanOrEqual(MOST_IMPORTS_OF_SIGNATURES);
    // A ceiling that is too high would let imports come back unseen.
    expect(imports.length).toBeGreaterThan(MOST_IMPORTS_OF_SIGNATURES - 20);
  });

  it('gives each table one room', () => {
    expect(TABLES.length).toBeGreaterThan(50);
    expect(TABLES.filter((table) => roomsOf(table).length !== 1)).toEqual([]);
  });

  it('lets no room name another room’s table in its SQL', () => {
    const foreign = ACCESSES.flatMap(({ path, room, tables }) =>
      tables.filter((table) => !roomsOf(table).includes(room)).map((table) => `${path}: ${table}`),
    );
    expect(foreign).toEqual([]);
  });

  it('lets no room read or write another room’s entity itself', () => {
    const roomOf = new Map(ENTITIES.map(({ entity, room }) => [entity, room]));
    const foreign = ACCESSES.flatMap(({ path, room, calls }) =>
      calls
        .filter(({ entity }) => roomOf.get(entity) !== room)
        .map(({ entity, method }) => `${path}: ${method}(${entity}`),
    );
    expect(foreign).toEqual([]);
  });

  it('keeps SQL in named queries', () => {
    const elsewhere = ACCESSES.filter(
      ({ path }) => !/\.queries\.ts$|^platform\/database\//.test(path),
    ).flatMap(({ path, statements, buildsQueries }) =>
      [...statements, ...(buildsQueries ? ['createQueryBuilder'] : [])].map((sql) => `${path}: ${sql}`),
    );
    expect(elsewhere).toEqual([]);
  });
});

describe('the boundaries check', () => {
  /** Made-up sources, and the rule that each breaks. */
  const BROKEN: Record<string, { source: string; rule: string }> = {
    'src/brands/looks.ts': { source: "import '../signatures/requests.js';", rule: 'level-of-brands' },
    'src/brands/domain/look.ts': {
      source: "import { type Look } from '../looks.js';",
      rule: 'domain-of-brands-knows-no-service',
    },
    'src/dashboard/pages/rows.ts': {
      source: "import { find } from '../../signatures/request.queries.js';",
      rule: 'dashboard-asks-services',
    },
    'src/dashboard/pages/saving.ts': {
      source: "import { type Transactions } from '../../platform/database/transactions.js';",
      rule: 'dashboard-changes-nothing-itself',
    },
    'src/dashboard/pages/rows.controller.ts': {
      source: "import { type Row } from '../../signatures/request.queries.js';",
      rule: 'controllers-touch-no-database',
    },
    'src/signing/files.ts': {
      source: "import { type FastifyReply } from 'fastify';",
      rule: 'services-know-no-fastify',
    },
    'src/signing/steps.ts': {
      source: "import '../signatures/jobs/send.js';",
      rule: 'subfolders-of-signatures-are-private',
    },
  };
  /** Made-up sources that keep to the rules. */
  const SOUND: Record<string, string> = {
    'src/signatures/requests.ts': '',
    'src/signatures/request.queries.ts': "import { type DataSource } from 'typeorm';",
    'src/signatures/jobs/send.ts': "import '../requests.js';",
    'src/platform/database/transactions.ts': '',
    'src/dashboard/domain/row.ts': "import { type Row } from '../../signatures/request.queries.js';",
    'src/dashboard/pages/live.controller.ts': "import { type FastifyReply } from 'fastify';",
    'node_modules/fastify/index.js': '',
    'node_modules/typeorm/index.js': '',
    'tsconfig.json': '{"compilerOptions": {"module": "nodenext"}}',
  };
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'boundaries-'));
    const sources = Object.entries(BROKEN).map(([path, { source }]) => [path, source] as const);
    for (const [path, source] of [...sources, ...Object.entries(SOUND)]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), source);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('reports each import that breaks a rule, and no other', async () => {
    const options = [
      '--config',
      join(PROJECT_ROOT, '.dependency-cruiser.cjs'),
      '--output-type',
      'json',
      'src',
    ];
    const command = join(PROJECT_ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [command, ...options], { cwd: folder });
    const { violations } = (
      JSON.parse(stdout) as { summary: { violations: { from: string; rule: { name: string } }[] } }
    ).summary;
    const reported = violations.map(({ from, rule }) => `${from}: ${rule.name}`);
    expect(reported.sort()).toEqual(
      Object.entries(BROKEN)
        .map(([path, { rule }]) => `${path}: ${rule}`)
        .sort(),
    );
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
  ])('detects access in %s', (source, table) => {
    expect(accessOf(source).tables).toContain(table);
    expect(accessOf(source).statements).toHaveLength(1);
  });

  it('detects access in calls with an entity, unless they only create an object', () => {
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
  ])('detects no access in %s', (source) => {
    const { tables, calls } = accessOf(source);
    expect([...tables, ...calls]).toEqual([]);
  });
});

/** The first group of every match. */
function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, group]) => group!);
}
