import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { splitList } from './cidr-list.js';
import { type Environment } from './environment.js';
import { readFlag } from './flag.js';
import { parseKeyRing } from './key-ring.js';
import { outboundProxy } from './outbound-proxy.js';
import { PROJECT_ROOT } from './paths.js';
import { readEnvironment, SettingsError, type Variables } from './read-environment.js';
import { makeDataDir, unusableFiles } from './setting-files.js';
import { type S3Settings, Settings, type TracingSettings } from './settings.js';
import { smtpOAuth } from './smtp-oauth.js';

const DEFAULT_PORT = 3000;
const DEFAULT_BULK_ROWS_PER_DAY = 20_000;
const DEFAULT_RETENTION_DAYS = 30;
const DEFAULT_WEBHOOK_RETENTION_DAYS = 90;
/** The usual region name of servers other than Amazon's. */
const DEFAULT_REGION = 'us-east-1';
/** Node.js's own default. */
const NODE_THREAD_POOL = 4;
const KEY_FILE = 'encryption.key';

/**
 * The settings of this process. Creates the data folder. Outside production, a missing encryption key is generated
 * and stored there.
 * @throws SettingsError naming every wrong setting, including unusable files
 */
export function loadSettings(variables: Variables = process.env): Settings {
  const { environment: env, problems } = readEnvironment(variables);
  const port = env.PORT ?? DEFAULT_PORT;
  const dataDir = resolveDataDir(env.DATA_DIR);
  const dataDirProblem = makeDataDir(dataDir);
  const wrong = [
    ...problems,
    ...unusableFiles(env),
    ...(dataDirProblem === null ? [] : [dataDirProblem]),
    ...(env.METRICS_PORT === port ? [`METRICS_PORT must not be ${port}, which is PORT`] : []),
  ];
  if (wrong.length > 0) throw new SettingsError(wrong);
  const production = env.NODE_ENV === 'production';
  return new Settings({
    production,
    port,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    unnamedStatements: readFlag(env.DATABASE_UNNAMED_STATEMENTS, env.DATABASE_DIRECT_URL !== undefined),
    dataDir,
    encryptionKeys: parseKeyRing(env.ENCRYPTION_KEY ?? keptKey(dataDir)),
    smtpUrl: env.SMTP_URL,
    smtpOAuth: smtpOAuth(env),
    mailRatePerMinute: env.MAIL_RATE_PER_MINUTE,
    mailFrom: env.MAIL_FROM ?? 'Countersign <no-reply@localhost>',
    redisUrl: env.REDIS_URL,
    s3: s3Settings(env),
    trustedProxies: splitList(env.TRUSTED_PROXIES ?? ''),
    webhookAllowedCidrs: splitList(env.WEBHOOK_ALLOWED_CIDRS ?? ''),
    webhookCaFile: env.WEBHOOK_CA_FILE,
    webhookAllowHttp: readFlag(env.WEBHOOK_ALLOW_HTTP),
    outboundProxy: outboundProxy(env),
    allowSpecimens: readFlag(env.ALLOW_SPECIMENS, !production),
    bulkRowsPerDay: env.BULK_ROWS_PER_DAY ?? DEFAULT_BULK_ROWS_PER_DAY,
    retentionDays: env.RETENTION_DAYS ?? DEFAULT_RETENTION_DAYS,
    webhookRetentionDays: env.WEBHOOK_RETENTION_DAYS ?? DEFAULT_WEBHOOK_RETENTION_DAYS,
    sealKeyType: env.SEAL_KEY_TYPE ?? 'p256',
    sealP12: env.SEAL_P12 ? { file: env.SEAL_P12, passphrase: env.SEAL_P12_PASSPHRASE ?? '' } : undefined,
    sofficePath: env.SOFFICE_PATH,
    fontsDir: env.FONTS_DIR === undefined ? undefined : resolve(env.FONTS_DIR),
    tsaUrl: env.TSA_URL,
    tsaCaFile: env.TSA_CA_FILE,
    role: env.ROLE ?? 'all',
    drainSeconds: env.DRAIN_SECONDS ?? 0,
    threadPoolSize: env.UV_THREADPOOL_SIZE ?? NODE_THREAD_POOL,
    metricsPort: env.METRICS_PORT,
    metricsToken: env.METRICS_TOKEN,
    tracing: readTracing(env),
    logLevel: env.LOG_LEVEL ?? 'info',
  } as Settings);
}

/**
 * Whether this installation has an encryption key, so that `loadSettings` would not generate one.
 * @throws SettingsError as it does
 */
export function hasEncryptionKey(variables: Variables = process.env): boolean {
  const { environment, problems } = readEnvironment(variables);
  if (problems.length > 0) throw new SettingsError(problems);
  const { ENCRYPTION_KEY, DATA_DIR } = environment;
  return ENCRYPTION_KEY !== undefined || existsSync(join(resolveDataDir(DATA_DIR), KEY_FILE));
}

/** Where this installation's database is. Creates nothing. @throws SettingsError as `loadSettings` does */
export function locateDatabase(
  variables: Variables = process.env,
): Pick<Settings, 'databaseUrl' | 'dataDir'> {
  const { environment, problems } = readEnvironment(variables);
  if (problems.length > 0) throw new SettingsError(problems);
  return { databaseUrl: environment.DATABASE_URL, dataDir: resolveDataDir(environment.DATA_DIR) };
}

function resolveDataDir(path = '.data'): string {
  return isAbsolute(path) ? path : resolve(PROJECT_ROOT, path);
}

function s3Settings(env: Environment): S3Settings | undefined {
  const { S3_BUCKET, S3_ENDPOINT, S3_PREFIX, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (S3_BUCKET === undefined) return undefined;
  const hasKeys = S3_ACCESS_KEY_ID !== undefined && S3_SECRET_ACCESS_KEY !== undefined;
  return {
    bucket: S3_BUCKET,
    endpoint: S3_ENDPOINT,
    region: env.S3_REGION ?? DEFAULT_REGION,
    prefix: S3_PREFIX === undefined ? '' : S3_PREFIX.replace(/\/?$/, '/'),
    credentials: hasKeys
      ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
      : undefined,
    pathStyle: readFlag(env.S3_PATH_STYLE, S3_ENDPOINT !== undefined),
  };
}

function readTracing(env: Environment): TracingSettings | undefined {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  return {
    url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`,
    headers: Object.fromEntries(
      splitList(env.OTEL_EXPORTER_OTLP_HEADERS ?? '').map((header) => {
        const [name = '', ...value] = header.split('=');
        return [name.trim(), decodeURIComponent(value.join('=').trim())];
      }),
    ),
    serviceName: env.OTEL_SERVICE_NAME ?? 'countersign',
    ratio: env.OTEL_TRACES_SAMPLER_ARG ?? 1,
  };
}

/**
 * The key in the data folder, generated on the first run. `wx` lets only one of two concurrent processes create it.
 */
function keptKey(dataDir: string): string {
  const file = join(dataDir, KEY_FILE);
  if (!existsSync(file)) writeOnce(file, randomBytes(32).toString('base64'));
  return readFileSync(file, 'utf8').trim();
}

function writeOnce(file: string, text: string): void {
  try {
    writeFileSync(file, `${text}\n`, { mode: 0o600, flag: 'wx' });
    chmodSync(file, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
