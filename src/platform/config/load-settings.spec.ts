import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from './load-settings.js';

const KEY = Buffer.alloc(32, 7).toString('base64');

describe('settings', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-settings-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const load = (variables: Record<string, string> = {}) => loadSettings({ DATA_DIR: folder, ...variables });

  it('has a default for everything', () => {
    expect(load()).toMatchObject({
      production: false,
      port: 3000,
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      smtpUrl: undefined,
      tsaUrl: undefined,
      trustedProxies: [],
      webhookAllowedCidrs: [],
      allowSpecimens: true,
      retentionDays: 30,
      faceEngine: 'face-api',
      role: 'all',
      logLevel: 'info',
    });
  });

  it('names every wrong variable in one message', () => {
    const wrong = {
      PORT: '70000',
      PUBLIC_URL: 'ftp://x',
      DATABASE_URL: 'mysql://x',
      ENCRYPTION_KEY: 'short',
      SMTP_URL: 'mail.example.com',
      TRUSTED_PROXIES: '10.0.0.0/33',
      WEBHOOK_ALLOWED_CIDRS: 'localhost',
      ALLOW_SPECIMENS: 'perhaps',
      ROLE: 'boss',
      LOG_LEVEL: 'loud',
      S3_BUCKET: 'x',
      TSA_URL: 'ldap://time.example.com',
    };
    let message = '';
    try {
      load(wrong);
    } catch (error) {
      message = (error as Error).message;
    }
    for (const name of Object.keys(wrong)) expect(message).toContain(name);
  });

  it('generates an encryption key once, readable by its owner only', () => {
    const first = load().encryptionKeys[0]!;
    const file = join(folder, 'encryption.key');
    expect(first.key).toHaveLength(32);
    expect(readFileSync(file, 'utf8').trim()).toBe(first.key.toString('base64'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(load().encryptionKeys[0]!.key.equals(first.key)).toBe(true);
  });

  it('keeps images for the configured number of days', () => {
    expect(load({ RETENTION_DAYS: '7' }).retentionDays).toBe(7);
    expect(() => load({ RETENTION_DAYS: '0' })).toThrow(/RETENTION_DAYS/);
    expect(() => load({ RETENTION_DAYS: 'forever' })).toThrow(/RETENTION_DAYS/);
    expect(() => load({ FACE_ENGINE: 'another' })).toThrow(/FACE_ENGINE/);
  });

  it('requires the key in production, and refuses specimens there', () => {
    expect(() => load({ NODE_ENV: 'production' })).toThrow(/ENCRYPTION_KEY/);
    expect(load({ NODE_ENV: 'production', ENCRYPTION_KEY: KEY }).allowSpecimens).toBe(false);
    expect(
      load({ NODE_ENV: 'production', ENCRYPTION_KEY: KEY, ALLOW_SPECIMENS: 'true' }).allowSpecimens,
    ).toBe(true);
  });

  it('reads several keys, the first of which encrypts', () => {
    const { encryptionKeys } = load({ ENCRYPTION_KEY: `2026:${KEY},old:${KEY}` });
    expect(encryptionKeys.map(({ id }) => id)).toEqual(['2026', 'old']);
  });

  it('accepts a time stamp authority in any network, with user name and password', () => {
    for (const tsaUrl of ['http://10.0.0.5:318/tsa', 'https://ann:s%20cret@localhost/tsa'])
      expect(load({ TSA_URL: tsaUrl, TSA_CA_FILE: 'ca.pem' })).toMatchObject({ tsaUrl, tsaCaFile: 'ca.pem' });
  });

  it('treats an empty variable as unset', () => {
    expect(load({ PORT: '', SMTP_URL: '' })).toMatchObject({ port: 3000, smtpUrl: undefined });
  });
});
