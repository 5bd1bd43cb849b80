import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Client } from 'pg';
import { createApp } from '../../src/configure-app.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { type DomainEvent } from '../../src/platform/events/domain-events.js';
import { EventBus } from '../../src/platform/events/event-bus.js';
import { PinoLogger } from '../../src/platform/logging/pino-logger.js';
import { ProvisioningService } from '../../src/provisioning/provisioning.service.js';
import { WebhookEndpointsService } from '../../src/webhooks/webhook-endpoints.service.js';
import { type PeerName } from '../queues/peers.js';
import { type PeerOrder } from '../queues/worker.js';
import { Program } from '../rest/programs.js';
import { benchSettings } from '../support/bench-settings.js';
import { serverTime } from '../support/processor-time.js';
import { type PostOrder } from './bare-poster.js';
import { type Arrival, type ReceiverQuestion } from './receivers.js';
import { type WorkerOrder } from './worker.js';

const LOOK_MS = 50;
/** The number of the service's sockets. */
const BARE_CONCURRENCY = 128;

/** A replica that only accepts requests, organizations with one endpoint each, and their receivers. */
export class Scene {
  private published = 0;

  private constructor(
    private readonly app: NestFastifyApplication,
    private readonly receivers: Program,
    readonly client: Client,
    readonly organizations: readonly number[],
    private readonly order: WorkerOrder,
  ) {}

  static async open(databaseUrl: string, endpoints: number): Promise<Scene> {
    const dataDir = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
    const encryptionKey = randomBytes(32).toString('base64');
    const caFile = join(dataDir, 'ca.pem');
    const receivers = Program.start('../deliveries/receivers', String(endpoints), caFile);
    const ports = await receivers.message<number[]>();
    const settings = benchSettings(databaseUrl, dataDir, {
      encryptionKeys: [{ id: '1', key: Buffer.from(encryptionKey, 'base64') }],
      webhookAllowedCidrs: ['127.0.0.0/8', '::1/128'],
      webhookCaFile: caFile,
    });
    const app = await createApp(settings, databaseUrl, new PinoLogger(settings.logLevel));
    await app.init();
    const organizations: number[] = [];
    for (const port of ports) {
      const input = { name: 'Bench', ownerEmail: `owner-${port}@example.com` };
      const { organizationId } = await app.get(ProvisioningService).create(input);
      await app.get(WebhookEndpointsService).setUrl({ organizationId, url: `https://localhost:${port}/` });
      organizations.push(organizationId);
    }
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    return new Scene(app, receivers, client, organizations, {
      databaseUrl,
      dataDir,
      caFile,
      encryptionKey,
      role: 'worker',
    });
  }

  async close(): Promise<void> {
    await this.client.end();
    await this.app.close();
    await this.receivers.stop();
    rmSync(this.order.dataDir, { recursive: true, force: true });
  }

  get endpoints(): WebhookEndpointsService {
    return this.app.get(WebhookEndpointsService);
  }

  async startWorker(): Promise<Program> {
    const worker = Program.start('../deliveries/worker', JSON.stringify(this.order));
    await worker.message();
    return worker;
  }

  /** Starts a process that delivers through the queue of that name instead. */
  async startPeer(queue: PeerName): Promise<Program> {
    const { databaseUrl, caFile } = this.order;
    const order: PeerOrder = { databaseUrl, caFile, queue };
    const worker = Program.start('../queues/worker', JSON.stringify(order));
    await worker.message();
    return worker;
  }

  /** Commits an event for each organization in one transaction. @returns the numbers they carry */
  async publish(organizations: readonly number[]): Promise<number[]> {
    const numbers = organizations.map(() => ++this.published);
    await this.app.get(Transactions).run(async (tx) => {
      for (const [index, organizationId] of organizations.entries()) {
        const data = { id: numbers[index]!, subject: 'Rental agreement', messageContent: 'x'.repeat(600) };
        const event = { type: 'signature.completed', organizationId, data } as DomainEvent;
        await this.app.get(EventBus).publish(tx, event);
      }
    });
    return numbers;
  }

  async publishMany(count: number): Promise<void> {
    const { length } = this.organizations;
    for (let left = count; left > 0; left -= length) {
      await this.publish(this.organizations.slice(0, Math.min(length, left)));
    }
  }

  /** Waits until no job is left, so every result is recorded. */
  async drained(): Promise<void> {
    const left = async () => (await this.client.query('select from jobs limit 1')).rowCount! > 0;
    while (await left()) await wait(LOOK_MS);
  }

  async received(most: number): Promise<void> {
    while ((await this.countReceived()) < most) await wait(LOOK_MS);
  }

  /** @returns the id of an empty organization */
  async createOrganization(): Promise<number> {
    const { rows } = await this.client.query<{ id: string }>(
      `insert into organizations (name) values ('History') returning id`,
    );
    return Number(rows[0]!.id);
  }

  countReceived(): Promise<number> {
    return this.receivers.ask<number>('count' satisfies ReceiverQuestion);
  }

  /** Returns the arrivals since the last call. */
  async takeArrivals(): Promise<Arrival[]> {
    await this.receivers.ask({ take: this.arrivalsFile } satisfies ReceiverQuestion);
    return this.lastArrivals();
  }

  /** Returns what the last call of `takeArrivals` returned. */
  lastArrivals(): Arrival[] {
    return JSON.parse(readFileSync(this.arrivalsFile, 'utf8')) as Arrival[];
  }

  /** Posts the last arrivals again, without the service. @returns posts per second */
  async postBare(): Promise<number> {
    const poster = Program.start('../deliveries/bare-poster');
    const { caFile } = this.order;
    const order: PostOrder = { file: this.arrivalsFile, caFile, concurrency: BARE_CONCURRENCY };
    const rate = await poster.ask<number>(order);
    await poster.stop();
    await this.receivers.ask({ take: `${this.arrivalsFile}.bare` } satisfies ReceiverQuestion);
    return rate;
  }

  serverTime(): Promise<number> {
    return serverTime(this.client);
  }

  private get arrivalsFile(): string {
    return join(this.order.dataDir, 'arrivals.json');
  }
}
