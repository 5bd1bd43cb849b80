import { applyDecorators } from '@nestjs/common';
import {
  IsBooleanString,
  IsIn,
  IsNumber,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  getMetadataStorage,
  ValidateBy,
  ValidateIf,
  validateSync,
} from 'class-validator';
import { plainToInstance, Transform } from 'class-transformer';
import { IsCidrList } from './cidr-list.decorator.js';
import { readFlag } from './flag.js';
import { KEY_RING } from './key-ring.js';
import { meantSetting } from './near-misses.js';
import { proxyProblems } from './outbound-proxy.js';
import { readSecretFiles } from './secret-files.js';
import { FACE_ENGINES, type FaceEngineName, SEAL_KEY_TYPES, type SealKeyType } from './settings.js';
import { smtpOAuthProblems } from './smtp-oauth.js';
import { StartError } from './start-error.js';

const HTTPS_URL = { protocols: ['https'], require_tld: false, require_protocol: true };
const WEB_URL = { protocols: ['http', 'https'], require_tld: false, require_protocol: true };

/** A whole number, with one message for all that it may not be. */
const Whole = (least: number, most: number) =>
  applyDecorators(
    IsOptional(),
    Transform(({ value }) => toNumber(value)),
    ValidateBy({
      name: 'whole',
      validator: {
        validate: (value) => Number.isInteger(value) && value >= least && value <= most,
        defaultMessage: () => `$property must be a whole number from ${least} to ${most}`,
      },
    }),
  );

const Flag = () =>
  applyDecorators(IsOptional(), IsBooleanString({ message: '$property must be true or false' }));

const WebUrl = () =>
  applyDecorators(
    IsOptional(),
    IsUrl(WEB_URL, { message: '$property must be an http:// or https:// address' }),
  );

const OneOf = (values: readonly string[]) =>
  applyDecorators(IsOptional(), IsIn(values, { message: `$property must be one of ${values.join(', ')}` }));

/** All environment variables of the service, with their rules. */
export class Environment {
  @OneOf(['production', 'development', 'test']) NODE_ENV?: string;
  @Whole(0, 65_535) PORT?: number;
  @WebUrl() PUBLIC_URL?: string;
  @IsOptional()
  @Matches(/^postgres(ql)?:\/\/\S+$/, { message: 'DATABASE_URL must be a postgres:// address' })
  DATABASE_URL?: string;
  @IsOptional() @IsString() DATABASE_URL_FILE?: string;
  @IsOptional()
  @Matches(/^postgres(ql)?:\/\/\S+$/, { message: 'DATABASE_DIRECT_URL must be a postgres:// address' })
  DATABASE_DIRECT_URL?: string;
  @IsOptional() @IsString() DATABASE_DIRECT_URL_FILE?: string;
  @Flag() DATABASE_UNNAMED_STATEMENTS?: string;
  @IsOptional() @IsString() DATA_DIR?: string;
  @ValidateIf((env: Environment) => env.NODE_ENV === 'production' || env.ENCRYPTION_KEY !== undefined)
  @Matches(KEY_RING, {
    message:
      'ENCRYPTION_KEY must be 32 random bytes in base64 (or id:base64, several separated by commas); it is required with NODE_ENV=production',
  })
  ENCRYPTION_KEY?: string;
  @IsOptional() @IsString() ENCRYPTION_KEY_FILE?: string;
  @IsOptional()
  @Matches(/^smtps?:\/\/\S+$/, { message: 'SMTP_URL must be an smtp:// or smtps:// address' })
  SMTP_URL?: string;
  @IsOptional() @IsString() SMTP_URL_FILE?: string;
  @IsOptional()
  @IsUrl(HTTPS_URL, { message: 'SMTP_OAUTH_TOKEN_URL must be an https:// address' })
  SMTP_OAUTH_TOKEN_URL?: string;
  @IsOptional() @IsString() SMTP_OAUTH_CLIENT_ID?: string;
  @IsOptional() @IsString() SMTP_OAUTH_CLIENT_SECRET?: string;
  @IsOptional() @IsString() SMTP_OAUTH_CLIENT_SECRET_FILE?: string;
  @IsOptional() @IsString() SMTP_OAUTH_REFRESH_TOKEN?: string;
  @IsOptional() @IsString() SMTP_OAUTH_REFRESH_TOKEN_FILE?: string;
  @IsOptional() @IsString() SMTP_OAUTH_SCOPE?: string;
  @IsOptional() @IsString() MAIL_FROM?: string;
  @IsOptional()
  @Matches(/^rediss?:\/\/\S+$/, { message: 'REDIS_URL must be a redis:// or rediss:// address' })
  REDIS_URL?: string;
  @IsOptional() @IsString() REDIS_URL_FILE?: string;
  @IsOptional()
  @Matches(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
    message: 'S3_BUCKET must be 3 to 63 lower-case letters, digits, . and -',
  })
  S3_BUCKET?: string;
  @WebUrl() S3_ENDPOINT?: string;
  @IsOptional()
  @Matches(/^[\w-]{1,64}$/, { message: 'S3_REGION must be the name of a region, such as eu-central-1' })
  S3_REGION?: string;
  @IsOptional()
  @Matches(/^[\w.-]+(?:\/[\w.-]+)*\/?$/, {
    message: 'S3_PREFIX must be a path of letters, digits, . _ and -',
  })
  S3_PREFIX?: string;
  @IsOptional() @IsString() S3_ACCESS_KEY_ID?: string;
  @IsOptional() @IsString() S3_ACCESS_KEY_ID_FILE?: string;
  @IsOptional() @IsString() S3_SECRET_ACCESS_KEY?: string;
  @IsOptional() @IsString() S3_SECRET_ACCESS_KEY_FILE?: string;
  @Flag() S3_PATH_STYLE?: string;
  @IsOptional() @IsCidrList() TRUSTED_PROXIES?: string;
  @IsOptional() @IsCidrList() WEBHOOK_ALLOWED_CIDRS?: string;
  @IsOptional() @IsString() WEBHOOK_CA_FILE?: string;
  @Flag() WEBHOOK_ALLOW_HTTP?: string;
  @IsOptional() @IsString() OUTBOUND_PROXY?: string;
  @IsOptional() @IsString() OUTBOUND_PROXY_FILE?: string;
  @Flag() OUTBOUND_PROXY_RESOLVES?: string;
  @IsOptional() @IsString() HTTPS_PROXY?: string;
  @IsOptional() @IsString() NO_PROXY?: string;
  @Flag() ALLOW_SPECIMENS?: string;
  @Whole(1, 3650) RETENTION_DAYS?: number;
  @Whole(1, 3650) WEBHOOK_RETENTION_DAYS?: number;
  @OneOf(FACE_ENGINES) FACE_ENGINE?: FaceEngineName;
  @OneOf(SEAL_KEY_TYPES) SEAL_KEY_TYPE?: SealKeyType;
  @IsOptional() @IsString() SEAL_P12?: string;
  @IsOptional() @IsString() SEAL_P12_PASSPHRASE?: string;
  @IsOptional() @IsString() SEAL_P12_PASSPHRASE_FILE?: string;
  @IsOptional() @IsString() SOFFICE_PATH?: string;
  @IsOptional() @IsString() FONTS_DIR?: string;
  @WebUrl() TSA_URL?: string;
  @IsOptional() @IsString() TSA_CA_FILE?: string;
  @OneOf(['all', 'web', 'worker']) ROLE?: 'all' | 'web' | 'worker';
  @Whole(0, 300) DRAIN_SECONDS?: number;
  @Whole(4, 1024) UV_THREADPOOL_SIZE?: number;
  @Whole(1, 65_535) METRICS_PORT?: number;
  @IsOptional()
  @Matches(/^[\x21-\x7e]{16,256}$/, {
    message: 'METRICS_TOKEN must be 16 to 256 printable ASCII characters without spaces',
  })
  METRICS_TOKEN?: string;
  @IsOptional() @IsString() METRICS_TOKEN_FILE?: string;
  @WebUrl() OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  @IsOptional()
  @Matches(/^[\w-]+=[\x21-\x24\x26-\x2b\x2d-\x7e%]+(?:,[\w-]+=[\x21-\x24\x26-\x2b\x2d-\x7e%]+)*$/, {
    message:
      'OTEL_EXPORTER_OTLP_HEADERS must be name=value, several separated by commas, values percent-encoded',
  })
  OTEL_EXPORTER_OTLP_HEADERS?: string;
  @IsOptional() @IsString() OTEL_EXPORTER_OTLP_HEADERS_FILE?: string;
  @IsOptional() @IsString() OTEL_SERVICE_NAME?: string;
  @IsOptional()
  @Transform(({ value }) =>
    /^(?:0|1|0?\.\d+|1\.0+)$/.test(String(value)) ? Number(value) : (value as unknown),
  )
  @IsNumber({}, { message: '$property must be a number from 0 to 1, such as 0.1' })
  OTEL_TRACES_SAMPLER_ARG?: number;
  @OneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']) LOG_LEVEL?: string;
}

/**
 * All names that begin so are ours, but for what Kubernetes says about a service `s3`. One that is unknown is refused,
 * because files would be elsewhere than expected.
 */
const S3_NAME = /^S3_(?!SERVICE_(?:HOST|PORT)|PORT(?:_|$))/;
/** Of OpenTelemetry itself: not a misspelt OTEL_TRACES_SAMPLER_ARG. */
const OTHERS = ['OTEL_TRACES_SAMPLER'];
/** Not ours alone, so that what looks like them is not a misspelt one. */
const SHARED = ['HTTPS_PROXY', 'NO_PROXY'];
/** The one variable that means something while it is empty. */
const MAY_BE_EMPTY = 'OUTBOUND_PROXY';

/** The settings are wrong; the message names every wrong one. */
export class SettingsError extends StartError {
  constructor(problems: readonly string[]) {
    super(`Wrong settings:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
  }
}

export type Variables = Record<string, string | undefined>;

/**
 * Reads the variables, and the files of those that are in files, and checks their values. An empty variable counts as
 * unset, but for OUTBOUND_PROXY. `problems` has a line for each wrong one.
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

/** Half of a storage would leave files on the disk of one machine. */
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

/** The embedded PostgreSQL has no pooler in front of it. */
function pointlessDatabase({ DATABASE_URL, DATABASE_DIRECT_URL }: Environment): string[] {
  if (DATABASE_DIRECT_URL === undefined || DATABASE_URL !== undefined) return [];
  return ['DATABASE_URL must be set with DATABASE_DIRECT_URL'];
}

function pointlessHttp({ WEBHOOK_ALLOW_HTTP, WEBHOOK_ALLOWED_CIDRS }: Environment): string[] {
  if (!readFlag(WEBHOOK_ALLOW_HTTP) || WEBHOOK_ALLOWED_CIDRS !== undefined) return [];
  return ['WEBHOOK_ALLOWED_CIDRS must be set with WEBHOOK_ALLOW_HTTP'];
}

/** Other programs read these names in small letters as well, and those first. */
function sharedVariables(variables: Variables): Variables {
  return Object.fromEntries(SHARED.map((name) => [name, variables[name.toLowerCase()] || variables[name]]));
}

/** Only names that look like ours; a setting that is set is not misspelt as well. */
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

function toNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}
