export type Role = 'all' | 'web' | 'worker';

/** An AES-256 key. Its `id` is stored with everything it encrypted, so that keys can be rotated. */
export interface EncryptionKey {
  id: string;
  key: Buffer;
}

/** A bucket of an S3-compatible storage. */
export interface S3Settings {
  bucket: string;
  /** Undefined: Amazon's own. */
  endpoint: string | undefined;
  region: string;
  /** Before all keys; empty or with a slash at its end. */
  prefix: string;
  /** Undefined: from where Amazon's clients usually take them, such as the role of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** Whether the bucket's name is in the path of addresses rather than in the name of their host. */
  pathStyle: boolean;
}

/** The proxy through which connections to other people's servers leave. */
export interface OutboundProxy {
  /** http or https, perhaps with user name and password. */
  url: URL;
  /** The variable that names it. */
  setting: 'OUTBOUND_PROXY' | 'HTTPS_PROXY';
  /** Whether it gets names to resolve, and so is what keeps callers from private addresses. */
  resolves: boolean;
  /** Hosts that are reached directly, as in NO_PROXY. */
  noProxy: string[];
}

/** How the service gets tokens with which it signs in to the mail server (OAuth 2.0). */
export interface SmtpOAuth {
  tokenUrl: string;
  clientId: string;
  clientSecret: string | undefined;
  /** Undefined: the client's own credentials get the token. */
  refreshToken: string | undefined;
  scope: string | undefined;
}

/** The OTLP collector that gets traces, and which. */
export interface TracingSettings {
  url: string;
  headers: Record<string, string>;
  serviceName: string;
  /** The share of traces that is recorded, 0 to 1. */
  ratio: number;
}

/** Types of the keys generated for an organization: a 256-bit elliptic curve, or 3,072-bit RSA. */
export const SEAL_KEY_TYPES = ['p256', 'rsa3072'] as const;
export type SealKeyType = (typeof SEAL_KEY_TYPES)[number];

/** The built-in face models. */
export const FACE_ENGINES = ['face-api'] as const;
export type FaceEngineName = (typeof FACE_ENGINES)[number];

/**
 * The service's settings, read from the environment once at boot and injected as this class. Only `platform/config`
 * reads `process.env`.
 */
export class Settings {
  readonly production: boolean;
  readonly port: number;
  /** The public address of the hosted pages, absolute and without a trailing slash. */
  readonly publicUrl: string;
  /** Undefined: use the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The same database without a pooler in between, for what needs a session of its own. Undefined: `databaseUrl`. */
  readonly databaseDirectUrl: string | undefined;
  /** Whether statements are prepared anew each time, because a pooler gives each transaction another session. */
  readonly unnamedStatements: boolean;
  readonly dataDir: string;
  /** The first key encrypts; all of them decrypt. */
  readonly encryptionKeys: EncryptionKey[];
  /** Undefined: mails are written to `dataDir/outbox`. */
  readonly smtpUrl: string | undefined;
  /** Undefined: `smtpUrl` has a password, if the server wants one. */
  readonly smtpOAuth: SmtpOAuth | undefined;
  readonly mailFrom: string;
  /** Where limits are shared by all processes. Undefined: each process counts by itself. */
  readonly redisUrl: string | undefined;
  /** Where stored files are. Undefined: in `dataDir`. */
  readonly s3: S3Settings | undefined;
  /** CIDRs of reverse proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: string[];
  /** CIDRs that webhooks may reach although they are not public. */
  readonly webhookAllowedCidrs: string[];
  /** PEM file of an additional certificate authority for webhook receivers. */
  readonly webhookCaFile: string | undefined;
  /** Whether webhooks may go to http:// addresses, inside `webhookAllowedCidrs` alone. */
  readonly webhookAllowHttp: boolean;
  /** Undefined: connections leave directly. */
  readonly outboundProxy: OutboundProxy | undefined;
  readonly allowSpecimens: boolean;
  /** Days from the end of a verification until its images and face descriptors are erased. */
  readonly retentionDays: number;
  /** Days that events and deliveries are kept at least; they go by whole months. */
  readonly webhookRetentionDays: number;
  /** The model that compares faces. */
  readonly faceEngine: FaceEngineName;
  readonly sealKeyType: SealKeyType;
  /** A PKCS#12 file whose key seals every organization's documents. Undefined: each organization has its own key. */
  readonly sealP12: { file: string; passphrase: string } | undefined;
  /** LibreOffice's launcher, which converts DOCX. Undefined: searched in the usual places. */
  readonly sofficePath: string | undefined;
  /** The folder with fonts for scripts whose fonts do not come with the service. Undefined: the system's folders. */
  readonly fontsDir: string | undefined;
  /** The RFC 3161 authority that time-stamps signatures. Undefined: no time stamps. */
  readonly tsaUrl: string | undefined;
  /** PEM file of the trusted roots of the time stamp authority. */
  readonly tsaCaFile: string | undefined;
  readonly role: Role;
  /** How long requests are answered after the process was told to end, so that load balancers hear of it. */
  readonly drainSeconds: number;
  /** Threads of libuv's pool; half of them at most wait for name servers. Node.js reads it as it starts. */
  readonly threadPoolSize: number;
  /** The port on which only the metrics are served. Undefined: none. */
  readonly metricsPort: number | undefined;
  /** Whoever knows it may read the metrics. Undefined: they are only on the port of their own. */
  readonly metricsToken: string | undefined;
  /** Undefined: no traces. */
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
