import { Matches, ValidateIf } from 'class-validator';
import { KEY_RING } from './key-ring.js';
import { CidrList, Flag, HttpsUrl, OneOf, Pattern, Share, Text, WebUrl, Whole } from './setting-rules.js';
import { SEAL_KEY_TYPES, type SealKeyType } from './settings.js';

const POSTGRES_URL = /^postgres(ql)?:\/\/\S+$/;
const KEY_RING_VALUE = '32 random bytes in base64 (or id:base64, several separated by commas)';

/**
 * All environment variables of the service. `npm run settings` writes docs/settings.md from these comments: links are
 * relative to that page, `@section` begins a table, and `@default` says what holds if the variable is not set.
 */
export class Environment {
  /**
   * Kind of installation. `production` requires `ENCRYPTION_KEY`, and refuses specimens and a database whose clock a
   * test has moved. @default none
   * @section Service
   */
  @OneOf(['production', 'development', 'test']) NODE_ENV?: string;
  /** Port on which the service listens. @default `3000` */
  @Whole(0, 65_535) PORT?: number;
  /** Address at which people reach the hosted pages; links in emails begin with it. @default `http://localhost:PORT` */
  @WebUrl() PUBLIC_URL?: string;
  /** Folder of the embedded database, files, the outbox and the generated key. @default `.data` */
  @Text() DATA_DIR?: string;
  /**
   * Key that encrypts files, link tokens and secrets. [To rotate it](operations.md#encryption-keys), list several keys;
   * the first one encrypts. Required in production. @default generated in `DATA_DIR` on the first run
   */
  @ValidateIf((env: Environment) => env.NODE_ENV === 'production' || env.ENCRYPTION_KEY !== undefined)
  @Matches(KEY_RING, {
    message: `ENCRYPTION_KEY must be ${KEY_RING_VALUE}; it is required with NODE_ENV=production`,
    context: { value: KEY_RING_VALUE },
  })
  ENCRYPTION_KEY?: string;
  /** Whether the process serves requests (`web`), runs jobs (`worker`), or both. @default `all` */
  @OneOf(['all', 'web', 'worker']) ROLE?: 'all' | 'web' | 'worker';
  /**
   * Seconds for which the process still accepts requests after it is told to stop, so that
   * [load balancers notice](operations.md#restarts-that-nobody-notices). @default `0`
   */
  @Whole(0, 300) DRAIN_SECONDS?: number;
  /**
   * Threads for name lookups, file access and password checks; [why not fewer](operations.md#limits-of-a-process).
   * @default `256` with `npm start`, otherwise Node.js's own `4`
   */
  @Whole(4, 1024) UV_THREADPOOL_SIZE?: number;
  /** CIDR ranges of the proxies whose `X-Forwarded-For` is trusted. @default none */
  @CidrList() TRUSTED_PROXIES?: string;

  /**
   * Address of your own PostgreSQL. @default embedded PostgreSQL in `DATA_DIR`
   * @section Database and limits
   */
  @Pattern(POSTGRES_URL, 'a postgres:// address') DATABASE_URL?: string;
  /** The same database without [a pooler](operations.md#a-connection-pooler) in between. @default `DATABASE_URL` */
  @Pattern(POSTGRES_URL, 'a postgres:// address') DATABASE_DIRECT_URL?: string;
  /**
   * Whether to prepare statements anew each time, as poolers in transaction mode require.
   * @default `true` with `DATABASE_DIRECT_URL`, otherwise `false`
   */
  @Flag() DATABASE_UNNAMED_STATEMENTS?: string;
  /**
   * Redis through which all processes [share the counters of their limits](operations.md#limits-shared-over-redis).
   * @default none: each process counts on its own
   */
  @Pattern(/^rediss?:\/\/\S+$/, 'a redis:// or rediss:// address') REDIS_URL?: string;

  /**
   * Mail server, with user name and password if required. @default none: emails are written to `DATA_DIR/outbox`
   * @section Email
   */
  @Pattern(/^smtps?:\/\/\S+$/, 'an smtp:// or smtps:// address') SMTP_URL?: string;
  /** Sender of emails. @default `Countersign <no-reply@localhost>` */
  @Text() MAIL_FROM?: string;
  /**
   * Most emails [sent within a minute](operations.md#a-mail-servers-pace), by all processes together, such as `30` for
   * Microsoft 365. @default none
   */
  @Whole(1, 100_000) MAIL_RATE_PER_MINUTE?: number;
  /**
   * Token endpoint for signing in to the mail server [with OAuth](operations.md#mail-servers-with-oauth), as Microsoft
   * 365 requires. @default none: the password in `SMTP_URL`, if any
   */
  @HttpsUrl() SMTP_OAUTH_TOKEN_URL?: string;
  /** The service's client id at the token endpoint. @default none */
  @Text() SMTP_OAUTH_CLIENT_ID?: string;
  /** The client's secret at the token endpoint. @default none */
  @Text() SMTP_OAUTH_CLIENT_SECRET?: string;
  /** Refresh token of a person who gave consent, in place of the client's own credentials. @default none */
  @Text() SMTP_OAUTH_REFRESH_TOKEN?: string;
  /** Scope of the tokens. @default none */
  @Text() SMTP_OAUTH_SCOPE?: string;

  /**
   * Bucket for [stored files](operations.md#files-in-a-bucket). @default none: files are in `DATA_DIR`
   * @section Files
   */
  @Pattern(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, '3 to 63 lower-case letters, digits, . and -')
  S3_BUCKET?: string;
  /** Address of S3-compatible storage. @default Amazon's own */
  @WebUrl() S3_ENDPOINT?: string;
  /** Region of the bucket. @default `us-east-1` */
  @Pattern(/^[\w-]{1,64}$/, 'the name of a region, such as eu-central-1') S3_REGION?: string;
  /** Path in the bucket, if others use the bucket too. @default none */
  @Pattern(/^[\w.-]+(?:\/[\w.-]+)*\/?$/, 'a path of letters, digits, . _ and -') S3_PREFIX?: string;
  /** Id of the bucket's access key. @default found where Amazon's clients look, such as the machine's role */
  @Text() S3_ACCESS_KEY_ID?: string;
  /** The bucket's secret access key; set together with its id. @default as `S3_ACCESS_KEY_ID` */
  @Text() S3_SECRET_ACCESS_KEY?: string;
  /**
   * Whether addresses have the bucket's name in their path rather than in their host.
   * @default `true` with `S3_ENDPOINT`, otherwise `false`
   */
  @Flag() S3_PATH_STYLE?: string;

  /**
   * Non-public CIDR ranges that webhooks may be sent to and single sign-on may use. @default none
   * @section Webhooks and outbound connections
   */
  @CidrList() WEBHOOK_ALLOWED_CIDRS?: string;
  /**
   * PEM file of an additional certificate authority for webhook receivers, single sign-on providers, the mail server's
   * token endpoint and a proxy. @default none
   */
  @Text() WEBHOOK_CA_FILE?: string;
  /**
   * Whether webhooks may go to `http://` addresses, [inside `WEBHOOK_ALLOWED_CIDRS`
   * only](operations.md#receivers-without-tls). @default `false`
   */
  @Flag() WEBHOOK_ALLOW_HTTP?: string;
  /**
   * [Proxy](operations.md#a-way-out-through-a-proxy) for webhooks, time stamps, sign-on and storage: an `http://` or
   * `https://` address, with `name:password@` if required. An empty value means no proxy. @default `HTTPS_PROXY`
   */
  @Text() OUTBOUND_PROXY?: string;
  /** Whether the proxy gets host names instead of checked addresses, for networks without name lookup. @default `false` */
  @Flag() OUTBOUND_PROXY_RESOLVES?: string;
  /** The proxy of other programs on the machine, used unless `OUTBOUND_PROXY` is set. @default none */
  @Text() HTTPS_PROXY?: string;
  /** Hosts reached without the proxy: names (with their subdomains), addresses, CIDR ranges. @default none */
  @Text() NO_PROXY?: string;

  /**
   * Type of the keys generated for an organization: elliptic curve or RSA. @default `p256`
   * @section Signatures and identity
   */
  @OneOf(SEAL_KEY_TYPES) SEAL_KEY_TYPE?: SealKeyType;
  /**
   * PKCS#12 file whose key seals every document. It must hold exactly one key with a currently valid certificate for
   * signatures; otherwise the service does not start. @default none: each organization has its own certificate authority
   */
  @Text() SEAL_P12?: string;
  /** Passphrase of `SEAL_P12`. @default empty */
  @Text() SEAL_P12_PASSPHRASE?: string;
  /**
   * RFC 3161 time stamp authority, with `name:password@` if required. Every signature gets a time stamp, and no request
   * is completed without one ([ADR 7](adr/0007-time-stamps.md)). @default none: seals without time stamps (PAdES B-B)
   */
  @WebUrl() TSA_URL?: string;
  /**
   * PEM file of the certificates at which the authority's chain must end. Set it, especially if `TSA_URL` is `http://`.
   * @default none: any authority at `TSA_URL`
   */
  @Text() TSA_CA_FILE?: string;
  /**
   * LibreOffice's launcher, which converts DOCX (Debian package `libreoffice-writer-nogui`). Without LibreOffice, DOCX
   * uploads are refused. @default found automatically
   */
  @Text() SOFFICE_PATH?: string;
  /**
   * Folder of fonts for scripts whose fonts do not come with the service, mainly Chinese, Japanese and Korean (Debian
   * package `fonts-noto-cjk`). Requests with names in a script without a font are refused
   * ([ADR 19](adr/0019-text-in-any-script.md)). @default `/usr/share/fonts` and `/usr/local/share/fonts`
   */
  @Text() FONTS_DIR?: string;
  /** Whether documents of Utopia (UTO) or marked as specimens can be approved. @default `true`; in production `false` */
  @Flag() ALLOW_SPECIMENS?: string;

  /**
   * Rows that an organization may [send in bulk](operations.md#sending-in-bulk) within 24 hours. @default `20000`
   */
  @Whole(1, 10_000_000) BULK_ROWS_PER_DAY?: number;

  /**
   * Days from the end of a verification until its images and face descriptors are erased. An organization can choose
   * fewer. @default `30`
   * @section Retention
   */
  @Whole(1, 3650) RETENTION_DAYS?: number;
  /** Days for which events, deliveries and attempts are kept at least; they are removed a month at a time. @default `90` */
  @Whole(1, 3650) WEBHOOK_RETENTION_DAYS?: number;

  /**
   * Level of the logs: JSON lines on stderr with ids, never names, addresses or tokens. @default `info`
   * @section Logs, metrics and traces
   */
  @OneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']) LOG_LEVEL?: string;
  /** Port that serves only `GET /metrics`, for [Prometheus](operations.md#metrics). @default none */
  @Whole(1, 65_535) METRICS_PORT?: number;
  /**
   * Bearer token for the metrics, which are then served on `PORT` as well. If neither this nor `METRICS_PORT` is set,
   * there are none. @default none
   */
  @Pattern(/^[\x21-\x7e]{16,256}$/, '16 to 256 printable ASCII characters without spaces')
  METRICS_TOKEN?: string;
  /**
   * OpenTelemetry collector that receives [traces](operations.md#traces), such as `http://collector:4318`.
   * @default none: no traces
   */
  @WebUrl() OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  /** Headers for the collector. @default none */
  @Pattern(
    /^[\w-]+=[\x21-\x24\x26-\x2b\x2d-\x7e%]+(?:,[\w-]+=[\x21-\x24\x26-\x2b\x2d-\x7e%]+)*$/,
    'name=value, several separated by commas, values percent-encoded',
  )
  OTEL_EXPORTER_OTLP_HEADERS?: string;
  /** The service's name in traces. @default `countersign` */
  @Text() OTEL_SERVICE_NAME?: string;
  /** Share of traces that are recorded. @default `1` */
  @Share() OTEL_TRACES_SAMPLER_ARG?: number;

  @Text() DATABASE_URL_FILE?: string;
  @Text() DATABASE_DIRECT_URL_FILE?: string;
  @Text() ENCRYPTION_KEY_FILE?: string;
  @Text() METRICS_TOKEN_FILE?: string;
  @Text() OTEL_EXPORTER_OTLP_HEADERS_FILE?: string;
  @Text() OUTBOUND_PROXY_FILE?: string;
  @Text() REDIS_URL_FILE?: string;
  @Text() S3_ACCESS_KEY_ID_FILE?: string;
  @Text() S3_SECRET_ACCESS_KEY_FILE?: string;
  @Text() SEAL_P12_PASSPHRASE_FILE?: string;
  @Text() SMTP_OAUTH_CLIENT_SECRET_FILE?: string;
  @Text() SMTP_OAUTH_REFRESH_TOKEN_FILE?: string;
  @Text() SMTP_URL_FILE?: string;
}
