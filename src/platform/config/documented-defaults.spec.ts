import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LoadedSettings } from '../../../test/support/loaded-settings.js';
import { PROJECT_ROOT } from './paths.js';
import { type Settings } from './settings.js';

const PAGE = readFileSync(join(PROJECT_ROOT, 'docs/settings.md'), 'utf8');

const DEFAULTS: [variable: string, setting: keyof Settings][] = [
  ['PORT', 'port'],
  ['MAIL_FROM', 'mailFrom'],
  ['ROLE', 'role'],
  ['DRAIN_SECONDS', 'drainSeconds'],
  ['WEBHOOK_ALLOW_HTTP', 'webhookAllowHttp'],
  ['ALLOW_SPECIMENS', 'allowSpecimens'],
  ['SEAL_KEY_TYPE', 'sealKeyType'],
  ['BULK_ROWS_PER_DAY', 'bulkRowsPerDay'],
  ['RETENTION_DAYS', 'retentionDays'],
  ['WEBHOOK_RETENTION_DAYS', 'webhookRetentionDays'],
  ['LOG_LEVEL', 'logLevel'],
];

describe('defaults in docs/settings.md', () => {
  let settings: LoadedSettings;
  beforeEach(() => {
    settings = new LoadedSettings();
  });
  afterEach(() => settings.remove());

  it.each(DEFAULTS)('documents the right default of %s', (variable, setting) => {
    const documented = new RegExp(`^\\| \`${variable}\`(?: ¹)? \\| [^|]+ \\| \`([^\`]+)\``, 'm').exec(
      PAGE,
    )?.[1];
    expect(documented).toBe(`${settings.load()[setting] as string | number | boolean}`);
  });
});
