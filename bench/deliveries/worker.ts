import 'reflect-metadata';
import { createApp } from '../../src/configure-app.js';
import { type EncryptionKey, type Role } from '../../src/platform/config/settings.js';
import { PinoLogger } from '../../src/platform/logging/pino-logger.js';
import { serveBenchmark } from '../rest/serving.js';
import { benchSettings } from '../support/bench-settings.js';

// The service as a replica that delivers webhooks to the benchmark's receivers, in its own process.

export interface WorkerOrder {
  databaseUrl: string;
  dataDir: string;
  caFile: string;
  /** In base64. */
  encryptionKey: string;
  role: Role;
}

const order = JSON.parse(process.argv[2]!) as WorkerOrder;
const encryptionKeys: EncryptionKey[] = [{ id: '1', key: Buffer.from(order.encryptionKey, 'base64') }];
const settings = benchSettings(order.databaseUrl, order.dataDir, {
  role: order.role,
  encryptionKeys,
  webhookAllowedCidrs: ['127.0.0.0/8', '::1/128'],
  webhookCaFile: order.caFile,
});

const app = await createApp(settings, order.databaseUrl, new PinoLogger(process.env.LOG_LEVEL ?? 'silent'));
await app.init();
serveBenchmark(0);
