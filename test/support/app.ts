import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { createApp } from '../../src/configure-app.js';
import { DocumentAnalysisService } from '../../src/identity-documents/document-analysis.service.js';
import { ApiKeysService } from '../../src/organizations/api-keys.service.js';
import { PASSWORD_COST } from '../../src/organizations/password.js';
import { type Scope } from '../../src/organizations/scopes.js';
import { Settings } from '../../src/platform/config/settings.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { PinoLogger } from '../../src/platform/logging/pino-logger.js';
import { ProvisioningService } from '../../src/provisioning/provisioning.service.js';
import { ApiClient } from './api-client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { keepAnalyses } from './kept-analyses.js';
import { keepForWorker } from './runner/kept.js';
import { shareProcesses } from './warm-processes.js';

export interface TestOrganization {
  organizationId: number;
  userId: number;
  ownerEmail: string;
  apiKey: string;
  webhookSecret: string;
  /** The same secret as `whsec_…`. */
  standardWebhooksSecret: string;
  api: ApiClient;
}

export interface NewTestOrganization {
  name?: string;
  scopes?: Scope[];
  /** Whether it is marked as one for tests. */
  isTest?: boolean;
}

/** The real application on its own database, listening on a free port of 127.0.0.1. */
export interface TestApp {
  app: NestFastifyApplication;
  url: string;
  settings: Settings;
  database: TestDatabase;
  dataSource: DataSource;
  createOrganization(options?: NewTestOrganization): Promise<TestOrganization>;
  close(): Promise<void>;
}

/** An application that all spec files of this worker share, and that none of them closes. */
export type SharedTestApp = Omit<TestApp, 'close'>;

// Tests sign in hundreds of times, and none of them tests the cost of a guess.
PASSWORD_COST.log2N = 10;

let shared: Promise<TestApp> | undefined;

/**
 * The application shared by the spec files of this worker that neither move the clock nor change settings, services or
 * data outside an organization. It closes when the worker ends. Each file creates its own organizations.
 */
export function sharedTestApp(): Promise<SharedTestApp> {
  return (shared ??= keepForWorker(
    () => startTestApp(),
    (test) => test.close(),
    isHandleOf,
  ));
}

/** Whether a handle is a connection to it or to its database. Such connections come and go. */
function isHandleOf({ app, database }: TestApp, handle: object): boolean {
  const { server, remotePort } = handle as { server?: object; remotePort?: number };
  const ports = [database.url, database.directUrl ?? database.url].map((url) => Number(new URL(url).port));
  return server === app.getHttpServer() || ports.includes(remotePort ?? 0);
}

/**
 * @param analyses - `fresh` if the test is about analysing pictures; `kept` reuses the results of this test run
 * @param database - an existing one; by default an empty one with the latest schema
 */
export async function startTestApp(
  overrides: Partial<Settings> = {},
  { analyses = 'kept', database: given }: { analyses?: 'kept' | 'fresh'; database?: TestDatabase } = {},
): Promise<TestApp> {
  const database = given ?? (await createTestDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-app-'));
  const defaults = { ...defaultSettings(dataDir), ...poolerSettings(database) };
  const settings = new Settings({ ...defaults, ...overrides } as Settings);
  const discard = async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const app = await createApp(settings, database.url, new PinoLogger(settings.logLevel));
  if (analyses === 'kept') keepAnalyses(app.get(DocumentAnalysisService, { strict: false }));
  await shareProcesses(app);
  await app.listen(0, '127.0.0.1').catch(async (error: unknown) => {
    await app.close().catch(() => undefined);
    await discard();
    throw error;
  });
  const url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  if (overrides.publicUrl === undefined) Object.assign(settings, { publicUrl: url });
  return {
    app,
    url,
    settings,
    database,
    dataSource: app.get(DataSource),
    createOrganization: (options) => createOrganization(app, url, options),
    close: async () => {
      await app.close();
      await discard();
    },
  };
}

/** The settings for reaching the database with or without a pooler. */
const poolerSettings = ({ directUrl }: TestDatabase) => ({
  databaseDirectUrl: directUrl,
  unnamedStatements: directUrl !== undefined,
});

function defaultSettings(dataDir: string): Partial<Settings> {
  return {
    production: false,
    port: 0,
    publicUrl: 'http://127.0.0.1',
    dataDir,
    encryptionKeys: [{ id: '1', key: randomBytes(32) }],
    mailFrom: 'Countersign <no-reply@countersign.test>',
    trustedProxies: [],
    webhookAllowedCidrs: [],
    allowSpecimens: true,
    retentionDays: 30,
    webhookRetentionDays: 90,
    bulkRowsPerDay: 20_000,
    role: 'all',
    drainSeconds: 0,
    logLevel: process.env.LOG_LEVEL ?? 'fatal',
  };
}

async function createOrganization(
  app: NestFastifyApplication,
  url: string,
  { name = 'Acme', scopes, isTest }: NewTestOrganization = {},
): Promise<TestOrganization> {
  const ownerEmail = `owner-${randomBytes(4).toString('hex')}@acme.test`;
  // Without its record, so the organization's first activity is the spec's own.
  const made = await app
    .get(Transactions)
    .run((tx) => app.get(ProvisioningService).make(tx, { name, ownerEmail, isTest }));
  if (scopes === undefined) return { ...made, ownerEmail, api: new ApiClient(url, made.apiKey) };
  const { apiKey } = await app
    .get(Transactions)
    .run((tx) => app.get(ApiKeysService).rotate(tx, made.organizationId, scopes));
  return { ...made, ownerEmail, apiKey, api: new ApiClient(url, apiKey) };
}
