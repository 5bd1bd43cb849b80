import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/platform/database/embedded-postgres.js';
import { Haproxy } from '../../support/haproxy.js';
import { patience } from '../../support/patience.js';
import { ServerProcess } from '../../support/server-process.js';
import { type Service } from '../site.js';

/**
 * The time that docs/operations.md states for our HAProxy configuration; more on a busy machine, which notices later.
 */
const DRAIN_MS = 5_000;
const LONGEST_DRAIN_MS = 45_000;

/** Two web processes behind HAProxy and two workers, which share a PostgreSQL and a folder. */
export class Replicas implements Service {
  readonly web: ServerProcess[] = [];
  readonly workers: ServerProcess[] = [];
  readonly drainSeconds = Math.round(Math.min(patience(DRAIN_MS), LONGEST_DRAIN_MS) / 1_000);

  private constructor(
    private readonly folder: string,
    private postgres: EmbeddedPostgres,
    readonly proxy: Haproxy,
  ) {}

  static async prepare(settings: Record<string, string>): Promise<Replicas> {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-replicas-'));
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database') });
    const replicas = new Replicas(folder, postgres, await Haproxy.prepare());
    const shared = {
      ...settings,
      DATA_DIR: replicas.dataDir,
      DATABASE_URL: postgres.url,
      PUBLIC_URL: replicas.url,
      TRUSTED_PROXIES: '127.0.0.1/32',
      DRAIN_SECONDS: String(replicas.drainSeconds),
    };
    for (const processes of [replicas.web, replicas.workers]) {
      const ROLE = processes === replicas.web ? 'web' : 'worker';
      for (let each = 0; each < 2; each++) processes.push(await ServerProcess.prepare({ ...shared, ROLE }));
    }
    return replicas;
  }

  get url(): string {
    return this.proxy.url;
  }

  get dataDir(): string {
    return join(this.folder, 'data');
  }

  get databaseUrl(): string {
    return this.postgres.url;
  }

  /** The log lines of all processes. */
  get log(): string[] {
    return this.all.flatMap(({ log }) => log);
  }

  async start(): Promise<void> {
    for (const each of this.all) await each.start();
    const [first, second] = this.web.map(({ url }) => new URL(url).host);
    await this.proxy.start([first!, second!]);
  }

  /** Starts a process that has ended, and waits until it receives requests. */
  async startAgain(process: ServerProcess): Promise<void> {
    await process.start();
    const web = this.web.indexOf(process);
    if (web >= 0) await this.proxy.untilUp(`web-${web + 1}`);
  }

  /** Restarts on the same port. @param goneMs how long it is away */
  async restartDatabase(goneMs: number): Promise<void> {
    await this.postgres.stop();
    await wait(goneMs);
    this.postgres = await startEmbeddedPostgres({ dataDir: join(this.folder, 'database') });
  }

  async close(): Promise<void> {
    for (const each of this.all) await each.kill();
    await this.proxy.stop();
    await this.postgres.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private get all(): ServerProcess[] {
    return [...this.web, ...this.workers];
  }
}
