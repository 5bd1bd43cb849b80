import { timingSafeEqual } from 'node:crypto';
import { isSafeInteger, isText, isTextUpTo, listOf, objectOf, type Shape } from '../../common/shapes.js';
import { type EncryptionKey, type Settings } from '../config/settings.js';
import { SecretBox } from '../crypto/secret-box.js';
import { BackupError } from './backup-error.js';
import { FORMAT } from './manifest.js';

/** The previous format, which does not authenticate its keys. */
const FIRST_FORMAT = 1;
const MOST_KEYS = 1000;
/** As in ENCRYPTION_KEY. */
const KEY_ID = /^[\w.-]{1,32}$/;

/** Proves that a backup is whole, and that its maker had the encryption keys. */
export interface Seal {
  format: number;
  /** SHA-256 of everything before, in hex. */
  sha256: string;
  /** For each encryption key an HMAC in base64 over the rest of the seal, including the keys' ids. */
  keys: { id: string; hmac: string }[];
}

const isMac: Shape = (value) =>
  isText(value) && Buffer.from(value as string, 'base64').toString('base64') === value;
const isId: Shape = (value) => isText(value) && KEY_ID.test(value as string);
const members = { sha256: isTextUpTo(64), keys: listOf(objectOf({ id: isId, hmac: isMac }), MOST_KEYS) };
const isFirst: Shape = objectOf(members);
const isSeal: Shape = objectOf({ format: isSafeInteger, ...members });

export function sealOf(sha256: string, keys: readonly EncryptionKey[]): Seal {
  const unsigned = { format: FORMAT, sha256, keys: keys.map(({ id }) => ({ id, hmac: '' })) };
  const macs = keys.map((key) => ({ id: key.id, hmac: macOf(unsigned, key).toString('base64') }));
  return { ...unsigned, keys: macs };
}

/** The text of a seal, as stored in a backup. */
export function sealText({ format, sha256, keys }: Seal): string {
  return JSON.stringify(format === FIRST_FORMAT ? { sha256, keys } : { format, sha256, keys });
}

/** @returns null for text that `sealText` did not write */
export function parseSeal(text: string): Seal | null {
  const found = parsed(text);
  if (!isFirst(found) && !isSeal(found)) return null;
  const { format, sha256, keys } = { format: FIRST_FORMAT, ...(found as Partial<Seal>) } as Seal;
  const seal = { format, sha256, keys: keys.map(({ id, hmac }) => ({ id, hmac })) };
  return sealText(seal) === text ? seal : null;
}

/**
 * Proves that the maker of a backup had one of our keys.
 * @returns ids of keys that it names and that are not among `keys`
 * @throws BackupError if none of its keys is among `keys`, one differs from ours, or the seal is of the first format,
 * which does not prove the ids of keys that are missing
 */
export function authenticate(seal: Seal, keys: readonly EncryptionKey[]): string[] {
  const missing: string[] = [];
  for (const { id, hmac } of seal.keys) {
    const key = keys.find((known) => known.id === id);
    if (!key) missing.push(id);
    else if (!isEqual(Buffer.from(hmac, 'base64'), macOf(seal, key)))
      throw new BackupError(
        `The encryption key with the id ${id} is not the one of the installation that was backed up, or the backup was made or changed by someone who does not have that key. Set that installation's ENCRYPTION_KEY.`,
      );
  }
  if (missing.length === seal.keys.length)
    throw new BackupError(
      `Nothing here proves who made the backup: ${seal.keys.length === 0 ? 'it names no encryption key' : `it names ${missing.join(', ')}, and ENCRYPTION_KEY has none of them`}. Set all keys of the installation that was backed up; a backup that names none is not one of this service.`,
    );
  if (seal.format === FIRST_FORMAT && missing.length > 0)
    throw new BackupError(
      `ENCRYPTION_KEY lacks the key with the id ${missing.join(' and that with the id ')}, and a backup of format ${FIRST_FORMAT} proves who made it only with all of its keys. Set all keys of the installation that was backed up.`,
    );
  return missing;
}

/** @throws BackupError unless it is authentic, and all its keys are among `keys` */
export function assertKeys(seal: Seal, keys: readonly EncryptionKey[]): void {
  const [missing] = authenticate(seal, keys);
  if (missing !== undefined)
    throw new BackupError(
      `ENCRYPTION_KEY lacks the key with the id ${missing}, which may have encrypted data in this backup. Set all keys of the installation that was backed up.`,
    );
}

const isEqual = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected);

/** Each format computes its own HMACs, so that those of one prove nothing in another. */
function macOf({ format, sha256, keys }: Seal, key: EncryptionKey): Buffer {
  const [text, context] =
    format === FIRST_FORMAT
      ? [sha256, 'backup']
      : [JSON.stringify([format, sha256, ...keys.map(({ id }) => id)]), 'backup-seal'];
  const [mac] = new SecretBox({ encryptionKeys: [key] } as Settings).fingerprints(text, context);
  return mac!;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
