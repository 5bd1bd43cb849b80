import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import { Environment } from './environment.js';
import { readFlag } from './flag.js';
import { meantSetting } from './near-misses.js';
import { proxyProblems } from './outbound-proxy.js';
import { readSecretFiles } from './secret-files.js';
import { smtpOAuthProblems } from './smtp-oauth.js';
import { StartError } from './start-error.js';

/**
 * All names with this prefix are ours, except those that Kubernetes sets for a service `s3`. An unknown one is
 * refused, because files would not be where they are expected.
 */
const S3_NAME = /^S3_(?!SERVICE_(?:HOST|PORT)|PORT(?:_|$))/;
/** Belongs to OpenTelemetry: not a misspelt OTEL_TRACES_SAMPLER_ARG. */
const OTHERS = ['OTEL_TRACES_SAMPLER'];
/** Shared with other programs, so similar names are not misspellings. */
const SHARED = ['HTTPS_PROXY', 'NO_PROXY'];
/** The only variable that has a meaning while it is empty. */
const MAY_BE_EMPTY = 'OUTBOUND_PROXY';

/** The settings are wrong; the message names every wrong one. */
export class SettingsError extends StartError {
  constructor(problems: readonly string[]) {
    super(`Invalid settings:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
  }
}

export type Variables = Record<string, string | undefined>;

/**
 * Reads the variables, including those stored in files, and checks their values. An empty variable counts as unset,
 * except OUTBOUND_PROXY. `problems` has a line for each wrong one.
 */
export function readEnvironment(variables: Variables): { environment: Environment; problems: string[] } {
  const given = Object.fromEntries(
    Object.entries({ ...variables, ...sharedVariables(variables) }).filter(
      ([name, value]) => value !== undefined && (value !== '' || name === MAY_BE_EMPTY),
    ),
  );
  const secrets = readSecretFiles(given);
  const set = { ...given, ...secrets.values };
  const environment = plainToInstance(Environment, set);
  const wrong = validateSync(environment).flatMap((error) => Object.values(error.constraints ?? {}));
  return {
    environment,
    problems: [
      ...secrets.problems,
      ...wrong,
      ...incompleteS3(environment),
      ...pointlessDatabase(environment),
      ...proxyProblems(environment),
      ...smtpOAuthProblems(environment),
      ...pointlessHttp(environment),
      ...unknownSettings(Object.keys(set)),
    ],
  };
}

/** With incomplete storage settings, files would stay on the disk of one machine. */
function incompleteS3(environment: Environment): string[] {
  const given = Object.keys(environment).filter((name) => S3_NAME.test(name));
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = environment;
  const isHalf = (S3_ACCESS_KEY_ID === undefined) !== (S3_SECRET_ACCESS_KEY === undefined);
  return [
    ...(given.length > 0 && S3_BUCKET === undefined
      ? [`S3_BUCKET must be set with ${given.join(', ')}`]
      : []),
    ...(isHalf ? ['S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together'] : []),
  ];
}

/** The embedded PostgreSQL has no pooler. */
function pointlessDatabase({ DATABASE_URL, DATABASE_DIRECT_URL }: Environment): string[] {
  if (DATABASE_DIRECT_URL === undefined || DATABASE_URL !== undefined) return [];
  return ['DATABASE_URL must be set with DATABASE_DIRECT_URL'];
}

function pointlessHttp({ WEBHOOK_ALLOW_HTTP, WEBHOOK_ALLOWED_CIDRS }: Environment): string[] {
  if (!readFlag(WEBHOOK_ALLOW_HTTP) || WEBHOOK_ALLOWED_CIDRS !== undefined) return [];
  return ['WEBHOOK_ALLOWED_CIDRS must be set with WEBHOOK_ALLOW_HTTP'];
}

/** Other programs also read these names in lower case, and prefer it. */
function sharedVariables(variables: Variables): Variables {
  return Object.fromEntries(SHARED.map((name) => [name, variables[name.toLowerCase()] || variables[name]]));
}

/** Only names that resemble ours; if the meant setting is also set, a name is not a misspelling of it. */
function unknownSettings(names: string[]): string[] {
  const known = getMetadataStorage()
    .getTargetValidationMetadatas(Environment, '', true, false)
    .map(({ propertyName }) => propertyName);
  const unset = [...new Set(known)].filter((name) => !names.includes(name) && !SHARED.includes(name));
  return names.flatMap((name) => {
    if (known.includes(name) || OTHERS.includes(name)) return [];
    const meant = meantSetting(name, unset);
    if (meant === null && S3_NAME.test(name)) return [`${name} is not a setting; unset it`];
    return meant === null ? [] : [`${name} is not a setting; did you mean ${meant}?`];
  });
}
