import { timingSafeEqual } from 'node:crypto';
import { type EncryptionKey, type Settings } from '../config/settings.js';
import { SecretBox } from '../crypto/secret-box.service.js';
import { BackupError } from './backup-error.js';

/** Counts up when older versions could not read what this one writes. */
export const FORMAT = 1;

export const MANIFEST = 'manifest.json';
/** The last file of an archive. */
export const SEAL = 'seal.json';
export const KEY_FILE = 'encryption-key.txt';

export interface BackedUpTable {
  name: string;
  /** Those that are stored, in the order of the table's data. */
  columns: string[];
}

export interface Partition {
  name: string;
  parent: string;
  /** As PostgreSQL writes it, such as `FOR VALUES FROM ('2026-11-01') TO ('2026-12-01')`. */
  bound: string;
  /** By what it is divided again; null if it holds rows. */
  key: string | null;
  /** Such as `fillfactor=70`. */
  options: string[];
}

export interface SequenceState {
  name: string;
  /** A decimal number. */
  last: string;
  called: boolean;
}

/** The structure that a snapshot found in the database. */
export interface Structure {
  /** The server's version. */
  postgres: string;
  /** When the snapshot was taken, ISO 8601. */
  takenAt: string;
  /** Names, oldest first. */
  migrations: string[];
  tables: BackedUpTable[];
  /** Parents before their parts. */
  partitions: Partition[];
}

/** What a backup contains. */
export interface Manifest extends Omit<Structure, 'tables'> {
  format: number;
  /** Whose data is in `tables/NUMBER-NAME.PART.gz`, by number. */
  tables: (BackedUpTable & { rows: number })[];
  sequences: SequenceState[];
  files: {
    count: number;
    bytes: number;
    /** Keys of those that the database names and that were missing already. */
    lost: string[];
  };
  withKey: boolean;
}

/** Proves that a backup is whole, and that its maker had the encryption keys. */
export interface Seal {
  /** SHA-256 of everything before, in hex. */
  sha256: string;
  /** An HMAC of that hash with each encryption key, in base64. */
  keys: { id: string; hmac: string }[];
}

/** The beginning of the names of a table's pieces. */
export const prefixOf = (index: number): string => `tables/${String(index + 1).padStart(4, '0')}-`;

export const pieceName = (index: number, { name }: BackedUpTable, piece: number): string =>
  `${prefixOf(index)}${name.replaceAll(/\W/g, '_')}.${String(piece).padStart(6, '0')}.gz`;

/** Keys as the setting ENCRYPTION_KEY has them. */
export const keyRingText = (keys: readonly EncryptionKey[]): string =>
  keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',');

export function sealOf(sha256: string, keys: readonly EncryptionKey[]): Seal {
  return {
    sha256,
    keys: keys.map((key) => ({ id: key.id, hmac: fingerprint(sha256, key).toString('base64') })),
  };
}

/** @throws BackupError unless all keys of the backup are among `keys` */
export function assertKeys(seal: Seal, keys: readonly EncryptionKey[]): void {
  for (const { id, hmac } of seal.keys) {
    const key = keys.find((known) => known.id === id);
    if (!key)
      throw new BackupError(
        `ENCRYPTION_KEY lacks the key with the id ${id}, with which data of this backup may be encrypted. Set all keys of the installation that was backed up.`,
      );
    const expected = fingerprint(seal.sha256, key);
    const found = Buffer.from(hmac, 'base64');
    if (found.length !== expected.length || !timingSafeEqual(found, expected))
      throw new BackupError(
        `The encryption key with the id ${id} is not the one of the installation that was backed up, or the backup was made by somebody who does not have it. Set that installation's ENCRYPTION_KEY.`,
      );
  }
}

function fingerprint(sha256: string, key: EncryptionKey): Buffer {
  const [mac] = new SecretBox({ encryptionKeys: [key] } as Settings).fingerprints(sha256, 'backup');
  return mac!;
}
