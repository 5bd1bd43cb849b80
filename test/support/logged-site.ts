import { expect } from 'expect';
import { DataSource } from 'typeorm';
import { type Settings } from '../../src/platform/config/settings.js';
import { SecretBox } from '../../src/platform/crypto/secret-box.js';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { findKeyPair } from '../../src/webhooks/webhook-key-pair.queries.js';
import { keyContext } from '../../src/webhooks/webhook-key-pairs.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { freePort } from './free-port.js';
import { Issuers } from './issuers.js';
import { Mailbox } from './mailbox.js';
import { Receiver } from './receiver.js';
import { RedisServer } from './redis-server.js';
import { S3Server } from './s3-server.js';
import { ServerProcess } from './server-process.js';

const MAIL_ACCOUNT = { user: 'smtp-quibbler', password: 'sMtPpAsSwOrD' };
const REDIS_PASSWORD = 'rEdIsPaSsWoRd';
const ENCRYPTION_KEY = `${'k3Y'.repeat(14)}k=`;
export const METRICS_TOKEN = 'a-token-of-the-scraper-9f1';
const TRACES_TOKEN = 'tOkEnOfThEcOlLeCtOr';

/**
 * A service with the most verbose log and every connection that it can have, and the words that must not be in its
 * log.
 */
export class LoggedSite {
  private readonly used = new Set<string>();

  private constructor(
    readonly mailbox: Mailbox,
    readonly redis: RedisServer,
    readonly storage: S3Server,
    readonly issuers: Issuers,
    readonly receiver: Receiver,
    readonly server: ServerProcess,
    readonly dataSource: DataSource,
    private readonly database: TestDatabase,
  ) {}

  static async start(): Promise<LoggedSite> {
    const [mailbox, redis, storage, receiver, database] = await Promise.all([
      Mailbox.start(MAIL_ACCOUNT),
      RedisServer.start({ password: REDIS_PASSWORD }),
      S3Server.start(),
      Receiver.start(),
      createTestDatabase(),
    ]);
    const issuers = await Issuers.start(receiver.tls);
    const storageVariables = storage.variables('logs');
    const server = await ServerProcess.prepare({
      ...storageVariables,
      LOG_LEVEL: 'trace',
      ENCRYPTION_KEY,
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      SMTP_URL: mailbox.url,
      METRICS_TOKEN,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=${TRACES_TOKEN}`,
      TRUSTED_PROXIES: '127.0.0.1/32',
      WEBHOOK_ALLOWED_CIDRS: issuers.settings.webhookAllowedCidrs.join(','),
      WEBHOOK_CA_FILE: receiver.caFile,
    });
    const dataSource = await new DataSource(dataSourceOptions(database.url)).initialize();
    const parts = [mailbox, redis, storage, issuers, receiver, server, dataSource, database] as const;
    const site = new LoggedSite(...parts);
    await server.start();
    site.use(ENCRYPTION_KEY, METRICS_TOKEN, TRACES_TOKEN, REDIS_PASSWORD);
    site.use(MAIL_ACCOUNT.user, MAIL_ACCOUNT.password, new URL(database.url).password);
    site.use(storageVariables.S3_ACCESS_KEY_ID!, storageVariables.S3_SECRET_ACCESS_KEY!);
    return site;
  }

  /** Fails for a word so short that it is meaningless, such as a missing password. */
  use(...words: string[]): void {
    expect(words.filter((word) => word.length < 4)).toEqual([]);
    words.forEach((word) => this.used.add(word));
  }

  /** How many words were used, and which of them are in the log. */
  search(): { count: number; found: string[] } {
    const log = [...this.server.log, ...this.server.output].join('\n').toLowerCase();
    const found = [...this.used].filter((word) => log.includes(word.toLowerCase()));
    return { count: this.used.size, found };
  }

  /** The secret key of the organization's deliveries, without its prefix. */
  async webhookKey(organizationId: number): Promise<string> {
    const encryptionKeys = [{ id: '1', key: Buffer.from(ENCRYPTION_KEY, 'base64') }];
    const { secretKeySealed } = (await findKeyPair(this.dataSource.manager, organizationId))!;
    const box = new SecretBox({ encryptionKeys } as Settings);
    return box.openText(secretKeySealed, keyContext(organizationId)).replace('whsk_', '');
  }

  /** Refuses every mail with a reply that names the server's own account and the person. */
  refuseMailsTo(email: string): void {
    this.mailbox.refuseAll({ code: 450, message: `no mails from ${MAIL_ACCOUNT.user} to ${email}` });
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.dataSource.destroy();
    await Promise.all([
      this.mailbox.stop(),
      this.redis.stop(),
      this.storage.stop(),
      this.issuers.stop(),
      this.receiver.stop(),
    ]);
    await this.database.drop();
  }
}
