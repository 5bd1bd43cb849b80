import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { createContext } from '../../src/configure-app.js';
import { loadSettings } from '../../src/platform/config/load-settings.js';
import { Settings } from '../../src/platform/config/settings.js';
import { findEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import { PinoLogger } from '../../src/platform/logging/pino-logger.js';
import { ProvisioningService } from '../../src/provisioning/provisioning.service.js';
import { WebhookEndpointsService } from '../../src/webhooks/webhook-endpoints.service.js';
import { ApiClient } from '../support/api-client.js';
import { Mailbox } from '../support/mailbox.js';
import { type Inbox, Receiver } from '../support/receiver.js';
import { ServerProcess } from '../support/server-process.js';
import { Issued } from './issued.js';
import { Wire } from './wire.js';

/** An organization with its key. */
export interface Tenant {
  organizationId: number;
  apiKey: string;
  api: ApiClient;
  /** The link with which the owner chooses a password. */
  ownerLink: string;
}

/** A name for a person or a place, and an address, that occur nowhere else. */
export interface Invented {
  name: string;
  email: string;
}

/**
 * The built service in its own process on an embedded PostgreSQL, with real receivers for its mails and webhooks, and
 * with its modules for what the API does not do: creating organizations, and reading the tables.
 */
export class Installation {
  readonly issued = new Issued();
  readonly wire: Wire;
  private invented = 0;

  private constructor(
    readonly server: ServerProcess,
    readonly mailbox: Mailbox,
    readonly dataDir: string,
    private readonly receiver: Receiver,
    private readonly inbox: Inbox,
    private readonly modules: INestApplicationContext,
    private readonly metricsToken: string,
  ) {
    this.wire = new Wire(server.url, undefined, ({ headers, bytes }) => {
      if (headers['content-type']?.startsWith('application/json')) this.issued.collect(bytes.toString());
    });
  }

  static async start(): Promise<Installation> {
    const [mailbox, receiver] = await Promise.all([Mailbox.start(), Receiver.start()]);
    const dataDir = await mkdtemp(join(tmpdir(), 'countersign-security-'));
    const encryptionKey = randomBytes(32).toString('base64');
    const metricsToken = randomBytes(16).toString('hex');
    const variables = {
      DATA_DIR: dataDir,
      ENCRYPTION_KEY: encryptionKey,
      SMTP_URL: mailbox.url,
      TRUSTED_PROXIES: '127.0.0.0/8',
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
      WEBHOOK_CA_FILE: receiver.caFile,
      // Everything that could ever be logged is searched for secrets.
      LOG_LEVEL: 'trace',
      METRICS_TOKEN: metricsToken,
    };
    const server = await ServerProcess.prepare(variables);
    try {
      await server.start();
      const settings = new Settings({ ...loadSettings(variables), role: 'web' } as Settings);
      const databaseUrl = findEmbeddedPostgres(join(dataDir, 'postgres'))!;
      const modules = await createContext(settings, databaseUrl, new PinoLogger('fatal'));
      const made = new Installation(
        server,
        mailbox,
        dataDir,
        receiver,
        receiver.newInbox(),
        modules,
        metricsToken,
      );
      made.issued.add('encryption key', encryptionKey);
      made.issued.add('API key', server.secret('API key'));
      return made;
    } catch (error) {
      await Promise.all([server.close(), receiver.stop(), mailbox.stop()]);
      throw error;
    }
  }

  get url(): string {
    return this.server.url;
  }

  /** A person or an organization that the log must never name. */
  invent(what: string): Invented {
    const word = `${what}${++this.invented}q${randomBytes(3).toString('hex')}`;
    const invented = { name: `${word} Quorvexum`, email: `${word.toLowerCase()}@people.test` };
    this.issued.add('name', invented.name);
    this.issued.add('email address', invented.email);
    return invented;
  }

  /** Creates an organization whose webhooks are received. */
  async createTenant(): Promise<Tenant> {
    const { name, email } = this.invent('Tenant');
    const made = await this.modules.get(ProvisioningService).create({ name, ownerEmail: email });
    const { organizationId, apiKey, webhookSecret, standardWebhooksSecret, ownerPassword, ownerLink } = made;
    this.issued.add('API key', apiKey);
    this.issued.add('webhook secret', webhookSecret);
    this.issued.add('webhook secret', standardWebhooksSecret);
    this.issued.add('password', ownerPassword!);
    this.issued.add('link token', ownerLink.split('/').at(-1)!);
    await this.modules.get(WebhookEndpointsService).setUrl({ organizationId, url: this.inbox.url });
    return { organizationId, apiKey, api: new ApiClient(this.url, apiKey), ownerLink };
  }

  /** Runs SQL on the service's database. */
  query<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return this.modules.get(DataSource).query<Row[]>(sql, parameters);
  }

  /** Moves the service's clock, for example by `61 minutes`. */
  async moveClock(interval: string): Promise<void> {
    await this.query('update app_clock set clock_offset = clock_offset + $1::interval', [interval]);
  }

  async isAlive(): Promise<boolean> {
    if (!this.server.isRunning) return false;
    return (await this.wire.send({ method: 'GET', path: '/readyz' })).status === 200;
  }

  /** The lines of its metrics. */
  async figures(): Promise<string[]> {
    const headers = { authorization: `Bearer ${this.metricsToken}` };
    const { bytes } = await this.wire.send({ method: 'GET', path: '/metrics', headers });
    return bytes.toString().split('\n');
  }

  async stop(): Promise<void> {
    await this.wire.close();
    await this.modules.close();
    await this.server.close();
    await this.receiver.stop();
    await this.mailbox.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
