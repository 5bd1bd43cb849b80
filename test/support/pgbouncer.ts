import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolderFor } from '../../src/platform/database/embedded/cluster.js';
import { chooseServerAccount } from '../../src/platform/database/embedded/server-account.js';
import { freePort } from './free-port.js';
import { until } from './until.js';

/** Fewer than an application opens, so its connections share them. */
const SERVER_CONNECTIONS = 8;

/**
 * Debian's PgBouncer in transaction mode, in front of all databases of a server. Each transaction gets the session
 * that has waited longest.
 */
export class PgBouncer {
  private readonly folder = mkdtempSync(join(tmpdir(), 'countersign-pgbouncer-'));
  private child: ChildProcess | undefined;
  private log = '';

  private constructor(private readonly port: number) {}

  /** @param serverUrl of any database of the server, for the role with which everyone connects */
  static async start(serverUrl: string): Promise<PgBouncer> {
    const pooler = new PgBouncer(await freePort());
    await pooler.open(new URL(serverUrl));
    return pooler;
  }

  get pid(): number {
    return this.child!.pid!;
  }

  /** The same database through the pooler. */
  urlOf(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.port = String(this.port);
    return url.href;
  }

  async stop(): Promise<void> {
    if (this.child?.exitCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async open({ hostname, port, username, password }: URL): Promise<void> {
    const account = chooseServerAccount(join(this.folder, 'none'));
    makeFolderFor(account, this.folder);
    const file = join(this.folder, 'pgbouncer.ini');
    const lines = [
      '[databases]',
      `* = host=${hostname} port=${port} user=${username} password=${password}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${this.port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${SERVER_CONNECTIONS}`,
      'max_client_conn = 1000',
      'server_round_robin = 1',
    ];
    writeFileSync(file, lines.join('\n'));
    const child = spawn('pgbouncer', [file], { ...account, stdio: ['ignore', 'ignore', 'pipe'] });
    this.child = child;
    child.stderr.on('data', (chunk: Buffer) => (this.log += chunk.toString()));
    await until('PgBouncer is ready', () => {
      if (child.exitCode !== null) throw new Error(`PgBouncer has ended: ${this.log}`);
      return this.log.includes('process up');
    });
  }
}
