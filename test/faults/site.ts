import { Client } from 'pg';
import { PG_TYPES } from '../../src/platform/database/pg-types.js';
import { Mailbox } from '../support/mailbox.js';
import { type Inbox, Receiver } from '../support/receiver.js';
import { ServerProcess } from '../support/server-process.js';

export interface Tenant {
  organizationId: number;
  apiKey: string;
}

/** A service process of its own, the organizations that use it, and where its mails and webhooks go. */
export class Site {
  private constructor(
    readonly server: ServerProcess,
    readonly mailbox: Mailbox,
    readonly inbox: Inbox,
    readonly tenants: Tenant[],
    private readonly receiver: Receiver,
  ) {}

  /** Starts everything. @param tenants number of organizations: each has its own limits of requests and lanes of jobs */
  static async open(tenants: number, settings: Record<string, string> = {}): Promise<Site> {
    const mailbox = await Mailbox.start();
    const receiver = await Receiver.start();
    const server = await ServerProcess.prepare({
      SMTP_URL: mailbox.url,
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
      WEBHOOK_CA_FILE: receiver.caFile,
      TRUSTED_PROXIES: '127.0.0.0/8',
      ...settings,
    });
    const site = new Site(server, mailbox, receiver.newInbox(), [], receiver);
    // An interrupted run must not leave the service's process behind.
    for (const signal of ['SIGINT', 'SIGTERM'])
      process.once(signal, () => void site.close().then(() => process.exit(1)));
    try {
      await server.start();
      await site.found(tenants);
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

  async close(): Promise<void> {
    await this.server.close();
    await this.receiver.stop();
    await this.mailbox.stop();
  }

  private async found(count: number): Promise<void> {
    this.tenants.push({ organizationId: 1, apiKey: this.server.secret('API key') });
    while (this.tenants.length < count) {
      const name = `Tenant ${this.tenants.length + 1}`;
      const owner = `owner${this.tenants.length + 1}@faults.test`;
      const made = await this.server.cli('organization:create', '--name', name, '--owner-email', owner);
      this.tenants.push({ organizationId: Number(made.organizationId), apiKey: String(made.apiKey) });
    }
    for (const { organizationId } of this.tenants)
      await this.server.cli('webhook:set', '--organization', String(organizationId), '--url', this.inbox.url);
  }
}
