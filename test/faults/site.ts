import { Client } from 'pg';
import { createContext } from '../../src/configure-app.js';
import { loadSettings } from '../../src/platform/config/load-settings.js';
import { Settings } from '../../src/platform/config/settings.js';
import { PG_TYPES } from '../../src/platform/database/pg-types.js';
import { PinoLogger } from '../../src/platform/logging/pino-logger.js';
import { ProvisioningService } from '../../src/provisioning/provisioning.service.js';
import { WebhookEndpointsService } from '../../src/webhooks/webhook-endpoints.service.js';
import { Mailbox } from '../support/mailbox.js';
import { type Inbox, Receiver } from '../support/receiver.js';
import { ServerProcess } from '../support/server-process.js';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

export interface Tenant {
  organizationId: number;
  apiKey: string;
}

/** A running service with one or several processes. */
export interface Service {
  readonly url: string;
  readonly dataDir: string;
  readonly databaseUrl: string;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** A dedicated service, the organizations that use it, and where its mails and webhooks go. */
export class Site<Server extends Service = ServerProcess> {
  private closing: Promise<void> | undefined;

  private constructor(
    readonly server: Server,
    readonly mailbox: Mailbox,
    readonly inbox: Inbox,
    readonly tenants: Tenant[],
    private readonly receiver: Receiver,
  ) {}

  /** Starts everything. @param tenants number of organizations: each has its own request limits and job lanes */
  static async open(tenants: number, settings?: Record<string, string>): Promise<Site>;
  static async open<Server extends Service>(
    tenants: number,
    settings: Record<string, string>,
    prepare: (settings: Record<string, string>) => Promise<Server>,
  ): Promise<Site<Server>>;
  static async open(
    tenants: number,
    settings: Record<string, string> = {},
    prepare: (settings: Record<string, string>) => Promise<Service> = ServerProcess.prepare,
  ): Promise<Site<Service>> {
    const mailbox = await Mailbox.start();
    const receiver = await Receiver.start();
    const all = {
      SMTP_URL: mailbox.url,
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
      WEBHOOK_CA_FILE: receiver.caFile,
      ...settings,
    };
    const server = await prepare(all);
    const site = new Site(server, mailbox, receiver.newInbox(), [], receiver);
    for (const signal of SIGNALS) process.on(signal, site.interrupt);
    try {
      await server.start();
      await site.found(tenants, all);
      return site;
    } catch (error) {
      await site.close();
      throw error;
    }
  }

  /** Runs `work` on the embedded database. Numbers and times arrive as the service reads them. */
  async query<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: this.server.databaseUrl, types: PG_TYPES });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end();
    }
  }

  close(): Promise<void> {
    return (this.closing ??= this.closeAll());
  }

  /** An interrupted run must not leave the service's processes behind. */
  private readonly interrupt = () => void this.close().finally(() => process.exit(1));

  private async closeAll(): Promise<void> {
    for (const signal of SIGNALS) process.off(signal, this.interrupt);
    await this.server.close();
    await this.receiver.stop();
    await this.mailbox.stop();
  }

  /** Creates the organizations with the service's own modules, which is faster than one command after another. */
  private async found(count: number, settings: Record<string, string>): Promise<void> {
    const { dataDir, databaseUrl } = this.server;
    const own = loadSettings({ ...settings, DATA_DIR: dataDir });
    const modules = await createContext(
      new Settings({ ...own, role: 'web' } as Settings),
      databaseUrl,
      new PinoLogger('fatal'),
    );
    try {
      for (let tenant = 1; tenant <= count; tenant++) {
        const owner = { name: `Tenant ${tenant}`, ownerEmail: `owner${tenant}@faults.test` };
        const { organizationId, apiKey } = await modules.get(ProvisioningService).create(owner);
        await modules.get(WebhookEndpointsService).setUrl({ organizationId, url: this.inbox.url });
        this.tenants.push({ organizationId, apiKey });
      }
    } finally {
      await modules.close();
    }
  }
}
