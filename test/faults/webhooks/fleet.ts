import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type INestApplicationContext } from '@nestjs/common';
import { Client } from 'pg';
import { createContext } from '../../../src/configure-app.js';
import { loadSettings } from '../../../src/platform/config/load-settings.js';
import { Settings } from '../../../src/platform/config/settings.js';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/platform/database/embedded-postgres.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { PG_TYPES } from '../../../src/platform/database/pg-types.js';
import { Transactions } from '../../../src/platform/database/transactions.js';
import { type DomainEvent } from '../../../src/platform/events/domain-events.js';
import { EventBus } from '../../../src/platform/events/event-bus.js';
import { JobQueue } from '../../../src/platform/jobs/job-queue.js';
import { PinoLogger } from '../../../src/platform/logging/pino-logger.js';
import { ProvisioningService } from '../../../src/provisioning/provisioning.service.js';
import { WebhookEndpointsService } from '../../../src/webhooks/webhook-endpoints.service.js';
import { WebhookFeed } from '../../../src/webhooks/webhook-feed.js';
import { WebhookHistory } from '../../../src/webhooks/webhook-history.js';
import { type HistoryRow } from '../../../src/webhooks/webhook-history.queries.js';
import { ServerProcess } from '../../support/server-process.js';
import { until } from '../../support/until.js';
import { FeedReaders } from './feed-readers.js';
import { IssuingAuthority } from './issued-certificates.js';
import { Target } from './target.js';

/** An organization with its endpoint. */
export interface Subscriber {
  organizationId: number;
  target: Target;
}

const ALL = 1_000_000;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
export const LOOPBACK_ONLY = '127.0.0.0/8,::1/128';

/** Workers on one database, the endpoints that they deliver to, and a process (this one) that publishes events. */
export class Fleet {
  /** The subscribers of the running row. */
  readonly subscribers: Subscriber[] = [];
  readonly workers: ServerProcess[] = [];
  /** When each published event was committed, by its number. */
  readonly committed = new Map<number, number>();
  private readonly targets: Target[] = [];
  private published = 0;
  private founded = 0;
  private modules!: INestApplicationContext;
  private closing: Promise<void> | undefined;

  private constructor(
    private postgres: EmbeddedPostgres,
    private readonly folder: string,
    readonly authority: IssuingAuthority,
  ) {}

  static async open(): Promise<Fleet> {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-fleet-'));
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database') });
    const fleet = new Fleet(postgres, folder, await IssuingAuthority.create());
    for (const signal of SIGNALS) process.on(signal, fleet.interrupt);
    try {
      writeFileSync(fleet.caFile, fleet.authority.certificate);
      await migrate(postgres.url);
      fleet.modules = await fleet.loadModules();
      return fleet;
    } catch (error) {
      await fleet.close();
      throw error;
    }
  }

  /** Ends what a row has left behind, and founds organizations for the next, whose endpoints answer 204. */
  async begin(endpoints: number): Promise<Subscriber[]> {
    await this.stopWorkers();
    // Jobs left waiting by an earlier row are no work for this one.
    await this.query("delete from jobs where kind = 'webhook.deliver'");
    await Promise.all(this.targets.splice(0).map((target) => target.close()));
    this.subscribers.length = 0;
    this.committed.clear();
    for (let each = 0; each < endpoints; each++) await this.subscribe();
    return this.subscribers;
  }

  get databaseUrl(): string {
    return this.postgres.url;
  }

  /** Founds another organization, with this target as its endpoint. */
  async subscribe(target?: Target): Promise<Subscriber> {
    const to = target ?? (await Target.open(await this.authority.issue(['localhost'])));
    this.targets.push(to);
    const number = ++this.founded;
    const owner = { name: `Tenant ${number}`, ownerEmail: `owner${number}@faults.test` };
    const { organizationId } = await this.modules.get(ProvisioningService).create(owner);
    await this.setUrl(organizationId, to.url);
    const subscriber = { organizationId, target: to };
    this.subscribers.push(subscriber);
    return subscriber;
  }

  /** Starts another process of the service, which only runs jobs. @param wrapper - a command that runs another */
  async startWorker(
    settings: Record<string, string> = {},
    wrapper: readonly string[] = [],
  ): Promise<ServerProcess> {
    const worker = await ServerProcess.prepare({ ...this.settings, ROLE: 'worker', ...settings }, wrapper);
    this.workers.push(worker);
    await worker.start();
    return worker;
  }

  /** Commits events of one organization in one transaction. @returns their numbers */
  async publish({ organizationId }: Subscriber, count = 1): Promise<number[]> {
    const numbers = Array.from({ length: count }, () => ++this.published);
    const bus = this.modules.get(EventBus);
    await this.modules.get(Transactions).run(async (tx) => {
      for (const id of numbers)
        await bus.publish(tx, { type: 'signature.completed', organizationId, data: { id } } as DomainEvent);
    });
    const now = performance.now();
    for (const number of numbers) this.committed.set(number, now);
    return numbers;
  }

  async publishToAll(count = 1): Promise<void> {
    await Promise.all(this.subscribers.map((subscriber) => this.publish(subscriber, count)));
  }

  /** Readers of the feeds of all subscribers, from their beginning. */
  feedReaders(): FeedReaders {
    return new FeedReaders(this.modules.get(WebhookFeed), this.subscribers);
  }

  async history({ organizationId }: Subscriber): Promise<HistoryRow[]> {
    const all = { organizationId, limit: ALL, offset: 0 };
    return (await this.modules.get(WebhookHistory).page(all)).rows;
  }

  async histories(): Promise<HistoryRow[]> {
    return (await Promise.all(this.subscribers.map((each) => this.history(each)))).flat();
  }

  /** Resolves when no delivery is pending. @returns all of them */
  async untilSettled(longestMs: number): Promise<HistoryRow[]> {
    const look = async () => {
      const rows = await this.histories();
      return rows.every(({ status }) => status !== 'pending') ? rows : undefined;
    };
    return (await until('every delivery has ended', look, { longestMs, lookMs: 200 }))!;
  }

  /** Moves the service's clock, and wakes its workers. */
  async moveClock(interval: string): Promise<void> {
    await this.query('update app_clock set clock_offset = clock_offset + $1::interval', [interval]);
    this.modules.get(JobQueue).ring();
  }

  /** The leases of deliveries, of workers alive or dead. */
  async leases(): Promise<string[]> {
    const rows = await this.query<{ lease: string }>(
      "select id || ' ' || lease_token as lease from jobs where lease_until is not null and kind = 'webhook.deliver'",
    );
    return rows.map(({ lease }) => lease);
  }

  async query<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return this.withClient(async (client) => (await client.query<Row>(sql, values)).rows);
  }

  async withClient<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const client = new Client({ connectionString: this.databaseUrl, types: PG_TYPES });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  async stopDatabase(): Promise<void> {
    await this.postgres.stop();
  }

  /** On the same port. */
  async startDatabase(): Promise<void> {
    this.postgres = await startEmbeddedPostgres({ dataDir: join(this.folder, 'database') });
  }

  /** Without checking where the address leads, which is what some rows are about. */
  async setUrl(organizationId: number, url: string): Promise<void> {
    const isReal = new URL(url).hostname === 'localhost';
    const endpoints = this.modules.get(WebhookEndpointsService);
    if (isReal) await endpoints.setUrl({ organizationId, url });
    else
      await this.query('update webhook_endpoints set url = $2 where organization_id = $1', [
        organizationId,
        url,
      ]);
  }

  close(): Promise<void> {
    return (this.closing ??= this.closeAll());
  }

  /** An interrupted run must not leave processes behind. */
  private readonly interrupt = () => void this.close().finally(() => process.exit(1));

  private get caFile(): string {
    return join(this.folder, 'ca.pem');
  }

  private get settings(): Record<string, string> {
    return {
      DATA_DIR: join(this.folder, 'data'),
      DATABASE_URL: this.databaseUrl,
      WEBHOOK_ALLOWED_CIDRS: LOOPBACK_ONLY,
      WEBHOOK_CA_FILE: this.caFile,
    };
  }

  private loadModules(): Promise<INestApplicationContext> {
    const settings = new Settings({ ...loadSettings(this.settings), role: 'web' } as Settings);
    return createContext(settings, this.databaseUrl, new PinoLogger('fatal'));
  }

  private async stopWorkers(): Promise<void> {
    // They can be killed: they hold nothing that another one needs, and some are frozen.
    await Promise.all(this.workers.splice(0).map((worker) => worker.kill()));
  }

  private async closeAll(): Promise<void> {
    for (const signal of SIGNALS) process.off(signal, this.interrupt);
    await this.stopWorkers();
    await Promise.all(this.targets.map((target) => target.close()));
    await this.modules?.close();
    await this.postgres.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
