export type Role = 'all' | 'web' | 'worker';

/** One AES-256 key; `id` is stored beside what it encrypted, so that keys can be rotated. */
export interface EncryptionKey {
  id: string;
  key: Buffer;
}

/** Kinds of the keys that are made for an organization: an elliptic curve of 256 bits, or RSA of 3,072. */
export const SEAL_KEY_TYPES = ['p256', 'rsa3072'] as const;
export type SealKeyType = (typeof SEAL_KEY_TYPES)[number];

/** The face models that are built in. */
export const FACE_ENGINES = ['face-api'] as const;
export type FaceEngineName = (typeof FACE_ENGINES)[number];

/**
 * The service's settings, read from the environment once at boot and injected by this class.
 * Only `platform/config` reads `process.env`.
 */
export class Settings {
  readonly production: boolean;
  readonly port: number;
  /** Absolute address without a trailing slash, under which people reach the hosted pages. */
  readonly publicUrl: string;
  /** Undefined: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** The first encrypts, all decrypt. */
  readonly encryptionKeys: EncryptionKey[];
  /** Undefined: mails are written to `dataDir/outbox`. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** CIDRs of reverse proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: string[];
  /** CIDRs to which webhooks may go although they are not public. */
  readonly webhookAllowedCidrs: string[];
  /** PEM file of an additional certificate authority for webhook receivers. */
  readonly webhookCaFile: string | undefined;
  readonly allowSpecimens: boolean;
  /** Days after the end of a verification until its pictures and face descriptors are erased. */
  readonly retentionDays: number;
  /** Which model compares faces. */
  readonly faceEngine: FaceEngineName;
  readonly sealKeyType: SealKeyType;
  /** A PKCS#12 file whose key seals every organization's documents; undefined: each organization has its own. */
  readonly sealP12: { file: string; passphrase: string } | undefined;
  /** LibreOffice's launcher, which converts DOCX; undefined: looked for in the usual places. */
  readonly sofficePath: string | undefined;
  /** The RFC 3161 authority that stamps signatures; undefined: none does. */
  readonly tsaUrl: string | undefined;
  /** PEM file of the certificates to which the time stamp authority's must lead. */
  readonly tsaCaFile: string | undefined;
  readonly role: Role;
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
