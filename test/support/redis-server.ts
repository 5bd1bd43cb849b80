import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRedis } from '../../src/platform/redis/redis-client.js';
import { freePort } from './free-port.js';
import { until } from './until.js';

/**
 * Debian's server and its file checker are one program, which behaves according to the name with which it is called.
 */
const PROGRAM = 'redis-check-rdb';
const CALLED = 'redis-server';

export interface RedisOptions {
  password?: string;
  /** PEM files of a certificate for localhost and its key. The server then accepts only TLS. */
  tls?: { cert: string; key: string };
}

/** A real Redis on a free port, which it keeps across restarts; it keeps nothing else. */
export class RedisServer {
  private readonly folder = mkdtempSync(join(tmpdir(), 'countersign-redis-'));
  private child: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly options: RedisOptions,
  ) {}

  /** A Redis that is not running yet. */
  static async prepare(options: RedisOptions = {}): Promise<RedisServer> {
    return new RedisServer(await freePort(), options);
  }

  static async start(options: RedisOptions = {}): Promise<RedisServer> {
    const server = await RedisServer.prepare(options);
    await server.start();
    return server;
  }

  get url(): string {
    const { password, tls } = this.options;
    return `${tls ? 'rediss' : 'redis'}://${password ? `:${password}@` : ''}localhost:${this.port}`;
  }

  async start(): Promise<void> {
    const { password, tls } = this.options;
    const listen = tls
      ? ['--port', '0', '--tls-port', String(this.port), '--tls-auth-clients', 'no'].concat([
          '--tls-cert-file',
          tls.cert,
          '--tls-key-file',
          tls.key,
        ])
      : ['--port', String(this.port)];
    const guard = password ? ['--requirepass', password] : [];
    const args = [...listen, ...guard, '--bind', '127.0.0.1', '--save', '', '--dir', this.folder];
    const child = spawn(PROGRAM, args, { argv0: CALLED, stdio: ['ignore', 'pipe', 'ignore'] });
    this.child = child;
    let log = '';
    child.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()));
    await until('Redis is ready', () => {
      if (child.exitCode !== null) throw new Error(`Redis has ended: ${log}`);
      return /ready to accept connections/i.test(log);
    });
  }

  get isRunning(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null;
  }

  /** Sends a command, as an administrator would. */
  async command(name: string, ...args: string[]): Promise<unknown> {
    const client = await createRedis(this.url);
    try {
      await client.connect();
      return await client.call(name, ...args);
    } finally {
      client.disconnect();
    }
  }

  /** Accepts connections, but answers nothing, until `resume`. */
  pause(): void {
    this.child!.kill('SIGSTOP');
  }

  resume(): void {
    this.child!.kill('SIGCONT');
  }

  /** Kills it. */
  async kill(): Promise<void> {
    const child = this.child;
    if (!child || !this.isRunning) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
