import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { freePort } from './free-port.js';
import { until } from './until.js';

const SHIPPED = join(PROJECT_ROOT, 'deploy/haproxy/haproxy.cfg');

/** Its counts so far, over all its servers (HAProxy's management guide, 9.1). */
interface ProxyCounts {
  requests: number;
  /** Requests that it has sent again, or to another server. */
  retries: number;
  /** Answers with 5xx, including its own. */
  failures: number;
}

/** Debian's HAProxy with the shipped configuration, except for its addresses. */
export class Haproxy {
  readonly url: string;
  private readonly folder = mkdtempSync(join(tmpdir(), 'countersign-haproxy-'));
  private child: ChildProcess | undefined;
  private log = '';

  private constructor(
    private readonly port: number,
    private readonly shipped: string,
  ) {
    this.url = `http://127.0.0.1:${port}`;
  }

  /** An HAProxy that is not running yet. */
  static async prepare(): Promise<Haproxy> {
    return new Haproxy(await freePort(), readFileSync(SHIPPED, 'utf8'));
  }

  /** Starts it in front of two servers at these addresses, and waits until it sends requests to both. */
  async start(addresses: [string, string]): Promise<void> {
    const file = join(this.folder, 'haproxy.cfg');
    writeFileSync(file, this.configurationFor(addresses));
    const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
    this.child = child;
    child.stderr.on('data', (chunk: Buffer) => (this.log += chunk.toString()));
    for (const server of ['web-1', 'web-2']) await this.untilUp(server);
  }

  /** Resolves when it sends requests to the server. */
  async untilUp(server: string): Promise<void> {
    await until(`${server} is up`, async () => {
      if (this.child!.exitCode !== null) throw new Error(`HAProxy has ended: ${this.log}`);
      const rows = await this.stats().catch(() => []);
      return rows.some((row) => row.pxname === 'web' && row.svname === server && row.status === 'UP');
    });
  }

  async counts(): Promise<ProxyCounts> {
    const rows = await this.stats();
    const of = (proxy: string, name: string) =>
      rows.find((row) => row.pxname === proxy && row.svname === name)!;
    const [front, back] = [of('countersign', 'FRONTEND'), of('web', 'BACKEND')];
    return {
      requests: Number(front.req_tot),
      retries: Number(back.wretr) + Number(back.wredis),
      failures: Number(front.hrsp_5xx),
    };
  }

  async stop(): Promise<void> {
    if (this.child?.exitCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** @throws Error if the shipped configuration has nothing to replace */
  private configurationFor([first, second]: [string, string]): string {
    const replaced: [RegExp, string][] = [
      [/^ +log \/dev\/log .*$\n/m, ''],
      [/^ +user .*$\n/m, ''],
      [/^ +group .*$\n/m, ''],
      [/stats socket \S+/, `stats socket ${this.socket}`],
      [/bind :443 .*$/m, `bind 127.0.0.1:${this.port}`],
      [/10\.0\.0\.11:3000/, first],
      [/10\.0\.0\.12:3000/, second],
    ];
    return replaced.reduce((configuration, [pattern, replacement]) => {
      if (!pattern.test(configuration)) throw new Error(`${SHIPPED} lacks ${pattern}`);
      return configuration.replace(pattern, replacement);
    }, this.shipped);
  }

  private get socket(): string {
    return join(this.folder, 'admin.sock');
  }

  /** The rows of `show stat`, which is CSV. */
  private async stats(): Promise<Record<string, string | undefined>[]> {
    const connection = createConnection(this.socket);
    connection.end('show stat\n');
    const [head = '', ...lines] = (await text(connection)).trim().split('\n');
    const names = head.replace(/^# /, '').split(',');
    return lines.map((line) => Object.fromEntries(line.split(',').map((value, at) => [names[at]!, value])));
  }
}
