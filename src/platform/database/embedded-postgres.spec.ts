import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { superuserUrl } from '../../../test/support/embedded-superuser.js';
import { inDepth } from '../../../test/support/in-depth.js';
import { SUPERUSER } from './embedded/cluster.js';
import { SERVICE_ROLE } from './embedded/service-role.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.js';

const dataDir = mkdtempSync(join(tmpdir(), 'countersign-embedded-'));
let started: EmbeddedPostgres[] = [];

afterEach(async () => {
  for (const server of started) await server.stop();
  started = [];
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function start(port?: number): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, port });
  started.push(server);
  return server;
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

const postmasterPid = () => parseInt(readFileSync(join(dataDir, 'cluster/postmaster.pid'), 'utf8'), 10);

inDepth('starts one server for several processes, and stops it with the last of them', async () => {
  rmSync(dataDir, { recursive: true });
  const [first, second, third] = await Promise.all([start(), start(), start()]);
  expect(second.url).toBe(first.url);
  expect(third.url).toBe(first.url);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('cluster'))).toEqual(['cluster']);

  await first.stop();
  await third.stop();
  expect(await ask(second.url, 'select 1')).toBe(1);
  await second.stop();
  await expect(ask(second.url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('keeps data and port across a restart, with fsync, listening on the loopback address only', async () => {
  const first = await start();
  await ask(first.url, 'create table if not exists kept as select 42 as answer');
  await first.stop();
  await expect(ask(first.url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });

  const second = await start();
  expect(second.url).toBe(first.url);
  expect(await ask(second.url, 'select answer from kept')).toBe(42);
  expect(await ask(second.url, 'show fsync')).toBe('on');
  expect(await ask(second.url, 'show listen_addresses')).toBe('127.0.0.1');
  expect(await ask(superuserUrl(second.url, dataDir), 'show unix_socket_directories')).toBe('');
});

it('requires a password, stored where others cannot read it', async () => {
  const { url } = await start();
  const wrong = new URL(url);
  wrong.password = 'guess';
  await expect(ask(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  expect(statSync(dataDir).mode & 0o077).toBe(0);
  expect(statSync(join(dataDir, 'cluster/countersign-password')).mode & 0o077).toBe(0);
});

it.each([
  'create role planted superuser',
  'create database planted',
  'alter system set fsync = off',
  `alter role ${SERVICE_ROLE} superuser`,
  `alter role ${SERVICE_ROLE} createrole`,
  'grant pg_execute_server_program to current_user',
  "copy (select 1) to program 'true'",
  "copy (select 1) to '/tmp/planted'",
  "select pg_read_file('postgresql.conf')",
  "select lo_export(lo_from_bytea(0, 'planted'), '/tmp/planted')",
  'set session_replication_role = replica',
  `set role ${SUPERUSER}`,
  'select passwd from pg_shadow',
  "create function planted() returns void language c as 'planted'",
])('connects the service with a role that may not: %s', async (statement) => {
  const { url } = await start();
  expect(new URL(url).username).toBe(SERVICE_ROLE);
  await expect(ask(url, statement)).rejects.toMatchObject({ code: '42501' });
});

it('folds case beyond ASCII', async () => {
  const { url } = await start();
  expect(await ask(url, `select 'ŁÓDŹ ÉÀ' ilike 'łódź éà'`)).toBe(true);
});

inDepth('never returns a server that another process is stopping', async () => {
  for (let round = 0; round < 3; round++) {
    const leaving = await start();
    const stopping = leaving.stop();
    const coming = await start();
    await stopping;
    expect(await ask(coming.url, 'select 1')).toBe(1);
    await coming.stop();
  }
});

it('recovers after the server was killed', async () => {
  const killed = await start();
  await ask(killed.url, 'create table if not exists kept as select 42 as answer');
  process.kill(postmasterPid(), 'SIGKILL');
  const again = await start();
  expect(await ask(again.url, 'select answer from kept')).toBe(42);
});

it('starts even if the pid of a dead server belongs to another process', async () => {
  const first = await start();
  const pidFile = join(dataDir, 'cluster/postmaster.pid');
  const lines = readFileSync(pidFile, 'utf8').split('\n');
  await first.stop();
  writeFileSync(pidFile, [process.pid, ...lines.slice(1)].join('\n'));
  const { url } = await start();
  expect(await ask(url, 'select 1')).toBe(1);
});

inDepth('takes another port if its last one is occupied', async () => {
  const first = await start();
  await first.stop();
  const squatter = createServer().listen(Number(new URL(first.url).port), '127.0.0.1');
  try {
    const second = await start();
    expect(second.url).not.toBe(first.url);
    expect(await ask(second.url, 'select 1')).toBe(1);
  } finally {
    squatter.close();
  }
});

it('runs in its own session, so Ctrl-C does not reach it', async () => {
  await start();
  const pid = postmasterPid();
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  expect(Number(session)).toBe(pid);
});
