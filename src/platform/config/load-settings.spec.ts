import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { LoadedSettings } from '../../../test/support/loaded-settings.js';
import { readEnvironment } from './read-environment.js';

const KEY = Buffer.alloc(32, 7).toString('base64');

describe('settings', () => {
  let settings: LoadedSettings;
  let folder: string;
  beforeEach(() => {
    settings = new LoadedSettings();
    ({ folder } = settings);
  });
  afterEach(() => settings.remove());

  const load = (variables?: Record<string, string>) => settings.load(variables);
  const refusal = (variables: Record<string, string>) => settings.refusal(variables);

  it('provides a default for everything', () => {
    expect(load()).toMatchObject({
      production: false,
      port: 3000,
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      smtpUrl: undefined,
      redisUrl: undefined,
      s3: undefined,
      tsaUrl: undefined,
      trustedProxies: [],
      webhookAllowedCidrs: [],
      allowSpecimens: true,
      retentionDays: 30,
      webhookRetentionDays: 90,
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
      REDIS_URL: 'http://x',
      TRUSTED_PROXIES: '10.0.0.0/33',
      WEBHOOK_ALLOWED_CIDRS: 'localhost',
      ALLOW_SPECIMENS: 'perhaps',
      ROLE: 'boss',
      LOG_LEVEL: 'loud',
      S3_BUCKET: 'x',
      S3_ENDPOINT: 's3.example.com',
      S3_REGION: 'some where',
      S3_PREFIX: '/from/root',
      S3_PATH_STYLE: 'perhaps',
      S3_OTHER: 'x',
      TSA_URL: 'ldap://time.example.com',
    };
    const message = refusal({ ...wrong, WEBHOOK_CA_FILE: join(folder, 'absent.pem'), MAIL_FORM: 'a@b' });
    for (const name of [...Object.keys(wrong), 'WEBHOOK_CA_FILE', 'MAIL_FORM'])
      expect(message).toContain(name);
  });

  it.each([
    ['PORT', ['abc', '70000', '-1', '1.5'], 'a whole number from 0 to 65535'],
    ['METRICS_PORT', ['0', ':9464'], 'a whole number from 1 to 65535'],
    ['DRAIN_SECONDS', ['5s', '301'], 'a whole number from 0 to 300'],
    ['BULK_ROWS_PER_DAY', ['0', 'many'], 'a whole number from 1 to 10000000'],
    ['RETENTION_DAYS', ['0', 'forever'], 'a whole number from 1 to 3650'],
    ['OTEL_TRACES_SAMPLER_ARG', ['7', '10%'], 'a number from 0 to 1, such as 0.1'],
    ['ALLOW_SPECIMENS', ['yes'], 'true or false'],
    ['PUBLIC_URL', ['sign.example.com', 'ftp://x'], 'an http:// or https:// address'],
    ['ROLE', ['boss'], 'one of all, web, worker'],
    ['TRUSTED_PROXIES', ['10.0.0.1'], 'a comma-separated list of CIDR ranges, such as 10.0.0.0/8,::1/128'],
  ])('reports once what %s must be', (name, values, right) => {
    for (const value of values)
      expect(refusal({ [name]: value })).toBe(`Invalid settings:\n  - ${name} must be ${right}`);
  });

  it('reports files that are missing or unfit for their setting', () => {
    const [absent, empty] = [join(folder, 'absent'), join(folder, 'empty')];
    writeFileSync(empty, 'nothing\n');
    expect(refusal({ WEBHOOK_CA_FILE: absent })).toContain(`${absent} cannot be read (ENOENT)`);
    expect(refusal({ TSA_CA_FILE: empty })).toContain(`${empty} contains none`);
    expect(refusal({ SEAL_P12: absent })).toContain('SEAL_P12 must name a PKCS#12 file');
    expect(refusal({ FONTS_DIR: empty })).toContain('FONTS_DIR must name a folder');
    expect(refusal({ DATA_DIR: join(empty, 'below') })).toContain('DATA_DIR must be a folder');
  });

  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['SMTP_ULR', 'SMTP_URL'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['WEBHOOK_CA', 'WEBHOOK_CA_FILE'],
    ['Encryption_Key', 'ENCRYPTION_KEY'],
    ['PROT', 'PORT'],
    ['RLOE', 'ROLE'],
  ])('asks whether %s was meant to be %s', (name, meant) => {
    expect(refusal({ [name]: 'x' })).toContain(`${name} is not a setting; did you mean ${meant}?`);
  });

  it('leaves variables of other programs alone', () => {
    const others = [
      'PATH',
      'HOST',
      'POST',
      'PWD',
      'USER',
      'TERM',
      'HTTP_URL',
      'API_URL',
      'NODE_OPTIONS',
    ].concat([
      'WEBHOOK_SECRET',
      'TEST_DATABASE_URL',
      'COUNTERSIGN_PORT',
      'XDG_DATA_DIRS',
      'SMTP_HOST',
      'npm_config_loglevel',
    ]);
    expect(refusal(Object.fromEntries(others.map((name) => [name, 'x'])))).toBe('');
    expect(refusal({ DATABASE_URL: 'postgres://x', DATABASE_URI: 'x' })).toBe('');
  });

  it('leaves variables of systemd, containers and collectors alone', () => {
    const others = [
      ...['INVOCATION_ID', 'JOURNAL_STREAM', 'NOTIFY_SOCKET', 'CREDENTIALS_DIRECTORY', 'STATE_DIRECTORY'],
      ...['LOGNAME', 'SYSTEMD_EXEC_PID', 'LISTEN_FDS', 'HOSTNAME', 'NODE_VERSION', 'YARN_VERSION'],
      ...[
        'OTEL_TRACES_SAMPLER',
        'OTEL_TRACES_EXPORTER',
        'OTEL_EXPORTER_OTLP_PROTOCOL',
        'OTEL_RESOURCE_ATTRIBUTES',
      ],
    ];
    const services = [
      'KUBERNETES',
      'COUNTERSIGN',
      'DATABASE',
      'REDIS',
      'S3',
      'SMTP',
      'TSA',
      'SEAL',
      'DATA',
      'LOG',
    ];
    const ofService = (name: string) =>
      ['SERVICE_HOST', 'SERVICE_PORT', 'SERVICE_PORT_HTTP', 'PORT', 'PORT_80_TCP', 'PORT_80_TCP_ADDR'].map(
        (rest) => `${name}_${rest}`,
      );
    const names = [...others, ...services.flatMap(ofService)];
    expect(refusal(Object.fromEntries(names.map((name) => [name, 'x'])))).toBe('');
  });

  it('closes the data folder to other accounts', () => {
    chmodSync(folder, 0o755);
    load();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    load({ DATA_DIR: join(folder, 'new') });
    expect(statSync(join(folder, 'new')).mode & 0o777).toBe(0o700);
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
    expect(load({ WEBHOOK_RETENTION_DAYS: '365' }).webhookRetentionDays).toBe(365);
    expect(() => load({ WEBHOOK_RETENTION_DAYS: '0' })).toThrow(/WEBHOOK_RETENTION_DAYS/);
    expect(() => load({ RETENTION_DAYS: '0' })).toThrow(/RETENTION_DAYS/);
    expect(() => load({ RETENTION_DAYS: 'forever' })).toThrow(/RETENTION_DAYS/);
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
    const tsaCaFile = join(folder, 'ca.pem');
    writeFileSync(tsaCaFile, rootCertificates[0]!);
    for (const tsaUrl of ['http://10.0.0.5:318/tsa', 'https://ann:s%20cret@localhost/tsa'])
      expect(load({ TSA_URL: tsaUrl, TSA_CA_FILE: tsaCaFile })).toMatchObject({ tsaUrl, tsaCaFile });
  });

  it('accepts a bucket only with everything it needs', () => {
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    expect(load({ S3_BUCKET: 'files' }).s3).toEqual({
      bucket: 'files',
      endpoint: undefined,
      region: 'us-east-1',
      prefix: '',
      credentials: undefined,
      pathStyle: false,
    });
    const elsewhere = { S3_BUCKET: 'files', S3_ENDPOINT: 'http://localhost:9000', S3_PREFIX: 'a/b', ...keys };
    expect(load(elsewhere).s3).toMatchObject({
      endpoint: 'http://localhost:9000',
      prefix: 'a/b/',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      pathStyle: true,
    });
    expect(load({ ...elsewhere, S3_PATH_STYLE: 'false' }).s3!.pathStyle).toBe(false);
    expect(refusal(keys)).toContain('S3_BUCKET must be set with S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY');
    expect(refusal({ S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id' })).toContain('must be set together');
  });

  it('reads two addresses for a database behind a pooler, and then leaves statements unnamed', () => {
    const [DATABASE_URL, DATABASE_DIRECT_URL] = ['postgres://pooler/records', 'postgres://db/records'];
    expect(load({ DATABASE_URL })).toMatchObject({ databaseDirectUrl: undefined, unnamedStatements: false });
    const both = { DATABASE_URL, DATABASE_DIRECT_URL };
    expect(load(both)).toMatchObject({ databaseDirectUrl: DATABASE_DIRECT_URL, unnamedStatements: true });
    expect(load({ ...both, DATABASE_UNNAMED_STATEMENTS: 'false' }).unnamedStatements).toBe(false);
    expect(refusal({ DATABASE_DIRECT_URL })).toContain('DATABASE_URL must be set with DATABASE_DIRECT_URL');
    expect(refusal({ ...both, DATABASE_DIRECT_URL: 'db' })).toContain('must be a postgres:// address');
  });

  it('keeps answering for at most five minutes after it is told to stop', () => {
    expect(load({}).drainSeconds).toBe(0);
    expect(load({ DRAIN_SECONDS: '5' }).drainSeconds).toBe(5);
    expect(refusal({ DRAIN_SECONDS: '301' })).toContain('DRAIN_SECONDS');
  });

  it('reads secrets from files', () => {
    const [key, word, url] = [join(folder, 'key'), join(folder, 'word'), join(folder, 'url')];
    writeFileSync(key, `${KEY}\n`);
    writeFileSync(word, 'pass word\r\n');
    writeFileSync(url, 'postgres://ann:secret@db/records');
    const redis = join(folder, 'redis');
    writeFileSync(redis, 'rediss://:secret@cache:6380/2\n');
    const settings = load({
      NODE_ENV: 'production',
      ENCRYPTION_KEY_FILE: key,
      DATABASE_URL_FILE: url,
      REDIS_URL_FILE: redis,
      SMTP_URL_FILE: '',
    });
    expect(settings.encryptionKeys[0]!.key.toString('base64')).toBe(KEY);
    expect(settings).toMatchObject({
      databaseUrl: 'postgres://ann:secret@db/records',
      redisUrl: 'rediss://:secret@cache:6380/2',
      smtpUrl: undefined,
    });
    expect(readEnvironment({ SEAL_P12_PASSPHRASE_FILE: word }).environment.SEAL_P12_PASSPHRASE).toBe(
      'pass word',
    );
  });

  it('refuses missing, empty or wrong secret files without showing their content', () => {
    const [absent, empty, wrong] = [join(folder, 'absent'), join(folder, 'empty'), join(folder, 'wrong')];
    writeFileSync(empty, '\n');
    writeFileSync(wrong, 'mysql://ann:secret@db/records\n');
    const message = refusal({
      ENCRYPTION_KEY_FILE: absent,
      SMTP_URL_FILE: empty,
      DATABASE_URL_FILE: wrong,
      SEAL_P12_PASSPHRASE: 'word',
      SEAL_P12_PASSPHRASE_FILE: wrong,
    });
    expect(message).toContain(`${absent} cannot be read (ENOENT)`);
    expect(message).toContain(`${empty} is empty`);
    expect(message).toContain('DATABASE_URL must be a postgres:// address');
    expect(message).toContain('SEAL_P12_PASSPHRASE and SEAL_P12_PASSPHRASE_FILE are both set');
    expect(message).not.toContain('secret');
  });

  it('treats an empty variable as unset', () => {
    expect(load({ PORT: '', SMTP_URL: '' })).toMatchObject({ port: 3000, smtpUrl: undefined });
  });
});
