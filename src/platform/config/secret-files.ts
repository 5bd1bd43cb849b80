import { readFileSync } from 'node:fs';

/**
 * Settings with secrets, which can be kept out of the environment: a variable ending in _FILE names a file instead.
 */
const SECRETS = [
  'DATABASE_DIRECT_URL',
  'DATABASE_URL',
  'ENCRYPTION_KEY',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OUTBOUND_PROXY',
  'REDIS_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SEAL_P12_PASSPHRASE',
  'SMTP_OAUTH_CLIENT_SECRET',
  'SMTP_OAUTH_REFRESH_TOKEN',
  'SMTP_URL',
];

/** @returns the values stored in files, without a trailing line break, and a line for each unusable file */
export function readSecretFiles(set: Readonly<Record<string, string | undefined>>): {
  values: Record<string, string>;
  problems: string[];
} {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of SECRETS) {
    const file = set[`${name}_FILE`];
    if (file === undefined) continue;
    if (set[name] !== undefined) problems.push(`${name} and ${name}_FILE are both set; unset one of them`);
    else {
      const value = readSecret(file);
      if (typeof value === 'string') values[name] = value;
      else problems.push(`${name}_FILE must name a file with the value of ${name}; ${file} ${value.problem}`);
    }
  }
  return { values, problems };
}

function readSecret(file: string): string | { problem: string } {
  try {
    const value = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    return value === '' ? { problem: 'is empty' } : value;
  } catch (error) {
    return { problem: `cannot be read (${(error as NodeJS.ErrnoException).code})` };
  }
}
