import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import {
  ensureCluster,
  makeFolderFor,
  readPassword,
  type ServerHome,
  SUPERUSER,
} from '../../src/platform/database/embedded/cluster.js';
import {
  findFreePort,
  startPostmaster,
  stopPostmaster,
} from '../../src/platform/database/embedded/postmaster.js';
import { chooseServerAccount } from '../../src/platform/database/embedded/server-account.js';
import { findServerBinaries } from '../../src/platform/database/embedded/server-binaries.js';
import { SERVICE_ROLE } from '../../src/platform/database/embedded/service-role.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { ApiClient } from '../support/api-client.js';
import { superuserUrl } from '../support/embedded-superuser.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { ServerProcess } from '../support/server-process.js';

const LONGEST_MS = 120_000;

/** One of each kind that has an owner. */
const OPERATORS_OWN = `
  create type mood as enum ('fine');
  create domain shorter as text check (length(value) < 9);
  create type pair as (one integer, two "mood");
  create table "Of the operator" (id serial, number bigint generated always as identity, note shorter, mood mood);
  create view "Notes" as select note from "Of the operator";
  create materialized view counted as select count(*) from "Of the operator";
  create sequence "Numbers";
  create function "Twice"(integer, text default 'x') returns integer language sql as 'select 2 * $1';
  create procedure nothing() language sql as '';
  create aggregate total (integer) (sfunc = int4pl, stype = integer);
  insert into "Of the operator" (note) values ('kept')`;

/** Objects in the database that belong to another role, without those of extensions. */
const OTHERS_OWN = `
  select identity from (
    select 'pg_class'::regclass as catalog, oid, relowner as owner, relnamespace as space from pg_class
    union all select 'pg_proc'::regclass, oid, proowner, pronamespace from pg_proc
    union all select 'pg_type'::regclass, oid, typowner, typnamespace from pg_type) each
  cross join pg_identify_object(catalog, oid, 0)
  where space = 'public'::regnamespace and owner <> '${SERVICE_ROLE}'::regrole
    and not exists (select from pg_depend where classid = catalog and objid = each.oid and deptype = 'e')
    and not exists (select from pg_type base where base.typarray = each.oid and exists (
      select from pg_depend where classid = 'pg_type'::regclass and objid = base.oid and deptype = 'e'))`;

describe('the role of the service in a data folder', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-role-'));
  const postgres = join(dataDir, 'postgres');
  let server: ServerProcess | undefined;

  afterAll(async () => {
    await server?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** Creates a cluster as versions did that knew only a superuser. */
  async function makeFormerCluster(): Promise<void> {
    const account = chooseServerAccount(join(postgres, 'cluster'));
    makeFolderFor(account, postgres);
    const binaries = await findServerBinaries(account, postgres);
    const home: ServerHome = { account, dataDir: postgres, cluster: join(postgres, 'cluster'), binaries };
    await ensureCluster(home);
    const port = await findFreePort();
    expect(await startPostmaster(home, port)).toBeUndefined();
    try {
      const url = `postgres://${SUPERUSER}:${readPassword(home)}@127.0.0.1:${port}`;
      await ask(`${url}/postgres`, 'create database countersign');
      await migrate(`${url}/countersign`);
      await ask(`${url}/countersign`, OPERATORS_OWN);
    } finally {
      await stopPostmaster(home);
    }
  }

  it(
    'creates the role if the previous version had none, and makes it the owner of everything',
    async () => {
      await makeFormerCluster();
      server = await ServerProcess.prepare({ DATA_DIR: dataDir });
      await server.start();
      const api = new ApiClient(server.url, server.secret('API key'));
      const id = await createDraft(api);
      const { databaseUrl } = server;
      expect(new URL(databaseUrl).username).toBe(SERVICE_ROLE);
      const [role] = await ask(
        databaseUrl,
        `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
           pg_has_role('pg_execute_server_program', 'member') as runs from pg_roles where rolname = current_user`,
      );
      expect(Object.values(role!)).toEqual(Array(6).fill(false));
      expect(await ask(databaseUrl, OTHERS_OWN)).toEqual([]);
      expect(await ask(databaseUrl, 'select note from "Notes"')).toEqual([{ note: 'kept' }]);

      // The previous version runs for a while, and its superuser owns what it creates.
      await ask(superuserUrl(databaseUrl, postgres), 'create table made_before (id serial)');
      expect(await ask(databaseUrl, OTHERS_OWN)).not.toEqual([]);
      await server.stop();
      await server.start();
      expect(await ask(server.databaseUrl, OTHERS_OWN)).toEqual([]);
      expect((await api.get(`${SIGNATURES}/${id}`)).status).toBe(200);
      const { checks } = (await server.cli('doctor')) as { checks: { name: string; ok: boolean }[] };
      expect(checks).toContainEqual(expect.objectContaining({ name: 'database role', ok: true }));
    },
    LONGEST_MS,
  );

  it('the script of the compose file creates the role as well, however often it runs', async () => {
    const address = new URL(superuserUrl(server!.databaseUrl, postgres));
    await ask(address.href, 'create database composed');
    address.pathname = '/composed';
    await ask(address.href, "create table notes as select 'kept' as note");
    const secrets = mkdtempSync(join(dataDir, 'secrets-'));
    writeFileSync(join(secrets, 'database_password'), `${address.password}\n`);
    const run = (role: string) => {
      writeFileSync(join(secrets, 'database_url'), `postgres://${role}@database:5432/composed\n`);
      return spawnSync('sh', [join(PROJECT_ROOT, 'deploy/postgres/service-role.sh')], {
        encoding: 'utf8',
        env: {
          ...{ PATH: process.env.PATH, SECRETS: secrets, PGHOST: '127.0.0.1', PGPORT: address.port },
          ...{ PGUSER: SUPERUSER, PGDATABASE: 'composed' },
        },
      });
    };
    for (let round = 0; round < 2; round++)
      expect(run('composed_service:se-cret_1')).toMatchObject({ status: 0, stderr: '' });
    const service = Object.assign(new URL(address), { username: 'composed_service', password: 'se-cret_1' });
    expect(await ask(service.href, 'select note from notes')).toEqual([{ note: 'kept' }]);
    await ask(service.href, 'create extension pg_trgm; drop table notes');
    await expect(ask(service.href, "copy (select 1) to program 'true'")).rejects.toMatchObject({
      code: '42501',
    });

    expect(run(`${SUPERUSER}:x`)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('the superuser'),
    });
    expect(run("composed_service:x' superuser --")).toMatchObject({ status: 1, stderr: '' });
    expect(await ask(service.href, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});
