import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { makeFolderFor } from '../../src/platform/database/embedded/cluster.js';
import {
  chooseServerAccount,
  programIn,
  runAs,
  type ServerAccount,
} from '../../src/platform/database/embedded/server-account.js';
import { freePort } from './free-port.js';

const DEBIAN = '/usr/lib/postgresql';
const SETTINGS = '-c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off';

/** Debian's PostgreSQL, with one empty database that belongs to an ordinary user. */
export class DebianPostgres {
  private constructor(
    readonly url: string,
    /** Its major version, such as `15`. */
    readonly version: string,
    private readonly folder: string,
    private readonly account: ServerAccount,
  ) {}

  static async start(): Promise<DebianPostgres> {
    const version = findVersion();
    const folder = mkdtempSync(join(tmpdir(), 'countersign-debian-'));
    const account = chooseServerAccount(join(folder, 'none'));
    makeFolderFor(account, folder);
    const port = await freePort();
    const url = `postgres://owner@127.0.0.1:${port}/owned`;
    const server = new DebianPostgres(url, version, folder, account);
    await server.run('initdb', ['-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8']);
    await server.run('pg_ctl', ['start', '-w', '-l', join(folder, 'log'), '-o', `-p ${port} ${SETTINGS}`]);
    const client = new Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` });
    await client.connect();
    await client.query('create role owner login');
    await client.query('create database owned owner owner');
    await client.end();
    return server;
  }

  async stop(): Promise<void> {
    await this.run('pg_ctl', ['stop', '-w', '-m', 'fast']);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async run(program: 'initdb' | 'pg_ctl', args: string[]): Promise<void> {
    const path = programIn(join(DEBIAN, this.version), program);
    const all = [...args, '-D', join(this.folder, 'cluster')];
    const { status, output } = await runAs(this.account, path, all, { cwd: this.folder });
    if (status !== 0) throw new Error(`${program} failed: ${output}`);
  }
}

/** The newest version that has a server: the clients of others may also be installed. */
const findVersion = () =>
  readdirSync(DEBIAN)
    .filter((version) => existsSync(programIn(join(DEBIAN, version), 'initdb')))
    .sort()
    .at(-1)!;
