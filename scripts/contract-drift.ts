// `npm run check`, `npm run openapi` and `npm run schema`: verifies that migrations and entities describe the same schema,
// that every migration can be reverted, that docs/openapi.json matches the controllers, and docs/schema.sql the migrations.
import 'reflect-metadata';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DataSource } from 'typeorm';
import { createApp } from '../src/configure-app.js';
import { loadSettings } from '../src/platform/config/load-settings.js';
import { PROJECT_ROOT } from '../src/platform/config/paths.js';
import { dataSourceOptions } from '../src/platform/database/data-source-options.js';
import { loadMigrations, migrate } from '../src/platform/database/migrate.js';
import { PinoLogger } from '../src/platform/logging/pino-logger.js';
import { describeApi } from './openapi/describe-api.js';
import { describeSchema } from './schema/describe-schema.js';
import { withDatabase } from './with-database.js';

/** What is written from the code, and the command that writes it. */
const WRITTEN = {
  openapi: join(PROJECT_ROOT, 'docs/openapi.json'),
  schema: join(PROJECT_ROOT, 'docs/schema.sql'),
};

async function undoAll(url: string): Promise<void> {
  const dataSource = new DataSource({
    ...dataSourceOptions(url),
    migrations: await loadMigrations(),
  });
  await dataSource.initialize();
  try {
    for (let left = dataSource.migrations.length; left > 0; left--) await dataSource.undoLastMigration();
    const rows = await dataSource.query<{ name: string }[]>(
      "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'",
    );
    if (rows.length > 0)
      throw new Error(`undoing every migration leaves ${rows.map(({ name }) => name).join(', ')}`);
  } finally {
    await dataSource.destroy();
  }
}

/** Columns of entities that are missing in the migrated table, or differ in type or nullability. */
async function schemaDrift(dataSource: DataSource): Promise<string[]> {
  const rows = await dataSource.query<{ name: string; type: string }[]>(
    `select c.relname || '.' || a.attname as name,
      format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end as type
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`,
  );
  const actual = new Map(rows.map(({ name, type }) => [name, type]));
  return dataSource.entityMetadatas.flatMap(({ tableName, columns }) =>
    columns.flatMap((column) => {
      const name = `${tableName}.${column.databaseName}`;
      const type = asPostgresNames(dataSource.driver.createFullType(column as never).toLowerCase());
      const described = `${type}${column.isNullable ? '' : ' not null'}`;
      return actual.get(name) === described
        ? []
        : [`${name}: ${described} in the entity, ${actual.get(name) ?? 'missing'} in the table`];
    }),
  );
}

/** TypeORM's type names in the spelling of `format_type`. */
function asPostgresNames(type: string): string {
  return type.replace(/^timestamptz\((\d)\)/, 'timestamp($1) with time zone').replace(/ array$/, '[]');
}

/** The compiler lists the members of a union in arbitrary order. Null comes last. */
function sortEnums(key: string, value: unknown): unknown {
  if (key !== 'enum' || !Array.isArray(value)) return value;
  const texts = value.filter((each) => each !== null).map(String);
  return [...texts.sort(), ...value.filter((each) => each === null)];
}

interface Described {
  texts: Record<keyof typeof WRITTEN, string>;
  drift: string[];
}

async function describeAll(url: string): Promise<Described> {
  const settings = loadSettings({
    LOG_LEVEL: 'silent',
    ROLE: 'web',
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  });
  const app = await createApp(settings, url, new PinoLogger('silent'));
  try {
    await app.init();
    const dataSource = app.get(DataSource);
    const openapi = `${JSON.stringify(describeApi(app), sortEnums, 2)}\n`;
    const schema = await describeSchema(dataSource);
    return { texts: { openapi, schema }, drift: await schemaDrift(dataSource) };
  } finally {
    await app.close();
  }
}

const problems: string[] = [];
await withDatabase(async (url) => {
  await migrate(url);
  await undoAll(url);
  await migrate(url);
  const { texts, drift } = await describeAll(url);
  problems.push(...drift.map((difference) => `entities and migrations differ: ${difference}`));
  for (const name of ['openapi', 'schema'] as const) {
    const file = WRITTEN[name];
    if (process.argv.includes(`--write-${name}`)) writeFileSync(file, texts[name]);
    else if (!existsSync(file) || readFileSync(file, 'utf8') !== texts[name])
      problems.push(`${relative(PROJECT_ROOT, file)} is stale: run npm run ${name}`);
  }
});
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
