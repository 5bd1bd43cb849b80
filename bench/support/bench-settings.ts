import { randomBytes } from 'node:crypto';
import { Settings } from '../../src/platform/config/settings.js';

/** The settings of a web replica in production, on loopback and with a silent log. */
export function benchSettings(
  databaseUrl: string,
  dataDir: string,
  changes: Partial<Settings> = {},
): Settings {
  return new Settings({
    production: true,
    port: 0,
    publicUrl: 'http://127.0.0.1',
    databaseUrl,
    dataDir,
    encryptionKeys: [{ id: '1', key: randomBytes(32) }],
    mailFrom: 'Countersign <no-reply@example.com>',
    trustedProxies: [],
    webhookAllowedCidrs: [],
    allowSpecimens: false,
    retentionDays: 30,
    webhookRetentionDays: 90,
    bulkRowsPerDay: 20_000,
    role: 'web',
    logLevel: 'silent',
    ...changes,
  } as unknown as Settings);
}
