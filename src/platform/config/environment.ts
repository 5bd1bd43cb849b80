import {
  IsBooleanString,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  Min,
  ValidateIf,
  validateSync,
} from 'class-validator';
import { plainToInstance, Transform } from 'class-transformer';
import { IsCidrList } from './cidr-list.decorator.js';
import { FACE_ENGINES, type FaceEngineName, SEAL_KEY_TYPES, type SealKeyType } from './settings.js';

const WEB_URL = { protocols: ['http', 'https'], require_tld: false, require_protocol: true };
const KEY_RING = /^(?:[\w.-]{1,32}:)?[A-Za-z0-9+/]{43}=(?:,[\w.-]{1,32}:[A-Za-z0-9+/]{43}=)*$/;

/** All environment variables of the service, with their rules. */
export class Environment {
  @IsOptional() @IsIn(['production', 'development', 'test']) NODE_ENV?: string;
  @IsOptional() @Transform(({ value }) => toNumber(value)) @IsInt() @Min(0) @Max(65_535) PORT?: number;
  @IsOptional() @IsUrl(WEB_URL) PUBLIC_URL?: string;
  @IsOptional()
  @Matches(/^postgres(ql)?:\/\/\S+$/, { message: 'DATABASE_URL must be a postgres:// address' })
  DATABASE_URL?: string;
  @IsOptional() @IsString() DATA_DIR?: string;
  @ValidateIf((env: Environment) => env.NODE_ENV === 'production' || env.ENCRYPTION_KEY !== undefined)
  @Matches(KEY_RING, {
    message:
      'ENCRYPTION_KEY must be 32 random bytes in base64 (or id:base64, several separated by commas); it is required with NODE_ENV=production',
  })
  ENCRYPTION_KEY?: string;
  @IsOptional()
  @Matches(/^smtps?:\/\/\S+$/, { message: 'SMTP_URL must be an smtp:// or smtps:// address' })
  SMTP_URL?: string;
  @IsOptional() @IsString() MAIL_FROM?: string;
  @IsOptional() @IsCidrList() TRUSTED_PROXIES?: string;
  @IsOptional() @IsCidrList() WEBHOOK_ALLOWED_CIDRS?: string;
  @IsOptional() @IsString() WEBHOOK_CA_FILE?: string;
  @IsOptional() @IsBooleanString() ALLOW_SPECIMENS?: string;
  @IsOptional()
  @Transform(({ value }) => toNumber(value))
  @IsInt()
  @Min(1)
  @Max(3650)
  RETENTION_DAYS?: number;
  @IsOptional() @IsIn(FACE_ENGINES) FACE_ENGINE?: FaceEngineName;
  @IsOptional() @IsIn(SEAL_KEY_TYPES) SEAL_KEY_TYPE?: SealKeyType;
  @IsOptional() @IsString() SEAL_P12?: string;
  @IsOptional() @IsString() SEAL_P12_PASSPHRASE?: string;
  @IsOptional() @IsString() SOFFICE_PATH?: string;
  @IsOptional() @IsUrl(WEB_URL) TSA_URL?: string;
  @IsOptional() @IsString() TSA_CA_FILE?: string;
  @IsOptional() @IsIn(['all', 'web', 'worker']) ROLE?: 'all' | 'web' | 'worker';
  @IsOptional() @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']) LOG_LEVEL?: string;
}

/** Settings of features that do not exist yet. They are refused, because ignoring them would be misleading. */
const NOT_YET = ['REDIS_URL', /^S3_/];

/** The environment is invalid; the message names every wrong variable. */
export class SettingsError extends Error {}

export type Variables = Record<string, string | undefined>;

/**
 * Reads and validates the variables. An empty one counts as unset.
 * @throws SettingsError with one line for each wrong variable
 */
export function readEnvironment(variables: Variables): Environment {
  const set = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const environment = plainToInstance(Environment, set);
  const wrong = validateSync(environment).flatMap((error) => Object.values(error.constraints ?? {}));
  for (const name of Object.keys(set)) {
    const unknown = NOT_YET.some((known) => (typeof known === 'string' ? known === name : known.test(name)));
    if (unknown) wrong.push(`${name} is not supported in this version; unset it`);
  }
  if (wrong.length > 0)
    throw new SettingsError(`Wrong settings:\n${wrong.map((line) => `  - ${line}`).join('\n')}`);
  return environment;
}

function toNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}
