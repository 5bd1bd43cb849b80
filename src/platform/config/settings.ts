export type Role = 'all' | 'web' | 'worker';

/** An AES-256 key. Its `id` is stored with everything it encrypts, so that keys can be rotated. */
export interface EncryptionKey {
  id: string;
  key: Buffer;
}

/** A bucket of an S3-compatible storage. */
export interface S3Settings {
  bucket: string;
  /** Undefined for Amazon's own. */
  endpoint: string | undefined;
  region: string;
  /** Prepended to all keys; empty or with a trailing slash. */
  prefix: string;
  /** Undefined to use the usual sources of Amazon's clients, such as the role of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** Whether the bucket's name is in the path of addresses rather than in their host name. */
  pathStyle: boolean;
}

/** The proxy for connections to other parties' servers. */
export interface OutboundProxy {
  /** http or https, optionally with user name and password. */
  url: URL;
  /** The variable that names it. */
  setting: 'OUTBOUND_PROXY' | 'HTTPS_PROXY';
  /** Whether the proxy resolves names itself, and so must keep callers from private addresses. */
  resolves: boolean;
  /** Hosts that are reached directly, as in NO_PROXY. */
  noProxy: string[];
}

/** How the service gets its tokens for signing in to the mail server (OAuth 2.0). */
export interface SmtpOAuth {
  tokenUrl: string;
  clientId: string;
  clientSecret: string | undefined;
  /** If undefined, the token is obtained with the client's own credentials. */
  refreshToken: string | undefined;
  scope: string | undefined;
}

/** The OTLP collector of traces, and which traces it gets. */
export interface TracingSettings {
  url: string;
  headers: Record<string, string>;
  serviceName: string;
  /** The share of traces recorded, from 0 to 1. */
  ratio: number;
}

/** Types of the keys generated for an organization: a 256-bit elliptic curve, or 3,072-bit RSA. */
export const SEAL_KEY_TYPES = ['p256', 'rsa3072'] as const;
export type SealKeyType = (typeof SEAL_KEY_TYPES)[number];

/**
 * The service's settings, read from the environment once at startup and injected as this class. Only
 * `platform/config` reads `process.env`.
 */
export class Settings {
  readonly production: boolean;
  readonly port: number;
  /** The public address of the hosted pages, absolute and without a trailing slash. */
  readonly publicUrl: string;
  /** If undefined, the embedded PostgreSQL in `dataDir` is used. */
  readonly databaseUrl: string | undefined;
  /** The same database without a pooler, for uses that need their own session. Defaults to `databaseUrl`. */
  readonly databaseDirectUrl: string | undefined;
  /** Whether statements are prepared anew each time, because a pooler gives each transaction another session. */
  readonly unnamedStatements: boolean;
  readonly dataDir: string;
  /** The first key encrypts; all of them decrypt. */
  readonly encryptionKeys: EncryptionKey[];
  /** If undefined, mails are written to `dataDir/outbox`. */
  readonly smtpUrl: string | undefined;
  /** If undefined, `smtpUrl` has a password, if the server requires one. */
  readonly smtpOAuth: SmtpOAuth | undefined;
  readonly mailFrom: string;
  /** The most mails that all processes together send within a minute; undefined for any number. */
  readonly mailRatePerMinute: number | undefined;
  /** Redis, where all processes share their limits. If undefined, each process counts on its own. */
  readonly redisUrl: string | undefined;
  /** Where files are stored. If undefined, in `dataDir`. */
  readonly s3: S3Settings | undefined;
  /** CIDRs of reverse proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: string[];
  /** Non-public CIDRs that webhooks may reach. */
  readonly webhookAllowedCidrs: string[];
  /** PEM file of an additional certificate authority for webhook receivers. */
  readonly webhookCaFile: string | undefined;
  /** Whether webhooks may go to http:// addresses, within `webhookAllowedCidrs` only. */
  readonly webhookAllowHttp: boolean;
  /** If undefined, connections are direct. */
  readonly outboundProxy: OutboundProxy | undefined;
  readonly allowSpecimens: boolean;
  /** Rows that an organization may send in bulk within 24 hours. */
  readonly bulkRowsPerDay: number;
  /** Days from the end of a verification until its images and face descriptors are erased. */
  readonly retentionDays: number;
  /** Days that events and deliveries are kept at least; they are removed by whole months. */
  readonly webhookRetentionDays: number;
  readonly sealKeyType: SealKeyType;
  /**
   * A PKCS#12 file whose key seals every organization's documents. If undefined, each organization has its own key.
   */
  readonly sealP12: { file: string; passphrase: string } | undefined;
  /** LibreOffice's launcher, which converts DOCX. If undefined, the usual places are searched. */
  readonly sofficePath: string | undefined;
  /**
   * The folder with fonts for scripts whose fonts are not included in the service. If undefined, the system's
   * folders.
   */
  readonly fontsDir: string | undefined;
  /** The RFC 3161 authority that time-stamps signatures. If undefined, there are no time stamps. */
  readonly tsaUrl: string | undefined;
  /** PEM file of the trusted roots of the time stamp authority. */
  readonly tsaCaFile: string | undefined;
  readonly role: Role;
  /** How long requests are still accepted after the process was told to stop, so that load balancers notice. */
  readonly drainSeconds: number;
  /** Threads of libuv's pool. At most half of them wait for name servers. Node.js reads it at startup. */
  readonly threadPoolSize: number;
  /** The port that only serves the metrics. If undefined, there is none. */
  readonly metricsPort: number | undefined;
  /** The bearer token for reading the metrics. If undefined, they are only on their own port. */
  readonly metricsToken: string | undefined;
  /** If undefined, there are no traces. */
  readonly tracing: TracingSettings | undefined;
  readonly logLevel: string;

  constructor(values: Settings) {
    Object.assign(this, values);
  }

  get runsWeb(): boolean {
    return this.role !== 'worker';
  }

  get runsJobs(): boolean {
    return this.role !== 'web';
  }
}
